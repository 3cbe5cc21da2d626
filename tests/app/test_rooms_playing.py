"""Moves, what is refused, missed decisions, and minutes more."""

from dataclasses import replace

import pytest

from app.rooms.refusal import Refusal
from app.rooms.room import Kind
from engine import public
from engine.bots import doubt
from tests.app.room_table import CONFIG, TURN_MS, Table, Told


def started(*others: str, seats: int = 4, **rules: object) -> Table:
    """A running game of Ada and others, with bots on the seats nobody joined."""
    table = Table()
    table.create("ada", seats=seats, rules=rules)
    for browser in others:
        table.join(browser)
    table.do("ada", "start")
    return table


def kinds(told: Told) -> list[str]:
    return [event["type"] for event in told]


# Moves ----------------------------------------------------------------------------------------------------------------


def test_a_move_and_what_follows_by_itself_is_one_change() -> None:
    table = started("bo")
    table.place("A* 5 | B 9 | C stayed 3 | D 2", draw="flip_three 4 6 8")
    before = table.room
    assert kinds(table.do("ada", "hit")) == ["dealt"]
    told = table.do("ada", "target", target=1)
    assert kinds(told) == ["flip_three", "dealt", "dealt", "dealt"]
    assert table.room.seq == before.seq + 2
    assert (table.decision.seat, table.decision.kind) == (1, "turn")


def test_each_decision_has_a_number_of_its_own_that_grows() -> None:
    table = started("bo")
    table.place("A* 5 | B 9 | C stayed 3 | D 2", draw="flip_three 4 6 8")
    numbers = [table.decision.id]
    for do, fields in (("hit", {}), ("target", {"target": 1})):
        table.do("ada", do, **fields)
        numbers.append(table.decision.id)
    assert numbers == list(range(numbers[0], numbers[0] + 3))


def test_only_the_open_decision_can_be_answered() -> None:
    table = started("bo")
    table.place("A* 5 | B 9 | C 3 | D 2", draw="4 6")
    number = table.decision.id
    table.do("ada", "hit", decision=number)
    for browser in ("ada", "bo"):
        for do in ("hit", "stay", "more_time"):
            for decision in (number, 0, -1, number + 2, 2**60):
                assert table.refused(browser, do, decision=decision) == "stale_decision"
        assert table.refused(browser, "target", decision=number, target=9) == "stale_decision"


def test_after_the_game_every_decision_is_stale() -> None:
    table = started("bo")
    table.place("A* 12 =195 | B stayed 9 | C stayed 3 | D stayed 2")
    number = table.decision.id
    table.do("ada", "stay")
    assert table.room.phase == "game_over" and table.room.decision is None
    assert table.refused("ada", "hit", decision=number) == "stale_decision"
    assert table.refused("ada", "ready") == "game_over"
    assert table.refused("ada", "start") == "not_in_lobby"


def test_the_rules_own_errors_come_last() -> None:
    table = started("bo", opening_deal=False)
    table.place("A* | B 9 | C 3 | D 2")
    assert table.refused("bo", "hit") == "not_your_turn"
    assert table.refused("bo", "target", target=99) == "not_your_turn"
    assert table.refused("ada", "target", target=1) == "wrong_phase"
    assert table.refused("ada", "stay") == "cannot_stay"
    table.place("A* 5 | B 9 | C busted 3 3 | D 2", agenda="target A freeze")
    assert table.refused("ada", "hit") == "wrong_phase"
    assert table.refused("bo", "target", target=0) == "not_your_turn"
    for target in (2, 4, -1, 2**60):
        assert table.refused("ada", "target", target=target) == "illegal_target"


def test_who_asks_out_of_turn_learns_whose_turn_it_is() -> None:
    table = started("bo")
    table.turn_of(1)
    with pytest.raises(Refusal, match=r"^It is Bo's turn\.$"):
        table.do("ada", "hit")
    with pytest.raises(Refusal, match=r"^It is Bo's turn\.$"):
        table.do("ada", "more_time")


def test_between_rounds_nobody_moves() -> None:
    table = started("bo")
    table.until(None)
    for do in ("hit", "stay", "more_time"):
        assert table.refused("bo", do) == "wrong_phase"
    assert table.refused("bo", "target", target=0) == "wrong_phase"
    assert table.refused("ada", "rematch") == "wrong_phase"


def test_refused_commands_and_those_that_alter_nothing_move_no_deadline() -> None:
    table = started("bo")
    table.turn_of(0)
    before = table.decision
    table.now += 5_000
    table.refused("bo", "hit")
    table.refused("ada", "target", target=0)
    table.do("bo", "rename", name="Bo")
    table.do("bo", "react", reaction="nice")
    table.do("bo", "rename", name="Bob")
    table.gone_for("bo", 6_000)
    table.connect("bo")
    table.do("zoe", "take_over", seat=2, name="Zoe")
    assert table.decision == before


def test_a_bot_plays_when_it_has_thought() -> None:
    table = started()
    table.turn_of(1)
    decision = table.decision
    assert decision.due == table.now + CONFIG.thinking_ms(decision.id, pace="normal", doubt=doubt(public(table.game)))
    assert kinds(table.fire())[0] in ("stayed", "dealt")
    assert table.decision.id == decision.id + 1


@pytest.mark.parametrize(
    ("table", "draw", "reaction"),
    [
        ("A stayed 7 | B* 9 | C 3 | D 2", "9", "ouch"),
        ("A stayed 7 | B* 9 second_chance | C 3 | D 2", "9", "lucky"),
        ("A stayed 7 | B* 0 1 2 3 4 5 | C 3 | D 2", "6", "lucky"),
        ("A stayed 7 | B* 0 1 2 3 4 5 =170 | C 3 | D 2", "6", "again"),
    ],
)
def test_now_and_then_a_bot_says_something_about_its_luck(table: str, draw: str, reaction: str) -> None:
    here = started()
    remarks = []
    for _ in range(30):
        here.place(table, draw=draw)
        told = here.fire()
        remarks.append([(event["seat"], event["reaction"]) for event in told if event["type"] == "reacted"])
        if here.room.phase == "game_over":
            here.do("ada", "rematch")
    assert [(1, reaction)] in remarks and [] in remarks
    assert all(remark in ([], [(1, reaction)]) for remark in remarks)


# Out of time ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "did", "target", "kind"),
    [
        ("A* 5 | B 9 | C 3 | D 2", "stay", None, "turn"),
        ("A* | B 9 | C 3 | D 2", "hit", None, "turn"),
        ("A* 5 | B 9 | C 3 =50 | D 2; agenda target A freeze", "target", 2, "target"),
        ("A* 5 =90 | B 9 | C 3 | D 2 =50; agenda target A flip_three", "target", 3, "target"),
        ("A* 5 second_chance | B 9 =60 | C 3 =50 | D 2 =55; agenda target A second_chance", "target", 2, "target"),
    ],
)
def test_the_default_move_is_played_and_told_first(position: str, did: str, target: int | None, kind: str) -> None:
    table = started("bo")
    seats, _, agenda = position.partition("; agenda ")
    table.place(seats, draw="12 11 10 9", agenda=agenda)
    assert table.left() == TURN_MS
    told = table.fire()
    assert told[0] == {"type": "timed_out", "seat": 0, "kind": kind, "did": did, "target": target}
    assert kinds(told).count("timed_out") == 1
    assert told[-1] == {"type": "away", "seat": 0, "why": "missed"}


def test_who_misses_is_away_from_the_first_on_and_back_by_any_decision() -> None:
    table = started("bo")
    assert kinds(table.miss(0))[-1] == "away"
    assert table.view["seats"][0]["away"]
    assert "away" not in kinds(table.miss(0))
    table.turn_of(0)
    assert table.do("ada", "stay")[0] == {"type": "back", "seat": 0, "why": "missed"}
    assert (table.room.seats[0].misses, table.room.seats[0].away) == (0, False)


def test_after_two_in_a_row_the_turn_is_short_and_after_three_a_bot_plays() -> None:
    table = started("bo")
    table.miss(0)
    table.turn_of(0)
    assert table.left() == TURN_MS
    table.fire()
    table.turn_of(0)
    assert table.left() == 15_000
    told = table.fire()
    assert (told[0]["type"], told[-1]) == (
        "timed_out",
        {"type": "bot_took_over", "seat": 0, "name": "Ada", "why": "missed"},
    )
    seat = table.room.seats[0]
    assert (seat.kind, seat.owner, seat.name, seat.away, seat.level) == (Kind.BOT, "ada", "Ada", True, "normal")


def test_a_turn_that_is_shorter_anyway_stays_so() -> None:
    table = Table(config=replace(CONFIG, turn_seconds=10))
    table.create("ada")
    table.join("bo")
    table.do("ada", "start")
    table.miss(0)
    table.miss(0)
    table.turn_of(0)
    assert table.left() == 10_000


def test_a_refused_command_forgets_no_miss() -> None:
    table = started("bo")
    table.miss(0)
    table.miss(0)
    table.turn_of(0)
    table.refused("ada", "target", target=1)
    assert table.room.seats[0].misses == 2


def test_what_is_no_decision_forgets_no_miss() -> None:
    table = started("bo")
    table.miss(0)
    table.do("ada", "react", reaction="nice")
    table.do("ada", "rename", name="Countess")
    table.until(None)
    table.do("ada", "ready")
    assert (table.room.seats[0].misses, table.room.seats[0].away) == (1, True)


@pytest.mark.parametrize("do", ["hit", "stay", "more_time"])
def test_a_decision_forgets_the_misses_of_its_seat(do: str) -> None:
    table = started("bo")
    table.miss(0)
    table.miss(1)
    table.turn_of(0)
    table.do("ada", do)
    assert [seat.misses for seat in table.room.seats] == [0, 1, 0, 0]


def test_a_target_forgets_them_too() -> None:
    table = started("bo")
    table.miss(0)
    table.place("A* 5 | B 9 | C 3 | D 2", agenda="target A freeze")
    assert kinds(table.do("ada", "target", target=1)) == ["back", "frozen"]
    assert table.room.seats[0].misses == 0


def test_two_in_a_row_while_disconnected_are_enough() -> None:
    table = started("bo")
    table.gone_for("ada", 6_000)
    table.miss(0)
    assert table.room.seats[0].kind is Kind.HUMAN
    assert table.miss(0)[-1]["type"] == "bot_took_over"


def test_both_have_to_be_missed_while_disconnected() -> None:
    table = started("bo")
    table.miss(0)
    table.gone_for("ada", 6_000)
    table.miss(0)
    assert table.room.seats[0].kind is Kind.HUMAN
    assert table.miss(0)[-1]["type"] == "bot_took_over"

    table = started("bo")
    table.gone_for("ada", 6_000)
    table.miss(0)
    table.connect("ada")
    table.miss(0)
    assert table.room.seats[0].kind is Kind.HUMAN


def test_the_bot_that_took_over_has_the_next_decision_already() -> None:
    """What follows from a miss can ask the same seat again."""
    table = started("bo")
    table.miss(0)
    table.miss(0)
    table.place("A* | B busted 9 9 | C busted 3 3 | D busted 2 2", draw="4 5 6", seed=f"{'00' * 32} 0")
    told = table.fire()
    assert kinds(told) == ["timed_out", "dealt", "bot_took_over"]
    assert table.decision.seat == 0 and table.decision.deadline is None and table.decision.due is not None
    assert table.decision.due <= table.now + 1_100  # type: ignore[operator]


def test_the_last_bot_to_take_over_leaves_one_human_without_a_deadline() -> None:
    table = started("bo")
    for _ in range(3):
        table.miss(1)
    table.turn_of(0)
    assert (table.decision.deadline, table.decision.due) == (None, None)


# More time ------------------------------------------------------------------------------------------------------------


def test_a_minute_more_is_exactly_that_for_the_same_decision() -> None:
    table = started("bo")
    table.turn_of(0)
    before = table.decision
    table.now += 70_000
    assert table.do("ada", "more_time") == [{"type": "more_time", "seat": 0, "left": 9}]
    assert table.decision == replace(before, deadline=before.deadline + 60_000, due=before.due + 60_000)  # type: ignore[operator]
    assert table.view["decision"]["deadline"] == before.deadline + 60_000  # type: ignore[operator]
    assert table.view["more_time_used"] == {"0": 1}


def test_ten_times_a_seat_and_game() -> None:
    table = started("bo")
    table.turn_of(0)
    for left in range(9, -1, -1):
        assert table.do("ada", "more_time")[-1]["left"] == left
    assert table.refused("ada", "more_time") == "not_allowed"
    table.turn_of(1)
    assert table.do("bo", "more_time")[-1]["left"] == 9
    assert table.view["more_time_used"] == {"0": 10, "1": 1}
    table.place("A =210 | B =20 | C | D", scores="210 20 0 0")
    assert table.view["more_time_used"] == {"0": 10, "1": 1}
    table.do("ada", "rematch")
    assert table.view["more_time_used"] == {}


def test_more_time_is_for_who_decides() -> None:
    table = started("bo")
    table.turn_of(0)
    assert table.refused("bo", "more_time") == "not_your_turn"
    assert table.refused("bo", "more_time", decision=table.decision.id - 1) == "stale_decision"


def test_no_more_time_where_there_is_no_deadline_or_the_host_allows_none() -> None:
    alone = started()
    alone.turn_of(0)
    assert alone.refused("ada", "more_time") == "not_allowed"
    for rules in ({"more_time": False}, {"turn_seconds": 0}):
        table = started("bo", **rules)
        table.turn_of(0)
        assert table.refused("ada", "more_time") == "not_allowed"
        assert table.refused("bo", "more_time") == "not_your_turn"


def test_who_takes_more_time_is_back() -> None:
    table = started("bo")
    table.miss(0)
    table.turn_of(0)
    assert kinds(table.do("ada", "more_time")) == ["back", "more_time"]


# Reactions ------------------------------------------------------------------------------------------------------------


def test_one_reaction_in_three_seconds_and_six_in_a_minute() -> None:
    table = started("bo")
    first = table.now
    for number in range(6):
        table.now = first + number * 3_000
        assert table.do("bo", "react", reaction="again") == [{"type": "reacted", "seat": 1, "reaction": "again"}]
        table.now += 2_999
        assert table.refused("bo", "react", reaction="nice") == "rate_limited"
    table.now = first + 59_999
    assert table.refused("bo", "react", reaction="nice") == "rate_limited"
    table.do("ada", "react", reaction="nice")
    table.now = first + 60_000
    table.do("bo", "react", reaction="nice")


def test_without_rates_reactions_have_none() -> None:
    table = Table(config=replace(CONFIG, limited=False))
    table.create("ada")
    for _ in range(20):
        assert kinds(table.do("ada", "react", reaction="ouch")) == ["reacted"]
    assert len(table.room.seats[0].reactions) < 10, "only those that count are kept"
