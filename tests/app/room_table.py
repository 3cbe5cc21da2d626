"""A table without Redis, clock or sockets: commands, leases and time by hand, each step committed as the app does.

After every step the room must survive JSON, and what `check` says must hold.
"""

import json
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from app import view as views
from app.protocol import NewRoom, read_message
from app.rooms import commands, play, presence, seating
from app.rooms.commands import Circumstances
from app.rooms.config import GRACE_MS, LEASE_MS, Config
from app.rooms.refusal import Refusal
from app.rooms.room import Decision, Kind, Room, answer_to, remember
from app.rooms.seating import Step
from app.rooms.stored import room_from_json, room_to_json
from engine import DECK, TargetPrompt, prompt
from engine.notation import read_position
from tests.app.room_checks import check

START = 1_764_475_200_000
CONFIG = Config(turn_seconds=75, room_ms=43_200_000, bot_delay_ms=900, round_pause_ms=12_000)
TURN_MS = CONFIG.turn_seconds * 1000
Told = list[dict[str, Any]]
"""Events as clients read them."""


@dataclass
class Table:
    """One room. Browsers go by their players' first names in small letters; leases and time move only by hand."""

    config: Config = CONFIG
    now: int = START
    code: str = "QK7X4TDM"
    room: Room = None  # type: ignore[assignment]
    view: dict[str, Any] = field(default_factory=dict)
    """What a browser has that merged every change into its view."""
    frame: dict[str, Any] = field(default_factory=dict)
    """The change told last."""
    leases: dict[str, int] = field(default_factory=dict)
    last: views.Change | None = None
    """The change committed last; None where a command altered nothing."""
    _full: dict[str, object] | None = None
    sent: int = 0
    """How many messages were sent; the last one's id is `test-` and this number."""
    _seeds: int = 0

    # What people do ---------------------------------------------------------------------------------------------------

    def create(self, browser: str, **body: Any) -> Told:
        """`browser` makes the room and opens its page."""
        asked = NewRoom.model_validate({"name": browser.capitalize(), **body})
        self.connect(browser, look=False)
        return self._commit(commands.create(self.code, browser, asked, self.about))

    def join(self, browser: str, name: object = None) -> Told:
        """`browser` follows the link to the lobby and opens the page."""
        self.connect(browser, look=False)
        return self._commit(seating.join(self.room, browser, browser.capitalize() if name is None else name))

    def do(self, browser: str, do: str, *, id: str | None = None, **fields: Any) -> Told:
        """A message as it comes over the socket; the open decision is named where none is given. Raises Refusal."""
        message = self.message(do, id, fields)
        if answer_to(self.room, browser, message.id) is not None:
            self.last = None
            return []
        after, events = commands.handle(self.room, browser, message, self.about)
        return self._commit((after if after is self.room else remember(after, browser, message.id), events))

    def refused(self, browser: str, do: str, **fields: Any) -> str:
        """The code of the refusal; the room must not have changed at all."""
        before = room_to_json(self.room)
        with pytest.raises(Refusal) as refusal:
            self.do(browser, do, **fields)
        assert room_to_json(self.room) == before
        assert refusal.value.message.endswith(".")
        return refusal.value.code

    def decide(self, browser: str | None = None) -> Told:
        """The seat whose decision is open plays the default move by a command."""
        asked = prompt(self.game)
        who = browser or self.owner(self.decision.seat)
        if isinstance(asked, TargetPrompt):
            return self.do(who, "target", target=asked.choices[0])
        return self.do(who, "stay" if "stay" in asked.choices else "hit")  # type: ignore[union-attr]

    # What happens by itself -------------------------------------------------------------------------------------------

    def connect(self, browser: str, *, look: bool = True) -> Told:
        """A socket of `browser` opens."""
        self.leases[browser] = self.now + 1000 * LEASE_MS
        return self.look() if look else []

    def disconnect(self, browser: str) -> None:
        """The last socket of `browser` closes."""
        self.leases[browser] = self.now + GRACE_MS

    def look(self) -> Told:
        """Judge the leases now."""
        return self._commit(presence.judge(self.room, self.leases, self.now, self.config))

    def gone_for(self, browser: str, ms: int) -> Told:
        """`ms` after the last socket of `browser` closed, every look before that included."""
        self.disconnect(browser)
        until, told = self.now + ms, []
        self.now += GRACE_MS
        while self.now <= until:
            told += self.look()
            moment = presence.next_moment(self.room, self.leases, self.now)
            if moment is None or moment > until:
                break
            self.now = moment
        self.now = until
        return told

    def fire(self) -> Told:
        """The open decision is due: time moves there and the table acts."""
        assert isinstance(self.decision.due, int), "nothing is due"
        self.now = max(self.now, self.decision.due)
        return self._commit(play.act_for(self.room, self.config))

    def until(self, seat: int | None) -> None:
        """Bots and people play on until `seat` has to decide; None: until the round is over."""
        for _ in range(500):
            if self.decision.seat == seat:
                return
            self.go_on()
        raise AssertionError("it never came to that")

    def go_on(self) -> None:
        """The open decision is made, as everybody would who is there."""
        seat = self.decision.seat
        if seat is None:
            self.start_round()
        elif self.room.seats[seat].kind is Kind.HUMAN:
            self.decide()
        else:
            self.fire()

    def start_round(self) -> None:
        """Everybody is ready for the next round, or the pause ends."""
        for seat in self.room.seats:
            if seat.kind is Kind.HUMAN and self.room.between_rounds:
                self.do(seat.owner or "", "ready")
        if self.room.between_rounds:
            self.fire()

    def place(self, seats: str, *, draw: str = "", **parts: str) -> None:
        """The game is at this position (the engine's notation); its question opens as the next decision."""
        text = "; ".join([seats, *(f"{name} {value}" for name, value in {**parts, "draw": draw}.items() if value)])
        self._commit(play.settle(replace(self.room, game=read_position(text)), self.config))

    def turn_of(self, seat: int) -> None:
        """It is this seat's turn, everybody has a card, and the rest of the deck lies face down."""
        hands = {letter: str(index + 2) for index, letter in enumerate("ABCDEF"[: len(self.room.seats)])}
        turns = [f"{letter}{'*' if index == seat else ''} {hands[letter]}" for index, letter in enumerate(hands)]
        rest = Counter(card.value for card in DECK) - Counter(hands.values())
        self.place(" | ".join(turns), draw=" ".join(sorted(rest.elements())), seed=f"{'00' * 32} 0")

    def miss(self, seat: int) -> Told:
        """This seat has a turn and runs out of time."""
        self.turn_of(seat)
        return self.fire()

    # What is to be seen -----------------------------------------------------------------------------------------------

    @property
    def about(self) -> Circumstances:
        return Circumstances(self.config, self.now, self._seed)

    @property
    def decision(self) -> Decision:
        assert self.room.decision is not None
        return self.room.decision

    @property
    def game(self) -> Any:
        assert self.room.game is not None
        return self.room.game

    def owner(self, seat: int | None) -> str:
        assert seat is not None
        return self.room.seats[seat].owner or ""

    def left(self) -> int | None:
        """Milliseconds until the open decision's deadline."""
        deadline = self.decision.deadline
        return None if deadline is None else int(deadline) - self.now  # type: ignore[call-overload]

    def message(self, do: str, id: str | None, fields: dict[str, Any]) -> Any:
        self.sent += 1
        body = {"id": id or f"test-{self.sent}", "do": do, **fields}
        if do in ("hit", "stay", "target", "more_time") and "decision" not in fields:
            body["decision"] = self.room.decision.id if self.room.decision else 0
        return read_message(json.dumps(body))

    def _seed(self) -> bytes:
        self._seeds += 1
        return self._seeds.to_bytes(32, "big")

    def _commit(self, step: Step) -> Told:
        """The step as it would be stored and told, now; the events."""
        after, events = step
        if after is self.room:
            assert not events
            self.last = None
            return []
        self.last = views.change(self.room, self._full, after, events)
        self.room, self._full = views.committed(self.last, self.now)
        stored = json.loads(self.last.document.join(self.now))
        assert room_from_json(stored) == self.room
        self.frame = json.loads(self.last.frame.join(self.now))
        self.view = {**self.view, **self.frame["view"]}
        assert self.view == json.loads(json.dumps(views.view(self.room))), "changes add up to the whole view"
        check(self.room)
        return self.frame["events"]  # type: ignore[no-any-return]
