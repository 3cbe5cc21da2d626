"""Rooms in Redis: read, commit by script, leases, due times and the log."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from app import bus
from app.forms import connect
from app.link import Script
from app.pipe import Command, Unavailable
from app.rooms.config import LEASE_MS
from app.rooms.moments import In, Moment
from app.rooms.room import Room
from app.rooms.stored import SCHEMA, room_from_json
from app.shards import SHARD_KEYS, keys_of, shard_of
from app.view import Change

CLAIM_LEASE_MS = 1_500
"""A claimed due time may be claimed again after so long, should its worker have died."""
OUTAGE_MS = 5_000
"""If nobody served a shard for longer than this, its rooms get that time back."""
MOST_MISSED = 200
_BROOM_SECONDS = 180
"""How long a room's keys outlive its end, should nobody have ended it."""
_SEED_PREFIX = "f7:daily:"
_SEED_SECONDS = 2 * 86_400
"""How long a day's secret is kept: rooms that play with it hold it themselves."""
_FORGOTTEN_MS = 300_000
"""Leases that ended so long ago are swept away: every absence that counts is shorter."""
_COMMIT, _CLAIM, _LEASE, _PRESENCE, _FORGET, _END = (
    Script.named(name) for name in ("commit", "claim", "lease", "presence", "forget", "end")
)


class Gone(Exception):
    """There is no such room, or it has ended."""


class TooNew(Unavailable):
    """The room is stored as only newer workers know it: this one leaves it to them."""


@dataclass(frozen=True, slots=True)
class Committed:
    """The script found what the caller expected; `now` is Redis' time in it, in ms."""

    now: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """Somebody else was first: the room as it is now."""

    room: Room


@dataclass(frozen=True, slots=True)
class Nothing:
    """There is nothing to do: the decision is not due yet, or what was owed has been paid by somebody else."""


@dataclass(frozen=True, slots=True)
class Owed:
    """Nothing fires before the room has got back what an outage took."""


Outcome = Committed | Conflict | Nothing | Owed


@dataclass(frozen=True, slots=True)
class DueEntry:
    """Something that is due: `kind` decision (with its number), presence, outage or end."""

    code: str
    kind: str
    number: int

    @property
    def member(self) -> str:
        """How Redis keeps it."""
        return f"{self.code}|{self.kind}|{self.number}"


@dataclass(frozen=True, slots=True)
class Claim:
    """Entries taken to be fired; `now` and the next moment that is known are ms on Redis' clock."""

    now: int
    next_at: int | None
    entries: tuple[DueEntry, ...]


@dataclass(frozen=True, slots=True)
class Presence:
    """When a commit sets the next look at the leases: the moment the room itself knows; None: the leases decide."""

    next_at: Moment | None


class Store:
    """All that a worker asks of Redis. Every method raises Unavailable where Redis cannot be reached.

    Those that read a room raise TooNew where a newer version of the app has written it.
    """

    def __init__(self, url: str, *, replicas: int = 0) -> None:
        """`replicas`: how many must have a change before it counts as committed."""
        self.link = connect(url)
        self._shares: Sequence[Sequence[str]] = [sum(SHARD_KEYS, ())] if self.link.shards_together else SHARD_KEYS
        self._replicas = replicas
        self._offset_ms = 0.0

    async def close(self) -> None:
        """Give the connections back."""
        await self.link.close()

    async def ping(self) -> None:
        """Raise Unavailable unless Redis answers."""
        await self.link.call("", ("PING",))

    def now(self) -> int:
        """Redis' time in ms as far as this worker knows: its own clock, corrected by the last script's answer."""
        return round(time.time() * 1000 + self._offset_ms)

    async def load(self, code: str) -> Room | None:
        """The room as it is stored."""
        key = keys_of(code).document
        (document,) = await self.link.call(key, ("GET", key))
        return None if document is None else _decode(document)

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
        room = change.room
        header = bus.header(room.code, room.seq, change.before, room.digest, change.concerned)
        unscheduled, scheduled = _schedule(before, room)
        document = change.document.parts
        return await self._run(
            room,
            [
                _beginning(before), room.seq, "" if not_before is None else not_before, *_place(room), header,
                room.digest, change.events, _presence_argument(presence), room.code, _debt(before, room, settles),
                LEASE_MS, len(unscheduled), *unscheduled,
                len(scheduled), *(part for member, at in scheduled for part in (member, _moment(at))),
                len(document), *document, *change.frame.parts,
            ],
        )  # fmt: skip

    async def check(self, room: Room, *, settles: int | None = None) -> Outcome:
        """Whether `room` is still the newest, and safe with the replicas; it stays as it is. Raises Gone."""
        scheduled = [] if settles is None else _schedule(None, room)[1][1:]
        return await self._run(
            room,
            [
                _beginning(room), "", "", *_place(room), "", "", "", "", room.code,
                "" if settles is None else settles, LEASE_MS, 0,
                len(scheduled), *(part for member, at in scheduled for part in (member, _moment(at))), 0,
            ],
        )  # fmt: skip

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
        self._learn(int(now))

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

    @property
    def shares(self) -> int:
        """How many parts the shards are claimed in: one, or one for each where no script may touch several."""
        return len(self._shares)

    def share_of(self, code: str) -> int:
        """The part a room is in."""
        return shard_of(code) % len(self._shares)

    async def claim(self, most: int, share: int = 0, *, deference_ms: int = 0) -> Claim:
        """Take at most `most` entries that are due, from one share of the shards.

        `deference_ms`: for how long what is due is left to other workers.
        """
        now, next_at, *members = await self.link.script(
            _CLAIM, self._shares[share], [CLAIM_LEASE_MS, most, OUTAGE_MS, deference_ms]
        )
        self._learn(int(now))
        return Claim(int(now), int(next_at) if next_at else None, tuple(map(_entry, members)))

    async def notice_outage(self, code: str) -> None:
        """Whoever looks at a room before its shard is claimed anew shall know that nobody served it for a while."""
        await self.claim(0, self.share_of(code))

    async def postpone(self, entry: DueEntry, ms: int) -> None:
        """Leave an entry alone for `ms` from now, if it is still scheduled."""
        due = keys_of(entry.code).due
        await self.link.call(due, ("ZADD", due, "XX", self.now() + ms, entry.member))

    async def forget(self, entry: DueEntry) -> None:
        """Drop a due time that no longer means anything."""
        keys = keys_of(entry.code)
        await self.link.script(_FORGET, [keys.due, keys.served], [entry.member])

    async def end(self, room: Room) -> bool:
        """End a room whose time has come; whether it ended now."""
        keys = keys_of(room.code)
        members = [DueEntry(room.code, kind, 0).member for kind in ("presence", "outage")]
        members += [member for member, _ in _schedule(None, room)[1]]
        ended = await self.link.script(
            _END,
            [keys.document, keys.log, keys.leases, keys.due, keys.served, keys.owed],
            [_absolute_end(room), keys.channel, bus.room_ended(room.code, room.seq), room.code, *members],
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

    async def heads(self, codes: Sequence[str]) -> dict[str, tuple[int, str] | None]:
        """`seq` and digest of each room, None for one that is gone; without those that cannot be asked for now."""
        calls: list[tuple[str, Command]] = []
        for code in codes:
            key = keys_of(code).document
            calls.append((key, ("GETRANGE", key, 0, 95)))
        starts = zip(codes, await self.link.each(calls), strict=True)
        return {code: _head(start) for code, start in starts if not isinstance(start, Unavailable)}

    async def _run(self, room: Room, argv: list[Any]) -> Outcome:
        keys = keys_of(room.code)
        verdict, value = await self.link.script(
            _COMMIT,
            [keys.document, keys.log, keys.leases, keys.due, keys.owed, keys.served],
            argv,
            replicas=self._replicas,
        )
        if verdict == b"conflict":
            return Conflict(_decode(value))
        self._learn(int(value))
        match verdict:
            case b"ok":
                return Committed(int(value))
            case b"nothing":
                return Nothing()
            case b"owed":
                return Owed()
            case _:
                raise Gone

    def _learn(self, now: int) -> None:
        self._offset_ms = now - time.time() * 1000


def _decode(document: bytes) -> Room:
    stored = orjson.loads(document)
    if stored["schema"] > SCHEMA:
        raise TooNew(f"schema {stored['schema']}")
    return room_from_json(stored)


def _beginning(room: Room | None) -> str:
    """How the stored document of this very room begins; nothing for a new one."""
    return "" if room is None else f'{{"seq":{room.seq},"digest":"{room.digest}",'


def _head(start: bytes) -> tuple[int, str] | None:
    """`seq` and digest from the first bytes of a document."""
    if not start:
        return None
    seq, digest = start.removeprefix(b'{"seq":').split(b',"digest":"', 1)
    return int(seq), digest.partition(b'"')[0].decode()


def _place(room: Room) -> tuple[str, int, str]:
    """The room's end, what its keys outlive it by, and its channel."""
    return _moment(room.expires_at), _BROOM_SECONDS, keys_of(room.code).channel


def _debt(before: Room | None, room: Room, settles: int | None) -> str:
    """What a commit means for the time that an outage took from the open decision."""
    if settles is not None:
        return str(settles)
    return "drop" if before is None or before.decisions != room.decisions else ""


def _schedule(before: Room | None, room: Room) -> tuple[list[str], list[tuple[str, Moment]]]:
    """Which due times go and which are set: the open decision's, and at first the room's end."""
    scheduled: list[tuple[str, Moment]] = []
    if before is None:
        scheduled.append((DueEntry(room.code, "end", 0).member, room.expires_at))
    decision = room.decision
    if decision is not None and decision.due is not None:
        scheduled.append((DueEntry(room.code, "decision", decision.id).member, decision.due))
    former = None if before is None else before.decision
    kept = scheduled[-1][0] if scheduled else None
    gone = [] if former is None else [DueEntry(room.code, "decision", former.id).member]
    return [member for member in gone if member != kept], scheduled


def _entry(member: bytes) -> DueEntry:
    code, kind, number = member.decode().split("|")
    return DueEntry(code, kind, int(number))


def _logged(entry_id: bytes, fields: Mapping[bytes, bytes]) -> dict[str, object]:
    return {
        "seq": int(entry_id.partition(b"-")[0]),
        "digest": fields[b"d"].decode(),
        "now": int(fields[b"n"]),
        "events": orjson.Fragment(fields[b"e"]),
    }


def _moment(moment: Moment) -> str:
    return f"+{moment.ms}" if isinstance(moment, In) else str(moment)


def _presence_argument(presence: Presence | None) -> str:
    if presence is None:
        return ""
    return "none" if presence.next_at is None else _moment(presence.next_at)


def _absolute_end(room: Room) -> int:
    assert isinstance(room.expires_at, int), "a stored room has an absolute end"
    return room.expires_at


def _outlives(room: Room) -> int:
    return _absolute_end(room) + _BROOM_SECONDS * 1000
