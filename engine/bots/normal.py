"""A sound player: hits while that pays, and aims at whoever is ahead."""

from random import Random
from typing import assert_never

from engine.cards import Card
from engine.commands import Command, Hit, NextRound, Stay, Target
from engine.errors import GameIsOver
from engine.odds import bust_chance, unseen
from engine.prompt import GameOver, RoundOver, TargetPrompt, TurnPrompt
from engine.public import PublicGame


def choose(game: PublicGame, random: Random) -> Command:
    """The answer to the open question."""
    asked = game.prompt
    match asked:
        case TurnPrompt(seat, choices):
            return Hit(seat) if "stay" not in choices or _hit_pays(game, seat) else Stay(seat)
        case TargetPrompt():
            return Target(asked.seat, _target(game, asked))
        case RoundOver():
            return NextRound()
        case GameOver():
            raise GameIsOver
        case _:
            assert_never(asked)


def _hit_pays(game: PublicGame, number: int) -> bool:
    seat = game.seats[number]
    cards = unseen(game)
    left = sum(cards.values()) or 1
    gain = sum(card.points * count for card, count in cards.items() if card not in seat.numbers) / left
    return gain > bust_chance(game, seat) * seat.round_score


def _target(game: PublicGame, asked: TargetPrompt) -> int:
    others = [number for number in asked.choices if number != asked.seat]

    def strength(number: int) -> int:
        return game.seats[number].total + game.seats[number].round_score

    return min(others, key=strength) if asked.card is Card.SECOND_CHANCE else max(others, key=strength)
