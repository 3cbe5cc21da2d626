"""What everyone at the table sees: the whole game but the order of the draw pile and the seed."""

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from engine.cards import Card, counted
from engine.prompt import GameOver, Prompt, RoundOver, TargetPrompt, TurnPrompt, prompt
from engine.rules import Rules
from engine.scoring import Tally, round_score, tally
from engine.state import GameState, Status


class Phase(StrEnum):
    """What the table waits for."""

    TURN = "turn"
    TARGET = "target"
    ROUND_OVER = "round_over"
    GAME_OVER = "game_over"


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """A seat and the cards in front of it; `round_score` is what it would bank now, or has banked."""

    status: Status
    numbers: tuple[Card, ...]
    modifiers: tuple[Card, ...]
    second_chance: bool
    played: tuple[Card, ...]
    round_score: int
    total: int


@dataclass(frozen=True, slots=True)
class PublicFlipThree:
    """The Flip Three under way: the seat gets `left` more cards and was shown `cards`."""

    seat: int
    left: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PublicSetAside:
    """The cards of one Flip Three that wait for their turn, in the order revealed."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
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
    discard: dict[Card, int]
    discard_top: Card | None
    rounds: tuple[tuple[int, ...], ...]
    """Each finished round's scores by seat."""
    sheet: tuple[Tally, ...]
    """How the finished round adds up, by seat; empty during a round."""
    winner: int | None


def public(state: GameState) -> PublicGame:
    """The game without its secrets."""
    asked = prompt(state)
    under_way = next((frame for frame in state.sequences[-1:] if frame.left), None)
    return PublicGame(
        rules=state.rules,
        phase=_phase(asked),
        round=state.round,
        dealer=state.dealer,
        seats=tuple(
            PublicSeat(
                status=seat.status,
                numbers=seat.hand.numbers,
                modifiers=seat.hand.modifiers,
                second_chance=seat.hand.second_chance,
                played=seat.hand.played,
                round_score=round_score(seat),
                total=seat.total,
            )
            for seat in state.seats
        ),
        prompt=asked,
        flip_three=PublicFlipThree(under_way.seat, under_way.left, under_way.shown) if under_way else None,
        set_aside=tuple(PublicSetAside(frame.seat, frame.set_aside) for frame in state.sequences if frame.set_aside),
        draw_count=len(state.draw_pile),
        discard=counted(state.discard_pile),
        discard_top=state.discard_pile[-1] if state.discard_pile else None,
        rounds=state.rounds,
        sheet=() if state.agenda else tuple(tally(seat) for seat in state.seats),
        winner=asked.winner if isinstance(asked, GameOver) else None,
    )


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
