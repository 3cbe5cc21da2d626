"""Watchers who take over bots, reservations during a round, and owners who take their seats back."""

import pytest

from app.protocol import BadMessage
from app.rooms.room import Kind
from tests.app.room_table import TURN_MS, Table, Told

GAME_OVER = "A =210 | B =20 | C =7 | D"
SCORES = "210 20 7 0"


def started(*others: str, seats: int = 4, **rules: object) -> Table:
    """Ada's running game, with bots on the seats nobody joined."""
    table = Table()
    table.create("ada", seats=seats, rules=rules)
    for browser in others:
        table.join(browser)
    table.do("ada", "start")
    return table


def kinds(told: Told) -> list[str]:
    return [event["type"] for event in told]


def lose_seat(table: Table, browser: str) -> None:
    """The owner misses three decisions in a row, so that a bot plays."""
    seat = table.room.seat_of(browser)
    assert seat is not None
    for _ in range(3):
        table.miss(seat)
    assert table.room.seats[seat].kind is Kind.BOT


def test_between_rounds_a_watcher_has_the_bots_seat_at_once() -> None:
    table = started("bo")
    table.until(None)
    bot, total = table.room.seats[2], table.view["seats"][2]["total"]
    told = table.do("cy", "take_over", seat=2, name=" Cy ")
    assert told == [{"type": "joined", "seat": 2, "name": "Cy", "kind": "human", "was": bot.name}]
    assert table.room.seat_of("cy") == 2
    assert table.view["seats"][2]["total"] == total
    assert (table.view["seats"][2]["kind"], table.view["seats"][2]["level"]) == ("human", None)


def test_after_the_game_too() -> None:
    table = started()
    table.place(GAME_OVER, scores=SCORES)
    assert kinds(table.do("cy", "take_over", seat=2, name="Cy")) == ["joined"]
    assert table.view["seats"][2]["total"] == 7


def test_during_a_round_it_is_a_reservation_that_makes_no_event() -> None:
    table = started("bo")
    table.until(0)
    before = table.decision
    assert table.do("cy", "take_over", seat=2, name="Cy") == []
    assert table.last is not None and table.view["reserved"] == {"2": "Cy"}
    assert table.room.seat_of("cy") is None and table.room.seats[2].kind is Kind.BOT
    assert table.decision == before
    assert table.refused("cy", "rename", name="Cyd") == "not_seated"


def test_a_reservation_takes_effect_when_the_round_ends() -> None:
    table = started("bo")
    table.until(0)
    bot = table.room.seats[2].name
    table.do("cy", "take_over", seat=2, name="Cy")
    table.place("A 5 | B stayed 9 | C stayed 3 | D* 2", draw="12")
    table.fire()
    table.place("A* 5 | B stayed 9 | C stayed 3 | D stayed 2")
    told = table.do("ada", "stay")
    assert kinds(told) == ["stayed", "round_scored", "joined"]
    assert told[-1] == {"type": "joined", "seat": 2, "name": "Cy", "kind": "human", "was": bot}
    assert table.view["reserved"] == {} and table.view["seats"][2]["total"] == 3
    assert table.decision.kind == "next_round"


def test_a_reservation_takes_effect_when_the_game_ends() -> None:
    table = started("bo")
    table.place("A* 12 =195 | B stayed 9 | C stayed 3 | D stayed 2")
    table.do("cy", "take_over", seat=2, name="Cy")
    assert kinds(table.do("ada", "stay")) == ["stayed", "round_scored", "game_won", "joined"]
    assert table.room.seat_of("cy") == 2


def test_a_reservation_holds_its_seat_and_its_name() -> None:
    table = started("bo")
    table.do("cy", "take_over", seat=2, name="Cy")
    assert table.refused("dan", "take_over", seat=2, name="Dan") == "bad_seat"
    assert table.refused("dan", "take_over", seat=3, name="CY") == "name_taken"
    assert table.refused("bo", "rename", name="cy") == "name_taken"
    table.do("dan", "take_over", seat=3, name="Dan")
    assert table.view["reserved"] == {"2": "Cy", "3": "Dan"}


def test_a_watcher_may_change_a_reservation() -> None:
    table = started("bo")
    table.do("cy", "take_over", seat=2, name="Cy")
    table.do("cy", "take_over", seat=2, name="Cyd")
    assert table.view["reserved"] == {"2": "Cyd"}
    table.do("cy", "take_over", seat=3, name="Cyd")
    assert table.view["reserved"] == {"3": "Cyd"}
    assert table.do("cy", "take_over", seat=3, name="Cyd") == [] and table.last is None


def test_the_watcher_may_have_the_bots_own_name() -> None:
    table = started("bo")
    name = table.room.seats[2].name
    table.do("cy", "take_over", seat=2, name=name)
    table.until(None)
    assert table.room.seat_of("cy") == 2 and table.room.seats[2].name == name


def test_only_bots_without_owner_can_be_taken_over() -> None:
    table = started("bo")
    for seat in (0, 1, 4, -1, 2**60):
        assert table.refused("cy", "take_over", seat=seat, name="Cy") == "bad_seat"
    lose_seat(table, "bo")
    assert table.refused("cy", "take_over", seat=1, name="Cy") == "bad_seat"


def test_names_are_judged_as_everywhere() -> None:
    table = started("bo")
    for name in (None, 5, "", "x" * 17, "a\u200bb"):
        assert table.refused("cy", "take_over", seat=2, name=name) == "bad_name"
    assert table.refused("cy", "take_over", seat=2, name="bo") == "name_taken"
    with pytest.raises(BadMessage):
        table.do("cy", "take_over", seat=2)


def test_who_has_a_seat_cannot_take_another() -> None:
    table = started("bo")
    assert table.refused("bo", "take_over", seat=2) == "bad_seat"
    assert table.refused("bo", "take_over", seat=2, name="Bo") == "bad_seat"
    assert table.refused("bo", "take_over", seat=1) == "bad_seat", "nobody plays for Bo"
    lose_seat(table, "bo")
    assert table.refused("bo", "take_over", seat=2) == "bad_seat"


def test_the_host_may_keep_watchers_from_the_bots() -> None:
    table = started("bo", late_take_over=False)
    assert table.refused("cy", "take_over", seat=2, name="Cy") == "not_allowed"
    lose_seat(table, "bo")
    assert kinds(table.do("bo", "take_over", seat=1)) == ["back"], "owners are no watchers"


def test_the_last_reservation_is_the_hosts_seat_when_nobody_else_is_left() -> None:
    table = started()
    table.do("cy", "take_over", seat=2, name="Cy")
    assert kinds(table.do("ada", "leave")) == ["left", "bot_took_over"]
    table.until(None)
    assert table.room.host == 2 and table.room.human_count == 1


def test_the_owner_is_back_at_once_with_full_turn_time() -> None:
    table = started("bo")
    lose_seat(table, "bo")
    table.until(1)
    number = table.decision.id
    assert table.decision.deadline is None
    table.now += 300
    assert table.do("bo", "take_over", seat=1) == [{"type": "back", "seat": 1, "why": "owner"}]
    assert table.decision.id == number and table.left() == TURN_MS
    seat = table.room.seats[1]
    assert (seat.kind, seat.name, seat.level, seat.away, seat.misses) == (Kind.HUMAN, "Bo", None, False, 0)
    table.decide("bo")


def test_until_then_the_owner_decides_nothing() -> None:
    table = started("bo")
    lose_seat(table, "bo")
    assert table.room.seat_of("bo") == 1
    table.until(1)
    for do in ("hit", "stay", "more_time"):
        assert table.refused("bo", do) == "not_your_turn"
    assert table.refused("bo", "target", target=0) == "not_your_turn"
    assert table.refused("bo", "hit", decision=table.decision.id - 1) == "stale_decision"
    table.until(None)
    assert table.refused("bo", "ready") == "not_your_turn"
    assert kinds(table.do("bo", "react", reaction="nice")) == ["reacted"]
    assert kinds(table.do("bo", "rename", name="Bob")) == ["renamed"]


def test_the_owner_is_back_in_somebody_elses_turn() -> None:
    table = started("bo", "cy")
    lose_seat(table, "bo")
    table.until(2)
    before = table.decision
    table.now += 1_000
    table.do("bo", "take_over", seat=1)
    assert table.decision == before


def test_a_second_human_coming_back_gives_a_waiting_turn_its_time() -> None:
    table = started("bo")
    lose_seat(table, "bo")
    table.until(0)
    assert table.decision.deadline is None, "the table waits for one human alone"
    table.now += 1_000_000
    table.do("bo", "take_over", seat=1)
    assert table.left() == TURN_MS


def test_the_time_a_waiting_turn_is_given_is_a_full_one_whoever_missed_before() -> None:
    table = started("bo")
    table.miss(0)
    table.miss(0)
    lose_seat(table, "bo")
    table.turn_of(0)
    assert (table.room.seats[0].misses, table.decision.deadline) == (2, None)
    table.do("bo", "take_over", seat=1)
    assert table.left() == TURN_MS


def test_with_one_human_or_no_timer_nobody_is_given_a_deadline() -> None:
    table = started("bo")
    lose_seat(table, "bo")
    table.do("ada", "leave")
    table.turn_of(1)
    table.do("bo", "take_over", seat=1)
    assert (table.decision.deadline, table.decision.due) == (None, None)

    table = started("bo", turn_seconds=0)
    table.until(1)
    table.gone_for("bo", 60_000)
    assert table.room.seats[1].kind is Kind.BOT
    table.do("bo", "take_over", seat=1)
    assert (table.decision.deadline, table.decision.due) == (None, None)


def test_after_the_game_too_the_owner_comes_back() -> None:
    table = started("bo")
    lose_seat(table, "bo")
    table.place(GAME_OVER, scores=SCORES)
    assert kinds(table.do("bo", "take_over", seat=1)) == ["back"]


def test_a_watcher_who_takes_over_between_rounds_at_a_waiting_table_starts_the_pause() -> None:
    table = started()
    table.until(None)
    assert table.decision.deadline is None
    table.do("cy", "take_over", seat=2, name="Cy")
    assert table.left() == table.config.round_pause_ms
    assert table.decision.due == table.decision.deadline


def test_minutes_taken_stay_with_the_seat() -> None:
    table = started("bo", "cy")
    table.until(1)
    table.do("bo", "more_time")
    table.do("bo", "leave")
    assert table.view["more_time_used"] == {"1": 1}
    table.until(None)
    table.do("bo", "take_over", seat=1, name="Bo")
    assert table.view["more_time_used"] == {"1": 1}


def test_a_reservation_lapses_a_minute_after_its_browser_has_gone() -> None:
    table = started("bo")
    table.connect("cy")
    table.do("cy", "take_over", seat=2, name="Cy")
    assert table.gone_for("cy", 59_999) == []
    assert table.look() == [] and table.view["reserved"] == {"2": "Cy"}
    table.now += 1
    assert table.look() == [] and table.view["reserved"] == {}
    table.do("dan", "take_over", seat=2, name="Cy")


def test_a_reservation_holds_while_its_browser_is_there_or_back_in_time() -> None:
    table = started("bo")
    table.connect("cy")
    table.do("cy", "take_over", seat=2, name="Cy")
    table.gone_for("cy", 50_000)
    table.connect("cy")
    table.now += 600_000
    table.look()
    assert table.view["reserved"] == {"2": "Cy"}
