"""A game from its first deal on: start one, then apply commands."""

from collections.abc import Sequence

from engine.advance import advance
from engine.cards import Card, deck_for
from engine.commands import Command
from engine.decide import decide
from engine.events import Event, RoundStarted
from engine.evolve import evolve
from engine.rules import BadRules, Rules
from engine.shuffle import Seeded, Shuffles, first_dealer, shuffle
from engine.state import GameState, Seat
from engine.table import Table


def new_game(rules: Rules, seats: int, seed: bytes) -> tuple[GameState, tuple[Event, ...]]:
    """A game with the first round dealt, up to the first question or the round's end; `seed` is 32 secret bytes.

    Raises BadRules where so many players cannot play by these rules.
    """
    _check_players(rules, seats)
    draw_pile, shuffles = shuffle(deck_for(seats), Seeded(seed))
    dealer = first_dealer(seed, seats)
    return start_game(rules, totals=[0] * seats, dealer=dealer, draw_pile=draw_pile, shuffles=shuffles)


def start_game(
    rules: Rules,
    *,
    totals: Sequence[int],
    dealer: int = 0,
    draw_pile: Sequence[Card],
    discard_pile: Sequence[Card] = (),
    shuffles: Shuffles,
) -> tuple[GameState, tuple[Event, ...]]:
    """A game whose piles, totals (one a seat), dealer and later shuffles are given. Raises BadRules, ScriptError."""
    _check_players(rules, len(totals))
    state = GameState(
        rules=rules,
        seats=tuple(Seat(total=total) for total in totals),
        dealer=dealer,
        round=0,
        draw_pile=tuple(draw_pile),
        discard_pile=tuple(discard_pile),
        shuffles=shuffles,
    )
    return _play(Table.of(state), (RoundStarted(round=1, dealer=dealer),))


def apply(state: GameState, command: Command) -> tuple[GameState, tuple[Event, ...]]:
    """Play `command` and everything that follows by itself. Raises IllegalCommand; then nothing has changed."""
    table = Table.of(state)
    return _play(table, decide(table, command))


def _check_players(rules: Rules, seats: int) -> None:
    if seats < 1:
        raise BadRules("a game needs a player")
    if rules.length == "challenge" and seats != 1:
        raise BadRules("the challenge is for one player alone")


def _play(table: Table, events: tuple[Event, ...]) -> tuple[GameState, tuple[Event, ...]]:
    """Let the events happen, and all that follow by themselves."""
    happened = events
    while events:
        evolve(table, events)
        events = advance(table)
        happened += events
    return table.state(), happened
