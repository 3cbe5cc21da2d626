"""A whole state as JSON, for the server's own store."""

import json

import pytest

from engine import DECK, Rules, new_game, state_from_json, state_to_json
from tests.engine.table import play, position


def test_a_state_is_about_a_kilobyte() -> None:
    state, _ = new_game(Rules(), 6, bytes(32))
    text = json.dumps(state_to_json(state), separators=(",", ":"))
    assert len(text) < 1100
    assert state_from_json(json.loads(text)) == state


def test_every_card_of_the_deck_survives() -> None:
    state = position("A* | B", draw=" ".join(DECK))
    assert state_from_json(json.loads(json.dumps(state_to_json(state)))) == state


@pytest.mark.parametrize(
    "table",
    [
        "A* 5 x2 +10 second_chance (flip_three freeze) =12 | B busted 9 9; rules tracker; dealer B",
        "A* 5 | B 9; agenda deal B, deal A, flip_three A left 2 shown freeze aside freeze, target A second_chance",
        "A stayed 5 =5 | B stayed 9 =9; scores 5 9; discard 3 4; orders 4 3 / 5",
    ],
)
def test_every_part_of_a_state_survives(table: str) -> None:
    state = position(table, draw="1 2 3")
    assert state_from_json(json.loads(json.dumps(state_to_json(state)))) == state


def test_a_game_goes_on_from_its_json() -> None:
    state, _ = play(position("A* 5 | B 9 | C 8", draw="flip_three freeze flip_three 7 1 2 3"), "A hits", "A targets B")
    restored = state_from_json(json.loads(json.dumps(state_to_json(state))))
    assert play(restored, "B targets C", "B targets A") == play(state, "B targets C", "B targets A")


def test_an_unknown_obligation_is_refused() -> None:
    obj = state_to_json(position("A* 5"))
    with pytest.raises(ValueError, match="no obligation"):
        state_from_json({**obj, "agenda": [["dance", 0]]})
