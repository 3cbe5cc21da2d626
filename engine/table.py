"""A game while something happens in it."""

from dataclasses import dataclass

from engine.cards import Card
from engine.rules import Rules
from engine.shuffle import Shuffles
from engine.state import GameState, Obligation, Seat


@dataclass(slots=True)
class Table:
    """What a `GameState` holds, open to change: it is laid out for one command, and a state again once that is done."""

    rules: Rules
    seats: list[Seat]
    dealer: int
    round: int
    draw_pile: tuple[Card, ...]
    discard_pile: tuple[Card, ...]
    shuffles: Shuffles
    agenda: list[Obligation]
    rounds: tuple[tuple[int, ...], ...]
    flip_seven: bool = False
    """The round is over, whatever is still on the agenda."""

    @staticmethod
    def of(state: GameState) -> "Table":
        """The table of a state, which stays as it is."""
        return Table(
            state.rules,
            list(state.seats),
            state.dealer,
            state.round,
            state.draw_pile,
            state.discard_pile,
            state.shuffles,
            list(state.agenda),
            state.rounds,
        )

    def state(self) -> GameState:
        """What the table has come to."""
        return GameState(
            self.rules,
            tuple(self.seats),
            self.dealer,
            self.round,
            self.draw_pile,
            self.discard_pile,
            self.shuffles,
            tuple(self.agenda),
            self.rounds,
        )
