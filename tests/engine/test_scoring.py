"""The points of a hand, and how they are shown."""

import pytest

from engine import public, round_score, score
from engine.notation import read_position
from engine.scoring import Tally
from tests.engine.table import play, position


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("", 0),
        ("second_chance", 0),
        ("0", 0),
        ("2 5 9", 16),
        ("2 5 9 x2 +6", 38),
        ("5 7 x2 +10", 34),
        ("+2 +4 +6 +8 +10", 30),
        ("x2", 0),
        ("12 x2 x2", 24),
        ("frozen 12 +4 (freeze)", 16),
        ("stayed 12", 12),
        ("busted 12 +4 12", 0),
        ("flip7 0 1 2 3 4 5 6 x2 +8", 65),
    ],
)
def test_round_score(hand: str, points: int) -> None:
    assert round_score(read_position(f"A {hand}").seats[0]) == points


def test_a_hand_alone_scores_with_and_without_flip_7() -> None:
    hand = read_position("A 1 2 3 4 5 6 7").seats[0].hand
    assert (score(hand, flip_seven=False), score(hand, flip_seven=True)) == (28, 43)


def test_the_score_sheet_says_how_a_finished_round_adds_up() -> None:
    table = position("A* 1 2 3 4 5 6 x2 +8 | B busted 9 9 +2 | C stayed 5 +4", draw="7")
    assert public(table).sheet == ()
    state, _ = play(table, "A hits")
    assert public(state).sheet == (
        Tally(numbers=28, doubled=True, plus=8, bonus=15),
        Tally(numbers=0, doubled=False, plus=0, bonus=0),
        Tally(numbers=5, doubled=False, plus=4, bonus=0),
    )
    assert [row.points for row in public(state).sheet] == list(state.rounds[-1]) == [79, 0, 9]
