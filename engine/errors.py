"""Why a command was refused. The codes are stable: they go over the wire.

IllegalCommand
├── UnknownCommand   there is no such command
├── GameIsOver       the game has ended
├── WrongPhase       not what is being asked now
├── BadSeat          no seat of this game
├── NotYourTurn      another seat has to decide
├── CannotStay       no card in front of the seat
└── IllegalTarget    the chosen seat may not receive the card
"""

from typing import ClassVar


class IllegalCommand(Exception):
    """A command the rules refuse; nothing has changed."""

    code: ClassVar[str]


class UnknownCommand(IllegalCommand):
    """There is no command of this name."""

    code = "unknown_command"


class GameIsOver(IllegalCommand):
    """Nothing can be played after the end of the game."""

    code = "game_over"


class WrongPhase(IllegalCommand):
    """The command answers another question than the open one."""

    code = "wrong_phase"


class BadSeat(IllegalCommand):
    """The seat is missing or no seat of this game."""

    code = "bad_seat"


class NotYourTurn(IllegalCommand):
    """Another seat has to decide."""

    code = "not_your_turn"


class CannotStay(IllegalCommand):
    """To stay a seat needs a number, a modifier or a Second Chance in front of it."""

    code = "cannot_stay"


class IllegalTarget(IllegalCommand):
    """The chosen seat has left the round, or may not receive this card."""

    code = "illegal_target"
