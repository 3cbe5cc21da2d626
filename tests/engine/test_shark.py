"""Shark: what it holds likely, and what it does with that."""

from itertools import pairwise

import pytest

from engine import PublicGame, public
from engine.__main__ import main
from engine.bots import PERSONALITIES, choose, level_of
from engine.bots.experience import CHASES, ENDINGS, ROUNDS
from engine.bots.outlook import BUCKETS, NEEDS, Outlook, bucket, need_bucket, reach
from engine.learn import Experience, learn, written
from engine.notation import write_command
from tests.engine.table import position

LAST_ROUND = "rules five_rounds; round 5; scores 1 1 / 1 1 / 1 1 / 1 1"
FOURTH_ROUND = "rules five_rounds; round 4; scores 1 1 / 1 1 / 1 1"


def game(table: str) -> PublicGame:
    return public(position(table, draw="1 2"))


def answer(table: str) -> str:
    return write_command(choose(game(table), bot="shark"))


def test_the_tables_hold_chances_for_every_bucket() -> None:
    assert (len(ROUNDS), len(ENDINGS), len(CHASES)) == (len(NEEDS) + 1, 2 * BUCKETS, 2 * BUCKETS)
    for row in (*ROUNDS, *ENDINGS, *CHASES):
        assert sum(chance for _, chance in row) == pytest.approx(1)


def test_buckets() -> None:
    assert [need_bucket(need) for need in (1, 20, 21, 90, 91)] == [0, 0, 1, 3, 4]
    assert [bucket(0, False), bucket(39, False), bucket(90, False), bucket(4, True)] == [0, 9, 10, BUCKETS + 1]


@pytest.mark.parametrize("need", [1, 30, 100, 200, 500])
def test_the_longer_it_takes_the_likelier_the_goal_is_reached(need: int) -> None:
    chances = reach(need)
    assert chances[0] == 0
    assert chances[-1] > 0.99
    assert all(before <= after for before, after in pairwise(chances))
    assert all(nearer >= farther for nearer, farther in zip(reach(need - 1), chances, strict=True))


@pytest.mark.parametrize(
    ("table", "goal"),
    [
        ("A* 5 =100 | B 9 =120 | C 12 second_chance =80", 100),
        ("A* 5 =185 | B stayed 9 =150 | C 12 =199", 15),
        (f"A* 5 =50 | B 9; {FOURTH_ROUND}", 0),
        (f"A* 5 =50 | B 9 =45; {LAST_ROUND}", 0),
        ("A* 5 =150; rules challenge; round 4; scores 1 / 1 / 1", 50),
        ("A* 5 =940 | B 9 =900; rules table points=1000", 60),
    ],
)
def test_more_points_never_lower_the_chance_to_win(table: str, goal: int) -> None:
    """But at the goal itself: whoever has banked it has the others after them."""
    outlook = Outlook(game(table), 0)
    for side in (range(goal), range(goal, 120)):
        chances = [outlook(points) for points in side]
        assert all(0 <= chance <= 1 + 1e-9 for chance in chances)
        assert all(before <= after + 0.03 for before, after in pairwise(chances))  # the tables are coarse
    assert outlook(0) < outlook(90)


def test_the_chances_of_all_add_up_to_about_one() -> None:
    table = game("A stayed 5 =100 | B stayed 9 =120 | C stayed 12 =80 | D stayed 3 =20; scores 1 1 1 1")
    total = sum(Outlook(table, seat)(table.seats[seat].round_score) for seat in range(4))
    assert total == pytest.approx(1, abs=0.05)


def test_a_banked_win_is_certain_and_behind_one_there_is_none() -> None:
    assert Outlook(game("A* 5 =190 | B stayed 9 =150"), 0)(12) == 1
    assert Outlook(game("A* 5 =100 | B stayed 9 =195"), 0)(40) == 0
    assert Outlook(game("A* 5 =190 | B stayed 9 =195"), 0)(14) == 0.5


def test_behind_a_banked_win_it_reckons_with_going_on_until_it_is_ahead() -> None:
    outlook = Outlook(game("A* 5 =150 | B stayed 9 =195"), 0)
    farther = [chance for most, chance in CHASES[bucket(20, False)] if 150 + 20 + most > 204]
    assert outlook(53) == 0
    assert outlook.still_active(20, False) == pytest.approx(sum(farther))


def test_it_plays_by_the_chance_to_win_not_by_points() -> None:
    assert answer("A* 12 11 10 =150 | B stayed 9 =195") == "A hits"
    assert answer("A* 2 =199 | B stayed 9 =150") == "A stays"
    assert answer("A* 12 11 10 | B 9") == "A stays"
    assert answer("A* 5 | B 9") == "A hits"
    assert answer("A* 12 11 10 9 second_chance | B 9") == "A hits"
    assert answer(f"A* 12 11 10 | B stayed 9 =60; {LAST_ROUND}") == "A hits"
    assert answer("A* 12 11 10 =100; rules challenge; round 5; scores 1 / 1 / 1 / 1") == "A hits"


def test_it_freezes_who_would_gain_most_but_gives_nobody_the_win() -> None:
    assert answer("A* 5 =150 | B 9 =60 | C 7 =150; agenda target A freeze") == "A targets C"
    assert answer("A* 5 =100 | B 9 =60 | C 7 =195; agenda target A freeze") == "A targets B"


def test_three_cards_go_where_they_hurt_most() -> None:
    assert answer("A* 5 | B 9 | C 7 8 10 11 12; agenda target A flip_three") == "A targets C"


def test_three_cards_are_its_own_while_they_hardly_bust_and_there_is_a_game_to_win() -> None:
    assert answer("A* 5 | B 9 | C 7; agenda target A flip_three") == "A targets A"
    assert answer("A* 5 8 12 | B 9 | C 7; agenda target A flip_three") == "A targets C"
    assert answer("A* 2 3 =195 | B 9 =100; agenda target A flip_three") == "A targets B"


def test_a_second_chance_goes_to_the_least_dangerous() -> None:
    assert answer("A* 5 second_chance | B 9 =150 | C 7 =20; agenda target A second_chance") == "A targets C"


def test_out_of_the_round_it_still_chooses_for_the_best() -> None:
    assert answer("A frozen 5 =100 | B 9 =60 | C 7 =150; agenda target A freeze") == "A targets C"


def test_experience_is_counted_the_same_for_the_same_seed_and_reads_back() -> None:
    bots = [PERSONALITIES["steady"], PERSONALITIES["counter"], PERSONALITIES["gambler"]]
    text = written(learn(bots, games=3, seed=1))
    assert text == written(learn(bots, games=3, seed=1))
    assert text != written(learn(bots, games=3, seed=2))
    module: dict[str, object] = {}
    exec(text, module)
    assert len(module["ROUNDS"]) == len(NEEDS) + 1  # type: ignore[arg-type]


def test_experience_is_written_by_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", "--bots", "steady,saver", "--games", "2", "--seed", "5"]) == 0
    assert capsys.readouterr().out == written(learn([PERSONALITIES["steady"], PERSONALITIES["saver"]], games=2, seed=5))


def test_what_hardly_ever_happened_is_left_out() -> None:
    found = Experience()
    found.rounds[0].update({0: 30_000, 77: 1})
    assert '("""\n0:10000\n' in written(found)


def test_each_personality_has_a_level() -> None:
    assert [level_of(bot) for bot in PERSONALITIES] == ["easy", "easy", "normal", "hard", "expert"]
