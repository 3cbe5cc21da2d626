"""Exact chances from public cards: what every player at the table could count."""

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from engine.cards import Card, deck_for
from engine.prompt import TargetPrompt
from engine.public import PublicGame, PublicSeat
from engine.rules import FLIP_7_BONUS, FLIP_7_NUMBERS, FLIP_THREE_CARDS


@dataclass(frozen=True, slots=True)
class HitOdds:
    """What one more card would do to a seat; chances from 0 to 1, `gain` and `risk` in points."""

    bust: float
    flip_seven: float
    gain: float
    """The expected points the card adds, counted as 0 where it busts or is an action."""
    risk: float
    """The expected points a bust takes away."""


def unseen(game: PublicGame) -> Counter[Card]:
    """The cards the next one comes from: those of the draw pile, or of the discard pile once that is empty."""
    if not game.draw_count:
        return Counter(game.discard)
    seen = Counter(game.discard)
    for seat in game.seats:
        seen.update((*seat.numbers, *seat.modifiers, *seat.played))
        seen[Card.SECOND_CHANCE] += seat.second_chance
    for sequence in game.set_aside:
        seen.update(sequence.cards)
    if isinstance(game.prompt, TargetPrompt):
        seen[game.prompt.card] += 1
    return Counter(deck_for(len(game.seats))) - seen


def hit_odds(game: PublicGame, seat: PublicSeat) -> HitOdds:
    """What the next card would do to the seat."""
    cards = unseen(game)
    total = cards.total() or 1  # no card left: all chances are 0
    duplicates = 0 if seat.second_chance else sum(cards[number] for number in seat.numbers)
    fresh = sum(count for card, count in cards.items() if card.is_number and card not in seat.numbers)
    sevenths = fresh if len(seat.numbers) == FLIP_7_NUMBERS - 1 else 0
    added = sum(_added(seat, card) * count for card, count in cards.items()) + FLIP_7_BONUS * sevenths
    bust = duplicates / total
    return HitOdds(bust=bust, flip_seven=sevenths / total, gain=added / total, risk=bust * seat.round_score)


def flip_three_bust(game: PublicGame, seat: PublicSeat, cards: int = FLIP_THREE_CARDS) -> float:
    """The chance that a seat busts within so many cards; a Second Chance it has, or is dealt among them, saves it once.

    Exact while the draw pile holds these cards.
    """
    counts = unseen(game)
    numbers = {card: count for card, count in counts.items() if card.is_number}
    fresh = tuple(count for card, count in numbers.items() if card not in seat.numbers)
    chances = counts[Card.SECOND_CHANCE]
    others = counts.total() - sum(numbers.values()) - chances
    pool = _Pool(sum(numbers.values()) - sum(fresh), fresh, chances, others)
    return _bust_within(cards, pool, seat.second_chance)


class _Pool(NamedTuple):
    """How many cards of each sort may come, as one seat sees them."""

    duplicates: int
    """Numbers the seat has."""
    fresh: tuple[int, ...]
    """Numbers it lacks, one entry a number."""
    chances: int
    """Second Chances."""
    others: int

    def total(self) -> int:
        return self.duplicates + sum(self.fresh) + self.chances + self.others


def _bust_within(left: int, pool: _Pool, saved: bool) -> float:
    """The chance of a bust within `left` cards; the seat is `saved` from the first duplicate or not."""
    total = pool.total()
    if not left or not total:
        return 0.0
    if left == 1:
        return 0.0 if saved else pool.duplicates / total
    duplicates, fresh, chances, others = pool
    chance = float(duplicates)
    if saved and duplicates:
        chance *= _bust_within(left - 1, pool._replace(duplicates=duplicates - 1), False)
    for i, count in enumerate(fresh):
        drawn = pool._replace(duplicates=duplicates + count - 1, fresh=fresh[:i] + fresh[i + 1 :])
        chance += count * _bust_within(left - 1, drawn, saved)
    if chances:
        chance += chances * _bust_within(left - 1, pool._replace(chances=chances - 1), True)
    if others:
        chance += others * _bust_within(left - 1, pool._replace(others=others - 1), saved)
    return chance / total


def _added(seat: PublicSeat, card: Card) -> int:
    """The points a card adds to the hand; 0 for a duplicate or an action."""
    if card.is_number:
        return 0 if card in seat.numbers else card.points * (2 if Card.X2 in seat.modifiers else 1)
    if card is Card.X2:
        return 0 if Card.X2 in seat.modifiers else sum(number.points for number in seat.numbers)
    return card.points
