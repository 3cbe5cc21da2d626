"""Several people at one browser: each has a seat of their own, and all come and go with it."""

import json

import pytest

from app.protocol import BadMessage, read_message
from app.rooms.devices import device_of, local_of, person
from app.rooms.room import Kind
from app.view import you
from tests.app.room_table import Table


def shared(seats: int = 3, **rules: object) -> Table:
    """Ada and Bo at one browser, in the lobby."""
    table = Table()
    table.create("ada", seats=seats, rules=rules)
    assert table.do("ada/1", "join", local=1, name="Bo") == [
        {"type": "joined", "seat": 1, "name": "Bo", "kind": "human", "was": None}
    ]
    return table


def test_who_is_who_at_a_browser() -> None:
    assert (person("ada", 0), person("ada", 2)) == ("ada", "ada/2")
    assert (device_of("ada/2"), device_of("ada"), local_of("ada/2"), local_of("ada")) == ("ada", "ada", 2, 0)


def test_only_beside_somebody_seated_once_each_and_in_the_lobby() -> None:
    table = shared()
    assert table.refused("eve/1", "join", local=1, name="Eve") == "not_seated"
    assert table.refused("ada/1", "join", local=1, name="Cy") == "bad_seat"
    assert table.refused("ada/2", "join", local=2, name="BO") == "name_taken"
    table.do("ada/2", "join", local=2, name="Cy")
    assert table.refused("ada/3", "join", local=3, name="Dan") == "room_full"
    assert table.room.seats_at("ada") == {0: 0, 1: 1, 2: 2}
    table.do("ada/2", "leave")
    table.do("ada", "start")
    assert table.refused("ada/2", "join", local=2, name="Cy") == "already_started"


@pytest.mark.parametrize("local", [0, -1, 18, True, "1", 1.0, None])
def test_numbers_that_nobody_has(local: object) -> None:
    with pytest.raises(BadMessage):
        read_message(json.dumps({"id": "a", "do": "join", "local": local, "name": "Bo"}))


def test_they_play_alone_with_bots_without_a_clock_and_with_others_by_it() -> None:
    table = shared(turn_seconds=75)
    table.do("ada", "start")
    table.turn_of(1)
    assert table.left() is None
    table.do("ada/1", "hit")
    other = shared()
    other.join("cy")
    other.do("ada", "start")
    other.turn_of(1)
    assert other.left() == 75_000


def test_each_acts_for_their_own_seat_alone() -> None:
    table = shared()
    table.do("ada", "start")
    table.turn_of(1)
    assert table.refused("ada", "hit") == "not_your_turn"
    assert table.refused("ada/2", "hit") == "not_seated"
    assert table.refused("ada/1", "rematch") == "not_host"
    assert table.do("ada/1", "stay")[0]["seat"] == 1


def test_they_come_and_go_with_the_browser() -> None:
    table = shared()
    table.join("cy")
    table.do("ada", "start")
    told = table.gone_for("ada", 6_000)
    assert [(event["type"], event["seat"]) for event in told] == [("away", 0), ("away", 1)]
    assert [(event["type"], event["seat"]) for event in table.connect("ada")] == [("back", 0), ("back", 1)]


def test_in_a_lobby_the_last_browser_keeps_its_seats() -> None:
    table = shared()
    table.gone_for("ada", 300_000)
    assert [seat.kind for seat in table.room.seats] == [Kind.HUMAN, Kind.HUMAN, Kind.EMPTY]


def test_whoever_is_removed_takes_along_who_came_with_them() -> None:
    table = Table()
    table.create("host", seats=4)
    table.join("ada")
    table.do("ada/1", "join", local=1, name="Bo")
    table.do("ada/2", "join", local=2, name="Cy")
    table.do("host", "remove", seat=3)
    assert [seat.name for seat in table.room.seats] == ["Host", "Ada", "Bo", None]
    assert table.refused("ada/2", "join", local=2, name="Cy") == "removed"
    told = table.do("host", "remove", seat=1)
    assert [(event["type"], event["seat"]) for event in told] == [("left", 1), ("left", 2)]
    assert table.refused("ada/1", "join", local=1, name="Bo") == "not_seated"


def test_whoever_came_with_somebody_removed_from_a_game_stays_out_too() -> None:
    table = Table()
    table.create("host", seats=4)
    table.join("ada")
    table.do("ada/1", "join", local=1, name="Bo")
    table.do("host", "start")
    table.do("host", "remove", seat=1)
    assert table.room.seats[2].kind is Kind.BOT
    assert table.refused("ada/1", "take_over", local=1, seat=2, name="Bo") == "removed"


def test_the_browser_is_told_which_numbers_are_removed_and_goes_on_with_others() -> None:
    table = Table()
    table.create("host", seats=4)
    table.join("ada")
    table.do("ada/1", "join", local=1, name="Bo")
    table.do("host", "remove", seat=2)
    assert table.last is not None and table.last.concerned == ("ada",)
    assert you(table.room, "ada") == {"seat": 1, "local_removed": [1]}
    assert you(table.room, "host") == {"seat": 0} and you(table.room, None) == {"seat": None}
    table.do("ada/2", "join", local=2, name="Cy")
    assert you(table.room, "ada") == {"seat": 1, "local": {"2": 2}, "local_removed": [1]}


def test_whoever_is_removed_takes_along_the_seats_reserved_beside_them() -> None:
    table = Table()
    table.create("host", seats=4)
    table.join("ada")
    table.do("host", "start")
    table.place("A* 5 | B stayed 3 | C stayed 4 | D stayed 6")
    table.do("ada/1", "take_over", local=1, seat=2, name="Bo")
    table.do("host", "remove", seat=1)
    assert (table.room.reservations_at("ada"), table.view["reserved"]) == ({}, {})
    assert "joined" not in [event["type"] for event in table.do("host", "stay")]
    assert table.room.seats[2].kind is Kind.BOT


def test_people_beside_each_take_a_bots_seat_when_the_round_ends() -> None:
    table = Table()
    table.create("ada", seats=4)
    table.do("ada", "start")
    table.place("A* 5 | B stayed 3 | C stayed 4 | D stayed 6")
    rook, juniper = table.room.seats[1].name, table.room.seats[2].name
    assert table.do("ada/1", "take_over", local=1, seat=1, name="Bo") == []
    assert table.last is not None and table.last.concerned == ("ada",)
    assert table.do("ada/2", "take_over", local=2, seat=2, name="Cy") == []
    assert you(table.room, "ada") == {"seat": 0, "local_reserved": {"1": 1, "2": 2}}
    assert you(table.room, "eve") == {"seat": None}
    assert table.refused("ada/3", "take_over", local=3, seat=2, name="Dan") == "bad_seat"
    assert table.refused("ada/3", "take_over", local=3, seat=3, name="BO") == "name_taken"
    joined = [event for event in table.do("ada", "stay") if event["type"] == "joined"]
    assert [(event["seat"], event["name"], event["was"]) for event in joined] == [(1, "Bo", rook), (2, "Cy", juniper)]
    assert you(table.room, "ada") == {"seat": 0, "local": {"1": 1, "2": 2}}
    table.do("ada/3", "take_over", local=3, seat=3, name="Dan")
    assert you(table.room, "ada")["local"] == {"1": 1, "2": 2, "3": 3}
    assert table.left() is None, "people at one device have no clock"


def test_the_browser_is_told_whose_seats_it_has() -> None:
    table = shared()
    assert table.last is not None and table.last.concerned == ("ada",)
