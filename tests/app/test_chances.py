"""What the odds helper is told: exact, the same whatever the hidden order is, and nothing where it is forbidden."""

from typing import Any

import pytest

from app.chances import chances
from app.rooms import play
from app.rooms.refusal import Refusal
from app.rooms.room import Room
from engine.cards import counted, deck_for
from engine.notation import read_cards, read_position
from engine.values import replace
from tests.app.room_table import CONFIG, Table

PILE = (
    "3 4 4 5 5 6 6 7 7 7 7 7 8 8 8 8 8 9 9 9 10 10 10 10 11 11 11 11 12 12 12 12 12 12 "
    "freeze freeze flip_three second_chance"
)
ROW = "12 8 5 3 1 +4"


def in_round(position: str, **rules: object) -> Room:
    """A room in the middle of a round."""
    table = Table()
    table.create("ada", seats=3, rules=rules)
    table.do("ada", "start")
    room, _ = play.settle(replace(table.room, game=read_position(position)), CONFIG)
    return room


def seats(room: Room) -> list[Any]:
    found: Any = chances(room)["seats"]
    return list(found)


def test_a_row_in_the_middle_of_the_deck() -> None:
    """14 of the 38 cards left repeat one of the row: 36.8 %."""
    gone = counted(deck_for(3))
    for card in read_cards(f"{PILE} {ROW}"):
        gone[card] -= 1
    discard = " ".join(str(card) for card, count in gone.items() for _ in range(count))
    (own, *_) = seats(in_round(f"A* {ROW} | B stayed | C stayed; discard {discard}; draw {PILE}"))
    assert own == {
        "cards": 38,
        "duplicates": 14,
        "bust": round(14 / 38, 4),
        "chance_used": 0,
        "flip_seven": round(326 / 1122, 4),
        "stay": 33,
        "hit_then_stay": round(958 / 38, 4),
    }


def test_a_row_with_a_second_chance_cannot_bust_but_may_lose_it() -> None:
    own, *_ = seats(in_round("A* 5 7 second_chance | B 9 | C 4; draw 5 6"))
    assert own["bust"] == 0
    assert own["chance_used"] == pytest.approx(own["duplicates"] / own["cards"], abs=1e-4)
    assert own["stay"] == 12 and own["duplicates"] == 10


def test_each_active_seat_has_chances_and_nobody_else() -> None:
    here = seats(in_round("A* 5 | B stayed 9 | C 4; draw 5 6"))
    assert here[0] is not None and here[1] is None and here[2] is not None


def test_the_unseen_cards_are_those_of_the_draw_pile_in_no_order() -> None:
    one, other = (chances(in_round(f"A* 5 | B 9 | C 4; draw {pile}")) for pile in ("7 8 12 12", "12 8 12 7"))
    assert one == other


def test_there_are_none_between_rounds_and_in_the_lobby() -> None:
    table = Table()
    table.create("ada", seats=3)
    assert chances(table.room) == {"seq": table.room.seq, "unseen": {}, "seats": [None] * 3}


def test_the_host_may_forbid_to_look() -> None:
    with pytest.raises(Refusal) as refused:
        chances(in_round("A* 5 | B 9 | C 4; draw 5 6", odds=False))
    assert refused.value.code == "not_allowed"
