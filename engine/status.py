"""Where a seat stands."""

from enum import StrEnum


class Status(StrEnum):
    """Where a seat stands in the current round."""

    ACTIVE = "active"
    STAYED = "stayed"
    """Out and has banked: by choice, by a used Second Chance (house rule), or at the round's end."""
    FROZEN = "frozen"
    BUSTED = "busted"
    FLIP7 = "flip7"

    __slots__ = ("active",)  # as with cards

    def __init__(self, text: str) -> None:
        self.active = text == "active"
        """Whether the seat is still in the round."""

    # As with cards: seats are looked up by what they hold at every move.
    __hash__ = str.__hash__
