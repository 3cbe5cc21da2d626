"""The room as a value: seats, rules, the game and its open decision; and how it is stored."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from app.rooms.moments import Moment, resolve
from app.rooms.rules import TableRules, rules_from_json
from engine import GameState, state_from_json, state_to_json

SCHEMA = 1
REMEMBERED_IDS = 32
"""How many accepted command ids are kept for each browser."""
_FORMER_BROWSERS = 16


class Kind(StrEnum):
    """Who plays a seat now."""

    HUMAN = "human"
    BOT = "bot"
    EMPTY = "empty"


class Wait(StrEnum):
    """What the table waits for."""

    TURN = "turn"
    TARGET = "target"
    NEXT_ROUND = "next_round"


@dataclass(frozen=True, slots=True)
class RoomSeat:
    """One chair. `owner` is the browser it belongs to, also while a bot plays for it (`kind` bot, `away`)."""

    kind: Kind = Kind.EMPTY
    name: str | None = None
    level: str | None = None
    owner: str | None = None
    connected: bool = False
    away: bool = False
    ready: bool = False
    misses: int = 0
    misses_offline: int = 0
    more_time_used: int = 0
    reactions: tuple[Moment, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """The one open question. `deadline` is what people are shown, `due` when the server acts by itself.

    A bot has only a `due`; one human alone with bots has neither.
    """

    id: int
    kind: Wait
    seat: int | None
    deadline: Moment | None = None
    due: Moment | None = None


@dataclass(frozen=True, slots=True)
class Reservation:
    """A watcher's claim on a bot's seat until the round ends."""

    browser: str
    name: str


@dataclass(frozen=True, slots=True)
class Room:
    """A whole room. `seq` and `digest` name the change that led here; `game_seq` the one that started the game."""

    code: str
    rules: TableRules
    seats: tuple[RoomSeat, ...]
    expires_at: Moment
    seq: int = 0
    digest: str = ""
    host: int = 0
    games: int = 0
    game_seq: int = 1
    game: GameState | None = None
    decision: Decision | None = None
    decisions: int = 0
    reserved: Mapping[int, Reservation] = field(default_factory=dict)
    removed: tuple[str, ...] = ()
    answered: Mapping[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)

    @property
    def phase(self) -> str:
        """`lobby`, or the phase of the game, as the open decision tells."""
        if self.game is None:
            return "lobby"
        if self.decision is None:
            return "game_over"
        return "round_over" if self.decision.kind is Wait.NEXT_ROUND else self.decision.kind

    @property
    def between_rounds(self) -> bool:
        """Whether a round is over and the next one has not begun."""
        return self.decision is not None and self.decision.kind is Wait.NEXT_ROUND

    @property
    def in_round(self) -> bool:
        """Whether somebody has a turn or a target to choose."""
        return self.decision is not None and self.decision.seat is not None

    def seat_of(self, browser: str | None) -> int | None:
        """The seat this browser owns, a bot may play it; None for a watcher."""
        if browser is None:
            return None
        return next((i for i, seat in enumerate(self.seats) if seat.owner == browser), None)

    def reservation_of(self, browser: str | None) -> int | None:
        """The seat this watcher has reserved."""
        return next((seat for seat, claim in self.reserved.items() if claim.browser == browser), None)

    def humans(self) -> Iterator[int]:
        """The seats people play now."""
        return (i for i, seat in enumerate(self.seats) if seat.kind is Kind.HUMAN)

    @property
    def human_count(self) -> int:
        """How many seats people play now."""
        return sum(1 for _ in self.humans())

    def names(self, *, but: int | None = None) -> list[str]:
        """The names that are taken, reserved ones too; `but` leaves one seat out."""
        seated = [seat.name for i, seat in enumerate(self.seats) if seat.name is not None and i != but]
        return seated + [claim.name for claim in self.reserved.values()]

    def with_seat(self, index: int, seat: RoomSeat) -> "Room":
        """The same room with one seat replaced."""
        return replace(self, seats=(*self.seats[:index], seat, *self.seats[index + 1 :]))

    def places(self) -> dict[str, tuple[int | None, int | None, bool]]:
        """What each browser is to the room: its seat, the seat it has reserved, and whether it was removed."""
        browsers = {seat.owner for seat in self.seats if seat.owner is not None}
        browsers.update((claim.browser for claim in self.reserved.values()), self.removed)
        return {who: (self.seat_of(who), self.reservation_of(who), who in self.removed) for who in browsers}


# Remembered command ids -----------------------------------------------------------------------------------------------


def answer_to(room: Room, browser: str, command_id: str) -> int | None:
    """The `seq` an accepted command with this id led to, if it is still remembered."""
    key = _short_hash(command_id)
    return next((seq for known, seq in room.answered.get(browser, ()) if known == key), None)


def remember(room: Room, browser: str, command_id: str) -> Room:
    """The room with one more accepted id, answered by the change that comes next."""
    kept = (*room.answered.get(browser, ()), (_short_hash(command_id), room.seq + 1))[-REMEMBERED_IDS:]
    answered = {key: ids for key, ids in room.answered.items() if key != browser}
    former = [key for key in answered if room.seat_of(key) is None]
    for key in former[: max(0, len(former) - _FORMER_BROWSERS)]:
        del answered[key]
    return replace(room, answered={**answered, browser: kept})


def _short_hash(command_id: str) -> str:
    return hashlib.blake2b(command_id.encode(), digest_size=8).hexdigest()


# Storage --------------------------------------------------------------------------------------------------------------


def room_to_json(room: Room) -> dict[str, Any]:
    """The room's document; `seq` and `digest` come first, so that the commit script need not read the rest."""
    decision = room.decision
    return {
        "seq": room.seq,
        "digest": room.digest,
        "schema": SCHEMA,
        "code": room.code,
        "expires_at": room.expires_at,
        "host": room.host,
        "rules": room.rules.as_json(),
        "seats": [_seat_to_json(seat) for seat in room.seats],
        "games": room.games,
        "game_seq": room.game_seq,
        "game": None if room.game is None else state_to_json(room.game),
        "decision": decision and [decision.id, decision.kind, decision.seat, decision.deadline, decision.due],
        "decisions": room.decisions,
        "reserved": [[seat, claim.browser, claim.name] for seat, claim in room.reserved.items()],
        "removed": room.removed,
        "answered": {browser: [part for pair in ids for part in pair] for browser, ids in room.answered.items()},
    }


def room_from_json(doc: Mapping[str, Any]) -> Room:
    """The room as `room_to_json` wrote it, once the commit has put absolute moments in."""
    decision = doc["decision"]
    return Room(
        code=doc["code"],
        rules=rules_from_json(doc["rules"]),
        seats=tuple(_seat_from_json(seat) for seat in doc["seats"]),
        expires_at=doc["expires_at"],
        seq=doc["seq"],
        digest=doc["digest"],
        host=doc["host"],
        games=doc["games"],
        game_seq=doc["game_seq"],
        game=None if doc["game"] is None else state_from_json(doc["game"]),
        decision=decision and Decision(decision[0], Wait(decision[1]), *decision[2:]),
        decisions=doc["decisions"],
        reserved={seat: Reservation(browser, name) for seat, browser, name in doc["reserved"]},
        removed=tuple(doc["removed"]),
        answered={browser: tuple(zip(flat[::2], flat[1::2], strict=True)) for browser, flat in doc["answered"].items()},
    )


def resolved(room: Room, now: int) -> Room:
    """The room as it was stored by a commit at `now`."""
    decision = room.decision
    if decision is not None:
        deadline = None if decision.deadline is None else resolve(decision.deadline, now)
        due = None if decision.due is None else resolve(decision.due, now)
        decision = replace(decision, deadline=deadline, due=due)
    seats = tuple(
        replace(seat, reactions=tuple(resolve(at, now) for at in seat.reactions)) if seat.reactions else seat
        for seat in room.seats
    )
    return replace(room, decision=decision, seats=seats, expires_at=resolve(room.expires_at, now))


def _seat_to_json(seat: RoomSeat) -> list[Any]:
    return [
        seat.kind, seat.name, seat.level, seat.owner, int(seat.connected), int(seat.away), int(seat.ready),
        seat.misses, seat.misses_offline, seat.more_time_used, seat.reactions,
    ]  # fmt: skip


def _seat_from_json(stored: list[Any]) -> RoomSeat:
    kind, name, level, owner, connected, away, ready, misses, offline, more_time, reactions = stored
    return RoomSeat(
        kind=Kind(kind), name=name, level=level, owner=owner, connected=bool(connected), away=bool(away),
        ready=bool(ready), misses=misses, misses_offline=offline, more_time_used=more_time,
        reactions=tuple(reactions),
    )  # fmt: skip
