"""What is played for a seat that has run out of time."""

import pytest

from engine import default_command
from engine.notation import write_command
from tests.engine.table import position


@pytest.mark.parametrize(
    ("table", "move"),
    [
        ("A* 5 | B 9", "A stays"),
        ("A* second_chance | B 9", "A stays"),
        ("A* (freeze) | B 9", "A hits"),
        ("A stayed 5 | B stayed 9; scores 5 9", "next round"),
    ],
)
def test_a_turn_and_the_pause_between_rounds(table: str, move: str) -> None:
    assert write_command(default_command(position(table))) == move


@pytest.mark.parametrize("card", ["freeze", "flip_three"])
@pytest.mark.parametrize(
    ("seats", "target"),
    [
        ("A* 5 =50 | B 9 | C 7 =10", "C"),  # total and round score count together; the chooser itself does not
        ("A* 5 | B 9 =8 | C 7 =10", "B"),  # equal: the first clockwise from the chooser
        ("A* 5 | B stayed 9 =80 | C 7", "C"),  # who is out is no target
        ("A* 5 | B 12 12 x2 | C 7 =30", "B"),
    ],
)
def test_a_freeze_or_flip_three_hits_the_strongest_other_seat(card: str, seats: str, target: str) -> None:
    state = position(f"{seats}; agenda target A {card}")
    assert write_command(default_command(state)) == f"A targets {target}"


def test_equal_ones_are_counted_clockwise_from_the_chooser() -> None:
    state = position("A 5 | B 5 | C* 9 | D 5; agenda target C freeze")
    assert write_command(default_command(state)) == "C targets D"
    state = position("A 5 | B 5 | C* 9 | D stayed 5; agenda target C freeze")
    assert write_command(default_command(state)) == "C targets A"


@pytest.mark.parametrize(
    ("seats", "target"),
    [
        ("A* 5 second_chance | B 9 =8 | C 7 =10", "B"),
        ("A* 5 second_chance | B 9 | C 7", "C"),
        ("A* 5 second_chance | B 9 | C 7 second_chance | D 8 =1", "B"),
    ],
)
def test_a_second_chance_goes_to_the_weakest_seat_that_may_have_it(seats: str, target: str) -> None:
    state = position(f"{seats}; agenda target A second_chance")
    assert write_command(default_command(state)) == f"A targets {target}"


def test_a_seat_that_is_out_chooses_too() -> None:
    state = position(
        "A frozen 5 (flip_three freeze) | B* 9 | C 7; agenda flip_three A left 0 shown aside, target A freeze"
    )
    assert write_command(default_command(state)) == "A targets B"
