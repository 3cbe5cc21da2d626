"""The commit script, the only writer of a room: what it is told of a step, and what it answers."""

from collections.abc import Sequence
from typing import Any

from app import bus
from app.documents import Gone, beginning
from app.due import due_of_decision, schedule, written
from app.link import Script
from app.rooms.config import LEASE_MS
from app.rooms.moments import Moment
from app.rooms.room import Room
from app.shards import keys_of
from app.view import Change
from engine.values import value

COMMIT = Script.named("commit")
BROOM_SECONDS = 180
"""How long a room's keys outlive its end, should nobody have ended it."""

Arguments = list[Any]


@value
class Committed:
    """The script found what the caller expected; `now` is Redis' time in it, in ms."""

    now: int


@value
class Conflict:
    """Somebody else was first: the room as it is now."""

    room: Room


@value
class Nothing:
    """There is nothing to do: the decision is not due yet, or what was owed has been paid by somebody else."""


@value
class Owed:
    """Nothing fires before the room has got back what an outage took."""


Outcome = Committed | Conflict | Nothing | Owed


@value
class Presence:
    """When a commit sets the next look at the leases: the moment the room itself knows; None: the leases decide."""

    next_at: Moment | None


def keys_to_commit(room: Room) -> list[str]:
    """The keys the script works on."""
    of_room = keys_of(room.code)
    return [of_room.document, of_room.log, of_room.leases, of_room.due, of_room.owed, of_room.served]


def arguments_of_change(
    before: Room | None, change: Change, *, not_before: int | None, presence: Presence | None, settles: int | None
) -> Arguments:
    """The script's arguments for a change decided on `before`."""
    room = change.room
    header = bus.header(room.code, room.seq, change.before, room.digest, change.concerned)
    scheduled = schedule(before, room)
    document = change.document.parts
    return [
        beginning(before), room.seq, "" if not_before is None else not_before, *_place(room), header,
        room.digest, change.events, _presence(presence), room.code, _debt(before, room, settles), LEASE_MS,
        len(scheduled.gone), *scheduled.gone, *_pairs(scheduled.set),
        len(document), *document, *change.frame.parts,
    ]  # fmt: skip


def arguments_of_check(room: Room, *, settles: int | None) -> Arguments:
    """Its arguments where `room` stays as it is; what is due is set anew where an outage has moved it."""
    debt, scheduled = ("", []) if settles is None else (str(settles), due_of_decision(room))
    return [
        beginning(room), "", "", *_place(room), "", "", "", "", room.code, debt, LEASE_MS, 0, *_pairs(scheduled), 0,
    ]  # fmt: skip


def outcome_of(verdict: bytes, now: int) -> Outcome:
    """What the script's verdict means, but for `conflict`. Raises Gone."""
    match verdict:
        case b"ok":
            return Committed(now)
        case b"nothing":
            return Nothing()
        case b"owed":
            return Owed()
        case _:
            raise Gone


def _place(room: Room) -> tuple[str, int, str]:
    """The room's end, what its keys outlive it by, and its channel."""
    return written(room.expires_at), BROOM_SECONDS, keys_of(room.code).channel


def _debt(before: Room | None, room: Room, settles: int | None) -> str:
    """What a commit means for the time that an outage took from the open decision."""
    if settles is not None:
        return str(settles)
    return "drop" if before is None or before.decisions != room.decisions else ""


def _presence(presence: Presence | None) -> str:
    if presence is None:
        return ""
    return "none" if presence.next_at is None else written(presence.next_at)


def _pairs(scheduled: Sequence[tuple[str, Moment]]) -> Arguments:
    """How many members are set, then each with its moment."""
    return [len(scheduled), *(part for member, at in scheduled for part in (member, written(at)))]
