"""Is this command legal now? Then: its first events."""

from typing import assert_never

from engine.commands import Command, Hit, NextRound, Stay, Target
from engine.effects import deal, play_on
from engine.errors import BadSeat, CannotStay, GameIsOver, IllegalTarget, NotYourTurn, WrongPhase
from engine.events import Event, RoundStarted, Stayed
from engine.prompt import GameOver, RoundOver, TargetPrompt, TurnPrompt, prompt
from engine.scoring import round_score
from engine.state import ChooseTarget, GameState


def decide(state: GameState, command: Command) -> tuple[Event, ...]:
    """The first events of a legal command. Raises IllegalCommand, checked in the order of the rules."""
    asked = prompt(state)
    if isinstance(asked, GameOver):
        raise GameIsOver
    if isinstance(command, NextRound):
        if not isinstance(asked, RoundOver):
            raise WrongPhase
        return (RoundStarted(state.round + 1, (state.dealer + 1) % len(state.seats)),)
    if not 0 <= command.seat < len(state.seats):
        raise BadSeat
    if isinstance(asked, RoundOver):
        raise WrongPhase
    if command.seat != asked.seat:
        raise NotYourTurn
    return _answer(state, asked, command)


def _answer(state: GameState, asked: TurnPrompt | TargetPrompt, command: Hit | Stay | Target) -> tuple[Event, ...]:
    """The first events of an answer by the seat that has to decide."""
    if isinstance(command, Target) is not isinstance(asked, TargetPrompt):
        raise WrongPhase
    match command:
        case Hit(seat):
            return deal(state, seat, "hit")
        case Stay(seat):
            if "stay" not in asked.choices:
                raise CannotStay
            return (Stayed(seat, round_score(state.seats[seat]), "chosen"),)
        case Target(seat, target):
            assert isinstance(asked, TargetPrompt)
            if target not in asked.choices:
                raise IllegalTarget
            return (play_on(state, ChooseTarget(seat, asked.card), target, only=False),)
        case _:
            assert_never(command)
