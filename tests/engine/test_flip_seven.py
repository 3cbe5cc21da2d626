"""Flip 7: seven different numbers end the round at once."""

from engine import prompt
from engine.prompt import RoundOver
from tests.engine.table import play, position, shown


def test_the_seventh_different_number_ends_the_round_for_everyone() -> None:
    table = "A* 0 1 2 3 4 5 | B 9 | C busted 8 8 | D frozen 7 (freeze)"
    state, events = play(position(table, draw="6 7"), "A hits")
    assert events == [
        "dealt A 6 hit numbers",
        "flip7 A",
        "stayed B round_end",
        "round_scored 1 36 9 0 7 36 9 0 7",
    ]
    assert shown(state) == (
        "A flip7 0 1 2 3 4 5 6 =36 | B stayed 9 =9 | C busted 8 8 | D frozen 7 (freeze) =7; scores 36 9 0 7"
    )
    assert prompt(state) == RoundOver()


def test_a_saved_duplicate_is_no_seventh_number() -> None:
    state, _ = play(position("A* 1 2 3 4 5 6 second_chance | B 9", draw="6 7"), "A hits")
    assert shown(state) == "A 1 2 3 4 5 6 | B* 9; discard 6 second_chance"


def test_modifiers_do_not_count() -> None:
    state, _ = play(position("A* 1 2 3 4 5 6 +2 +4 | B 9", draw="x2"), "A hits")
    assert shown(state) == "A 1 2 3 4 5 6 +2 +4 x2 | B* 9"


def test_in_the_opening_deal_it_ends_the_round_before_anyones_turn() -> None:
    table = "A | B 1 2 3 4 5 6 | C* 9; dealer B; agenda deal A, deal B, target C flip_three"
    state, events = play(position(table, draw="7 8 9"), "C targets B")
    assert events[-4:] == ["flip7 B", "stayed A round_end", "stayed C round_end", "round_scored 1 0 43 9 0 43 9"]
    assert prompt(state) == RoundOver()
