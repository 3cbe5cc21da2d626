"""Is this command legal now? Then: its first events."""

from engine.commands import Command, Hit, NextRound, Stay, Target
from engine.effects import deal, play_on
from engine.errors import BadSeat, CannotStay, GameIsOver, IllegalTarget, NotYourTurn, WrongPhase
from engine.events import Event, RoundStarted, Stayed
from engine.prompt import legal_targets
from engine.scoring import outcome, round_score
from engine.state import ChooseTarget, Obligation, TakeTurn
from engine.table import Table


def decide(table: Table, command: Command) -> tuple[Event, ...]:
    """The first events of a legal command. Raises IllegalCommand, checked in the order of the rules."""
    if not table.agenda:
        return _between_rounds(table, command)
    if isinstance(command, NextRound):
        raise WrongPhase
    if not 0 <= command.seat < len(table.seats):
        raise BadSeat
    asked = table.agenda[-1]
    if command.seat != asked.seat:
        raise NotYourTurn
    return _answer(table, asked, command)


def _between_rounds(table: Table, command: Command) -> tuple[Event, ...]:
    """The next round, unless the game is over."""
    if outcome(table.rules, len(table.rounds), tuple([seat.total for seat in table.seats])):
        raise GameIsOver
    if isinstance(command, NextRound):
        return (RoundStarted(table.round + 1, (table.dealer + 1) % len(table.seats)),)
    if not 0 <= command.seat < len(table.seats):
        raise BadSeat
    raise WrongPhase


def _answer(table: Table, asked: Obligation, command: Hit | Stay | Target) -> tuple[Event, ...]:
    """The first events of an answer by the seat that has to decide."""
    if isinstance(command, Target):
        if not isinstance(asked, ChooseTarget):
            raise WrongPhase
        if command.target not in legal_targets(table.rules, table.seats, asked.seat, asked.card):
            raise IllegalTarget
        return (play_on(table, asked, command.target, only=False),)
    if not isinstance(asked, TakeTurn):
        raise WrongPhase
    if isinstance(command, Hit):
        return deal(table, asked.seat, "hit")
    seat = table.seats[asked.seat]
    if not seat.hand.can_stay:
        raise CannotStay
    return (Stayed(asked.seat, round_score(seat), "chosen"),)
