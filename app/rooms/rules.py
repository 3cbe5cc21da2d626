"""The rules of a table: the game's own settings and what the room adds to them."""

from collections.abc import Mapping
from dataclasses import fields
from functools import lru_cache

from app.rooms.refusal import Refusal
from engine import CHOICES, PRESETS, Rules, is_choice
from engine.values import replace, value

LEAST_SEATS, MOST_SEATS = 2, 36

_SWITCH = (True, False)
_CHOICES: Mapping[str, tuple[object, ...]] = {
    **CHOICES,
    "more_time": _SWITCH,
    "odds": _SWITCH,
    "late_take_over": _SWITCH,
    "pace": ("normal", "fast"),
}
_RANGES = {"points": range(50, 501), "rounds": range(1, 21)}
_GAME_FIELDS = frozenset(field.name for field in fields(Rules))
_LONG_TURN_SECONDS, _NO_TIMER = 180, 0


@value
class TableRules:
    """Everything the host may choose; `turn_seconds` 0 means no timer."""

    preset: str
    game: Rules
    turn_seconds: int
    more_time: bool = True
    odds: bool = True
    late_take_over: bool = True
    pace: str = "normal"

    def as_json(self) -> dict[str, object]:
        """Every setting by its wire name; to be read, not altered."""
        return _as_json(self)


@lru_cache(maxsize=256)
def _as_json(rules: TableRules) -> dict[str, object]:
    """Most tables have the same rules, and they are asked for at every move."""
    own: dict[str, object] = {
        name: getattr(rules, name) for name in rules.__match_args__ if name not in ("preset", "game")
    }
    return {"preset": rules.preset, **rules.game.to_json(), **own}


def read_rules(given: object, *, turn_seconds: int) -> TableRules:
    """The rules somebody asked for, whole or in part. `turn_seconds` is the server's default.

    Raises Refusal `bad_rules` for unknown keys, wrong types and values outside their range.
    """
    if not isinstance(given, dict):
        raise _bad("Rules must be an object.")
    preset = given.get("preset", "table")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise _bad("There is no such preset.")
    table = TableRules(preset=preset, game=PRESETS[preset], turn_seconds=turn_seconds)
    for key, chosen in given.items():
        if key == "preset":
            continue
        _check(key, chosen, turn_seconds)
        if key in _GAME_FIELDS:
            table = replace(table, game=replace(table.game, **{key: chosen}))
        else:
            table = replace(table, **{key: chosen})
    return table


def rules_from_json(stored: Mapping[str, object]) -> TableRules:
    """The rules as `TableRules.as_json` wrote them."""
    game = Rules(**{key: stored[key] for key in _GAME_FIELDS})  # type: ignore[arg-type]
    own = {key: value for key, value in stored.items() if key not in _GAME_FIELDS}
    return TableRules(game=game, **own)  # type: ignore[arg-type]


def check_seats(rules: TableRules, seats: int) -> None:
    """Refuse (`bad_rules`) a number of seats that cannot play by these rules."""
    alone = rules.game.length == "challenge"
    if alone and seats != 1:
        raise _bad("The challenge is for one player alone.")
    if not alone and not LEAST_SEATS <= seats <= MOST_SEATS:
        raise _bad(f"A table has {LEAST_SEATS} to {MOST_SEATS} seats.")


def _check(key: str, value: object, turn_seconds: int) -> None:
    """Refuse a single setting that is unknown, of the wrong type or out of range."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    if key in _CHOICES:
        fine = is_choice(value, _CHOICES[key])
    elif key in _RANGES:
        fine = whole and value in _RANGES[key]
    elif key == "turn_seconds":
        fine = whole and value in (turn_seconds, _LONG_TURN_SECONDS, _NO_TIMER)
    else:
        raise _bad("There is no such setting.")
    if not fine:
        raise _bad(f"That value does not fit the setting {key}.")


def _bad(message: str) -> Refusal:
    return Refusal("bad_rules", message)
