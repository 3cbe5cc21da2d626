"""Leaving and being removed, in the lobby and in a game, and who is host then."""

import pytest

from app.rooms import seating
from app.rooms.refusal import Refusal
from app.rooms.room import Kind, RoomSeat
from tests.app.room_table import TURN_MS, Table, Told


def table_of(*people: str, seats: int = 4, start: bool = False) -> Table:
    """Ada's table with these people too; a started one has bots on the other seats."""
    table = Table()
    table.create("ada", seats=seats)
    for browser in people:
        table.join(browser)
    if start:
        table.do("ada", "start")
    return table


def kinds(told: Told) -> list[str]:
    return [event["type"] for event in told]


def test_a_seat_left_in_the_lobby_is_empty_again() -> None:
    table = table_of("bo")
    assert table.do("bo", "leave") == [{"type": "left", "seat": 1, "name": "Bo", "why": "left"}]
    assert table.room.seats[1] == RoomSeat()
    assert table.room.seat_of("bo") is None


def test_in_a_game_a_bot_without_owner_plays_on_under_its_own_name() -> None:
    table = table_of("bo", "cy", start=True)
    table.until(1)
    number = table.decision.id
    told = table.do("bo", "leave")
    bot = table.room.seats[1]
    assert told == [
        {"type": "left", "seat": 1, "name": "Bo", "why": "left"},
        {"type": "bot_took_over", "seat": 1, "name": bot.name, "why": "left"},
    ]
    assert bot.name != "Bo" and (bot.kind, bot.owner, bot.away) == (Kind.BOT, None, False)
    assert table.decision.id == number
    assert table.decision.deadline is None and table.decision.due is not None
    assert 700 <= table.decision.due - table.now <= 1100  # type: ignore[operator]
    assert table.refused("bo", "hit") == "not_seated"


def test_who_left_may_come_back_as_a_watcher() -> None:
    table = table_of("bo", "cy", start=True)
    table.do("bo", "leave")
    table.until(None)
    assert kinds(table.do("bo", "take_over", seat=1, name="Bo")) == ["joined"]


def test_after_the_game_too_a_bot_stays_on_the_seat() -> None:
    table = table_of("bo", start=True)
    table.place("A =210 | B =20 | C | D", scores="210 20 0 0")
    assert table.room.phase == "game_over"
    assert kinds(table.do("bo", "leave")) == ["left", "bot_took_over"]


def test_the_next_human_by_seat_is_host_when_the_host_leaves() -> None:
    table = table_of("bo", "cy")
    table.do("ada", "remove", seat=1)
    assert table.do("ada", "leave")[1:] == [{"type": "host", "seat": 2, "why": "left"}]
    assert table.room.host == 2
    assert table.refused("ada", "start") == "not_seated"
    table.do("cy", "start")


def test_a_host_who_is_there_comes_before_one_who_is_not() -> None:
    table = table_of("bo", "cy")
    table.gone_for("bo", 10_000)
    assert table.do("ada", "leave")[1:] == [{"type": "host", "seat": 2, "why": "left"}]
    table.gone_for("cy", 10_000)
    assert table.do("cy", "leave")[1:] == [{"type": "host", "seat": 1, "why": "left"}]


def test_a_host_who_leaves_a_game_is_followed_by_the_next_human() -> None:
    table = table_of("bo", "cy", start=True)
    assert kinds(table.do("ada", "leave")) == ["left", "bot_took_over", "host"]
    assert kinds(table.do("bo", "leave")) == ["left", "bot_took_over", "host"]
    assert kinds(table.do("cy", "leave")) == ["left", "bot_took_over"]
    assert table.room.host == 2, "without people the host keeps its number"


def test_when_the_last_human_leaves_a_lobby_the_next_to_join_is_host() -> None:
    table = table_of("bo")
    table.do("ada", "leave")
    assert table.room.host == 1
    assert kinds(table.do("bo", "leave")) == ["left"]
    assert table.room.host == 1
    assert table.join("cy")[1:] == [{"type": "host", "seat": 0, "why": "left"}]
    assert table.room.host == 0
    table.do("cy", "start")


def test_the_last_human_may_come_back_as_host_on_the_same_seat() -> None:
    table = table_of()
    table.do("ada", "leave")
    assert kinds(table.join("ada")) == ["joined"]
    assert table.room.host == 0


def test_the_owner_who_comes_back_to_a_table_of_bots_is_host() -> None:
    table = table_of("bo", start=True)
    table.gone_for("bo", 6_000)
    for _ in range(2):
        table.miss(1)
    assert table.room.seats[1].kind is Kind.BOT
    table.do("ada", "leave")
    assert table.room.host == 0
    assert kinds(table.do("bo", "take_over", seat=1)) == ["back", "host"]
    assert table.room.host == 1


def test_a_host_gone_for_a_minute_hands_on() -> None:
    for start in (False, True):
        table = table_of("bo", "cy", start=start)
        assert kinds(table.gone_for("ada", 59_999)) == ["away"]
        assert table.look() == []
        table.now += 1
        assert table.look() == [{"type": "host", "seat": 1, "why": "gone"}]
        assert kinds(table.connect("ada")) == ["back"]
        assert table.room.host == 1, "who comes back is a guest"


def test_a_gone_host_hands_on_to_nobody_who_is_gone_too() -> None:
    table = table_of("bo", start=True)
    table.disconnect("bo")
    table.gone_for("ada", 100_000)
    assert table.room.host == 0
    assert table.connect("bo") == [
        {"type": "back", "seat": 1, "why": "connection"},
        {"type": "host", "seat": 1, "why": "gone"},
    ]


def test_a_host_whose_turns_a_bot_plays_is_host_while_connected() -> None:
    table = table_of("bo", start=True)
    for _ in range(3):
        table.miss(0)
    assert table.room.seats[0].kind is Kind.BOT
    assert table.refused("ada", "remove", seat=0) == "bad_seat"
    assert kinds(table.do("ada", "remove", seat=1)) == ["left", "bot_took_over"]


def test_a_seat_gone_for_two_minutes_is_freed_in_the_lobby() -> None:
    table = table_of("bo")
    assert kinds(table.gone_for("bo", 119_999)) == ["away"]
    table.now += 1
    assert table.look() == [{"type": "left", "seat": 1, "name": "Bo", "why": "gone"}]
    assert table.room.seats[1] == RoomSeat()
    table.join("bo")


def test_the_last_humans_seat_is_never_freed() -> None:
    table = table_of("bo")
    table.disconnect("bo")
    told = table.gone_for("ada", 600_000)
    assert kinds(told) == ["away", "away", "left", "host"]
    assert told[-1] == {"type": "host", "seat": 1, "why": "gone"}
    assert table.room.seats[1].owner == "bo"


def test_in_a_game_no_seat_is_freed() -> None:
    table = table_of("bo", start=True)
    told = table.gone_for("bo", 600_000)
    assert kinds(told) == ["away"]


def test_the_host_removes_bots_and_people_in_the_lobby() -> None:
    table = table_of("bo")
    table.do("ada", "add_bot", seat=3)
    bot = table.room.seats[3].name
    assert table.do("ada", "remove", seat=3) == [{"type": "left", "seat": 3, "name": bot, "why": "removed"}]
    assert table.do("ada", "remove", seat=1) == [{"type": "left", "seat": 1, "name": "Bo", "why": "removed"}]
    assert [seat.kind for seat in table.room.seats] == ["human", "empty", "empty", "empty"]
    assert table.room.removed == ("bo",)


def test_nobody_is_removed_from_an_empty_seat_or_ones_own() -> None:
    table = table_of("bo")
    for seat in (0, 2, 4, -1, 2**60):
        assert table.refused("ada", "remove", seat=seat) == "bad_seat"
    table.do("ada", "start")
    assert table.refused("ada", "remove", seat=0) == "bad_seat"
    assert table.refused("ada", "remove", seat=2) == "not_in_lobby", "a bot can go in the lobby only"


def test_a_person_removed_from_a_game_stays_out() -> None:
    table = table_of("bo", "cy", start=True)
    table.until(1)
    told = table.do("ada", "remove", seat=1)
    assert told == [
        {"type": "left", "seat": 1, "name": "Bo", "why": "removed"},
        {"type": "bot_took_over", "seat": 1, "name": table.room.seats[1].name, "why": "removed"},
    ]
    assert table.decision.deadline is None
    assert table.refused("bo", "take_over", seat=1, name="Bo") == "removed"
    with pytest.raises(Refusal):
        seating.join(table.room, "bo", "Bo")


def test_an_absent_owner_can_be_removed_from_the_seat_a_bot_plays() -> None:
    table = table_of("bo", "cy", start=True)
    for _ in range(3):
        table.miss(1)
    assert table.room.seats[1].kind is Kind.BOT
    assert kinds(table.do("ada", "remove", seat=1)) == ["left", "bot_took_over"]
    assert table.room.seats[1].owner is None and not table.room.seats[1].away


def test_the_bot_of_an_absent_owner_who_leaves_thinks_on() -> None:
    table = table_of("bo", "cy", start=True)
    for _ in range(3):
        table.miss(1)
    table.until(1)
    before = table.decision
    table.now += 100
    table.do("bo", "leave")
    assert table.decision == before


def test_leaving_moves_nobody_elses_deadline() -> None:
    table = table_of("bo", "cy", start=True)
    table.until(0)
    before = table.decision
    assert before.deadline is not None and table.left() == TURN_MS
    table.now += 1_000
    table.do("bo", "leave")
    table.do("cy", "leave")
    assert table.decision == before, "whether the table waits was judged when the decision opened"
