"""A sound player: hits while the next card is worth its risk, minds the race, and aims at whoever is ahead."""

from random import Random
from typing import assert_never

from engine.cards import Card
from engine.commands import Command, Hit, NextRound, Stay, Target
from engine.errors import GameIsOver
from engine.odds import flip_three_odds, hit_odds
from engine.prompt import Choice, GameOver, RoundOver, TargetPrompt, TurnPrompt
from engine.public import PublicGame
from engine.rules import FLIP_THREE_CARDS
from engine.state import Status

APPETITES = (0.9, 1.1)
"""How much a point to win counts against one to lose, from the careful to the bold; drawn for each decision."""

LEADER_WEIGHT = 1.0
OTHER_WEIGHT = 0.6
"""How much a point that a rival loses is worth to oneself."""


def choose(game: PublicGame, random: Random) -> Command:
    """The answer to the open question. Raises GameIsOver."""
    asked = game.prompt
    match asked:
        case TurnPrompt(seat, choices):
            hits = "stay" not in choices or _hits(game, seat, random.uniform(*APPETITES))
            return Hit(seat) if hits else Stay(seat)
        case TargetPrompt(seat):
            return Target(seat, _target(game, asked))
        case RoundOver():
            return NextRound()
        case GameOver():
            raise GameIsOver
        case _:
            assert_never(asked)


def _hits(game: PublicGame, seat: int, appetite: float) -> bool:
    """Whether to take another card rather than bank: the race decides first, then the expected points."""
    forced = _forced_by_race(game, seat)
    if forced is not None:
        return forced == "hit"
    odds = hit_odds(game, game.seats[seat])
    return odds.gain * appetite > odds.risk


def _forced_by_race(game: PublicGame, seat: int) -> Choice | None:
    """`stay` where banking wins the game, `hit` where it would lose it, None where neither is sure."""
    goal = _goal(game)
    mine = _standing(game, seat)
    rivals = [rival for rival in range(len(game.seats)) if rival != seat]
    best = max((_standing(game, rival) for rival in rivals), default=0)
    if goal is None or max(mine, best) < goal:
        missed = game.rules.length == "challenge" and game.round >= game.rules.rounds
        return "hit" if missed else None
    if mine < best:
        return "hit"
    overtakable = game.rules.length == "rounds" and any(game.seats[rival].status is Status.ACTIVE for rival in rivals)
    return "stay" if mine > best and not overtakable else None


def _goal(game: PublicGame) -> int | None:
    """The total that, reached in this round, makes it the last one; None: nothing does."""
    if game.rules.length == "rounds":
        return 0 if game.round >= game.rules.rounds else None
    return game.rules.points


def _target(game: PublicGame, asked: TargetPrompt) -> int:
    match asked.card:
        case Card.FREEZE:
            return _freeze_target(game, asked)
        case Card.FLIP_THREE:
            return max(asked.choices, key=lambda seat: _worth_of_three(game, asked.seat, seat))
        case _:
            return min(asked.choices, key=lambda seat: _standing(game, seat))


def _freeze_target(game: PublicGame, asked: TargetPrompt) -> int:
    """The strongest rival, but not one who would bank the win with it as long as there is another."""
    rivals = [seat for seat in asked.choices if seat != asked.seat]
    harmless = [seat for seat in rivals if _forced_by_race(game, seat) != "stay"]
    return max(harmless or rivals, key=lambda seat: _standing(game, seat))


def _worth_of_three(game: PublicGame, chooser: int, number: int) -> float:
    """The points that three cards for the seat are expected to bring to the chooser."""
    seat = game.seats[number]
    bust = flip_three_odds(game, seat).bust
    expected = (1 - bust) * FLIP_THREE_CARDS * hit_odds(game, seat).gain - bust * seat.round_score
    if number == chooser:
        return expected
    leads = _standing(game, number) == max(_standing(game, rival) for rival in range(len(game.seats)))
    return -expected * (LEADER_WEIGHT if leads else OTHER_WEIGHT)


def _standing(game: PublicGame, seat: int) -> int:
    """The total a seat would have if the round ended now."""
    return game.seats[seat].total + game.seats[seat].round_score
