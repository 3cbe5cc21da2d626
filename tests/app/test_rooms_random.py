"""Whole evenings at random: people come, go, play, miss and command whatever they like; what must hold does."""

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from app.protocol import BadMessage
from app.rooms.refusal import Refusal
from app.rooms.room import Kind, Room
from app.rooms.stored import room_to_json
from tests.app.room_checks import assert_all_cards
from tests.app.room_table import Table

browsers = st.sampled_from(["ada", "bo", "cy", "dan", "eve"])
people = st.one_of(browsers, st.sampled_from(["ada/1", "ada/2", "bo/1", "bo/2"]))
"""Those with a number play beside the first one at a browser."""
seats = st.integers(-1, 8)
table_sizes = st.one_of(st.integers(2, 6), st.sampled_from([7, 8, 18, 19, 36]))
names = st.sampled_from(["Ada", "ADA", "Bo", "Cy", "Rook", "Zoe", "", "x" * 17])
commands = st.one_of(
    st.fixed_dictionaries({"do": st.sampled_from(["start", "rematch", "leave", "hit", "stay", "more_time", "ready"])}),
    st.fixed_dictionaries({"do": st.just("target"), "target": seats}),
    st.fixed_dictionaries({"do": st.just("add_bot")}, optional={"seat": seats, "level": st.sampled_from(["hard"])}),
    st.fixed_dictionaries({"do": st.just("remove"), "seat": seats}),
    st.fixed_dictionaries(
        {"do": st.just("rules"), "seats": table_sizes},
        optional={
            "rules": st.fixed_dictionaries(
                {},
                optional={
                    "preset": st.sampled_from(["table", "tracker", "hit_or_stick"]),
                    "turn_seconds": st.sampled_from([0, 75]),
                    "points": st.just(50),
                },
            )
        },
    ),
    st.fixed_dictionaries({"do": st.just("take_over"), "seat": seats, "name": names}),
    st.fixed_dictionaries({"do": st.just("rename"), "name": names}),
    st.fixed_dictionaries({"do": st.just("react"), "reaction": st.just("nice")}),
)


class Evening(RuleBasedStateMachine):
    """One room from its creation on. `Table` checks each stored room; this class what holds between two of them."""

    def __init__(self) -> None:
        super().__init__()
        self.table = Table()
        self.before: Room | None = None
        self.doing = ""

    @initialize(
        seats=table_sizes, people=st.integers(0, 2), start=st.sampled_from([True, True, False]),
        preset=st.sampled_from(["table", "tracker", "hit_or_stick"]), turn=st.sampled_from([75, 75, 0]),
    )  # fmt: skip
    def create(self, seats: int, people: int, start: bool, preset: str, turn: int) -> None:
        rules = {"preset": preset, "points": 50, "turn_seconds": turn}
        self.table.create("ada", seats=seats, rules=rules)
        for browser in ("bo", "cy")[: min(people, seats - 1)]:
            self.table.join(browser)
        if start:
            self.table.do("ada", "start")
        self.step("create")

    @rule(browser=browsers, name=names)
    def join(self, browser: str, name: str) -> None:
        if self.table.room.seat_of(browser) is None:
            self.attempt("join", lambda: self.table.join(browser, name))

    @rule(browser=st.sampled_from(["ada", "bo"]), local=st.integers(1, 2), name=names)
    def join_beside(self, browser: str, local: int, name: str) -> None:
        self.attempt("join", lambda: self.table.do(f"{browser}/{local}", "join", local=local, name=name))

    @rule(browser=people, command=commands)
    def say(self, browser: str, command: dict[str, Any]) -> None:
        self.attempt(command["do"], lambda: self.table.do(browser, **command))

    @rule(command=commands)
    def host_says(self, command: dict[str, Any]) -> None:
        host = self.table.room.seats[self.table.room.host].owner
        if host is not None:
            self.say(host, command)

    @rule(browser=st.sampled_from(["bo", "bo", "bo/1", "cy"]))
    def host_removes(self, browser: str) -> None:
        seat = self.table.room.seat_of(browser)
        if seat is not None:
            self.host_says({"do": "remove", "seat": seat})

    @rule(browser=people, back=st.integers(-3, 3))
    def decide_what_is_not_asked(self, browser: str, back: int) -> None:
        if back:
            number = self.table.room.decisions + back
            before = self.table.room
            self.attempt("hit", lambda: self.table.do(browser, "hit", decision=number))
            assert self.table.room is before

    @precondition(lambda self: self.table.room is not None and self.table.room.in_round)
    @rule(do=st.sampled_from(["default", "hit", "hit", "more_time"]))
    def decide(self, do: str) -> None:
        seat = self.table.room.seats[self.table.decision.seat or 0]
        who = seat.owner or ""
        if seat.kind is not Kind.HUMAN:
            return
        if self.attempt(do, lambda: self.table.decide() if do == "default" else self.table.do(who, do)):
            self.replay(who)

    @precondition(lambda self: self.table.room is not None and self.table.room.decision is not None)
    @rule(times=st.integers(1, 40))
    def let_time_run(self, times: int) -> None:
        for _ in range(times):
            if self.table.room.decision is not None and self.table.decision.due is not None:
                told = self.table.fire()
                outs = [index for index, event in enumerate(told) if event["type"] == "timed_out"]
                assert outs in ([], [0])
                self.step("due")

    @precondition(lambda self: self.table.room is not None and self.table.room.between_rounds)
    @rule(browser=people)
    def ready(self, browser: str) -> None:
        self.attempt("ready", lambda: self.table.do(browser, "ready"))

    @precondition(lambda self: self.table.room is not None and self.table.room.in_round)
    @rule(browser=st.sampled_from(["eve", "bo/1"]), name=names, last=st.booleans())
    def reserve(self, browser: str, name: str, last: bool) -> None:
        bots = [i for i, seat in enumerate(self.table.room.seats) if seat.kind is Kind.BOT]
        if bots:
            seat = bots[-1 if last else 0]
            self.attempt("take_over", lambda: self.table.do(browser, "take_over", seat=seat, name=name))

    @precondition(lambda self: self.table.room is not None)
    @rule(browser=people)
    def come_back(self, browser: str) -> None:
        seat = self.table.room.seat_of(browser)
        if seat is not None:
            self.attempt("take_over", lambda: self.table.do(browser, "take_over", seat=seat))

    @rule(browser=browsers)
    def connect(self, browser: str) -> None:
        self.table.connect(browser)
        self.step("look")

    @rule(browser=browsers)
    def disconnect(self, browser: str) -> None:
        self.table.disconnect(browser)

    @rule(ms=st.sampled_from([1, 5_000, 60_000, 120_000]))
    def look(self, ms: int) -> None:
        self.table.now += ms
        for event in self.table.look():
            assert event["type"] in ("away", "back", "left", "host", "bot_took_over")
        self.step("look")
        assert self.table.look() == [] and self.table.last is None, "once is enough"

    @invariant()
    def all_cards_are_there(self) -> None:
        if self.table.view and self.table.view["phase"] != "lobby":
            assert_all_cards(self.table.view, len(self.table.game.seats))

    def attempt(self, doing: str, act: Any) -> bool:
        """Do it, and whether it was accepted; if not, nothing may have changed, in the stored form either."""
        before = room_to_json(self.table.room)
        try:
            act()
        except (Refusal, BadMessage):
            assert room_to_json(self.table.room) == before
            return False
        self.step(doing)
        return True

    def replay(self, browser: str) -> None:
        """The command once more with its id: as if nothing had been sent."""
        before = self.table.room
        assert self.table.do(browser, "leave", id=f"test-{self.table.sent}") == []
        assert self.table.room is before

    def step(self, doing: str) -> None:
        """Compare with the room before."""
        before, after = self.before, self.table.room
        self.before = after
        if before is None or before is after:
            return
        assert after.seq == before.seq + 1 and after.digest != before.digest
        assert after.decisions >= before.decisions and after.games >= before.games
        assert set(after.removed) >= set(before.removed)
        old, new = before.decision, after.decision
        if old is None or new is None or old.id != new.id:
            return
        assert (old.kind, old.seat) == (new.kind, new.seat)
        if old.deadline is not None and new.deadline is not None and old.deadline != new.deadline:
            assert doing == "more_time" and new.deadline == old.deadline + 60_000  # type: ignore[operator]
        if old.deadline is None and new.deadline is not None:
            assert doing == "take_over" and sum(1 for _ in after.humans()) > 1
        if old.deadline is not None and new.deadline is None:
            assert not list(after.humans()) if new.seat is None else after.seats[new.seat].kind is Kind.BOT
        if new.seat is not None and old.due != new.due:
            assert doing in ("more_time", "take_over") or after.seats[new.seat].kind is Kind.BOT


Evening.TestCase.settings = settings(
    max_examples=60, stateful_step_count=50, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
TestEvening = Evening.TestCase
