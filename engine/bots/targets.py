"""Ways to choose who gets a card."""

from collections import Counter
from random import Random

from engine.bots.race import forced, leads, standing
from engine.cards import Card
from engine.odds import flip_three_odds, hit_odds, unseen
from engine.prompt import TargetPrompt
from engine.public import PublicGame
from engine.rules import FLIP_7_BONUS, FLIP_THREE_CARDS

LEADER_WEIGHT = 1.0
OTHER_WEIGHT = 0.6
"""How much a point that a rival loses is worth to oneself."""


def leader(game: PublicGame, asked: TargetPrompt, random: Random) -> int:
    """The strongest rival gets Freeze and Flip Three, the weakest a Second Chance."""
    others = _others(asked)
    if asked.card is Card.SECOND_CHANCE:
        return min(others, key=lambda seat: standing(game, seat))
    return max(others, key=lambda seat: standing(game, seat))


def harmless(game: PublicGame, asked: TargetPrompt, random: Random) -> int:
    """A Freeze for whoever has most to bank, a Flip Three for the shortest row; itself where it hurts nobody else."""
    if asked.card is Card.FREEZE:
        return max(asked.choices, key=lambda seat: game.seats[seat].round_score)
    return min(asked.choices, key=lambda seat: len(game.seats[seat].numbers))


def daring(game: PublicGame, asked: TargetPrompt, random: Random) -> int:
    """A Flip Three for itself, whatever lies there; the rest as everybody does it."""
    if asked.card is Card.FLIP_THREE and asked.seat in asked.choices:
        return asked.seat
    return leader(game, asked, random)


def considered(game: PublicGame, asked: TargetPrompt, random: Random) -> int:
    """A Freeze for the strongest rival who does not win by it, a Flip Three where it is worth most."""
    match asked.card:
        case Card.FREEZE:
            others = _others(asked)
            losing = [seat for seat in others if forced(game, seat) != "stay"]
            return max(losing or others, key=lambda seat: standing(game, seat))
        case Card.FLIP_THREE:
            cards = unseen(game)
            return max(asked.choices, key=lambda seat: _worth_of_three(game, asked.seat, seat, cards))
        case _:
            return min(asked.choices, key=lambda seat: standing(game, seat))


def _others(asked: TargetPrompt) -> list[int]:
    return [seat for seat in asked.choices if seat != asked.seat]


def _worth_of_three(game: PublicGame, chooser: int, number: int, cards: Counter[Card]) -> float:
    """The points that three cards for the seat, of the unseen `cards`, are expected to bring to the chooser."""
    seat = game.seats[number]
    odds = flip_three_odds(game, seat, cards=cards)
    added = FLIP_THREE_CARDS * hit_odds(game, seat, cards).gain
    expected = (1 - odds.bust) * added + odds.flip_seven * FLIP_7_BONUS - odds.bust * seat.round_score
    if number == chooser:
        return expected
    return -expected * (LEADER_WEIGHT if leads(game, number) else OTHER_WEIGHT)
