"""Exact chances from public cards: what every player could count."""

from engine.cards import Card, deck_for
from engine.prompt import TargetPrompt
from engine.public import PublicGame, PublicSeat


def unseen(game: PublicGame) -> dict[Card, int]:
    """The cards the next one comes from: the draw pile's, or the discard pile's once that is empty."""
    if not game.draw_count:
        return dict(game.discard)
    counts = dict.fromkeys(Card, 0)
    for card in deck_for(len(game.seats)):
        counts[card] += 1
    for card, number in game.discard.items():
        counts[card] -= number
    for card in _on_the_table(game):
        counts[card] -= 1
    return {card: number for card, number in counts.items() if number}


def bust_chance(game: PublicGame, seat: PublicSeat) -> float:
    """The chance, 0 to 1, that the next card would put the seat out."""
    cards = unseen(game)
    total = sum(cards.values())
    if seat.second_chance or not total:
        return 0.0
    return sum(number for card, number in cards.items() if card in seat.numbers) / total


def _on_the_table(game: PublicGame) -> list[Card]:
    """Every card in front of a seat, set aside, or about to be given to somebody."""
    cards = [card for seat in game.seats for group in (seat.numbers, seat.modifiers, seat.played) for card in group]
    cards += [Card.SECOND_CHANCE] * sum(seat.second_chance for seat in game.seats)
    cards += [card for sequence in game.set_aside for card in sequence.cards]
    return [*cards, game.prompt.card] if isinstance(game.prompt, TargetPrompt) else cards
