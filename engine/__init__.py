"""The rules of Flip 7: start a game, ask who must answer what, apply commands, show it.

Pure: no clock, no input or output, no randomness but the seed a game is given.
"""

from engine.cards import DECK, Card, deck_for
from engine.codec import state_from_json, state_to_json
from engine.commands import Command, Hit, NextRound, Stay, Target
from engine.errors import (
    BadSeat,
    CannotStay,
    GameIsOver,
    IllegalCommand,
    IllegalTarget,
    NotYourTurn,
    UnknownCommand,
    WrongPhase,
)
from engine.events import (
    Busted,
    Dealt,
    Discarded,
    Event,
    FlipSeven,
    FlipThreeStarted,
    Frozen,
    GameWon,
    Passed,
    Reshuffled,
    RoundScored,
    RoundStarted,
    Saved,
    SetAside,
    Stayed,
    event_json,
)
from engine.game import apply, new_game, start_game
from engine.prompt import GameOver, Prompt, RoundOver, TargetPrompt, TurnPrompt, default_command, prompt
from engine.public import Phase, PublicFlipThree, PublicGame, PublicSeat, PublicSetAside, public
from engine.rules import CHOICES, PRESETS, BadRules, Rules, is_choice
from engine.scoring import Tally, round_score, score
from engine.shuffle import Scripted, ScriptError, Seeded, Shuffles
from engine.state import GameState
from engine.status import Status

__all__ = [
    "CHOICES",
    "DECK",
    "PRESETS",
    "BadRules",
    "BadSeat",
    "Busted",
    "CannotStay",
    "Card",
    "Command",
    "Dealt",
    "Discarded",
    "Event",
    "FlipSeven",
    "FlipThreeStarted",
    "Frozen",
    "GameIsOver",
    "GameOver",
    "GameState",
    "GameWon",
    "Hit",
    "IllegalCommand",
    "IllegalTarget",
    "NextRound",
    "NotYourTurn",
    "Passed",
    "Phase",
    "Prompt",
    "PublicFlipThree",
    "PublicGame",
    "PublicSeat",
    "PublicSetAside",
    "Reshuffled",
    "RoundOver",
    "RoundScored",
    "RoundStarted",
    "Rules",
    "Saved",
    "ScriptError",
    "Scripted",
    "Seeded",
    "SetAside",
    "Shuffles",
    "Status",
    "Stay",
    "Stayed",
    "Tally",
    "Target",
    "TargetPrompt",
    "TurnPrompt",
    "UnknownCommand",
    "WrongPhase",
    "apply",
    "deck_for",
    "default_command",
    "event_json",
    "is_choice",
    "new_game",
    "prompt",
    "public",
    "round_score",
    "score",
    "start_game",
    "state_from_json",
    "state_to_json",
]
