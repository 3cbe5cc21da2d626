"""Spectacular: it wants seven cards, and takes three at a time where it can."""

from random import Random

from engine.bots.bot import Bot
from engine.bots.targets import daring
from engine.odds import flip_seven_chance
from engine.public import PublicGame

ENOUGH = (30, 35)
"""The points that it goes home with where seven cards are far away."""
WORTH_A_TRY = 0.15
"""The chance of a Flip 7 from which on it does not stay."""


def _hits(game: PublicGame, seat: int, random: Random) -> bool:
    mine = game.seats[seat]
    if mine.round_score < random.randint(*ENOUGH):
        return True
    return len(mine.numbers) >= 4 and flip_seven_chance(game, mine) > WORTH_A_TRY


GAMBLER = Bot(_hits, daring)
