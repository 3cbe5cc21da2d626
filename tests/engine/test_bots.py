"""Bots answer the open question from what everyone sees."""

from random import Random

import pytest

from engine import PRESETS, GameIsOver, GameOver, Rules, apply, new_game, prompt, public
from engine.bots import ALL_BOTS, LEVELS, PERSONALITIES, choose, doubt
from engine.notation import write_command
from tests.engine.table import position

LAST_ROUND = "rules five_rounds; round 5; scores 1 1 / 1 1 / 1 1 / 1 1"


def answer(table: str, draw: str = "1 2", seed: int = 0, bot: str = "counter") -> str:
    return write_command(choose(public(position(table, draw=draw)), bot=bot, seed=seed))


@pytest.mark.parametrize(
    ("bot", "hits", "stays"),
    [
        ("saver", "8 9", "11 9"),
        ("gambler", "12 11", "12 11 10 2"),
        ("steady", "12 11", "12 11 5"),
        ("counter", "12 9", "12 11 10"),
    ],
)
def test_each_has_its_own_idea_of_enough(bot: str, hits: str, stays: str) -> None:
    assert answer(f"A* {hits} | B 9", bot=bot) == "A hits"
    assert answer(f"A* {stays} | B 9", bot=bot) == "A stays"


def test_a_gambler_goes_for_seven_cards() -> None:
    assert answer("A* 12 11 4 3 2 1 | B 9", bot="gambler") == "A hits"
    assert answer("A* 12 11 10 9 8 7 | B 9", bot="gambler") == "A hits"


def test_a_gambler_takes_three_and_a_saver_gives_them_to_the_shortest_row() -> None:
    table = "A* 12 8 9 | B 9 8 | C 7; agenda target A flip_three"
    assert answer(table, bot="gambler") == "A targets A"
    assert answer(table, bot="saver") == "A targets C"


def test_a_saver_freezes_whoever_has_most_to_bank() -> None:
    assert answer("A* 5 =150 | B 9 =80 | C 7 =90; agenda target A freeze", bot="saver") == "A targets B"
    assert answer("A* 12 =150 | B 9 =80 | C 7 =90; agenda target A freeze", bot="saver") == "A targets A"


def test_a_steady_player_goes_for_the_leader() -> None:
    assert answer("A* 5 =150 | B 9 =80 | C 7 =90; agenda target A freeze", bot="steady") == "A targets C"
    assert answer("A* 5 =150 | B 9 =80 | C 7 =90; agenda target A flip_three", bot="steady") == "A targets C"


def test_it_hits_where_it_may_not_stay() -> None:
    assert answer("A* | B 9") == "A hits"


def test_it_hits_on_with_a_second_chance() -> None:
    assert answer("A* 12 11 10 9 second_chance | B 9") == "A hits"


def test_it_counts_the_cards() -> None:
    gone = "12 " * 11 + "11 " * 10 + "10 " * 9
    assert answer(f"A* 12 11 10 | B 9; discard {gone}") == "A hits"


def test_it_stays_where_that_wins_the_game() -> None:
    assert answer("A* 2 =199 | B 9 =150") == "A stays"
    assert answer("A* 2 =198; rules challenge") == "A stays"


def test_it_does_not_stay_behind_somebody_who_has_banked_the_win() -> None:
    assert answer("A* 12 11 10 =150 | B stayed 9 =195") == "A hits"
    assert (
        answer("A* 12 11 10 =50 | B stayed 9 =60; rules five_rounds; round 5; scores 1 1 / 1 1 / 1 1 / 1 1")
        == "A stays"
    )
    assert answer("A* 12 11 10 | B stayed 9 =60; rules five_rounds; round 5; scores 1 1 / 1 1 / 1 1 / 1 1") == "A hits"


def test_a_tie_at_the_goal_leaves_it_to_the_odds() -> None:
    assert answer("A* 12 11 10 =171 | B stayed 9 =195") == "A stays"


def test_in_the_last_round_it_hits_on_while_it_can_be_overtaken_and_that_pays() -> None:
    assert answer(f"A* 5 =50 | B 9; {LAST_ROUND}") == "A hits"
    assert answer(f"A* 5 =50 | B stayed 9; {LAST_ROUND}") == "A stays"


def test_in_the_last_round_of_a_challenge_it_goes_for_the_points() -> None:
    assert answer("A* 12 11 10 =100; rules challenge; round 5; scores 1 / 1 / 1 / 1") == "A hits"


def test_a_freeze_stops_the_strongest_rival() -> None:
    assert answer("A* 5 =150 | B 9 =80 | C 7 =90; agenda target A freeze") == "A targets C"


def test_a_freeze_does_not_give_a_rival_the_win() -> None:
    assert answer("A* 5 | B 9 =80 | C 7 =195; agenda target A freeze") == "A targets B"
    assert answer("A* 5 | B stayed 9 =80 | C 7 =195; agenda target A freeze") == "A targets C"


def test_a_flip_three_hits_a_rival_with_a_long_row() -> None:
    assert answer("A* 5 | B 9 | C 7 8 10 11 12; agenda target A flip_three") == "A targets C"


def test_a_flip_three_is_taken_with_a_short_row() -> None:
    assert answer("A* | B 1 | C 2; agenda target A flip_three") == "A targets A"


def test_a_second_chance_goes_to_the_weakest() -> None:
    assert answer("A* 5 second_chance | B 9 | C 7; agenda target A second_chance") == "A targets C"


def test_between_rounds_it_goes_on() -> None:
    assert answer("A stayed 5 | B stayed 9; scores 5 9") == "next round"


def test_after_the_game_there_is_nothing_to_choose() -> None:
    with pytest.raises(GameIsOver):
        answer("A stayed 5 =205 | B stayed 9; scores 5 9")


def test_every_level_is_played_by_personalities_and_an_unknown_one_does_not_play() -> None:
    game = public(position("A* 5 | B 9", draw="1"))
    assert list(LEVELS) == ["easy", "normal", "hard", "expert"]
    assert {name for names in LEVELS.values() for name in names} == set(PERSONALITIES)
    assert {write_command(choose(game, bot=name)) for name in PERSONALITIES} == {"A hits"}
    with pytest.raises(KeyError):
        choose(game, bot="cheater")


@pytest.mark.parametrize("bot", ["saver", "gambler", "steady", "counter"])
def test_the_same_game_and_seed_give_the_same_answer_and_moods_differ(bot: str) -> None:
    close = {"saver": "10 9", "gambler": "12 11 9", "steady": "12 10 4", "counter": "12 11 2"}[bot]
    answers = [answer(f"A* {close} | B 9", seed=seed, bot=bot) for seed in range(40)]
    assert answers == [answer(f"A* {close} | B 9", seed=seed, bot=bot) for seed in range(40)]
    assert set(answers) == {"A hits", "A stays"}


def test_a_close_question_is_in_doubt_and_a_plain_one_is_not() -> None:
    games = ("A* 11 9 6 | B 9", "A* 5 | B 9", "A* | B 9", "A* 5 | B 9; agenda target A freeze", "A =1 | B; scores 1 0")
    close, plain, forced, target, between = (doubt(public(position(game, draw="1"))) for game in games)
    assert close > 0.5 > plain
    assert (forced, target, between) == (0, 0.5, 0)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [1, 2, 6])
def test_a_game_between_bots_ends(preset: str, seats: int) -> None:
    rules: Rules = PRESETS[preset]
    state, _ = new_game(rules, 1 if rules.length == "challenge" else seats, bytes([seats]) * 32)
    names = list(ALL_BOTS)
    for turn in range(3000):
        if isinstance(prompt(state), GameOver):
            break
        state, _ = apply(state, ALL_BOTS[names[turn % len(names)]].choose(public(state), Random(turn)))
    assert isinstance(prompt(state), GameOver)
