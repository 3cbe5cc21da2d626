"""What is compiled (tests/bench/compiled.py) are the same modules: interpreted, they play the same games."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine import state
from engine.__main__ import main
from engine.cards import Card
from tests.bench.compiled import INTERPRETED, ROOT, write_out, written_out
from tests.engine.test_cases import CASES

GAMES = ["simulate", "--games", "4", "--bots", "shark,counter,gambler,random", "--rules", "tracker", "--json"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("written")
    write_out(place)
    return place


def printed(folder: Path, *arguments: str) -> str:
    """What `python -m engine` prints with the package in that folder."""
    command = [sys.executable, "-P", "-m", "engine", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def test_no_value_and_no_member_of_an_enumeration_is_left_as_it_was(folder: Path) -> None:
    written = [path for path in folder.glob("engine/**/*.py") if path.stem not in INTERPRETED]
    assert len(written) > 20
    for path in written:
        for line in path.read_text("utf-8").splitlines():
            assert not line.startswith(("@value", "@dataclass")), f"{path.name}: {line}"
            named = line.startswith("_") or line.lstrip().startswith("case ")
            assert named or not any(kind in line for kind in (" Card.", "(Card.", " Status.", "(Status.")), line


def test_every_case_comes_out_the_same(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases = ["scenario", *map(str, CASES)]
    main(cases)
    assert printed(folder, *cases) == capsys.readouterr().out


def test_bots_play_the_same_games(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(GAMES)
    assert _without_times(printed(folder, *GAMES)) == _without_times(capsys.readouterr().out)


def _without_times(figures: str) -> list[str]:
    return [part for part in figures.split(", ") if not any(word in part for word in ("_ms_", "per_second"))]


def test_a_value_written_out_is_the_value_it_was() -> None:
    there: dict[str, Any] = {}
    exec(written_out((ROOT / "engine" / "state.py").read_text("utf-8")), there)
    hands = [module["Hand"]((Card.N5,), second_chance=True) for module in (vars(state), there)]
    seats = [module["Seat"](hand, total=7) for module, hand in zip((vars(state), there), hands, strict=True)]
    for ours, written in (hands, seats):
        assert repr(written) == repr(ours)
        assert type(written).__match_args__ == type(ours).__match_args__
    again = there["Seat"](hands[1], total=7)
    assert again == seats[1] and hash(again) == hash(seats[1])
    assert again != there["Seat"](hands[1], total=8)
    assert again != seats[0]
    assert hands[1].can_stay and hands[1].takes(Card.N6) and not hands[1].takes(Card.SECOND_CHANCE)
