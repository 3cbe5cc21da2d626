"""Counts cards: hits while a bust is unlikely enough, and knows when banking wins or loses the game."""

from random import Random

from engine.bots.bot import Bot
from engine.bots.race import forced
from engine.bots.targets import considered
from engine.odds import hit_odds
from engine.public import PublicGame

RISK = (0.24, 0.26)
"""The chance of a bust that it still takes, drawn for each decision."""


def _hits(game: PublicGame, seat: int, random: Random) -> bool:
    sure = forced(game, seat)
    if sure is not None:
        return sure == "hit"
    return hit_odds(game, game.seats[seat]).bust < random.uniform(*RISK)


COUNTER = Bot(_hits, considered)
