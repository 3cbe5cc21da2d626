"""Exact chances from what everyone sees."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from statistics import fmean

import pytest

from engine import (
    DECK,
    Card,
    GameState,
    Hit,
    PublicGame,
    PublicSeat,
    TurnPrompt,
    apply,
    prompt,
    public,
    round_score,
)
from engine.cards import in_order
from engine.odds import all_different, best_round, flip_seven_chance, flip_three_odds, hit_odds, unseen
from engine.rules import FLIP_7_NUMBERS
from engine.values import replace
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


def first_seat(game: str, draw: str = "1") -> tuple[PublicGame, PublicSeat]:
    """A table and its first seat."""
    table = public(position(game, draw=draw))
    return table, table.seats[0]


def near(game: str, draw: str = "1") -> tuple[float, float, float, float]:
    """Bust, Flip 7, gain and risk of the first seat."""
    odds = hit_odds(*first_seat(game, draw))
    return odds.bust, odds.flip_seven, odds.gain, odds.risk


@pytest.mark.parametrize(
    ("hand", "duplicates", "cards"),
    [
        ("5 7", 10, 92),
        ("10 11", 19, 92),
        ("12 11", 21, 92),
        ("12 11 10", 30, 91),
        ("12 11 10 9 8", 45, 89),
        ("0 1 2 3 4 5", 10, 88),
    ],
)
def test_the_chance_to_bust_on_the_next_card_of_a_fresh_deck(hand: str, duplicates: int, cards: int) -> None:
    odds = hit_odds(*first_seat(f"A* {hand} | B"))
    assert (odds.duplicates, odds.cards, odds.bust) == (duplicates, cards, duplicates / cards)


DRAW_PILE = "3 4 4 5 5 6 6 7 7 7 7 7 8 8 8 8 8 9 9 9 10 10 10 10 11 11 11 11 12 12 12 12 12 12 freeze freeze"
HELPER = f"A* 12 8 5 3 1 +4 | B; discard {DRAW_PILE} flip_three second_chance"
"""The example of the odds helper: these 38 cards come, since the draw pile is empty."""


def test_the_example_of_the_odds_helper() -> None:
    table, seat = first_seat(HELPER, draw="")
    odds = hit_odds(table, seat)
    assert (odds.duplicates, odds.cards, odds.bust, seat.round_score) == (14, 38, 14 / 38, 33)
    assert odds.then_stay == pytest.approx(958 / 38)
    assert flip_seven_chance(table, seat) == pytest.approx(326 / 1122)


def test_with_a_second_chance_the_helper_says_how_likely_it_is_used() -> None:
    odds = hit_odds(*first_seat(HELPER.replace("+4", "+4 second_chance"), draw=""))
    assert (odds.bust, odds.used, odds.risk) == (0, 14 / 38, 0)


def test_numbers_that_are_all_different() -> None:
    numbers = [1, *range(1, 13)]
    assert all_different(numbers, 3, among=79) == pytest.approx(409 / 553)
    assert all_different(numbers, 7, among=79) == pytest.approx(1755667 / 20271005)


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
    assert hit_odds(*first_seat("A* 5 second_chance; discard 5 7", draw="")).used == 0.5


def test_without_any_card_nothing_can_happen() -> None:
    assert near("A* 5", draw="") == (0, 0, 0, 0)
    table = public(position("A* 5"))
    seat = table.seats[0]
    assert (flip_three_odds(table, seat).bust, flip_seven_chance(table, seat), best_round(table, seat)) == (0, 0, 5)


def ends(hand: PublicSeat, cards: Sequence[Card], plays_on: bool = True) -> tuple[bool, bool]:
    """Whether these cards, dealt one after the other, put a seat out, or make a Flip 7."""
    row, saved = set(hand.numbers), hand.second_chance
    for card in cards:
        if card in row:
            if not saved or not plays_on:
                return not saved, False
            saved = False
        elif card.is_number:
            row.add(card)
            if len(row) == FLIP_7_NUMBERS:
                return False, True
        elif card is Card.SECOND_CHANCE:
            saved = True
    return False, False


SIX = "7 8 9 10 11 12"
HANDS = ["", "5", "5 8", "5 second_chance", "5 8 second_chance", SIX, f"{SIX} second_chance", "5 9 10 11 12"]


@pytest.mark.parametrize("rules", ["table", "tracker"])
@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("pile", ["5 8 8 9 freeze", "5 5 8 second_chance +2", "1 1 1 2 2", "5 8"])
def test_a_flip_three_ends_as_in_all_orders_of_the_cards(hand: str, pile: str, rules: str) -> None:
    table, seat = first_seat(f"A* {hand}; discard {pile}; rules {rules}", draw="")
    orders = list(permutations(map(Card, pile.split()), min(3, len(pile.split()))))
    endings = [ends(seat, order, plays_on=rules == "table") for order in orders]
    odds = flip_three_odds(table, seat)
    assert odds.bust == pytest.approx(sum(bust for bust, _ in endings) / len(orders))
    assert odds.flip_seven == pytest.approx(sum(seven for _, seven in endings) / len(orders))


@pytest.mark.parametrize(
    ("hand", "bust", "flip_seven"),
    [
        ("", 132 / 713, 0),
        ("5", 265 / 897, 0),
        ("12", 341 / 780, 0),
        ("12 second_chance", 638 / 10413, 0),
        ("12 11", 29929 / 48594, 0),
        ("0 1 2 3 4 5", 2794 / 21199, 0.86302),
    ],
)
def test_a_flip_three_from_a_fresh_deck(hand: str, bust: float, flip_seven: float) -> None:
    odds = flip_three_odds(*first_seat(f"A* {hand} (flip_three) | B"))
    assert odds.bust == pytest.approx(bust)
    assert odds.flip_seven == pytest.approx(flip_seven, abs=5e-6)


@pytest.mark.parametrize("rules", ["table", "tracker"])
@pytest.mark.parametrize("hand", [SIX, f"{SIX} second_chance", "8 9 10 11 12", "8 9 10 11 12 second_chance"])
@pytest.mark.parametrize("pile", ["1 2 2 8 8 +2", "1 1 1 2 2 2", "8 9", "1", "8 9 1 2 2 3"])
def test_a_flip_seven_without_staying_comes_as_often_as_in_all_orders(hand: str, pile: str, rules: str) -> None:
    table, seat = first_seat(f"A* {hand}; discard {pile}; rules {rules}", draw="")
    orders = list(permutations(map(Card, pile.split())))
    sevens = sum(ends(seat, order, plays_on=rules == "table")[1] for order in orders)
    assert flip_seven_chance(table, seat) == pytest.approx(sevens / len(orders))


def best(state: GameState) -> Iterator[float]:
    """What hit and stay are worth to a player alone, by the rules themselves and every card that may come."""
    yield round_score(state.seats[0])
    if isinstance(prompt(state), TurnPrompt) and state.draw_pile:
        yield fmean(max(best(with_next(state, i))) for i in range(len(state.draw_pile)))


def with_next(state: GameState, i: int) -> GameState:
    """The state after a hit that deals card number `i` of the pile; nothing is shuffled back."""
    pile = state.draw_pile
    state = replace(state, draw_pile=(pile[i], *pile[:i], *pile[i + 1 :]))
    return replace(apply(state, Hit(0))[0], discard_pile=())


@pytest.mark.parametrize("rules", ["table", "tracker"])
@pytest.mark.parametrize("hand", ["5", "5 +4", "5 second_chance", "8 9 10 11 12", "8 9 10 11 12 x2 second_chance"])
@pytest.mark.parametrize("pile", ["5 8 +10", "1 8 9 x2", "1 2 3 12 12"])
def test_the_best_round_is_that_of_the_best_choice_after_every_card(hand: str, pile: str, rules: str) -> None:
    state = position(f"A* {hand}; rules {rules}", draw=pile)
    seen = position(f"A* {hand}; discard {pile}; rules {rules}")
    game = public(seen)
    assert best_round(game, game.seats[0]) == pytest.approx(max(best(state)))
