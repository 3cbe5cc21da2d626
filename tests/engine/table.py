"""Positions and moves as text, so that a test reads like the rule it checks."""

import json
from collections.abc import Iterable

from engine import (
    Card,
    Event,
    GameState,
    Rules,
    apply,
    event_json,
    public,
    start_game,
    state_from_json,
    state_to_json,
)
from engine.cards import in_order, read_cards
from engine.notation import read_command, read_position, seat_name, write_position
from engine.shuffle import Scripted


def position(seats: str, *, draw: str = "", orders: str | None = None) -> GameState:
    """A position in the engine's notation; the leftmost card of `draw` is dealt first."""
    secrets = (f"; draw {draw}" if draw else "") + (f"; orders {orders}" if orders else "")
    return read_position(seats + secrets)


def dealt(draw: str, *, seats: int = 3, dealer: int = 0, rules: Rules | None = None) -> tuple[GameState, list[str]]:
    """A game that starts with these cards on the draw pile, as `play` returns it."""
    state, events = start_game(
        rules or Rules(), totals=[0] * seats, dealer=dealer, draw_pile=read_cards(draw), shuffles=Scripted()
    )
    return state, told(events)


def play(state: GameState, *moves: str) -> tuple[GameState, list[str]]:
    """The state after moves such as `A hits` or `A targets B`, and everything that happened, as `told` tells it."""
    happened: list[str] = []
    for move in moves:
        state, events = apply(state, read_command(move))
        happened += told(events)
        assert state_from_json(json.loads(json.dumps(state_to_json(state)))) == state
    return state, happened


def told(events: Iterable[Event]) -> list[str]:
    """Events as words: the type, then the values of its fields, seats as letters."""
    return [" ".join(_words(event_json(event))) for event in events]


def _words(event: dict[str, object]) -> Iterable[str]:
    """`busted A 5`: scores and counts are left out, `only` is said where it is so."""
    for name, value in event.items():
        if isinstance(value, bool):
            yield from ["only"] * value
        elif name in ("seat", "by", "dealer", "to") and isinstance(value, int):
            yield seat_name(value)
        elif isinstance(value, list):
            yield from map(str, value)
        elif name not in ("score", "draw_count"):
            yield str(value)


def shown(state: GameState) -> str:
    """The position as text, without what nobody may know."""
    return write_position(state)


def everything(state: GameState) -> tuple[Card, ...]:
    """All cards of the game, sorted, counted from what everyone sees and the draw pile."""
    game = public(state)
    cards = [*state.draw_pile, *(card for card, count in game.discard.items() for _ in range(count))]
    for seat in game.seats:
        cards += (*seat.numbers, *seat.modifiers, *seat.played, *([Card.SECOND_CHANCE] * seat.second_chance))
    cards += [card for sequence in game.set_aside for card in sequence.cards]
    asked = getattr(game.prompt, "card", None)
    return in_order([*cards, asked] if asked else cards)
