"""Who must answer what, with which legal choices, and what is played where time runs out."""

from collections.abc import Sequence
from typing import Literal, assert_never

from engine.cards import Card
from engine.commands import Command, Hit, NextRound, Stay, Target
from engine.errors import GameIsOver
from engine.rules import Rules
from engine.scoring import outcome, round_score
from engine.state import ChooseTarget, GameState, Seat, TakeTurn, active_seats, clockwise
from engine.values import value

Choice = Literal["hit", "stay"]


@value
class TurnPrompt:
    """It is the seat's turn: hit or, with a card in front of it, stay."""

    seat: int
    choices: tuple[Choice, ...]


@value
class TargetPrompt:
    """The seat chooses who gets `card`, among at least two seats, ascending."""

    seat: int
    card: Card
    choices: tuple[int, ...]


@value
class RoundOver:
    """Anybody may start the next round."""


@value
class GameOver:
    """Nothing is asked any more. `winner` is None where a player alone missed the goal."""

    winner: int | None


Prompt = TurnPrompt | TargetPrompt | RoundOver | GameOver


def prompt(state: GameState) -> Prompt:
    """The one question that is open."""
    if not state.agenda:
        end = outcome(state.rules, len(state.rounds), state.totals)
        return GameOver(end.winner) if end else RoundOver()
    top = state.agenda[-1]
    if isinstance(top, TakeTurn):
        return TurnPrompt(top.seat, ("hit", "stay") if state.seats[top.seat].hand.can_stay else ("hit",))
    assert isinstance(top, ChooseTarget), "a state that is handed out always waits for an answer"
    return TargetPrompt(top.seat, top.card, legal_targets(state.rules, state.seats, top.seat, top.card))


def legal_targets(rules: Rules, seats: Sequence[Seat], chooser: int, card: Card) -> tuple[int, ...]:
    """The seats that `chooser` may give a Freeze, a Flip Three or a further Second Chance to, ascending."""
    if card is Card.SECOND_CHANCE:
        return tuple([number for number in active_seats(seats) if not seats[number].hand.second_chance])
    seat = seats[chooser]
    # House rule for a freshly dealt Freeze. A set-aside one never gets here: its seat has the Flip Three in front of
    # it, or is out of the round.
    if rules.first_freeze == "self" and card is Card.FREEZE and seat.status.active and not seat.hand.cards():
        return (chooser,)
    return active_seats(seats)


def default_command(state: GameState) -> Command:
    """The move that is played for who has to decide when time runs out. Raises GameIsOver."""
    asked = prompt(state)
    match asked:
        case TurnPrompt(seat, choices):
            return Stay(seat) if "stay" in choices else Hit(seat)
        case TargetPrompt(seat):
            return Target(seat, _default_target(state, asked))
        case RoundOver():
            return NextRound()
        case GameOver():
            raise GameIsOver
        case _:
            assert_never(asked)


def _default_target(state: GameState, asked: TargetPrompt) -> int:
    """The strongest other seat, or the weakest for a Second Chance; the first clockwise among equals."""

    def strength(number: int) -> int:
        return state.seats[number].total + round_score(state.seats[number])

    others = [number for number in clockwise(asked.seat + 1, len(state.seats))[:-1] if number in asked.choices]
    return min(others, key=strength) if asked.card is Card.SECOND_CHANCE else max(others, key=strength)
