"""Bots: they see what every player sees, and answer the open question for its seat."""

from collections.abc import Mapping
from random import Random

from engine.bots.bot import Bot
from engine.bots.counter import COUNTER
from engine.bots.gambler import GAMBLER
from engine.bots.hesitation import doubt as doubt
from engine.bots.saver import SAVER
from engine.bots.shark import SHARK
from engine.bots.steady import STEADY
from engine.bots.yardsticks import ADAPTIVE, EV, RANDOM, STAY_28
from engine.commands import Command
from engine.public import PublicGame

PERSONALITIES: Mapping[str, Bot] = {
    "saver": SAVER,
    "gambler": GAMBLER,
    "steady": STEADY,
    "counter": COUNTER,
    "shark": SHARK,
}
"""Whom one can play against, from the weakest to the strongest."""

ALL_BOTS: Mapping[str, Bot] = {**PERSONALITIES, "ev": EV, "stay28": STAY_28, "adaptive": ADAPTIVE, "random": RANDOM}
"""Those, and the ones that they are measured with."""

LEVELS: Mapping[str, tuple[str, ...]] = {
    "easy": ("saver", "gambler"),
    "normal": ("steady",),
    "hard": ("counter",),
    "expert": ("shark",),
}
"""The personalities of each level."""


DEFAULT = "steady"


def level_of(bot: str) -> str:
    """The level that a personality plays at."""
    return next(level for level, bots in LEVELS.items() if bot in bots)


def choose(game: PublicGame, *, bot: str = DEFAULT, seed: int = 0) -> Command:
    """The bot's answer to the open question; the same for the same game and seed. Raises KeyError, GameIsOver."""
    return PERSONALITIES[bot].choose(game, Random(seed))
