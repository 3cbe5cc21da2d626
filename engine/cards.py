"""The cards of Flip 7 and the deck they make up."""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from operator import attrgetter

DECK_SEATS = 18
"""Up to this many players share one deck; more take two."""


class Card(StrEnum):
    """One kind of card. The order of the members is the order in which cards are sorted."""

    N0 = "0"
    N1 = "1"
    N2 = "2"
    N3 = "3"
    N4 = "4"
    N5 = "5"
    N6 = "6"
    N7 = "7"
    N8 = "8"
    N9 = "9"
    N10 = "10"
    N11 = "11"
    N12 = "12"
    FREEZE = "freeze"
    """Its target is out of the round and banks."""
    FLIP_THREE = "flip_three"
    """Its target is dealt three cards."""
    SECOND_CHANCE = "second_chance"
    """Saves its owner from one duplicate number."""
    PLUS_2 = "+2"
    PLUS_4 = "+4"
    PLUS_6 = "+6"
    PLUS_8 = "+8"
    PLUS_10 = "+10"
    X2 = "x2"
    """Doubles the sum of the numbers, not the plus cards."""

    __slots__ = ("is_modifier", "is_number", "points", "rank")  # read in a third of the time of other attributes

    def __init__(self, text: str) -> None:
        self.is_number = text.isdigit()
        self.is_modifier = text[0] in "+x"
        self.points = int(text) if text.strip("+").isdigit() else 0
        """What a number or a plus card counts."""
        self.rank = len(type(self).__members__)

    # Equal cards are equal texts, so the text's own hash serves, and is the faster one.
    __hash__ = str.__hash__


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards sorted as the members of `Card` run: numbers ascending, actions, modifiers."""
    return tuple(sorted(cards, key=attrgetter("rank")))


def read_cards(text: str) -> tuple[Card, ...]:
    """The cards named in a text, with blanks between them. Raises ValueError."""
    try:
        return tuple([_NAMED[name] for name in text.split()])
    except KeyError as unknown:
        raise ValueError(f"{unknown.args[0]!r} is no card") from None


def counted(cards: Iterable[Card]) -> dict[Card, int]:
    """How many of each kind, in the order of `in_order`; kinds that do not occur are left out."""
    counts = Counter(cards)
    return {card: counts[card] for card in in_order(counts)}


def deck_for(seats: int) -> tuple[Card, ...]:
    """The cards that `seats` players use: one deck, or two above 18 players."""
    return DECK if seats <= DECK_SEATS else in_order(DECK * 2)


def _copies(card: Card) -> int:
    if card.is_number:
        return max(1, card.points)
    return 3 if card in (Card.FREEZE, Card.FLIP_THREE, Card.SECOND_CHANCE) else 1


_NAMED: Mapping[str, Card] = {card.value: card for card in Card}
"""Looked up in a tenth of the time that `Card(name)` takes: a stored state names every card."""

DECK = tuple(card for card in Card for _ in range(_copies(card)))
"""The 94 cards: each number as often as its value (0 once), three of each action, one of each modifier."""
