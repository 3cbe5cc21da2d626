"""The scenario format: what is read, what is refused, and the command line around it."""

import io
import json
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.scenario import run_text

ROOT = Path(__file__).parent.parent.parent


def result(scenario: object) -> dict[str, object]:
    """The result of one scenario."""
    text = scenario if isinstance(scenario, bytes) else json.dumps(scenario).encode()
    line = run_text(text)
    assert "\n" not in line
    read: dict[str, object] = json.loads(line)
    return read


def test_what_is_missing_has_its_default() -> None:
    assert result({"players": 2, "draw": ["5", "6", "7"]}) == {
        "phase": "turn",
        "seat": 1,
        "card": None,
        "choices": ["hit", "stay"],
        "round": 1,
        "dealer": 0,
        "seats": [
            {
                "status": "active",
                "numbers": [number],
                "modifiers": [],
                "second_chance": False,
                "played": [],
                "round_score": int(number),
                "total": 0,
            }
            for number in ("6", "5")
        ],
        "flip_three": None,
        "set_aside": [],
        "draw_count": 1,
        "discard": [],
        "winner": None,
        "errors": [],
    }


@pytest.mark.parametrize(
    "extra",
    [
        {"reshuffles": [["5", "6"]]},
        {"unknown": {"deep": [1, 2, {}]}},
        {"expect": None, "name": 5, "why": []},
        {"discard": ["12"] * 200},
        {"commands": [{"seat": 1, "do": "hit", "why": "an unknown key"}]},
        {"rules": {}},
        {"totals": [10**400, 0]},
        {"rules": {"points": 10**400}},
    ],
)
def test_fine(extra: dict[str, object]) -> None:
    assert "error" not in result({"players": 2, "draw": ["5", "6", "7"], **extra})


def test_an_empty_deck_is_fine() -> None:
    assert result({"players": 2, "draw": []})["phase"] == "round_over"


@pytest.mark.parametrize(
    "change",
    [
        {"players": 0},
        {"players": -1},
        {"players": True},
        {"players": 2.0},
        {"players": "2"},
        {"players": None},
        {"players": 10**30},
        {"draw": None},
        {"draw": "5"},
        {"draw": ["13"]},
        {"draw": [5]},
        {"draw": [["5"]]},
        {"draw": [{}]},
        {"draw": ["\ud800"]},
        {"discard": ["joker"]},
        {"discard": None},
        {"reshuffles": None},
        {"reshuffles": ["5"]},
        {"reshuffles": [["5", "joker"]]},
        {"dealer": 2},
        {"dealer": -1},
        {"dealer": False},
        {"totals": [1]},
        {"totals": [1, 2, 3]},
        {"totals": [1, -1]},
        {"totals": [1, 1.5]},
        {"totals": [1, True]},
        {"totals": {"0": 1}},
        {"commands": {}},
        {"commands": ["hit"]},
        {"commands": [None]},
        {"rules": "table"},
        {"rules": None},
        {"rules": {"preset": "unheard of"}},
        {"rules": {"colour": "red"}},
        {"rules": {"points": 0}},
        {"rules": {"preset": "challenge"}},
        {"draw": ["5"], "discard": ["6"]},
        {"draw": ["5"], "discard": ["6"], "reshuffles": [["7"]]},
    ],
)
def test_bad_scenarios(change: dict[str, object]) -> None:
    answer = result({"players": 2, "draw": ["5", "6", "7"], **change})
    assert answer["error"] == "bad_scenario"
    assert isinstance(answer["detail"], str) and answer["detail"]


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"players": 2, "draw": [], "x": NaN}',
        b'{"players": 2, "draw": [], "x": -Infinity}',
        b'{"players": 1e999, "draw": []}',
        b'{"players": ' + b"9" * 9999 + b', "draw": []}',
        b'{"players": 2, "draw": [], "x": ' + b"[" * 200_000 + b"]" * 200_000 + b"}",
        b'{"players": 2, "draw": []} {}',
    ],
)
def test_what_is_no_json_object(text: bytes) -> None:
    assert result(text)["error"] == "bad_scenario"


def test_the_last_of_two_equal_keys_counts() -> None:
    assert result(b'{"players": 9, "draw": [], "players": 1}')["phase"] == "round_over"


def refusals(*commands: object) -> object:
    """The errors of commands to two seats of which seat 1 is to act."""
    return result({"players": 2, "draw": ["5", "6", "7", "8"], "commands": commands})["errors"]


@pytest.mark.parametrize(
    ("command", "error"),
    [
        ({}, "unknown_command"),
        ({"do": ["hit"], "seat": 1}, "unknown_command"),
        ({"do": "HIT", "seat": 1}, "unknown_command"),
        ({"do": "hit"}, "bad_seat"),
        ({"do": "hit", "seat": True}, "bad_seat"),
        ({"do": "hit", "seat": 1.0}, "bad_seat"),
        ({"do": "hit", "seat": "1"}, "bad_seat"),
        ({"do": "hit", "seat": 10**400}, "bad_seat"),
        ({"do": "stay", "seat": 0}, "not_your_turn"),
        ({"do": "target", "seat": 1}, "wrong_phase"),
        ({"do": "next_round", "seat": "nobody"}, "wrong_phase"),
        ({"do": "timeout", "seat": {}}, None),
        ({"do": "hit", "seat": 1}, None),
    ],
)
def test_commands(command: object, error: str | None) -> None:
    assert refusals(command) == [error]


@pytest.mark.parametrize("target", [True, None, "0", 0.0, 9])
def test_a_target_that_is_no_seat(target: object) -> None:
    scenario = {"players": 2, "draw": ["5", "6", "freeze"], "commands": [{"seat": 1, "do": "hit"}]}
    scenario["commands"].append({"seat": 1, "do": "target", "target": target})
    assert result(scenario)["errors"] == [None, "illegal_target"]


def test_after_the_game_unknown_commands_are_named_first() -> None:
    over = {"players": 1, "draw": ["5"], "rules": {"points": 5}, "commands": [{"seat": 0, "do": "stay"}]}
    later = [{"do": "fold"}, {"do": "timeout"}, {"do": "next_round"}, {"do": "hit", "seat": 9}]
    answer = result({**over, "commands": [*over["commands"], *later]})
    assert answer["errors"] == [None, "unknown_command", "game_over", "game_over", "game_over"]
    assert (answer["winner"], answer["seat"], answer["choices"]) == (0, None, [])


def test_files_are_read_one_after_the_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text('{\n "players": 1,\n "draw": ["5"]\n}\n')
    bad.write_text("{")
    assert main(["scenario", str(good), str(bad), str(tmp_path / "missing.json"), str(tmp_path), str(good)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line.get("error") for line in lines] == [None, "bad_scenario", "bad_scenario", "bad_scenario", None]


LINES = b'{"players": 1, "draw": ["5"]}\r\n\n  \n{"players": 1, "draw": ["13"]}\n\xff\n{"players": 1, "draw": []}'


@pytest.mark.parametrize("arguments", [["-"], []])
def test_standard_input_holds_one_scenario_a_line(
    arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LINES)))
    monkeypatch.setattr(sys, "argv", ["engine", "scenario", *arguments])
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(ROOT / "engine" / "__main__.py"), run_name="__main__")
    assert end.value.code == 0
    errors = [json.loads(line).get("error") for line in capsys.readouterr().out.splitlines()]
    assert errors == [None, "bad_scenario", "bad_scenario", None]


def test_as_a_process_of_its_own() -> None:
    command = [sys.executable, "-m", "engine", "scenario", "-"]
    done = subprocess.run(command, input=LINES, capture_output=True, cwd=ROOT, check=True)
    assert (len(done.stdout.splitlines()), done.stderr) == (4, b"")


@pytest.mark.parametrize("arguments", [[], ["play"]])
def test_a_wrong_command_line_says_how_to_use_it(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert "usage: python -m engine" in capsys.readouterr().err
