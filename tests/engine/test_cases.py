"""Every scenario in `cases/` shows one ruling: its expected result is compared key by key."""

import json
from pathlib import Path

import pytest

from engine.scenario import run_text

CASES = sorted((Path(__file__).parent / "cases").glob("*.json"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    text = path.read_bytes()
    expected = json.loads(text)["expect"]
    result = json.loads(run_text(text))
    seats = expected.pop("seats", [])
    assert {key: result.get(key) for key in expected} == expected
    assert [
        {key: seat[key] for key in wanted} for wanted, seat in zip(seats, result.get("seats", []), strict=bool(seats))
    ] == seats


def test_there_are_cases() -> None:
    assert len(CASES) == 61
