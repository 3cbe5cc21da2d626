"""Points of a hand, and the winner of a game."""

from engine.cards import Card
from engine.rules import FLIP_7_BONUS, Rules
from engine.state import Hand, Seat
from engine.status import Status
from engine.values import value


@value
class Tally:
    """How a round's score adds up; a busted seat has zeros."""

    numbers: int = 0
    """The sum of the numbers, not doubled yet."""
    doubled: bool = False
    plus: int = 0
    bonus: int = 0

    @property
    def points(self) -> int:
        return self.numbers * (2 if self.doubled else 1) + self.plus + self.bonus


@value
class Outcome:
    """The end of a game; nobody has won where a player alone missed the goal."""

    winner: int | None


def score(hand: Hand, *, flip_seven: bool) -> int:
    """Points of a hand that did not bust: numbers, then x2, then plus cards, then the bonus.

    Source: docs/rules.md, "Score"; 2 + 5 + 9 with x2 and +6 is 38.
    """
    if hand.modifiers or flip_seven:
        return _tally(hand, flip_seven).points
    return _sum(hand.numbers)


def round_score(seat: Seat) -> int:
    """What the seat would bank now, or has banked."""
    if seat.status.active:
        return score(seat.hand, flip_seven=False)
    return 0 if seat.status is Status.BUSTED else score(seat.hand, flip_seven=seat.status is Status.FLIP7)


def tally(seat: Seat) -> Tally:
    """How the seat's round score adds up."""
    return Tally() if seat.status is Status.BUSTED else _tally(seat.hand, seat.status is Status.FLIP7)


def _tally(hand: Hand, flip_seven: bool) -> Tally:
    return Tally(
        numbers=_sum(hand.numbers),
        doubled=Card.X2 in hand.modifiers,
        plus=_sum(hand.modifiers),
        bonus=FLIP_7_BONUS if flip_seven else 0,
    )


def _sum(cards: tuple[Card, ...]) -> int:
    total = 0  # for so few cards a loop takes half the time of `sum`
    for card in cards:
        total += card.points
    return total


def outcome(rules: Rules, finished: int, totals: tuple[int, ...]) -> Outcome | None:
    """How the game has ended after so many finished rounds; None: it goes on, also where the top is tied."""
    best = max(totals)
    if rules.length == "challenge":
        if best >= rules.points:
            return Outcome(winner=0)
        return Outcome(winner=None) if finished >= rules.rounds else None
    reached = finished >= rules.rounds if rules.length == "rounds" else best >= rules.points
    return Outcome(winner=totals.index(best)) if reached and totals.count(best) == 1 else None
