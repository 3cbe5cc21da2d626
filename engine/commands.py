"""What a seat, or the table, may ask of a game."""

from engine.values import value


@value
class Hit:
    """Take one card."""

    seat: int


@value
class Stay:
    """Leave the round and keep its score."""

    seat: int


@value
class Target:
    """Give the card in question to the seat `target`."""

    seat: int
    target: int


@value
class NextRound:
    """Clear the table and deal again."""


Command = Hit | Stay | Target | NextRound
