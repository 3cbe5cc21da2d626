"""The room as a value: seats, rules, the game and its open decision."""

import base64
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import field
from enum import StrEnum
from functools import lru_cache

from app.rooms.devices import device_of, local_of
from app.rooms.moments import Moment, resolve
from app.rooms.rules import TableRules
from engine import GameState
from engine.bots import level_of
from engine.values import replace, value

REMEMBERED_IDS = 32
"""How many accepted command ids are kept for each browser."""
_FORMER_BROWSERS = 16
MOST_REMOVED = 256
"""How many removed browsers a room remembers, the newest."""


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


@value
class RoomSeat:
    """One chair. `owner` is the browser it belongs to, also while a bot plays for it (`kind` bot, `away`)."""

    kind: Kind = Kind.EMPTY
    name: str | None = None
    bot: str | None = None
    """The personality of a bot."""
    owner: str | None = None
    connected: bool = False
    away: bool = False
    ready: bool = False
    misses: int = 0
    misses_offline: int = 0
    more_time_used: int = 0
    reactions: tuple[Moment, ...] = ()

    @property
    def level(self) -> str | None:
        """How well a bot plays."""
        return None if self.bot is None else level_of(self.bot)


@value
class Decision:
    """The one open question. `deadline` is what people are shown, `due` when the server acts by itself.

    A bot has only a `due`; one human alone with bots has neither.
    """

    id: int
    kind: Wait
    seat: int | None
    deadline: Moment | None = None
    due: Moment | None = None


@value
class Reservation:
    """A watcher's claim on a bot's seat until the round ends."""

    browser: str
    name: str


@value
class Room:
    """A whole room. `seq` and `digest` name the change that led here; `game_seq` the one that started the game.

    `answered` has for each browser the command ids it had accepted last: of each the hash and the `seq` that answers
    it, with a blank after it, the oldest first.
    """

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
    answered: Mapping[str, str] = field(default_factory=dict)
    daily: str | None = None
    """The day (UTC, `2026-11-30`) whose challenge is played."""

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
        for index, seat in enumerate(self.seats):
            if seat.owner == browser:
                return index
        return None

    @property
    def owners(self) -> list[str | None]:
        """Whose each seat is."""
        return [seat.owner for seat in self.seats]

    def reservation_of(self, browser: str | None) -> int | None:
        """The seat this watcher has reserved."""
        return next((seat for seat, claim in self.reserved.items() if claim.browser == browser), None)

    def reservations_at(self, browser: str | None) -> dict[int, int]:
        """The seats that the people at a browser have reserved, by their number there."""
        claims = self.reserved.items()
        return {local_of(claim.browser): seat for seat, claim in claims if device_of(claim.browser) == browser}

    def humans(self) -> Iterator[int]:
        """The seats people play now."""
        return (i for i, seat in enumerate(self.seats) if seat.kind is Kind.HUMAN)

    @property
    def human_count(self) -> int:
        """At how many browsers people play now: those who share one do not wait for each other's clock."""
        return len({device_of(seat.owner or "") for seat in self.seats if seat.kind is Kind.HUMAN})

    def seats_at(self, browser: str | None) -> dict[int, int]:
        """The seats of all who play at a browser, by their number there."""
        owned = [(seat.owner, index) for index, seat in enumerate(self.seats) if seat.owner is not None]
        return {local_of(owner): index for owner, index in owned if device_of(owner) == browser}

    def removed_beside(self, browser: str | None) -> list[int]:
        """The numbers of those at a browser whom the host has removed; nobody there has one of them again."""
        return sorted({local_of(owner) for owner in self.removed if owner != browser and device_of(owner) == browser})

    def names(self, *, but: int | None = None) -> list[str]:
        """The names that are taken, reserved ones too; `but` leaves one seat out."""
        seated = [seat.name for i, seat in enumerate(self.seats) if seat.name is not None and i != but]
        return seated + [claim.name for claim in self.reserved.values()]

    def with_seat(self, index: int, seat: RoomSeat) -> "Room":
        """The same room with one seat replaced."""
        return replace(self, seats=(*self.seats[:index], seat, *self.seats[index + 1 :]))

    def places(self) -> dict[str, tuple[int | None, int | None]]:
        """What each browser with a place has: its seat, and the seat it has reserved."""
        browsers = {seat.owner for seat in self.seats if seat.owner is not None}
        browsers.update(claim.browser for claim in self.reserved.values())
        return {who: (self.seat_of(who), self.reservation_of(who)) for who in browsers}


# Remembered command ids -----------------------------------------------------------------------------------------------


def answer_to(room: Room, browser: str, command_id: str) -> int | None:
    """The `seq` an accepted command with this id led to, if it is still remembered."""
    _, found, rest = f" {room.answered.get(browser, '')}".partition(f" {short_hash(command_id)}")
    return int(rest.partition(" ")[0]) if found else None


def remember(room: Room, browser: str, command_id: str) -> Room:
    """The room with one more accepted id, answered by the change that comes next."""
    kept = room.answered.get(browser, "")
    if kept.count(" ") >= REMEMBERED_IDS:
        kept = kept.partition(" ")[2]
    answered = {key: ids for key, ids in room.answered.items() if key != browser}
    if len(answered) > _FORMER_BROWSERS:
        owners = {seat.owner for seat in room.seats}
        former = [key for key in answered if key not in owners]
        for key in former[: max(0, len(former) - _FORMER_BROWSERS)]:
            del answered[key]
    answered[browser] = f"{kept}{short_hash(command_id)}{room.seq + 1} "
    return replace(room, answered=answered)


@lru_cache(maxsize=256)
def short_hash(command_id: str) -> str:
    """Eight bytes of a hash as 11 characters, none of them a blank."""
    return text_of_hash(hashlib.blake2b(command_id.encode(), digest_size=8).digest())


def text_of_hash(eight_bytes: bytes) -> str:
    """How the hash of an id is written."""
    return base64.urlsafe_b64encode(eight_bytes)[:-1].decode()


def resolved(room: Room, now: int) -> Room:
    """The room as it was stored by a commit at `now`."""
    decision = room.decision
    if decision is not None:
        deadline = None if decision.deadline is None else resolve(decision.deadline, now)
        due = None if decision.due is None else resolve(decision.due, now)
        decision = replace(decision, deadline=deadline, due=due)
    seats = room.seats
    if any([seat.reactions for seat in seats]):
        seats = tuple(replace(seat, reactions=tuple(resolve(at, now) for at in seat.reactions)) for seat in seats)
    return replace(room, decision=decision, seats=seats, expires_at=resolve(room.expires_at, now))
