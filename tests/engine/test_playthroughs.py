"""Golden transcripts: whole games whose every event and round must stay as they are."""

from pathlib import Path

import pytest

from tests.engine.playthrough import replayed

PLAYTHROUGHS = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_playthrough(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert replayed(text) == text
    assert any(line.startswith("game_won ") for line in text.splitlines()[-2:])


def test_there_are_playthroughs() -> None:
    assert len(PLAYTHROUGHS) == 6
