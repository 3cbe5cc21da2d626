"""What a game is at one moment: seats, piles, and the agenda of what has to happen next."""

from collections.abc import Sequence

from engine.cards import Card
from engine.rules import Rules
from engine.shuffle import Shuffles
from engine.status import Status
from engine.values import value


@value
class Hand:
    """The cards in front of a seat, each group in the order it came; a bust's duplicate is the last number."""

    numbers: tuple[Card, ...] = ()
    modifiers: tuple[Card, ...] = ()
    second_chance: bool = False
    played: tuple[Card, ...] = ()
    """Freezes and Flip Threes whose target was this seat."""

    @property
    def can_stay(self) -> bool:
        """A number, a modifier or a Second Chance is enough; a played card is not."""
        return bool(self.numbers or self.modifiers or self.second_chance)

    def takes(self, card: Card) -> bool:
        """Whether the card joins the hand: a new number, a modifier, a first Second Chance."""
        if card.is_number:
            return card not in self.numbers
        return card.is_modifier or (card is Card.SECOND_CHANCE and not self.second_chance)

    def with_card(self, card: Card) -> "Hand":
        """The hand with a number, a modifier or a Second Chance added."""
        if card.is_number:
            return Hand((*self.numbers, card), self.modifiers, self.second_chance, self.played)
        if card.is_modifier:
            return Hand(self.numbers, (*self.modifiers, card), self.second_chance, self.played)
        return self.with_second_chance(True)

    def with_second_chance(self, here: bool) -> "Hand":
        return Hand(self.numbers, self.modifiers, here, self.played)

    def with_played(self, card: Card) -> "Hand":
        return Hand(self.numbers, self.modifiers, self.second_chance, (*self.played, card))

    def cards(self) -> tuple[Card, ...]:
        """Everything that lies in front of the seat."""
        chances = (Card.SECOND_CHANCE,) if self.second_chance else ()
        return self.numbers + self.modifiers + chances + self.played


@value
class Seat:
    """One place at the table; `total` holds the points of the finished rounds."""

    hand: Hand = Hand()
    status: Status = Status.ACTIVE
    total: int = 0

    def with_card(self, card: Card) -> "Seat":
        return Seat(self.hand.with_card(card), self.status, self.total)

    def with_hand(self, hand: Hand) -> "Seat":
        return Seat(hand, self.status, self.total)

    def with_status(self, status: Status) -> "Seat":
        return Seat(self.hand, status, self.total)


@value
class Deal:
    """The seat gets its opening card."""

    seat: int


@value
class TakeTurn:
    """The seat, or else the next active one clockwise, chooses hit or stay."""

    seat: int


@value
class FlipThree:
    """The seat is dealt `left` more cards; then it resolves its set-aside cards, first revealed first."""

    seat: int
    left: int
    shown: tuple[Card, ...] = ()
    """Every card dealt in this sequence."""
    set_aside: tuple[Card, ...] = ()
    """The Freezes and Flip Threes among them that have not been taken up."""


@value
class ChooseTarget:
    """The seat chooses who gets `card`: a Freeze, a Flip Three, or a second Second Chance."""

    seat: int
    card: Card


Obligation = Deal | TakeTurn | FlipThree | ChooseTarget


@value
class GameState:
    """A whole game. Secret: the draw pile's order and `shuffles`; everything else lies on the table."""

    rules: Rules
    seats: tuple[Seat, ...]
    dealer: int
    round: int
    draw_pile: tuple[Card, ...]
    """The first card is dealt first."""
    discard_pile: tuple[Card, ...]
    """The last card lies on top."""
    shuffles: Shuffles
    agenda: tuple[Obligation, ...] = ()
    """What has to happen, the next thing last; empty between rounds and after the game."""
    rounds: tuple[tuple[int, ...], ...] = ()
    """Each finished round's scores by seat."""

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple([seat.total for seat in self.seats])


def active_seats(seats: Sequence[Seat]) -> tuple[int, ...]:
    """The seats still in the round, ascending."""
    return tuple([number for number, seat in enumerate(seats) if seat.status.active])


def sequences(agenda: Sequence[Obligation]) -> tuple[FlipThree, ...]:
    """The Flip Threes that are not over, the innermost last; only that one may still be dealing."""
    return tuple([item for item in agenda if isinstance(item, FlipThree)])


def clockwise(first: int, seats: int) -> tuple[int, ...]:
    """All of so many seat numbers clockwise from `first`, which may be one past the last seat."""
    return tuple([(first + step) % seats for step in range(seats)])
