"""Exact chances from what everyone sees."""

from itertools import permutations

import pytest

from engine import DECK, Card, public
from engine.cards import in_order
from engine.odds import flip_three_bust, hit_odds, unseen
from tests.engine.table import play, position


def test_unseen_is_the_deck_without_what_lies_on_the_table_or_was_discarded() -> None:
    state = position("A* 5 12 x2 | B 9 second_chance (flip_three); discard 12 12 +2", draw="freeze 1")
    state, _ = play(state, "A hits")  # A holds a Freeze and is asked for its target
    seen = [Card(name) for name in ["5", "12", "x2", "9", "second_chance", "flip_three", "12", "12", "+2", "freeze"]]
    assert in_order([*unseen(public(state)).elements(), *seen]) == DECK


def test_a_set_aside_card_is_seen() -> None:
    state = position("A* 5 second_chance | B 9 | C 3", draw="flip_three freeze second_chance 7")
    game = public(play(state, "A hits", "A targets A")[0])
    assert unseen(game)[Card.FREEZE] == 2
    assert unseen(game)[Card.SECOND_CHANCE] == 1


def test_with_an_empty_draw_pile_the_discards_come() -> None:
    assert unseen(public(position("A* 5 | B 9; discard 12 12 3"))) == {Card.N12: 2, Card.N3: 1}


def near(game: str, draw: str = "1") -> tuple[float, float, float, float]:
    """Bust, Flip 7, gain and risk of the first seat."""
    table = public(position(game, draw=draw))
    odds = hit_odds(table, table.seats[0])
    return odds.bust, odds.flip_seven, odds.gain, odds.risk


def test_the_odds_of_one_more_card() -> None:
    bust, flip_seven, gain, risk = near("A* 12 | B 11")
    assert (bust, flip_seven) == (11 / 92, 0)
    assert gain == pytest.approx((sum(n * n for n in range(12)) - 11 + 30 + 12) / 92)
    assert risk == pytest.approx(11 / 92 * 12)


def test_the_odds_on_a_small_discard_pile() -> None:
    assert near("A* 5; discard 5 7", draw="") == (0.5, 0, 3.5, 2.5)
    assert near("A* 5 x2; discard 5 7 x2 +4", draw="") == (0.25, 0, (14 + 0 + 4) / 4, 2.5)
    assert near("A* 5 7; discard x2 freeze", draw="") == (0, 0, 6, 0)


def test_a_seventh_number_brings_the_bonus() -> None:
    assert near("A* 1 2 3 4 5 6; discard 6 7", draw="") == (0.5, 0.5, (7 + 15) / 2, 10.5)


def test_a_second_chance_takes_the_risk_away() -> None:
    assert near("A* 5 second_chance; discard 5 7", draw="") == (0, 0, 3.5, 0)


def test_without_any_card_nothing_can_happen() -> None:
    assert near("A* 5", draw="") == (0, 0, 0, 0)
    table = public(position("A* 5"))
    assert flip_three_bust(table, table.seats[0]) == 0


def busts(row: set[Card], saved: bool, cards: tuple[Card, ...]) -> bool:
    """Whether these cards, dealt one after the other, put a seat out."""
    for card in cards:
        if card in row:
            if not saved:
                return True
            saved = False
        elif card.is_number:
            row = row | {card}
        elif card is Card.SECOND_CHANCE:
            saved = True
    return False


@pytest.mark.parametrize("hand", ["", "5", "5 8", "5 second_chance", "5 8 second_chance"])
@pytest.mark.parametrize("pile", ["5 8 8 9 freeze", "5 5 8 second_chance +2", "1 1 1 2 2", "5 8"])
def test_the_chance_of_a_bust_in_a_flip_three_is_that_of_all_orders(hand: str, pile: str) -> None:
    table = public(position(f"A* {hand}; discard {pile}"))
    seat = table.seats[0]
    orders = list(permutations(map(Card, pile.split()), min(3, len(pile.split()))))
    fatal = sum(busts(set(seat.numbers), seat.second_chance, order) for order in orders)
    assert flip_three_bust(table, seat) == pytest.approx(fatal / len(orders))
