"""Scenarios: a game with a given deck and a list of commands as JSON, played to a result as JSON."""

import json
from collections.abc import Iterable, Mapping
from typing import NoReturn

from engine.cards import Card, in_order
from engine.commands import Command, Hit, NextRound, Stay, Target
from engine.errors import IllegalCommand, UnknownCommand
from engine.game import apply, start_game
from engine.prompt import Prompt, TargetPrompt, TurnPrompt, default_command
from engine.public import PublicSeat, public
from engine.rules import BadRules, Rules
from engine.shuffle import Scripted, ScriptError
from engine.state import GameState, sequences

MOST_PLAYERS = 1000
MOST_DIGITS = 1000
NO_SEAT = -1
"""Stands for a seat that is missing or is no whole number."""


class BadScenario(ValueError):
    """The scenario makes no sense; the message says why."""


def run_text(text: bytes) -> str:
    """One scenario, UTF-8, to its result or `bad_scenario`: one line of JSON each way."""
    try:
        return json.dumps(run(_parsed(text)))
    except (BadScenario, BadRules, ScriptError) as problem:
        return bad_scenario(str(problem))


def bad_scenario(detail: str) -> str:
    """The result of what cannot be played."""
    return json.dumps({"error": "bad_scenario", "detail": detail})


def run(scenario: Mapping[str, object]) -> dict[str, object]:
    """Play a scenario to its result. Raises BadScenario, BadRules, ScriptError."""
    players = _whole(scenario, "players", 1, MOST_PLAYERS)
    totals = _list(scenario, "totals", default=[0] * players)
    if len(totals) != players or any(type(total) is not int or total < 0 for total in totals):
        raise BadScenario("totals must be one whole number of at least 0 for each player")
    rules = scenario.get("rules", {})
    if not isinstance(rules, dict):
        raise BadScenario("rules must be an object")
    commands = _list(scenario, "commands")
    if not all(isinstance(command, dict) for command in commands):
        raise BadScenario("a command must be an object")
    state, _ = start_game(
        Rules.from_json(rules),
        totals=[total for total in totals if isinstance(total, int)],
        dealer=_whole(scenario, "dealer", 0, players - 1, default=0),
        draw_pile=_cards("draw", scenario.get("draw")),
        discard_pile=_cards("discard", scenario.get("discard", [])),
        shuffles=Scripted(tuple(_cards("reshuffles", order) for order in _list(scenario, "reshuffles"))),
    )
    errors: list[str | None] = []
    for command in commands:
        assert isinstance(command, dict)
        state, error = _played(state, command)
        errors.append(error)
    return _result(state, errors)


def _parsed(text: bytes) -> dict[str, object]:
    """The JSON object in `text`."""
    try:
        scenario = json.loads(text.decode("utf-8-sig"), parse_constant=_no_constant, parse_int=_number)
    except RecursionError:
        raise BadScenario("bad JSON: nested too deeply") from None
    except ValueError as problem:
        raise BadScenario(f"bad JSON: {problem}") from None
    if not isinstance(scenario, dict):
        raise BadScenario("a scenario must be an object")
    return scenario


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _number(digits: str) -> int | float:
    """A whole number, or infinity for one too long to be meant."""
    return int(digits) if len(digits) <= MOST_DIGITS else float("inf")


def _whole(scenario: Mapping[str, object], key: str, least: int, most: int, default: int | None = None) -> int:
    value = scenario.get(key, default)
    if type(value) is not int or not least <= value <= most:
        raise BadScenario(f"{key} must be a whole number from {least} to {most}")
    return value


def _list(scenario: Mapping[str, object], key: str, default: Iterable[object] = ()) -> list[object]:
    value = scenario.get(key, list(default))
    if not isinstance(value, list):
        raise BadScenario(f"{key} must be a list")
    return value


def _cards(key: str, names: object) -> tuple[Card, ...]:
    """A list of card names as cards."""
    if not isinstance(names, list):
        raise BadScenario(f"{key} must be a list of cards")
    try:
        return tuple(map(Card, names))
    except ValueError:
        raise BadScenario(f"{key} holds something that is no card") from None


def _played(state: GameState, command: Mapping[str, object]) -> tuple[GameState, str | None]:
    """The state after a command and None, or the same state and the code of the refusal."""
    try:
        after, _ = apply(state, _command(state, command))
    except IllegalCommand as refusal:
        return state, refusal.code
    return after, None


def _command(state: GameState, command: Mapping[str, object]) -> Command:
    """The command of a scenario. Raises UnknownCommand, GameIsOver."""
    seat = _seat(command.get("seat"))
    match command.get("do"):
        case "hit":
            return Hit(seat)
        case "stay":
            return Stay(seat)
        case "target":
            return Target(seat, _seat(command.get("target")))
        case "next_round":
            return NextRound()
        case "timeout":
            return default_command(state)
        case _:
            raise UnknownCommand


def _seat(value: object) -> int:
    return value if type(value) is int else NO_SEAT


def _result(state: GameState, errors: list[str | None]) -> dict[str, object]:
    """What the table looks like after the last command."""
    game = public(state)
    under_way = game.flip_three
    innermost = sequences(state.agenda)[-1:]
    return {
        "phase": game.phase,
        **_question(game.prompt),
        "round": game.round,
        "dealer": game.dealer,
        "seats": [_seat_result(seat) for seat in game.seats],
        "flip_three": {"seat": under_way.seat, "left": under_way.left} if under_way else None,
        "set_aside": [card for frame in innermost for card in frame.set_aside],
        "draw_count": game.draw_count,
        "discard": in_order(state.discard_pile),
        "winner": game.winner,
        "errors": errors,
    }


def _question(asked: Prompt) -> dict[str, object]:
    if isinstance(asked, TurnPrompt | TargetPrompt):
        card = asked.card if isinstance(asked, TargetPrompt) else None
        return {"seat": asked.seat, "card": card, "choices": asked.choices}
    return {"seat": None, "card": None, "choices": []}


def _seat_result(seat: PublicSeat) -> dict[str, object]:
    return {
        "status": seat.status,
        "numbers": seat.numbers,
        "modifiers": seat.modifiers,
        "second_chance": seat.second_chance,
        "played": seat.played,
        "round_score": seat.round_score,
        "total": seat.total,
    }
