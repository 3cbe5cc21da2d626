"""The end of a game: points, rounds, or one player alone against both."""

import pytest

from engine import BadRules, GameIsOver, GameState, Rules, default_command, new_game, prompt
from engine.prompt import GameOver, RoundOver
from engine.scoring import Outcome, outcome
from tests.engine.table import play, position


def finish(totals: str, rules: str = "table", round: int = 1) -> tuple[GameState, list[str]]:
    """A round in which everybody stays on nothing but a Second Chance: the totals stay as they are."""
    seats = [
        f"{name} stayed second_chance ={total}" if name != "A" else f"A* second_chance ={total}"
        for name, total in zip("ABC", totals.split(), strict=False)
    ]
    scores = " / ".join(["0"] * (round - 1))
    earlier = f"; scores {scores}" if scores else ""
    return play(position(f"{' | '.join(seats)}; rules {rules}; round {round}{earlier}"), "A stays")


def test_200_at_the_end_of_a_round_wins() -> None:
    state, events = finish("199 200")
    assert events[-1] == "game_won B 199 200"
    assert prompt(state) == GameOver(winner=1)


def test_199_is_not_enough() -> None:
    state, events = finish("199 150")
    assert prompt(state) == RoundOver()
    assert not any(event.startswith("game_won") for event in events)


def test_the_highest_total_wins_whoever_got_there_first() -> None:
    state, _ = play(position("A* 12 =190 | B stayed 5 =195"), "A stays")
    assert prompt(state) == GameOver(winner=0)


def test_tied_at_the_top_everyone_plays_on() -> None:
    state, _ = finish("200 200 100")
    assert prompt(state) == RoundOver()
    state, _ = play(position("A* 1 =205 | B stayed 2 =204 | C stayed 12 =100; round 2; scores 0 0 0"), "A stays")
    assert prompt(state) == RoundOver()
    state, _ = play(position("A* 3 =205 | B stayed 2 =204 | C stayed 12 =100; round 2; scores 0 0 0"), "A stays")
    assert prompt(state) == GameOver(winner=0)


def test_a_third_seat_may_overtake_the_tied_ones() -> None:
    state, _ = play(position("A* 1 =200 | B stayed 2 =200 | C stayed 12 =195; round 2; scores 0 0 0"), "A stays")
    assert prompt(state) == GameOver(winner=2)


def test_other_points_by_house_rule() -> None:
    assert prompt(finish("99 98", "points=100")[0]) == RoundOver()
    assert prompt(finish("100 98", "points=100")[0]) == GameOver(winner=0)


def test_a_number_of_rounds() -> None:
    assert prompt(finish("300 98", "five_rounds", round=4)[0]) == RoundOver()
    assert prompt(finish("30 98", "five_rounds", round=5)[0]) == GameOver(winner=1)
    assert prompt(finish("98 98", "five_rounds", round=5)[0]) == RoundOver()
    assert prompt(finish("98 99", "five_rounds", round=6)[0]) == GameOver(winner=1)


def test_the_challenge_is_won_as_soon_as_the_points_are_there() -> None:
    assert prompt(finish("200", "challenge", round=2)[0]) == GameOver(winner=0)
    assert prompt(finish("199", "challenge", round=4)[0]) == RoundOver()


def test_the_challenge_is_lost_after_the_last_round() -> None:
    state, events = finish("199", "challenge", round=5)
    assert events[-1] == "game_won None 199"
    assert prompt(state) == GameOver(winner=None)
    assert prompt(finish("200", "challenge", round=5)[0]) == GameOver(winner=0)


@pytest.mark.parametrize(("rules", "seats"), [(Rules(length="challenge"), 2), (Rules(), 0)])
def test_games_that_cannot_be_played(rules: Rules, seats: int) -> None:
    with pytest.raises(BadRules):
        new_game(rules, seats, bytes(32))


def test_start_totals_are_judged_at_the_end_of_a_round_only() -> None:
    state, _ = play(position("A* =250 | B 5 =10", draw="7"), "A hits")
    assert not isinstance(prompt(state), GameOver)


def test_nothing_can_be_played_after_the_end() -> None:
    state, _ = finish("200 0")
    for move in ("A hits", "B stays", "A targets B", "next round", "Z hits"):
        with pytest.raises(GameIsOver):
            play(state, move)
    with pytest.raises(GameIsOver):
        default_command(state)


def test_an_outcome_needs_one_seat_alone_at_the_top() -> None:
    assert outcome(Rules(), 1, (200, 201, 201)) is None
    assert outcome(Rules(), 1, (200, 202, 201)) == Outcome(winner=1)
