"""A whole state as JSON, and back: compact, secrets included, for the server's own store."""

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from engine.cards import Card, read_cards
from engine.rules import Rules
from engine.shuffle import Scripted, Seeded, Shuffles
from engine.state import ChooseTarget, Deal, FlipThree, GameState, Hand, Obligation, Seat, TakeTurn
from engine.status import Status


def state_to_json(state: GameState) -> dict[str, object]:
    """The state as JSON values; cards are joined by blanks. It holds the seed: never for a browser."""
    return {
        "rules": state.rules.to_json(),
        "seats": [_seat_to_json(seat) for seat in state.seats],
        "dealer": state.dealer,
        "round": state.round,
        "draw_pile": " ".join(state.draw_pile),
        "discard_pile": " ".join(state.discard_pile),
        "shuffles": _shuffles_to_json(state.shuffles),
        "agenda": [_obligation_to_json(item) for item in state.agenda],
        "rounds": [list(scores) for scores in state.rounds],
    }


def state_from_json(obj: Mapping[str, Any]) -> GameState:
    """The state that `state_to_json` wrote as `obj`."""
    return GameState(
        rules=Rules.from_json(obj["rules"]),
        seats=tuple(_seat_from_json(seat) for seat in obj["seats"]),
        dealer=obj["dealer"],
        round=obj["round"],
        draw_pile=read_cards(obj["draw_pile"]),
        discard_pile=read_cards(obj["discard_pile"]),
        shuffles=_shuffles_from_json(obj["shuffles"]),
        agenda=tuple(_obligation_from_json(item) for item in obj["agenda"]),
        rounds=tuple(tuple(scores) for scores in obj["rounds"]),
    )


def _seat_to_json(seat: Seat) -> list[object]:
    hand = seat.hand
    cards = (" ".join(hand.numbers), " ".join(hand.modifiers), hand.second_chance, " ".join(hand.played))
    return [str(seat.status), seat.total, *cards]


def _seat_from_json(row: Sequence[Any]) -> Seat:
    status, total, numbers, modifiers, second_chance, played = row
    return Seat(
        Hand(read_cards(numbers), read_cards(modifiers), second_chance, read_cards(played)), Status(status), total
    )


def _shuffles_to_json(shuffles: Shuffles) -> dict[str, object]:
    match shuffles:
        case Seeded(seed, count):
            return {"seed": seed.hex(), "count": count}
        case Scripted(orders):
            return {"orders": [" ".join(order) for order in orders]}
        case _:
            assert_never(shuffles)


def _shuffles_from_json(obj: Mapping[str, Any]) -> Shuffles:
    if "seed" in obj:
        return Seeded(bytes.fromhex(obj["seed"]), obj["count"])
    return Scripted(tuple(read_cards(order) for order in obj["orders"]))


def _obligation_to_json(item: Obligation) -> list[object]:
    match item:
        case Deal(seat):
            return ["deal", seat]
        case TakeTurn(seat):
            return ["turn", seat]
        case FlipThree(seat, left, shown, set_aside):
            return ["flip_three", seat, left, " ".join(shown), " ".join(set_aside)]
        case ChooseTarget(seat, card):
            return ["target", seat, str(card)]
        case _:
            assert_never(item)


def _obligation_from_json(item: Sequence[Any]) -> Obligation:
    match item:
        case ["deal", seat]:
            return Deal(seat)
        case ["turn", seat]:
            return TakeTurn(seat)
        case ["flip_three", seat, left, shown, set_aside]:
            return FlipThree(seat, left, read_cards(shown), read_cards(set_aside))
        case ["target", seat, card]:
            return ChooseTarget(seat, Card(card))
        case _:
            raise ValueError(f"no obligation: {item!r}")
