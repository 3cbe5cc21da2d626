"""What everyone at the table sees: the whole game but the order of the draw pile and the seed."""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import assert_never

from engine.cards import Card, counted
from engine.prompt import GameOver, Prompt, RoundOver, TargetPrompt, TurnPrompt, prompt
from engine.rules import Rules
from engine.scoring import Tally, round_score, tally
from engine.state import GameState, Seat, sequences
from engine.status import Status
from engine.values import value

_KNOWN = 16384
"""From one move to the next most seats and the discard pile stay as they are: so many are not looked at anew, those of
a few thousand tables."""


class Phase(StrEnum):
    """What the table waits for."""

    TURN = "turn"
    TARGET = "target"
    ROUND_OVER = "round_over"
    GAME_OVER = "game_over"


@value
class PublicSeat:
    """A seat and the cards in front of it; `round_score` is what it would bank now, or has banked."""

    status: Status
    numbers: tuple[Card, ...]
    modifiers: tuple[Card, ...]
    second_chance: bool
    played: tuple[Card, ...]
    round_score: int
    total: int


@value
class PublicFlipThree:
    """The Flip Three under way: the seat gets `left` more cards and was shown `cards`."""

    seat: int
    left: int
    cards: tuple[Card, ...]


@value
class PublicSetAside:
    """The cards of one Flip Three that wait for their turn, in the order revealed."""

    seat: int
    cards: tuple[Card, ...]


@value
class PublicGame:
    """The table as everyone sees it."""

    rules: Rules
    phase: Phase
    round: int
    dealer: int
    seats: tuple[PublicSeat, ...]
    prompt: Prompt
    flip_three: PublicFlipThree | None
    set_aside: tuple[PublicSetAside, ...]
    """One entry a sequence with waiting cards, the innermost last."""
    draw_count: int
    discard: Mapping[Card, int]
    discard_top: Card | None
    rounds: tuple[tuple[int, ...], ...]
    """Each finished round's scores by seat."""
    sheet: tuple[Tally, ...]
    """How the finished round adds up, by seat; empty during a round."""
    winner: int | None


def public(state: GameState) -> PublicGame:
    """The game without its secrets."""
    asked, frames = prompt(state), sequences(state.agenda)
    under_way = next((frame for frame in frames[-1:] if frame.left), None)
    return PublicGame(
        rules=state.rules,
        phase=_phase(asked),
        round=state.round,
        dealer=state.dealer,
        seats=tuple(map(_seat, state.seats)),
        prompt=asked,
        flip_three=PublicFlipThree(under_way.seat, under_way.left, under_way.shown) if under_way else None,
        set_aside=tuple(PublicSetAside(frame.seat, frame.set_aside) for frame in frames if frame.set_aside),
        draw_count=len(state.draw_pile),
        discard=_discard(state.discard_pile),
        discard_top=state.discard_pile[-1] if state.discard_pile else None,
        rounds=state.rounds,
        sheet=() if state.agenda else tuple(map(tally, state.seats)),
        winner=asked.winner if isinstance(asked, GameOver) else None,
    )


@lru_cache(_KNOWN)
def _seat(seat: Seat) -> PublicSeat:
    hand = seat.hand
    return PublicSeat(
        status=seat.status,
        numbers=hand.numbers,
        modifiers=hand.modifiers,
        second_chance=hand.second_chance,
        played=hand.played,
        round_score=round_score(seat),
        total=seat.total,
    )


@lru_cache(_KNOWN)
def _discard(pile: tuple[Card, ...]) -> Mapping[Card, int]:
    return MappingProxyType(counted(pile))


def _phase(asked: Prompt) -> Phase:
    match asked:
        case TurnPrompt():
            return Phase.TURN
        case TargetPrompt():
            return Phase.TARGET
        case RoundOver():
            return Phase.ROUND_OVER
        case GameOver():
            return Phase.GAME_OVER
        case _:
            assert_never(asked)
