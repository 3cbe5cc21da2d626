"""What a seat, or the table, may ask of a game."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hit:
    """Take one card."""

    seat: int


@dataclass(frozen=True, slots=True)
class Stay:
    """Leave the round and keep its score."""

    seat: int


@dataclass(frozen=True, slots=True)
class Target:
    """Give the card in question to the seat `target`."""

    seat: int
    target: int


@dataclass(frozen=True, slots=True)
class NextRound:
    """Clear the table and deal again."""


Command = Hit | Stay | Target | NextRound
