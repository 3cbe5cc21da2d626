"""How hard a question is: people take longer over what is close."""

from engine.odds import hit_odds
from engine.prompt import TargetPrompt, TurnPrompt
from engine.public import PublicGame

CLEAR = 6.0
"""So many points between hit and stay leave no doubt."""
OVER_A_TARGET = 0.5


def doubt(game: PublicGame) -> float:
    """From 0, where the answer is plain, to 1, where hit and stay are worth the same."""
    match game.prompt:
        case TurnPrompt(seat, choices) if "stay" in choices:
            odds = hit_odds(game, game.seats[seat])
            return max(0.0, 1 - abs(odds.gain - odds.risk) / CLEAR)
        case TargetPrompt():
            return OVER_A_TARGET
        case _:
            return 0.0
