"""The settings of a game."""

import pytest

from engine import PRESETS, BadRules, Rules


def test_the_presets() -> None:
    assert dict(PRESETS) == {
        "table": Rules(),
        "no_opening_hand": Rules(opening_deal=False),
        "hit_or_stick": Rules(busted_cards="discard"),
        "tracker": Rules(flip_three_bust="finish", second_chance_use="bank", first_freeze="self"),
        "five_rounds": Rules(length="rounds", rounds=5),
        "challenge": Rules(length="challenge", points=200, rounds=5),
    }


def test_single_settings_go_over_the_preset() -> None:
    assert Rules.from_json({}) == Rules()
    assert Rules.from_json({"points": 100, "preset": "tracker"}) == Rules(
        flip_three_bust="finish", second_chance_use="bank", first_freeze="self", points=100
    )
    assert Rules.from_json({"preset": "tracker", "first_freeze": "any"}).first_freeze == "any"


@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_rules_survive_json(rules: Rules) -> None:
    assert Rules.from_json(rules.to_json()) == rules


@pytest.mark.parametrize(
    "settings",
    [
        {"preset": "house"},
        {"preset": None},
        {"preset": ["table"]},
        {"colour": "red"},
        {"opening_deal": 1},
        {"opening_deal": "true"},
        {"flip_three_bust": "go_on"},
        {"second_chance_use": None},
        {"first_freeze": ["any"]},
        {"busted_cards": True},
        {"length": "points "},
        {"points": 0},
        {"points": -200},
        {"points": True},
        {"points": 200.0},
        {"points": "200"},
        {"rounds": 0},
        {"rounds": None},
    ],
)
def test_bad_rules(settings: dict[str, object]) -> None:
    with pytest.raises(BadRules):
        Rules.from_json(settings)
