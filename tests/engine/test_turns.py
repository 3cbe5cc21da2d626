"""Whose turn it is, what a seat may choose, and when a round is over."""

import pytest

from engine import Rules, prompt
from engine.prompt import RoundOver, TurnPrompt
from tests.engine.table import dealt, play, position, shown


def test_the_first_active_seat_to_the_dealers_left_begins() -> None:
    state, _ = dealt("freeze 6 7", dealer=2)
    state, _ = play(state, "A targets A")
    assert shown(state) == "A frozen (freeze) | B* 6 | C 7; dealer C"


@pytest.mark.parametrize(
    ("hand", "choices"),
    [
        ("5", ("hit", "stay")),
        ("+2", ("hit", "stay")),
        ("x2", ("hit", "stay")),
        ("second_chance", ("hit", "stay")),
        ("", ("hit",)),
        ("(flip_three)", ("hit",)),
    ],
)
def test_to_stay_a_seat_needs_a_card_in_front_of_it(hand: str, choices: tuple[str, ...]) -> None:
    assert prompt(position(f"A* {hand} | B 9")) == TurnPrompt(0, choices)


def test_a_hit_is_one_card_then_the_next_seat_is_asked() -> None:
    state, events = play(position("A* 5 | B 9", draw="6 7"), "A hits", "B hits")
    assert events == ["dealt A 6 hit numbers", "dealt B 7 hit numbers"]
    assert shown(state) == "A* 5 6 | B 9 7"


def test_who_stays_leaves_the_round_and_keeps_the_score() -> None:
    state, events = play(position("A* 5 +4 | B 9 | C 8", draw="6 7"), "A stays", "B hits", "C hits")
    assert events[0] == "stayed A chosen"
    assert shown(state) == "A stayed 5 +4 | B* 9 6 | C 8 7"


def test_after_a_turn_comes_the_seat_after_the_one_whose_turn_it_was() -> None:
    state, _ = play(position("A* 5 | B 9 | C 8", draw="flip_three 1 2 3"), "A hits", "A targets C")
    assert shown(state) == "A 5 | B* 9 | C 8 1 2 3 (flip_three)"


def test_the_round_ends_when_nobody_is_active() -> None:
    state, events = play(position("A* 5 =10 | B 9 =20", draw="5"), "A hits", "B stays")
    assert events == ["dealt A 5 hit numbers", "busted A 5", "stayed B chosen", "round_scored 1 0 9 10 29"]
    assert prompt(state) == RoundOver()
    assert shown(state) == "A busted 5 5 =10 | B stayed 9 =29; scores 0 9"


def test_the_round_ends_when_a_card_is_needed_and_none_is_left() -> None:
    state, events = play(position("A* 5 | B 9 | C busted 3 3"), "A hits")
    assert events == ["stayed A round_end", "stayed B round_end", "round_scored 1 5 9 0 5 9 0"]
    assert shown(state) == "A stayed 5 =5 | B stayed 9 =9 | C busted 3 3; scores 5 9 0"


def test_the_dealer_moves_one_seat_clockwise_each_round() -> None:
    state, _ = dealt("5 6 7 8", seats=2, dealer=1)
    state, events = play(state, "A stays", "B stays", "next round", "B stays", "A stays")
    assert "round_started 2 A" in events
    assert shown(state) == "A stayed 8 =13 | B stayed 7 =13; round 2; scores 5 6 / 8 7; discard 5 6"


def test_totals_and_the_draw_pile_carry_over() -> None:
    over = position("A stayed 5 =105 | B stayed 9 =50; scores 5 9", draw="1 2 3")
    state, events = play(over, "next round")
    assert events == ["round_started 2 B", "dealt A 1 opening numbers", "dealt B 2 opening numbers"]
    assert shown(state) == "A* 1 =105 | B 2 =50; dealer B; round 2; scores 5 9; discard 5 9"


def test_an_empty_deck_ends_every_round_at_once() -> None:
    state, _ = dealt("", seats=2, rules=Rules(opening_deal=False))
    state, events = play(state, "B hits", "next round", "A hits")
    assert events[-1] == "round_scored 2 0 0 0 0"
    assert prompt(state) == RoundOver()
