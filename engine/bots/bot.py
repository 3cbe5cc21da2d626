"""What every personality is: a way to choose between hit and stay, and a way to choose who gets a card."""

from collections.abc import Callable
from random import Random
from typing import assert_never

from engine.commands import Command, Hit, NextRound, Stay, Target
from engine.errors import GameIsOver
from engine.prompt import GameOver, RoundOver, TargetPrompt, TurnPrompt
from engine.public import PublicGame
from engine.values import value

Hits = Callable[[PublicGame, int, Random], bool]
"""Whether a seat that may do either takes another card instead of staying."""

Targets = Callable[[PublicGame, TargetPrompt, Random], int]
"""Which of the seats that may be chosen gets the card."""


@value
class Bot:
    """A personality. It knows what every player sees, and nothing it has seen before."""

    hits: Hits
    target: Targets

    def choose(self, game: PublicGame, random: Random) -> Command:
        """The answer to the open question, for the seat that is asked. Raises GameIsOver."""
        asked = game.prompt
        match asked:
            case TurnPrompt(seat, choices):
                hits = "stay" not in choices or self.hits(game, seat, random)
                return Hit(seat) if hits else Stay(seat)
            case TargetPrompt(seat):
                return Target(seat, self.target(game, asked, random))
            case RoundOver():
                return NextRound()
            case GameOver():
                raise GameIsOver
            case _:
                assert_never(asked)
