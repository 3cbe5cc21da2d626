"""Games between bots by the command line: repeatable, and the personalities are as strong as they claim."""

import json
import runpy
import sys
from itertools import pairwise
from math import sqrt
from pathlib import Path

import pytest

from engine import Rules
from engine.__main__ import main
from engine.bots import ALL_BOTS
from engine.simulate import Record, simulate

ROOT = Path(__file__).parent.parent.parent


def table(names: str, games: int, seed: int = 1, rules: Rules | None = None, rotate: bool = True) -> list[Record]:
    """The records of games between these bots; each decision takes a millisecond."""
    ticks = iter(range(10**9))
    clock = lambda: next(ticks) / 1000  # noqa: E731
    return simulate(ALL_BOTS, names.split(), rules or Rules(), games=games, seed=seed, rotate=rotate, clock=clock)


def test_the_same_seed_gives_the_same_games_and_another_one_others() -> None:
    assert table("saver steady", 5) == table("saver steady", 5)
    assert table("saver steady", 5) != table("saver steady", 5, seed=2)


def test_every_game_has_a_winner_and_seats_move_on_if_asked() -> None:
    records = table("saver steady counter", 6)
    assert [record.games for record in records] == [6, 6, 6]
    assert sum(record.wins for record in records) == 6
    assert records != table("saver steady counter", 6, rotate=False)


def test_the_figures_of_a_record() -> None:
    record = Record("saver", games=16, wins=4, rounds=40, points=700, busts=10, flip_sevens=1)
    record.microseconds.update({1000: 98, 3000: 1, 9000: 1})
    assert record.figures() == {
        "bot": "saver",
        "wins": 4,
        "win_share": 0.25,
        "standard_error": round(sqrt(0.25 * 0.75 / 16), 5),
        "round_score": 17.5,
        "busts": 0.25,
        "flip_sevens": 0.025,
        "decision_ms_mean": 1.1,
        "decision_ms_p99": 3.0,
    }
    assert Record("none", games=1, rounds=1).figures()["decision_ms_p99"] == 0


def test_on_the_command_line_it_prints_a_table_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "--games", "4", "--bots", "steady,random", "--seed", "3"]
    assert main(arguments) == 0
    heading, first, second, last = capsys.readouterr().out.splitlines()
    assert heading.split()[:3] == ["bot", "wins", "win_share"]
    assert (first.split()[0], second.split()[0]) == ("steady", "random")
    assert last.startswith("4 games, ")
    assert main([*arguments, "--json", "--rules", '{"preset": "five_rounds", "rounds": 2}']) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], [bot["bot"] for bot in found["bots"]]) == (4, ["steady", "random"])
    assert found["games_per_second"] > 0


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--bots", "steady,hal"], "no bot is called 'hal'"),
        (["--bots", "steady", "--games", "0"], "a whole number of at least 1"),
        (["--bots", "steady", "--rules", "house"], "unknown preset"),
        (["--bots", "steady", "--rules", "{"], "Expecting"),
        (["--bots", "steady,steady", "--rules", "challenge"], "the challenge is for one player alone"),
    ],
)
def test_a_wrong_command_line_says_what_is_wrong(
    wrong: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["engine", "simulate", *wrong])
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(ROOT / "engine" / "__main__.py"), run_name="__main__")
    assert end.value.code == 2
    assert said in capsys.readouterr().err


def at_least(record: Record, share: float) -> bool:
    """Whether it won so large a share of the games, or less by no more than three standard errors."""
    return record.share >= share - 3 * record.error


@pytest.mark.parametrize(
    ("names", "games", "share"),
    [
        ("shark ev ev ev", 100, 0.30),
        ("shark adaptive adaptive adaptive", 100, 0.30),
        ("shark stay28 stay28 stay28", 60, 0.34),
        ("shark counter counter counter", 60, 0.25),
        ("shark ev ev", 80, 0.38),
    ],
)
def test_shark_wins_its_share(names: str, games: int, share: float) -> None:
    assert at_least(table(names, games)[0], share)


def test_the_personalities_are_ever_stronger_and_the_gambler_shines() -> None:
    records = table("saver gambler steady counter", 200)
    saver, gambler, _, _ = records
    for weaker, stronger in pairwise(records):
        error = sqrt(weaker.error**2 + stronger.error**2)
        assert stronger.share - weaker.share >= 0.03 - 3 * error, (weaker, stronger)
    assert gambler.flip_sevens >= 3 * saver.flip_sevens
    assert gambler.flip_sevens > 0
