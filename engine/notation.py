"""A position, and a command, as one short line of text: for tests, logs and reports.

    A 5 x2 | B* 9 =87 | C frozen 4 (freeze); dealer C; round 2; agenda flip_three A left 1 shown 7 freeze aside freeze

Seats are named A, B, C … Each has its status, its cards, the played ones in brackets, and its total after `=`. `*`
marks whose turn it is, or will be once the agenda above it is done. Left out: the status `active`, totals of 0, and
every part that has its usual value (dealer A, round 1, nothing more on the agenda, the rules `table`, empty piles).
The secret parts are `draw`, `orders`, and `seed` with the number of shuffles made.
"""

from collections.abc import Mapping
from string import ascii_uppercase
from typing import assert_never

from engine.cards import Card, read_cards
from engine.commands import Command, Hit, NextRound, Stay, Target
from engine.rules import PRESETS, Rules
from engine.shuffle import Scripted, Seeded, Shuffles
from engine.state import ChooseTarget, Deal, FlipThree, GameState, Hand, Obligation, Seat, TakeTurn
from engine.status import Status


class BadNotation(ValueError):
    """The text is no position, or no command."""


def write_position(state: GameState, *, secrets: bool = False) -> str:
    """The position as text; with `secrets` also what nobody at the table may know, so that all of it can be read."""
    turns = [item.seat for item in state.agenda if isinstance(item, TakeTurn)]
    above = [item for item in state.agenda if not isinstance(item, TakeTurn)]
    parts = {
        "rules": _write_rules(state.rules),
        "dealer": seat_name(state.dealer) if state.dealer else "",
        "round": str(state.round) if state.round != 1 else "",
        "agenda": ", ".join(map(_write_obligation, above)),
        "scores": " / ".join(" ".join(map(str, scores)) for scores in state.rounds),
        "discard": " ".join(state.discard_pile),
        **(_write_secrets(state) if secrets else {}),
    }
    seats = " | ".join(_write_seat(number, seat, number in turns) for number, seat in enumerate(state.seats))
    return "; ".join([seats, *(f"{name} {text}" for name, text in parts.items() if text)])


def read_position(text: str) -> GameState:
    """The position that `write_position` wrote, or that somebody wrote by hand. Raises BadNotation."""
    seats, *parts = text.split(";")
    try:
        return _read(seats.split("|"), dict(_named(part) for part in parts))
    except (ValueError, KeyError) as problem:
        raise BadNotation(f"{text!r}: {problem}") from None


def write_command(command: Command) -> str:
    """`A hits`, `A stays`, `A targets B` or `next round`."""
    match command:
        case Hit(seat):
            return f"{seat_name(seat)} hits"
        case Stay(seat):
            return f"{seat_name(seat)} stays"
        case Target(seat, target):
            return f"{seat_name(seat)} targets {seat_name(target)}"
        case NextRound():
            return "next round"
        case _:
            assert_never(command)


def read_command(text: str) -> Command:
    """The command that `write_command` wrote. Raises BadNotation."""
    match text.split():
        case [seat, "hits"]:
            return Hit(seat_number(seat))
        case [seat, "stays"]:
            return Stay(seat_number(seat))
        case [seat, "targets", target]:
            return Target(seat_number(seat), seat_number(target))
        case ["next", "round"]:
            return NextRound()
        case _:
            raise BadNotation(f"{text!r} is no command")


def seat_name(number: int) -> str:
    """A for seat 0, B for seat 1, … Z, AA, AB, …"""
    quotient, letter = divmod(number, len(ascii_uppercase))
    return (seat_name(quotient - 1) if quotient else "") + ascii_uppercase[letter]


def seat_number(name: str) -> int:
    """The seat of a name that `seat_name` gives. Raises BadNotation."""
    number = 0
    for letter in name:
        if letter not in ascii_uppercase:
            raise BadNotation(f"{name!r} is no seat")
        number = number * len(ascii_uppercase) + ascii_uppercase.index(letter) + 1
    return number - 1


def _write_seat(number: int, seat: Seat, has_turn: bool) -> str:
    hand = seat.hand
    words = [
        seat_name(number) + ("*" if has_turn else ""),
        *((seat.status.value,) if not seat.status.active else ()),
        *Hand(hand.numbers, hand.modifiers, hand.second_chance).cards(),
        *((f"({' '.join(hand.played)})",) if hand.played else ()),
        *((f"={seat.total}",) if seat.total else ()),
    ]
    return " ".join(words)


def _read_seat(text: str) -> Seat:
    """A seat from the words after its name."""
    front, _, rest = text.partition("(")
    played, _, after = rest.partition(")")
    hand, status, total = Hand(), Status.ACTIVE, 0
    for word in [*front.split(), *after.split()]:
        if word.startswith("="):
            total = int(word[1:])
        elif word in list(Status):
            status = Status(word)
        else:
            hand = hand.with_card(Card(word))
    return Seat(Hand(hand.numbers, hand.modifiers, hand.second_chance, read_cards(played)), status, total)


def _named(part: str) -> tuple[str, str]:
    name, _, value = part.strip().partition(" ")
    return name, value


def _read(seats: list[str], parts: Mapping[str, str]) -> GameState:
    """The position from its seats and its named parts."""
    unknown = parts.keys() - {"rules", "dealer", "round", "agenda", "scores", "discard", "draw", "seed", "orders"}
    if unknown:
        raise BadNotation(f"unknown part {min(unknown)!r}")
    named = [_named(seat) for seat in seats]
    turns = [TakeTurn(number) for number, (name, _) in enumerate(named) if name.endswith("*")]
    if [name.rstrip("*") for name, _ in named] != [seat_name(number) for number in range(len(named))]:
        raise BadNotation("the seats are not A, B, C …")
    return GameState(
        rules=_read_rules(parts.get("rules", "table")),
        seats=tuple(_read_seat(rest) for _, rest in named),
        dealer=seat_number(parts.get("dealer", "A")),
        round=int(parts.get("round", "1")),
        draw_pile=read_cards(parts.get("draw", "")),
        discard_pile=read_cards(parts.get("discard", "")),
        shuffles=_read_shuffles(parts),
        agenda=(*turns, *map(_read_obligation, _items(parts, "agenda", ","))),
        rounds=tuple(tuple(map(int, row.split())) for row in _items(parts, "scores", "/")),
    )


def _write_rules(rules: Rules) -> str:
    """The preset, or the default one and what differs from it."""
    for name, preset in PRESETS.items():
        if rules == preset:
            return "" if name == "table" else name
    usual = Rules().to_json()
    return " ".join(f"{name}={value}" for name, value in rules.to_json().items() if value != usual[name])


def _read_rules(text: str) -> Rules:
    settings: dict[str, object] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if equals:
            settings[name] = int(value) if value.isdigit() else {"True": True, "False": False}.get(value, value)
        else:
            settings["preset"] = name
    return Rules.from_json(settings)


def _write_secrets(state: GameState) -> dict[str, str]:
    draw = {"draw": " ".join(state.draw_pile)}
    match state.shuffles:
        case Seeded(seed, count):
            return {**draw, "seed": f"{seed.hex()} {count}"}
        case Scripted(orders):
            return {**draw, "orders": " / ".join(map(" ".join, orders))}
        case _:
            assert_never(state.shuffles)


def _read_shuffles(parts: Mapping[str, str]) -> Shuffles:
    if "seed" in parts:
        seed, count = parts["seed"].split()
        return Seeded(bytes.fromhex(seed), int(count))
    return Scripted(tuple(read_cards(order) for order in _items(parts, "orders", "/")))


def _write_obligation(item: Deal | FlipThree | ChooseTarget) -> str:
    match item:
        case Deal(seat):
            return f"deal {seat_name(seat)}"
        case FlipThree(seat, left, shown, set_aside):
            words = ["flip_three", seat_name(seat), "left", str(left), "shown", *shown, "aside", *set_aside]
            return " ".join(words)
        case ChooseTarget(seat, card):
            return f"target {seat_name(seat)} {card}"
        case _:
            assert_never(item)


def _read_obligation(text: str) -> Obligation:
    match text.split():
        case ["deal", seat]:
            return Deal(seat_number(seat))
        case ["flip_three", seat, "left", left, "shown", *_]:
            shown, _, set_aside = text.partition("shown")[2].partition("aside")
            return FlipThree(seat_number(seat), int(left), read_cards(shown), read_cards(set_aside))
        case ["target", seat, card]:
            return ChooseTarget(seat_number(seat), Card(card))
        case _:
            raise BadNotation(f"nothing can be on the agenda like {text!r}")


def _items(parts: Mapping[str, str], name: str, separator: str) -> list[str]:
    """The items of a part; none where it is left out."""
    return parts[name].split(separator) if name in parts else []
