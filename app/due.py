"""What is due, and when: claimed by one worker at a time, shard by shard."""

from collections.abc import Sequence

from app.link import Link, RedisTime, Script
from app.rooms.moments import In, Moment
from app.rooms.room import Room
from app.shards import SHARD_KEYS, keys_of, shard_of
from engine.values import value

CLAIM_LEASE_MS = 1_500
"""A claimed due time may be claimed again after so long, should its worker have died."""
OUTAGE_MS = 5_000
"""If nobody served a shard for longer than this, its rooms get that time back."""
_CLAIM, _FORGET = Script.named("claim"), Script.named("forget")


@value
class DueEntry:
    """Something that is due: `kind` decision (with its number), presence, outage or end."""

    code: str
    kind: str
    number: int = 0

    @property
    def member(self) -> str:
        """How Redis keeps it."""
        return f"{self.code}|{self.kind}|{self.number}"


@value
class Claim:
    """Entries taken to be fired; `now` and the next moment that is known are ms on Redis' clock."""

    now: int
    next_at: int | None
    entries: tuple[DueEntry, ...]


@value
class Schedule:
    """Which members of the due times go with a commit, and which are set."""

    gone: list[str]
    set: list[tuple[str, Moment]]


class DueTimes:
    """The due times of all rooms. Every method raises Unavailable where Redis cannot be reached."""

    def __init__(self, link: Link, time: RedisTime) -> None:
        self._link = link
        self._time = time
        self._shares: Sequence[Sequence[str]] = [sum(SHARD_KEYS, ())] if link.shards_together else SHARD_KEYS

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
        now, next_at, *members = await self._link.script(
            _CLAIM, self._shares[share], [CLAIM_LEASE_MS, most, OUTAGE_MS, deference_ms]
        )
        self._time.learn(int(now))
        return Claim(int(now), int(next_at) if next_at else None, tuple(map(_entry, members)))

    async def notice_outage(self, code: str) -> None:
        """Whoever looks at a room before its shard is claimed anew shall know that nobody served it for a while."""
        await self.claim(0, self.share_of(code))

    async def postpone(self, entry: DueEntry, ms: int) -> None:
        """Leave an entry alone for `ms` from now, if it is still scheduled."""
        due = keys_of(entry.code).due
        await self._link.call(due, ("ZADD", due, "XX", self._time.now() + ms, entry.member))

    async def forget(self, entry: DueEntry) -> None:
        """Drop a due time that no longer means anything."""
        keys = keys_of(entry.code)
        await self._link.script(_FORGET, [keys.due, keys.served], [entry.member])


def schedule(before: Room | None, room: Room) -> Schedule:
    """What a step changes: the due time of the open decision, and at first the room's end."""
    due = due_of_decision(room)
    first = [(DueEntry(room.code, "end").member, room.expires_at)] if before is None else []
    former = None if before is None else before.decision
    gone = [] if former is None else [DueEntry(room.code, "decision", former.id).member]
    return Schedule([member for member in gone if member not in dict(due)], [*first, *due])


def due_of_decision(room: Room) -> list[tuple[str, Moment]]:
    """When the open decision is due, if it is at all."""
    decision = room.decision
    if decision is None or decision.due is None:
        return []
    return [(DueEntry(room.code, "decision", decision.id).member, decision.due)]


def all_members(room: Room) -> list[str]:
    """Whatever may be scheduled of a room."""
    entries = [DueEntry(room.code, kind) for kind in ("presence", "outage", "end")]
    if room.decision is not None:
        entries.append(DueEntry(room.code, "decision", room.decision.id))
    return [entry.member for entry in entries]


def written(moment: Moment) -> str:
    """A moment as the scripts read it: milliseconds since 1970, or so many after now."""
    return f"+{moment.ms}" if isinstance(moment, In) else str(moment)


def _entry(member: bytes) -> DueEntry:
    code, kind, number = member.decode().split("|")
    return DueEntry(code, kind, int(number))
