"""Between rounds: ready and the pause; the table that waits; games without timers and without people."""

import pytest

from app.rooms.room import Kind, Wait
from tests.app.room_table import CONFIG, TURN_MS, Table, Told


def started(*others: str, seats: int = 4, **rules: object) -> Table:
    """A running game of Ada and others, with bots on the seats nobody joined."""
    table = Table()
    table.create("ada", seats=seats, rules=rules)
    for browser in others:
        table.join(browser)
    table.do("ada", "start")
    return table


def between_rounds(*others: str, **rules: object) -> Table:
    """The same after its first round."""
    table = started(*others, **rules)
    table.place("A* 5 | B stayed 9 | C stayed 3 | D stayed 2", draw="10 10 10 10", seed=f"{'00' * 32} 0")
    table.do("ada", "stay")
    return table


def kinds(told: Told) -> list[str]:
    return [event["type"] for event in told]


# Ready and the pause --------------------------------------------------------------------------------------------------


def test_after_a_round_the_next_one_starts_by_itself() -> None:
    table = between_rounds("bo")
    decision = table.view["decision"]
    assert decision == {
        "id": table.decision.id, "seat": None, "kind": "next_round", "card": None, "choices": [],
        "deadline": table.now + CONFIG.round_pause_ms,
    }  # fmt: skip
    told = table.fire()
    assert told[0]["type"] == "round_started" and "timed_out" not in kinds(told)
    assert table.view["round"] == 2


def test_ready_alone_makes_a_change_without_events() -> None:
    table = between_rounds("bo")
    assert table.do("ada", "ready") == [] and table.last is not None
    assert [seat["ready"] for seat in table.view["seats"]] == [True, False, False, False]
    assert table.do("ada", "ready") == [] and table.last is None, "ready twice is no change"


def test_the_round_starts_at_once_when_everybody_is_ready_and_nobody_is_ready_then() -> None:
    table = between_rounds("bo")
    table.do("ada", "ready")
    assert table.do("bo", "ready")[0]["type"] == "round_started"
    assert not any(seat.ready for seat in table.room.seats)


def test_ready_is_for_between_rounds() -> None:
    table = started("bo")
    table.turn_of(0)
    assert table.refused("ada", "ready") == "wrong_phase"
    table.place("A =210 | B =20 | C | D", scores="210 20 0 0")
    assert table.refused("ada", "ready") == "game_over"


def test_nobody_waits_for_who_is_disconnected() -> None:
    table = between_rounds("bo", "cy")
    table.gone_for("cy", 6_000)
    table.do("ada", "ready")
    assert table.do("bo", "ready")[0]["type"] == "round_started"


def test_nobody_waits_for_who_is_away() -> None:
    table = started("bo")
    table.miss(1)
    table.place("A* 5 | B stayed 9 | C stayed 3 | D stayed 2", draw="10 10 10 10", seed=f"{'00' * 32} 0")
    table.do("ada", "stay")
    assert table.do("ada", "ready")[0]["type"] == "round_started"


def test_who_is_away_may_be_ready_but_does_not_decide_for_those_who_are_here() -> None:
    table = started("bo")
    table.miss(1)
    table.place("A* 5 | B stayed 9 | C stayed 3 | D stayed 2", draw="10 10 10 10", seed=f"{'00' * 32} 0")
    table.do("ada", "stay")
    assert table.do("bo", "ready") == []
    assert table.view["seats"][1]["ready"]
    assert table.decision.due == table.decision.deadline


def test_one_human_alone_who_missed_before_can_go_on() -> None:
    """Nobody else can start the round, and there is no deadline."""
    table = started("bo")
    table.miss(0)
    table.do("bo", "leave")
    table.place("A stayed 5 =5 | B stayed 9 =9 | C stayed 3 =3 | D stayed 2 =2", scores="5 9 3 2", draw="10 10 10 10")
    assert table.room.seats[0].away and table.decision.deadline is None
    assert table.do("ada", "ready")[0]["type"] == "round_started"


def test_when_the_last_one_not_ready_goes_the_round_starts_now() -> None:
    for leave in (True, False):
        table = between_rounds("bo", "cy")
        deadline = table.decision.deadline
        table.do("ada", "ready")
        table.do("bo", "ready")
        assert table.decision.due == deadline
        if leave:
            table.do("cy", "leave")
        else:
            table.gone_for("cy", 5_000)
        assert table.decision.due == table.now
        assert table.decision.deadline == deadline, "a deadline that is shown does not move"
        assert table.fire()[0]["type"] == "round_started"


def test_the_pause_is_as_it_was_when_somebody_not_ready_is_back_in_time() -> None:
    table = between_rounds("bo", "cy")
    table.do("ada", "ready")
    table.do("bo", "ready")
    table.gone_for("cy", 5_000)
    table.connect("cy")
    assert table.decision.due == table.decision.deadline


def test_nobody_starts_a_round_that_nobody_is_ready_for() -> None:
    table = between_rounds("bo")
    table.gone_for("ada", 5_000)
    table.gone_for("bo", 6_000)
    assert table.decision.due == table.decision.deadline


# The table waits ------------------------------------------------------------------------------------------------------


def test_one_human_alone_has_all_the_time_there_is() -> None:
    table = started()
    table.turn_of(0)
    assert (table.decision.deadline, table.decision.due) == (None, None)
    table.place("A* 5 | B 9 | C 3 | D 2", agenda="target A freeze")
    assert (table.decision.deadline, table.decision.due) == (None, None)
    table = between_rounds()
    assert (table.decision.deadline, table.decision.due) == (None, None)
    assert table.do("ada", "ready")[0]["type"] == "round_started"


def test_one_human_who_is_disconnected_loses_nothing() -> None:
    table = started()
    table.turn_of(0)
    before = table.decision
    assert kinds(table.gone_for("ada", 3_600_000)) == ["away"]
    assert table.decision == before and table.room.seats[0].kind is Kind.HUMAN


def test_disconnected_humans_are_humans() -> None:
    table = started("bo")
    table.gone_for("bo", 10_000)
    table.turn_of(0)
    assert table.left() == TURN_MS


def test_whether_the_table_waits_is_judged_when_a_decision_opens() -> None:
    table = between_rounds("bo")
    before = table.decision
    table.now += 2_000
    table.do("bo", "leave")
    assert table.decision == before
    table.fire()
    table.turn_of(0)
    assert table.decision.deadline is None


def test_without_people_bots_finish_the_round_and_wait() -> None:
    table = started()
    table.turn_of(0)
    table.do("ada", "leave")
    table.until(None)
    assert (table.decision.kind, table.decision.deadline, table.decision.due) == (Wait.NEXT_ROUND, None, None)
    table.do("bo", "take_over", seat=1, name="Bo")
    assert (table.decision.deadline, table.decision.due) == (None, None), "one human alone is waited for"
    assert table.do("bo", "ready")[0]["type"] == "round_started"


def test_a_pause_without_people_does_not_end() -> None:
    table = between_rounds("bo")
    table.do("ada", "leave")
    assert table.decision.due is not None
    table.do("bo", "leave")
    assert (table.decision.deadline, table.decision.due) == (None, None)


# No timer -------------------------------------------------------------------------------------------------------------


def test_without_a_timer_nobody_runs_out_of_time() -> None:
    table = started("bo", turn_seconds=0)
    table.turn_of(0)
    assert (table.decision.deadline, table.decision.due) == (None, None)
    table = between_rounds("bo", turn_seconds=0)
    assert table.left() == CONFIG.round_pause_ms, "the pause is no turn"


def test_three_minutes_are_three_minutes() -> None:
    table = started("bo", turn_seconds=180)
    table.turn_of(0)
    assert table.left() == 180_000


def test_without_a_timer_a_bot_plays_for_who_is_gone_a_minute() -> None:
    table = started("bo", turn_seconds=0)
    table.turn_of(1)
    number = table.decision.id
    assert kinds(table.gone_for("bo", 59_999)) == ["away"]
    table.now += 1
    assert table.look() == [{"type": "bot_took_over", "seat": 1, "name": "Bo", "why": "offline"}]
    seat = table.view["seats"][1]
    assert (seat["kind"], seat["away"], seat["connected"], seat["name"]) == ("bot", True, True, "Bo")
    assert table.decision.id == number and table.decision.due is not None and table.decision.deadline is None


def test_the_minute_counts_from_the_close_of_the_last_socket() -> None:
    table = started("bo", turn_seconds=0)
    table.turn_of(0)
    table.gone_for("bo", 70_000)
    assert table.room.seats[1].kind is Kind.HUMAN, "it is not their turn"
    table.turn_of(1)
    assert kinds(table.look()) == ["bot_took_over"]


@pytest.mark.parametrize("others", [(), ("bo",)])
def test_with_one_human_or_a_timer_no_bot_comes_that_soon(others: tuple[str, ...]) -> None:
    table = started(*others, turn_seconds=75 if others else 0)
    table.turn_of(0)
    table.gone_for("ada", 70_000)
    assert table.room.seats[0].kind is Kind.HUMAN
