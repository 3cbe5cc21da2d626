"""The rules a table can choose from: every house ruling in which the game's sources differ.

Source: docs/rules.md, "House rules" and "Score".
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, get_args

from engine.values import replace, value

FLIP_7_BONUS: Final = 15
FLIP_7_NUMBERS: Final = 7
FLIP_THREE_CARDS: Final = 3


class BadRules(ValueError):
    """Rules that name an unknown preset or setting, or a value that setting cannot have."""


FlipThreeBust = Literal["stop", "finish"]
SecondChanceUse = Literal["play_on", "bank"]
FirstFreeze = Literal["any", "self"]
BustedCards = Literal["stay", "discard"]
Length = Literal["points", "rounds", "challenge"]


@value
class Rules:
    """The settings of one game; the defaults are the preset `table`."""

    opening_deal: bool = True
    """Each seat is dealt one card before the first turn."""
    flip_three_bust: FlipThreeBust = "stop"
    """`finish`: all three cards are flipped even after a bust, and their actions still count."""
    second_chance_use: SecondChanceUse = "play_on"
    """`bank`: a used Second Chance ends the round for its seat, which keeps its score."""
    first_freeze: FirstFreeze = "any"
    """`self`: a Freeze dealt to a seat with nothing in front of it must be played on that seat."""
    busted_cards: BustedCards = "stay"
    """`discard`: a busted seat's cards go to the discard pile at once."""
    length: Length = "points"
    """What ends the game: a total, a number of rounds, or either for one player alone."""
    points: int = 200
    rounds: int = 5

    @classmethod
    def from_json(cls, settings: Mapping[str, object]) -> "Rules":
        """Single settings over a `preset` (missing: `table`). Raises BadRules."""
        preset = settings.get("preset", "table")
        if not isinstance(preset, str) or preset not in PRESETS:
            raise BadRules("unknown preset")
        chosen = {name: _checked(name, value) for name, value in settings.items() if name != "preset"}
        return replace(PRESETS[preset], **chosen)  # type: ignore[arg-type]  # checked by _checked

    def to_json(self) -> dict[str, object]:
        """Every setting by name."""
        return {name: getattr(self, name) for name in self.__match_args__}


def _checked(name: str, value: object) -> object:
    """`value` if the setting `name` can have it."""
    if name in _NUMBERS:
        if type(value) is not int or value < 1:
            raise BadRules(f"{name} must be a whole number of at least 1")
    elif name not in CHOICES:
        raise BadRules(f"unknown setting {name!r}")
    elif not is_choice(value, CHOICES[name]):
        raise BadRules(f"{name} must be one of {', '.join(map(str, CHOICES[name])).lower()}")
    return value


def is_choice(value: object, choices: tuple[object, ...]) -> bool:
    """Whether it is one of them; 1 is no True."""
    return value in choices and type(value) is type(choices[0])


_NUMBERS = ("points", "rounds")

CHOICES: Mapping[str, tuple[object, ...]] = {
    "opening_deal": (True, False),
    "flip_three_bust": get_args(FlipThreeBust),
    "second_chance_use": get_args(SecondChanceUse),
    "first_freeze": get_args(FirstFreeze),
    "busted_cards": get_args(BustedCards),
    "length": get_args(Length),
}
"""The values of each setting, the default first."""

PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        "table": Rules(),
        "no_opening_hand": Rules(opening_deal=False),
        "hit_or_stick": Rules(busted_cards="discard"),
        "tracker": Rules(flip_three_bust="finish", second_chance_use="bank", first_freeze="self"),
        "five_rounds": Rules(length="rounds"),
        "challenge": Rules(length="challenge"),
    }
)
