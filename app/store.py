"""Rooms in Redis: read, commit by script, leases, the log and the end."""

from collections.abc import Mapping, Sequence

import orjson

from app import bus
from app.commit import (
    BROOM_SECONDS,
    COMMIT,
    Arguments,
    Conflict,
    Outcome,
    Presence,
    arguments_of_change,
    arguments_of_check,
    keys_to_commit,
    outcome_of,
)
from app.documents import HEAD_BYTES, Gone, Head, head_of, room_of
from app.due import DueTimes, all_members
from app.forms import connect
from app.link import RedisTime, Script
from app.pipe import Command, Unavailable
from app.rooms.room import Room
from app.shards import keys_of
from app.view import Change

MOST_MISSED = 200
_SEED_PREFIX = "f7:daily:"
_SEED_SECONDS = 2 * 86_400
"""How long a day's secret is kept: rooms that play with it hold it themselves."""
_FORGOTTEN_MS = 300_000
"""Leases that ended so long ago are swept away: every absence that counts is shorter."""
_LEASE, _PRESENCE, _END = map(Script.named, ("lease", "presence", "end"))


class Store:
    """All that a worker asks of Redis about rooms. Every method raises Unavailable where it cannot be reached.

    Those that read a room raise TooNew where a newer version of the app has written it.
    """

    def __init__(self, url: str, *, replicas: int = 0) -> None:
        """`replicas`: how many must have a change before it counts as committed."""
        self.link = connect(url)
        self._replicas = replicas
        self._time = RedisTime()
        self.due = DueTimes(self.link, self._time)

    async def close(self) -> None:
        """Give the connections back."""
        await self.link.close()

    async def ping(self) -> None:
        """Raise Unavailable unless Redis answers."""
        await self.link.call("", ("PING",))

    def now(self) -> int:
        """Redis' time in ms as far as this worker knows."""
        return self._time.now()

    async def load(self, code: str) -> Room | None:
        """The room as it is stored."""
        key = keys_of(code).document
        (document,) = await self.link.call(key, ("GET", key))
        return None if document is None else room_of(document)

    async def commit(
        self,
        before: Room | None,
        change: Change,
        *,
        not_before: int | None = None,
        presence: Presence | None = None,
        settles: int | None = None,
    ) -> Outcome:
        """In one step: store a change decided on `before`, log it, schedule what it leads to, tell everybody.

        `not_before` (ms): too early before that. `settles`: with this, so many ms owed for an outage are paid.
        Raises Gone for a room that has ended.
        """
        told = arguments_of_change(before, change, not_before=not_before, presence=presence, settles=settles)
        return await self._run(change.room, told)

    async def check(self, room: Room, *, settles: int | None = None) -> Outcome:
        """Whether `room` is still the newest, and safe with the replicas; it stays as it is. Raises Gone."""
        return await self._run(room, arguments_of_check(room, settles=settles))

    async def lease(self, room: Room, connection: str, ms: int, *, instead_of: str = "") -> None:
        """Let a connection (`browser|connection`) of the room count as alive for `ms` from now. Raises Gone.

        `instead_of`: another one whose lease ends with this.
        """
        keys = keys_of(room.code)
        now = await self.link.script(
            _LEASE,
            [keys.document, keys.leases, keys.due],
            [room.code, connection, ms, _outlives(room), instead_of],
        )
        if not now:
            raise Gone
        self._time.learn(int(now))

    async def leases(self, code: str) -> tuple[Mapping[str, int], int, bool]:
        """For each browser the end of its longest lease; the time now (ms); whether an outage is to be made up for."""
        keys = keys_of(code)
        members, (seconds, micros), owed = await self.link.call(
            keys.leases,
            ("ZRANGE", keys.leases, 0, -1, "WITHSCORES"),
            ("TIME",),
            ("ZSCORE", keys.owed, code),
        )
        ends: dict[str, int] = {}
        for member, score in zip(members[::2], members[1::2], strict=True):
            ends[member.decode().partition("|")[0]] = int(float(score))  # ascending, so the last one counts
        return ends, int(seconds) * 1000 + int(micros) // 1000, owed is not None

    async def owed(self, code: str) -> int | None:
        """The ms an outage took from the room and that it has not got back; None: nothing."""
        key = keys_of(code).owed
        (ms,) = await self.link.call(key, ("ZSCORE", key, code))
        return None if ms is None else int(float(ms))

    async def set_presence(self, code: str, next_at: int | None) -> None:
        """Nothing to announce: look again at `next_at` (ms), or when the next lease ends."""
        keys = keys_of(code)
        moment = "" if next_at is None else next_at
        await self.link.script(_PRESENCE, [keys.leases, keys.due], [code, moment, _FORGOTTEN_MS])

    async def end(self, room: Room) -> bool:
        """End a room whose time has come; whether it ended now."""
        keys = keys_of(room.code)
        ended = await self.link.script(
            _END,
            [keys.document, keys.log, keys.leases, keys.due, keys.served, keys.owed],
            [_absolute_end(room), keys.channel, bus.room_ended(room.code, room.seq), room.code, *all_members(room)],
        )
        return bool(ended)

    async def changes(self, code: str, first: int, most: int | None = None) -> list[dict[str, object]]:
        """The logged changes from `seq` first on, as the protocol shows them; at most `most`."""
        log = keys_of(code).log
        limit: Command = () if most is None else ("COUNT", most)
        (entries,) = await self.link.call(log, ("XRANGE", log, f"{first}-0", "+", *limit))
        return [_logged(entry_id, dict(zip(fields[::2], fields[1::2], strict=True))) for entry_id, fields in entries]

    async def seed_of(self, day: str, fresh: bytes) -> bytes:
        """The secret of a day (`2026-11-30`): `fresh`, unless somebody was earlier that day."""
        key = f"{_SEED_PREFIX}{day}"
        _, seed = await self.link.call(key, ("SET", key, fresh, "NX", "EX", _SEED_SECONDS), ("GET", key))
        return bytes(seed)

    async def heads(self, codes: Sequence[str]) -> dict[str, Head | None]:
        """`seq` and digest of each room, None for one that is gone; without those that cannot be asked for now."""
        calls: list[tuple[str, Command]] = []
        for code in codes:
            key = keys_of(code).document
            calls.append((key, ("GETRANGE", key, 0, HEAD_BYTES - 1)))
        starts = zip(codes, await self.link.each(calls), strict=True)
        return {code: head_of(start) for code, start in starts if not isinstance(start, Unavailable)}

    async def _run(self, room: Room, told: Arguments) -> Outcome:
        verdict, value = await self.link.script(COMMIT, keys_to_commit(room), told, replicas=self._replicas)
        if verdict == b"conflict":
            return Conflict(room_of(value))
        self._time.learn(int(value))
        return outcome_of(verdict, int(value))


def _logged(entry_id: bytes, fields: Mapping[bytes, bytes]) -> dict[str, object]:
    return {
        "seq": int(entry_id.partition(b"-")[0]),
        "digest": fields[b"d"].decode(),
        "now": int(fields[b"n"]),
        "events": orjson.Fragment(fields[b"e"]),
    }


def _absolute_end(room: Room) -> int:
    assert isinstance(room.expires_at, int), "a stored room has an absolute end"
    return room.expires_at


def _outlives(room: Room) -> int:
    return _absolute_end(room) + BROOM_SECONDS * 1000
