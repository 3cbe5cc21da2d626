"""Opponents to measure with, not to play with: the plain strategies that bots are held against."""

from random import Random

from engine.bots.bot import Bot
from engine.bots.race import behind_a_win
from engine.bots.targets import leader
from engine.odds import hit_odds
from engine.prompt import TargetPrompt
from engine.public import PublicGame


def _one_more_card_pays(game: PublicGame, seat: int, random: Random) -> bool:
    odds = hit_odds(game, game.seats[seat])
    return odds.gain > odds.risk


def _below_28(game: PublicGame, seat: int, random: Random) -> bool:
    return game.seats[seat].round_score < 28


def _adaptive(game: PublicGame, seat: int, random: Random) -> bool:
    """As `ev`, but it goes on while somebody has banked the goal and is ahead."""
    return behind_a_win(game, seat) or _one_more_card_pays(game, seat, random)


def _either(game: PublicGame, seat: int, random: Random) -> bool:
    return random.random() < 0.5


def _anybody(game: PublicGame, asked: TargetPrompt, random: Random) -> int:
    return random.choice(asked.choices)


EV = Bot(_one_more_card_pays, leader)
"""Hits if one more card raises the expected round score, the bonus of a Flip 7 counted."""
STAY_28 = Bot(_below_28, leader)
ADAPTIVE = Bot(_adaptive, leader)
RANDOM = Bot(_either, _anybody)
