"""Rooms in Redis: read, commit by script, leases, due times and the log."""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import orjson
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from app.rooms.moments import In, Moment
from app.rooms.room import Room, room_from_json
from app.shards import CHANNELS, DUE_KEYS, keys_of
from app.view import Change

CLAIM_LEASE_MS = 1_500
"""A claimed due time may be claimed again after so long, should its worker have died."""
MOST_MISSED = 200
_CONNECTIONS = 16
_WAIT_SECONDS = 5
"""How many commands are under way at once, and how long another waits for its turn."""
_ANSWER_SECONDS = 10
"""How long a command may take, its turn included."""
_BROOM_SECONDS = 180
"""How long a room's keys outlive its end, should nobody have ended it."""
_FORGOTTEN_MS = 300_000
"""Leases that ended so long ago are swept away: every absence that counts is shorter."""
_END = "end"
_LUA = Path(__file__).parent / "lua"


class Unavailable(Exception):
    """Redis is out of reach or did not answer in time; whether a write arrived is unknown."""


class Gone(Exception):
    """There is no such room, or it has ended."""


@dataclass(frozen=True, slots=True)
class Committed:
    """The script found what the caller expected; `now` is Redis' time in it, in ms."""

    now: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """Somebody else was first: the room as it is now."""

    room: Room


@dataclass(frozen=True, slots=True)
class Early:
    """The decision is not due yet."""


Outcome = Committed | Conflict | Early


@dataclass(frozen=True, slots=True)
class DueEntry:
    """Something that is due: `kind` decision (with its number), presence or end."""

    code: str
    kind: str
    number: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Entries taken to be fired; `now` and the next moment that is known are ms on Redis' clock."""

    now: int
    next_at: int | None
    entries: tuple[DueEntry, ...]


@dataclass(frozen=True, slots=True)
class Published:
    """What travels between workers: a change of a room, and whose own place it changed. No frame: the room's end."""

    code: str
    seq: int
    concerned: frozenset[str]
    frame: str | None


@dataclass(frozen=True, slots=True)
class Presence:
    """When a commit sets the next look at the leases: the moment the room itself knows; None: the leases decide."""

    next_at: Moment | None


class Store:
    """All that a worker asks of Redis. Every method raises Unavailable where Redis cannot be reached."""

    def __init__(self, url: str) -> None:
        self.redis = _client(url, retries=1)
        """The connection pool, for what is not about rooms (metrics)."""
        # A subscription that renews itself would not say what it has missed meanwhile.
        self._subscriber = _client(url, retries=0)
        self._commit, self._claim, self._lease, self._presence, self._end = (
            self.redis.register_script((_LUA / f"{name}.lua").read_text())
            for name in ("commit", "claim", "lease", "presence", "end")
        )
        self._offset_ms = 0.0

    async def close(self) -> None:
        """Give the connections back."""
        await self.redis.aclose()
        await self._subscriber.aclose()

    async def ping(self) -> None:
        """Raise Unavailable unless Redis answers."""
        async with reachable():
            await self.redis.ping()

    def now(self) -> int:
        """Redis' time in ms as far as this worker knows: its own clock, corrected by the last script's answer."""
        return round(time.time() * 1000 + self._offset_ms)

    async def load(self, code: str) -> Room | None:
        """The room as it is stored."""
        async with reachable():
            document = await self.redis.get(keys_of(code).document)
        return None if document is None else _decode(cast(bytes, document))

    async def commit(
        self, before: Room | None, change: Change, *, not_before: int | None = None, presence: Presence | None = None
    ) -> Outcome:
        """In one step: store a change decided on `before`, log it, schedule what it leads to, tell everybody.

        `not_before` (ms): too early before that. Raises Gone for a room that has ended.
        """
        room = change.room
        header = f"{room.code} {room.seq} {','.join(change.concerned)}\n"
        unscheduled, scheduled = _schedule(before, room)
        document = change.document.parts
        return await self._run(
            room.code,
            [
                *_guard(before, room, not_before), header, room.digest, change.events, _presence_argument(presence),
                room.code, len(unscheduled), *unscheduled,
                len(scheduled), *(part for member, at in scheduled for part in (member, _moment(at))),
                len(document), *document, *change.frame.parts,
            ],
        )  # fmt: skip

    async def check(self, room: Room) -> Outcome:
        """Whether `room` is still the newest; nothing is written. Raises Gone."""
        return await self._run(room.code, [*_guard(room, room, None), "", "", "", "", room.code, 0, 0, 0])

    async def lease(self, room: Room, connection: str, ms: int, *, instead_of: str = "") -> None:
        """Let a connection (`browser|connection`) of the room count as alive for `ms` from now. Raises Gone.

        `instead_of`: another one whose lease ends with this.
        """
        keys = keys_of(room.code)
        async with reachable():
            now = await self._lease(
                keys=[keys.document, keys.leases, keys.due],
                args=[room.code, connection, ms, _outlives(room), instead_of],
            )
        if not now:
            raise Gone
        self._learn(int(now))

    async def leases(self, code: str) -> tuple[Mapping[str, int], int]:
        """For each browser the end of its longest lease, and the time now; ms."""
        leases = keys_of(code).leases
        async with reachable(), self.redis.pipeline(transaction=False) as pipe:
            pipe.zremrangebyscore(leases, "-inf", self.now() - _FORGOTTEN_MS)
            pipe.zrange(leases, 0, -1, withscores=True)
            pipe.time()
            _, members, (seconds, micros) = await pipe.execute()
        ends: dict[str, int] = {}
        for member, score in members:
            ends[member.decode().partition("|")[0]] = int(score)  # ascending, so the last one counts
        return ends, int(seconds) * 1000 + int(micros) // 1000

    async def set_presence(self, code: str, next_at: int | None) -> None:
        """Nothing to announce: look again at `next_at` (ms), or when the next lease ends."""
        keys = keys_of(code)
        async with reachable():
            await self._presence(keys=[keys.leases, keys.due], args=[code, "" if next_at is None else next_at])

    async def claim(self, most: int) -> Claim:
        """Take at most `most` entries that are due, from all shards."""
        async with reachable():
            now, next_at, *members = await self._claim(keys=DUE_KEYS, args=[CLAIM_LEASE_MS, most])
        self._learn(int(now))
        return Claim(int(now), int(next_at) if next_at else None, tuple(_entry(member) for member in members))

    async def forget(self, entry: DueEntry) -> None:
        """Drop a due time whose room is gone."""
        async with reachable():
            await self.redis.zrem(keys_of(entry.code).due, _member(entry))

    async def postpone(self, entry: DueEntry, ms: int) -> None:
        """Let a due time that could not be fired be claimed again after `ms`."""
        async with reachable():
            await self.redis.zadd(keys_of(entry.code).due, {_member(entry): self.now() + ms}, xx=True)

    async def end(self, room: Room) -> bool:
        """End a room whose time has come; whether it ended now."""
        keys = keys_of(room.code)
        members = [f"{room.code}|presence|0", *(member for member, _ in _schedule(None, room)[1])]
        async with reachable():
            ended = await self._end(
                keys=[keys.document, keys.log, keys.leases, keys.due],
                args=[_absolute_end(room), keys.channel, f"{room.code} {room.seq} {_END}\n", *members],
            )
        return bool(ended)

    async def changes(self, code: str, first: int, most: int | None = None) -> list[dict[str, object]]:
        """The logged changes from `seq` first on, as the protocol shows them; at most `most`."""
        async with reachable():
            entries: Any = await self.redis.xrange(keys_of(code).log, min=f"{first}-0", count=most)
        return [
            {
                "seq": int(entry_id.partition(b"-")[0]),
                "digest": fields[b"d"].decode(),
                "now": int(fields[b"n"]),
                "events": orjson.Fragment(fields[b"e"]),
            }
            for entry_id, fields in entries
        ]

    async def heads(self, codes: Sequence[str]) -> list[tuple[int, str] | None]:
        """`seq` and digest of each room, None for one that is gone."""
        async with reachable(), self.redis.pipeline(transaction=False) as pipe:
            for code in codes:
                pipe.getrange(keys_of(code).document, 0, 63)
            starts = await pipe.execute()
        return [_head(start) for start in starts]

    async def subscribe(self) -> PubSub:
        """A subscription to the changes of all rooms; read it with `published`."""
        subscription = self._subscriber.pubsub(ignore_subscribe_messages=True)
        async with reachable():
            await subscription.subscribe(*CHANNELS)
        return subscription

    async def _run(self, code: str, argv: list[Any]) -> Outcome:
        keys = keys_of(code)
        async with reachable():
            verdict, value = await self._commit(keys=[keys.document, keys.log, keys.leases, keys.due], args=argv)
        if verdict == b"conflict":
            return Conflict(_decode(value))
        self._learn(int(value))
        if verdict == b"gone":
            raise Gone
        return Early() if verdict == b"early" else Committed(int(value))

    def _learn(self, now: int) -> None:
        self._offset_ms = now - time.time() * 1000


async def published(subscription: PubSub) -> Published | None:
    """The next change of any room; None if none came within a while. Raises Unavailable."""
    async with reachable():
        message = await subscription.get_message(timeout=1.0)
    if message is None:
        return None
    header, _, frame = message["data"].partition(b"\n")
    code, seq, mark = header.decode().split(" ")
    return Published(code, int(seq), frozenset(mark.split(",")), None if mark == _END else frame.decode())


@asynccontextmanager
async def reachable() -> AsyncIterator[None]:
    """Turn what redis-py raises where Redis does not answer, or not answering in time, into Unavailable."""
    try:
        async with asyncio.timeout(_ANSWER_SECONDS):
            yield
    except (RedisError, OSError, TimeoutError) as error:
        raise Unavailable(type(error).__name__) from error


def _client(url: str, *, retries: int) -> Redis:
    # A pool of redis-py's default kind refuses what goes beyond its size; this one lets it wait.
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=_CONNECTIONS,
        timeout=_WAIT_SECONDS,
        # Its own time-out loses cancellations: before Python 3.12 `asyncio.wait_for` may swallow one. See `reachable`.
        socket_timeout=None,
        socket_connect_timeout=2,
        retry=Retry(NoBackoff(), retries),
        protocol=2,
    )
    return Redis.from_pool(pool)


def _decode(document: bytes) -> Room:
    return room_from_json(orjson.loads(document))


def _guard(before: Room | None, room: Room, not_before: int | None) -> list[Any]:
    """What the commit script compares, and where it publishes."""
    return [
        0 if before is None else before.seq,
        "" if not_before is None else not_before,
        _moment(room.expires_at),
        _BROOM_SECONDS,
        keys_of(room.code).channel,
    ]


def _schedule(before: Room | None, room: Room) -> tuple[list[str], list[tuple[str, Moment]]]:
    """Which due times go and which are set: the open decision's, and at first the room's end."""
    scheduled: list[tuple[str, Moment]] = []
    if before is None:
        scheduled.append((f"{room.code}|end|0", room.expires_at))
    decision = room.decision
    if decision is not None and decision.due is not None:
        scheduled.append((_decision_member(room.code, decision.id), decision.due))
    former = None if before is None else before.decision
    kept = scheduled[-1][0] if scheduled else None
    gone = [] if former is None else [_decision_member(room.code, former.id)]
    return [member for member in gone if member != kept], scheduled


def _decision_member(code: str, number: int) -> str:
    return _member(DueEntry(code, "decision", number))


def _member(entry: DueEntry) -> str:
    return f"{entry.code}|{entry.kind}|{entry.number}"


def _entry(member: bytes) -> DueEntry:
    code, kind, number = member.decode().split("|")
    return DueEntry(code, kind, int(number))


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


def _head(start: bytes) -> tuple[int, str] | None:
    """`seq` and digest from the first bytes of a document."""
    if not start:
        return None
    seq, digest = start.removeprefix(b'{"seq":').split(b',"digest":"', 1)
    return int(seq), digest.partition(b'"')[0].decode()
