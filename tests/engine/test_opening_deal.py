"""The first card of each seat, and what interrupts its deal."""

from engine import Rules
from tests.engine.table import dealt, play, shown


def test_one_card_each_from_the_dealers_left_dealer_last() -> None:
    state, events = dealt("5 6 7 8", dealer=1)
    assert events == [
        "round_started 1 B",
        "dealt C 5 opening numbers",
        "dealt A 6 opening numbers",
        "dealt B 7 opening numbers",
    ]
    assert shown(state) == "A 6 | B 7 | C* 5; dealer B"


def test_no_opening_cards_by_house_rule() -> None:
    state, events = dealt("5 6 7", rules=Rules(opening_deal=False))
    assert events == ["round_started 1 A"]
    assert shown(state) == "A | B* | C; rules no_opening_hand"


def test_modifiers_and_second_chances_are_opening_cards_too() -> None:
    state, _ = dealt("+4 second_chance x2")
    assert shown(state) == "A x2 | B* +4 | C second_chance"


def test_a_freeze_interrupts_the_deal_until_it_has_a_target() -> None:
    state, events = dealt("5 freeze 7 8", seats=4)
    assert events[-1] == "dealt C freeze opening choice"
    assert shown(state) == "A | B* 5 | C | D; agenda deal A, deal D, target C freeze"
    state, events = play(state, "C targets B")
    assert events == ["frozen B C", "dealt D 7 opening numbers", "dealt A 8 opening numbers"]
    assert shown(state) == "A 8 | B frozen 5 (freeze) | C* | D 7"


def test_a_frozen_seat_gets_no_opening_card() -> None:
    state, _ = dealt("freeze 6 7")
    state, events = play(state, "B targets A")
    assert events == ["frozen A B", "dealt C 6 opening numbers"]
    assert shown(state) == "A frozen (freeze) | B* | C 6"


def test_a_seat_with_cards_from_a_flip_three_still_gets_its_opening_card() -> None:
    state, _ = dealt("flip_three 6 8 9 10 11")
    state, events = play(state, "B targets C")
    assert events == [
        "flip_three C B",
        "dealt C 6 flip_three numbers",
        "dealt C 8 flip_three numbers",
        "dealt C 9 flip_three numbers",
        "dealt C 10 opening numbers",
        "dealt A 11 opening numbers",
    ]
    assert shown(state) == "A 11 | B* | C 6 8 9 10 (flip_three)"


def test_a_bust_in_the_opening_deal() -> None:
    state, _ = dealt("flip_three 6 8 9 9 11")
    state, events = play(state, "B targets C")
    assert events[-3:] == ["dealt C 9 opening numbers", "busted C 9", "dealt A 11 opening numbers"]
    assert shown(state) == "A 11 | B* | C busted 6 8 9 9 (flip_three)"


def test_everyone_frozen_in_the_opening_deal_ends_the_round() -> None:
    state, _ = dealt("freeze freeze 5", seats=2)
    state, events = play(state, "B targets B")
    assert events == ["frozen B B", "dealt A freeze opening choice", "frozen A A only", "round_scored 1 0 0 0 0"]
    assert shown(state) == "A frozen (freeze) | B frozen (freeze); scores 0 0"


def test_without_cards_for_everyone_the_round_ends() -> None:
    state, events = dealt("5")
    assert events[-4:] == [
        "stayed A round_end",
        "stayed B round_end",
        "stayed C round_end",
        "round_scored 1 0 5 0 0 5 0",
    ]
    assert shown(state) == "A stayed | B stayed 5 =5 | C stayed; scores 0 5 0"
