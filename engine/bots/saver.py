"""Cautious: a modest score in the bank is worth more to it than any card."""

from random import Random

from engine.bots.bot import Bot
from engine.bots.targets import harmless
from engine.public import PublicGame

ENOUGH = (18, 20)
"""The points that content it, drawn for each decision."""


def _hits(game: PublicGame, seat: int, random: Random) -> bool:
    return game.seats[seat].round_score < random.randint(*ENOUGH)


SAVER = Bot(_hits, harmless)
