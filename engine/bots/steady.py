"""The player next door: stops between 25 and 28, and goes for whoever leads."""

from random import Random

from engine.bots.bot import Bot
from engine.bots.targets import leader
from engine.public import PublicGame

ENOUGH = (25, 28)


def _hits(game: PublicGame, seat: int, random: Random) -> bool:
    return game.seats[seat].round_score < random.randint(*ENOUGH)


STEADY = Bot(_hits, leader)
