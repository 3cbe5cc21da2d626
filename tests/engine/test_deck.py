"""The cards, the order a seed gives them, and where cards lie."""

import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis.strategies import binary

from engine import DECK, Card, Rules, Scripted, ScriptError, Seeded, deck_for, new_game
from engine.cards import counted, in_order, read_cards
from engine.shuffle import below, first_dealer, shuffle, shuffled
from tests.engine.table import everything, play, position, shown

SEED = bytes(range(32))


def test_a_deck_has_94_cards() -> None:
    counts = Counter(DECK)
    assert len(DECK) == 94
    assert [counts[Card(str(number))] for number in range(13)] == [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    assert [counts[card] for card in read_cards("freeze flip_three second_chance")] == [3, 3, 3]
    assert [counts[card] for card in read_cards("+2 +4 +6 +8 +10 x2")] == [1, 1, 1, 1, 1, 1]


@pytest.mark.parametrize(("seats", "cards"), [(1, 94), (18, 94), (19, 188)])
def test_two_decks_are_used_above_18_players(seats: int, cards: int) -> None:
    state, _ = new_game(Rules(), seats, SEED)
    assert everything(state) == deck_for(seats)
    assert len(deck_for(seats)) == cards


def test_cards_sort_as_numbers_actions_modifiers() -> None:
    mixed = read_cards("x2 +10 +2 second_chance 12 freeze 2 flip_three 12")
    assert " ".join(in_order(mixed)) == "2 12 12 freeze flip_three second_chance +2 +10 x2"
    assert list(counted(mixed).items())[:3] == [(Card.N2, 1), (Card.N12, 2), (Card.FREEZE, 1)]


def test_the_published_shuffles_of_a_seed() -> None:
    first = shuffled(DECK, SEED, 0)
    assert " ".join(first[:10]) == "11 4 +6 6 8 10 10 12 8 3"
    assert " ".join(first[-3:]) == "11 9 x2"
    assert " ".join(shuffled(DECK, SEED, 1)[:8]) == "+2 7 8 second_chance 3 12 9 2"
    assert " ".join(shuffled(read_cards("0 12 12 freeze x2"), SEED, 2)) == "12 12 x2 0 freeze"
    assert [first_dealer(SEED, seats) for seats in (3, 4, 5)] == [2, 1, 4]


def test_words_that_would_favour_some_cards_are_skipped() -> None:
    last = 2**32 - 1  # of the words below it, each remainder by 3 is that of as many
    assert below(3, iter([last, last, last - 1])) == (last - 1) % 3
    assert below(2, iter([last])) == 1
    with pytest.raises(ValueError, match="too few words"):
        below(3, iter([last]))


@given(binary(max_size=200))
def test_the_words_are_those_of_an_hmac(seed: bytes) -> None:
    first = hmac.digest(seed, b"dealer:0", "sha256")[:4]
    assert first_dealer(seed, 2**32) == int.from_bytes(first, "big")


def test_a_shuffle_depends_on_the_cards_not_on_their_order() -> None:
    assert shuffled(DECK[::-1], SEED, 0) == shuffled(DECK, SEED, 0)


def test_a_game_deals_its_first_shuffle_and_counts_its_shuffles() -> None:
    state, _ = new_game(Rules(opening_deal=False), 3, SEED)
    assert state.draw_pile == shuffled(DECK, SEED, 0)
    assert state.dealer == first_dealer(SEED, 3)
    assert state.shuffles == Seeded(SEED, count=1)
    assert shuffle(read_cards("0 12"), Seeded(SEED, count=1)) == (
        shuffled(read_cards("0 12"), SEED, 1),
        Seeded(SEED, count=2),
    )


def test_the_discard_pile_is_shuffled_when_a_card_is_needed_not_before() -> None:
    state = position("A* 5 | B 9; discard 3 4", draw="7", orders="4 3")
    state, events = play(state, "A hits")
    assert events == ["dealt A 7 hit numbers"]
    assert shown(state) == "A 5 7 | B* 9; discard 3 4"
    state, events = play(state, "B hits")
    assert events == ["reshuffled 2", "dealt B 4 hit numbers"]
    assert shown(state) == "A* 5 7 | B 9 4"
    assert state.draw_pile == (Card.N3,)


def test_a_reshuffle_takes_no_card_from_the_table() -> None:
    on_the_table = "A* 5 | B busted 9 9 | C frozen 4 +2 second_chance (freeze)"
    state, _ = play(position(f"{on_the_table}; discard 7 8", orders="8 7"), "A hits")
    assert shown(state) == "A* 5 8 | B busted 9 9 | C frozen 4 +2 second_chance (freeze)"


def test_a_reshuffle_leaves_a_set_aside_card_alone() -> None:
    state = position("A* 5 | B 9; discard 7 8", draw="flip_three freeze", orders="8 7")
    state, events = play(state, "A hits", "A targets A")
    assert "reshuffled 2" in events
    agenda = "flip_three A left 0 shown freeze 8 7 aside, target A freeze"
    assert shown(state) == f"A 5 8 7 (flip_three) | B* 9; agenda {agenda}"


def test_each_rebuild_uses_the_next_order() -> None:
    state = position("A* 5 12 second_chance | B stayed 9; discard 3", orders="3 / 12 second_chance")
    state, events = play(state, "A hits")
    assert events == ["reshuffled 1", "dealt A 3 hit numbers"]
    assert state.shuffles == Scripted((read_cards("12 second_chance"),))


def test_a_scripted_order_must_be_one_of_the_discarded_cards() -> None:
    with pytest.raises(ScriptError, match="not one of the discarded"):
        play(position("A* 5 | B 9; discard 3 4", orders="3 5"), "A hits")
    with pytest.raises(ScriptError, match="no order is given"):
        play(position("A* 5 | B 9; discard 3 4"), "A hits")


def test_the_table_goes_to_the_discard_pile_when_the_next_round_starts() -> None:
    over = position("A stayed 5 +2 | B busted 9 9 (flip_three); scores 7 0; discard 1", draw="3 4 6")
    state, events = play(over, "next round")
    assert events[0] == "round_started 2 B"
    assert shown(state) == "A* 3 | B 4; dealer B; round 2; scores 7 0; discard 1 5 +2 9 9 flip_three"


@pytest.mark.parametrize(
    ("rule", "after"),
    [
        ("table", "A busted 5 5 +2 (flip_three) | B* 9"),
        ("hit_or_stick", "A busted | B* 9; rules hit_or_stick; discard 5 5 +2 flip_three"),
    ],
)
def test_a_house_rule_discards_a_busted_seats_cards_at_once(rule: str, after: str) -> None:
    state, _ = play(position(f"A* 5 +2 (flip_three) | B 9; rules {rule}", draw="5"), "A hits")
    assert shown(state) == after
