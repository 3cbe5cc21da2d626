"""Exact chances from public cards: what every player at the table could count."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import factorial, perm
from types import MappingProxyType
from typing import NamedTuple

from engine.cards import Card, counted, deck_for, in_order
from engine.prompt import TargetPrompt
from engine.public import PublicGame, PublicSeat
from engine.rules import FLIP_7_BONUS, FLIP_7_NUMBERS, FLIP_THREE_CARDS
from engine.values import value


@value
class HitOdds:
    """What one more card would do to a seat; chances from 0 to 1, `gain`, `risk` and `then_stay` in points."""

    cards: int
    """From how many cards the next one comes."""
    duplicates: int
    """How many of them repeat a number the seat has."""
    bust: float
    used: float
    """The chance that the card uses up the seat's Second Chance."""
    flip_seven: float
    """The chance that the card is the seventh number."""
    gain: float
    """The expected points the card adds, counted as 0 where it busts or is an action."""
    risk: float
    """The expected points a bust takes away."""
    then_stay: float
    """The expected points of hitting once, then staying."""


@value
class FlipThreeOdds:
    """How the cards of a Flip Three may end for a seat; chances from 0 to 1."""

    bust: float
    flip_seven: float


def unseen(game: PublicGame) -> Counter[Card]:
    """The cards the next one comes from: those of the draw pile, or of the discard pile once that is empty."""
    if not game.draw_count:
        return Counter(game.discard)
    left = dict(_whole_deck(len(game.seats)))
    for card, count in game.discard.items():
        left[card] -= count
    for card in _on_the_table(game):
        left[card] -= 1
    return Counter({card: count for card, count in left.items() if count > 0})


def hit_odds(game: PublicGame, seat: PublicSeat, cards: Counter[Card] | None = None) -> HitOdds:
    """What the next card would do to the seat; `cards`: the unseen ones, where they have been counted already."""
    cards = unseen(game) if cards is None else cards
    number_of_cards = cards.total()
    total = number_of_cards or 1  # no card left: all chances are 0
    duplicates = sum([cards[number] for number in set(seat.numbers)])
    fresh = sum([count for card, count in cards.items() if card.is_number]) - duplicates
    sevenths = fresh if len(seat.numbers) == FLIP_7_NUMBERS - 1 else 0
    gain = (_added(seat, cards) + FLIP_7_BONUS * sevenths) / total
    bust, used = (0.0, duplicates / total) if seat.second_chance else (duplicates / total, 0.0)
    risk = bust * seat.round_score
    return HitOdds(
        cards=number_of_cards,
        duplicates=duplicates,
        bust=bust,
        used=used,
        flip_seven=sevenths / total,
        gain=gain,
        risk=risk,
        then_stay=seat.round_score + gain - risk,
    )


def flip_seven_chance(game: PublicGame, seat: PublicSeat) -> float:
    """The chance that a seat that never stays gets its seventh number before a bust.

    Of the cards to come only the numbers count; a Second Chance that the seat has saves it once.
    """
    missing = FLIP_7_NUMBERS - len(seat.numbers)
    duplicates, fresh = _numbers(seat, unseen(game))
    numbers = duplicates + sum(fresh)
    chance = all_different(fresh, missing, among=numbers)
    if seat.second_chance and game.rules.second_chance_use == "play_on" and numbers > missing:
        chance += _different_but_one(fresh, missing, duplicates) / perm(numbers, missing + 1)
    return chance


def all_different(counts: Sequence[int], draws: int, *, among: int) -> float:
    """The chance that so many cards are of different kinds in `counts`, drawn from `among` cards that hold those."""
    orders = perm(among, draws)
    return perm(draws) * _products(counts, draws) / orders if orders else 0.0


def flip_three_odds(
    game: PublicGame, seat: PublicSeat, left: int = FLIP_THREE_CARDS, cards: Counter[Card] | None = None
) -> FlipThreeOdds:
    """How `left` cards may end for a seat; a Second Chance it has, or is dealt among them, saves it once.

    Exact while the draw pile holds these cards. `cards` as for `hit_odds`.
    """
    cards = unseen(game) if cards is None else cards
    duplicates, fresh = _numbers(seat, cards)
    chances = cards[Card.SECOND_CHANCE]
    others = cards.total() - duplicates - sum(fresh) - chances
    pool = _Pool(duplicates, tuple(fresh), chances, others, FLIP_7_NUMBERS - len(seat.numbers))
    saves = game.rules.second_chance_use == "play_on"
    bust, flip_seven = _within(left, pool, seat.second_chance, saves)
    return FlipThreeOdds(bust, flip_seven)


def best_round(game: PublicGame, seat: PublicSeat) -> float:
    """The expected score of the round for a seat that always takes the better of hit and stay, as if it alone drew.

    Numbers, modifiers and a Second Chance that the seat has are counted, actions to come are not. Exact, and slow for
    a short row: half a second for two numbers, some seconds for none.
    """
    cards = {card: count for card, count in unseen(game).items() if card.is_number or card.rank >= Card.PLUS_2.rank}
    own = in_order((*seat.numbers, *seat.modifiers))
    plays_on = game.rules.second_chance_use == "play_on"

    @cache
    def value(held: tuple[Card, ...], saved: bool, spent: Card | None) -> float:
        """From these cards on; `spent` is the duplicate that cost the Second Chance."""
        points = _points(held)
        if sum([card.is_number for card in held]) == FLIP_7_NUMBERS:
            return points + FLIP_7_BONUS
        left = {card: n - held.count(card) + own.count(card) - (card is spent) for card, n in cards.items()}
        ahead = sum([n * after(card, held, saved, points, spent) for card, n in left.items() if n])
        return max(points, ahead / (sum(left.values()) or 1))

    def after(card: Card, held: tuple[Card, ...], saved: bool, points: int, spent: Card | None) -> float:
        if not (card.is_number and card in held):
            return value(in_order((*held, card)), saved, spent)
        if not saved:
            return 0.0
        return value(held, False, card) if plays_on else points

    return value(own, seat.second_chance, None)


class _Pool(NamedTuple):
    """How many cards of each sort may come, as one seat sees them."""

    duplicates: int
    """Numbers the seat has."""
    fresh: tuple[int, ...]
    """Numbers it lacks, one entry a number."""
    chances: int
    """Second Chances."""
    others: int
    missing: int
    """How many more numbers make a Flip 7."""


def _within(left: int, pool: _Pool, saved: bool, plays_on: bool) -> tuple[float, float]:
    """The chances of a bust and of a Flip 7 within `left` cards.

    The seat is `saved` from the first duplicate or not, and `plays_on` after it or banks.
    """
    total = pool.duplicates + sum(pool.fresh) + pool.chances + pool.others
    if not left or not total:
        return 0.0, 0.0
    if left == 1:
        return (0.0 if saved else pool.duplicates / total), (sum(pool.fresh) / total if pool.missing == 1 else 0.0)
    bust = flip_seven = 0.0
    for count, chances in _branches(left - 1, pool, saved, plays_on):
        bust += count * chances[0]
        flip_seven += count * chances[1]
    return bust / total, flip_seven / total


def _branches(left: int, pool: _Pool, saved: bool, plays_on: bool) -> Iterator[tuple[int, tuple[float, float]]]:
    """For each sort of card that may come next: how many there are, and how the `left` cards after it may end."""
    duplicates, fresh, chances, others, missing = pool
    if duplicates and not saved:
        yield duplicates, (1.0, 0.0)
    elif duplicates and plays_on:
        yield duplicates, _within(left, _Pool(duplicates - 1, fresh, chances, others, missing), False, plays_on)
    for i, count in enumerate(fresh):
        rest = fresh[:i] + fresh[i + 1 :]
        row = _Pool(duplicates + count - 1, rest, chances, others, missing - 1)
        yield count, (0.0, 1.0) if missing == 1 else _within(left, row, saved, plays_on)
    if chances:
        yield chances, _within(left, _Pool(duplicates, fresh, chances - 1, others, missing), True, plays_on)
    if others:
        yield others, _within(left, _Pool(duplicates, fresh, chances, others - 1, missing), saved, plays_on)


def _numbers(seat: PublicSeat, cards: Counter[Card]) -> tuple[int, list[int]]:
    """Of the unseen numbers: how many the seat has already, and how many there are of each that it lacks."""
    numbers = {card: count for card, count in cards.items() if card.is_number}
    fresh = [count for card, count in numbers.items() if card not in seat.numbers]
    return sum(numbers.values()) - sum(fresh), fresh


def _products(counts: Iterable[int], size: int) -> int:
    """The sum of the products of so many of the counts each: in how many ways so many cards differ in kind."""
    sums = [1] + [0] * size
    for count in counts:
        for i in range(size, 0, -1):
            sums[i] += count * sums[i - 1]
    return sums[size]


def _different_but_one(fresh: Sequence[int], size: int, duplicates: int) -> int:
    """The orders of `size` cards of different fresh kinds among which, before the last, there is one duplicate."""
    of_the_row = size * duplicates * factorial(size) * _products(fresh, size)
    twins = sum([n * (n - 1) * _products((*fresh[:i], *fresh[i + 1 :]), size - 1) for i, n in enumerate(fresh)])
    return of_the_row + size * (size - 1) // 2 * factorial(size - 1) * twins


def _added(seat: PublicSeat, cards: Counter[Card]) -> int:
    """The points that each of the cards would add to the hand, in all; nothing for duplicates and actions."""
    doubled = Card.X2 in seat.modifiers
    numbers = sum([card.points * n for card, n in cards.items() if card.is_number and card not in seat.numbers])
    plus = sum([card.points * n for card, n in cards.items() if not card.is_number])
    row = 0 if doubled else cards[Card.X2] * sum([card.points for card in seat.numbers])
    return numbers * (2 if doubled else 1) + plus + row


def _points(cards: Sequence[Card]) -> int:
    """What these numbers and modifiers count."""
    numbers = sum([card.points for card in cards if card.is_number])
    plus = sum([card.points for card in cards if not card.is_number])
    return numbers * (2 if Card.X2 in cards else 1) + plus


def _on_the_table(game: PublicGame) -> Iterator[Card]:
    """Every card that lies open and is not discarded."""
    for seat in game.seats:
        yield from (*seat.numbers, *seat.modifiers, *seat.played)
        if seat.second_chance:
            yield Card.SECOND_CHANCE
    for sequence in game.set_aside:
        yield from sequence.cards
    if isinstance(game.prompt, TargetPrompt):
        yield game.prompt.card


@cache
def _whole_deck(seats: int) -> Mapping[Card, int]:
    return MappingProxyType(counted(deck_for(seats)))
