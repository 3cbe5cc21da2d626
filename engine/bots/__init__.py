"""Bots: they see what every player sees, and answer the open question for its seat."""

from collections.abc import Callable, Mapping
from random import Random

from engine.bots.normal import choose as normal
from engine.commands import Command
from engine.public import PublicGame

Personality = Callable[[PublicGame, Random], Command]

LEVELS: Mapping[str, Personality] = {"easy": normal, "normal": normal, "hard": normal, "expert": normal}
"""Who plays at each level."""


def choose(game: PublicGame, *, level: str = "normal", seed: int = 0) -> Command:
    """The bot's answer to the open question; the same for the same game and seed. Raises KeyError, GameIsOver."""
    return LEVELS[level](game, Random(seed))
