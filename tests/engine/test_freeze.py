"""Freeze: its target banks and is out."""

import pytest

from engine import IllegalTarget, Rules, prompt
from engine.cards import Card
from engine.prompt import TargetPrompt
from tests.engine.table import dealt, play, position, shown


def test_the_seat_that_was_dealt_it_chooses_any_active_seat_itself_included() -> None:
    state, events = play(position("A* 5 | B 9 | C stayed 8 | D 3", draw="freeze"), "A hits")
    assert events == ["dealt A freeze hit choice"]
    assert prompt(state) == TargetPrompt(0, Card.FREEZE, (0, 1, 3))


@pytest.mark.parametrize("out", ["stayed 8", "frozen 8", "busted 8 8"])
def test_a_seat_that_is_out_is_no_target(out: str) -> None:
    state, _ = play(position(f"A* 5 | B {out} | C 9", draw="freeze"), "A hits")
    with pytest.raises(IllegalTarget):
        play(state, "A targets B")


def test_the_target_banks_and_is_out_of_the_round() -> None:
    state, events = play(position("A* 5 | B 9 +4 | C 8", draw="freeze"), "A hits", "A targets B")
    assert events[-1] == "frozen B A"
    assert shown(state) == "A 5 | B frozen 9 +4 (freeze) | C* 8"


def test_a_seat_may_freeze_itself() -> None:
    state, _ = play(position("A* 5 | B 9", draw="freeze"), "A hits", "A targets A")
    assert shown(state) == "A frozen 5 (freeze) | B* 9"


def test_a_second_chance_does_not_help() -> None:
    state, _ = play(position("A* 5 | B 9 second_chance", draw="freeze"), "A hits", "A targets B")
    assert shown(state) == "A* 5 | B frozen 9 second_chance (freeze)"


def test_a_target_without_cards_scores_nothing() -> None:
    state, _ = play(position("A* 5 | B", draw="freeze"), "A hits", "A targets B", "A stays")
    assert shown(state) == "A stayed 5 =5 | B frozen (freeze); scores 5 0"


def test_where_one_target_is_legal_it_is_taken_without_asking() -> None:
    state, events = play(position("A* 5 | B stayed 9", draw="freeze"), "A hits")
    assert events == ["dealt A freeze hit choice", "frozen A A only", "round_scored 1 5 9 5 9"]
    assert shown(state) == "A frozen 5 (freeze) =5 | B stayed 9 =9; scores 5 9"


SELF = "rules first_freeze=self"


def test_first_freeze_house_rule_a_seat_with_nothing_in_front_freezes_itself() -> None:
    state, events = dealt("freeze 6 7", rules=Rules(first_freeze="self"))
    assert events[1:3] == ["dealt B freeze opening choice", "frozen B B only"]
    assert shown(state) == f"A 7 | B frozen (freeze) | C* 6; {SELF}"


@pytest.mark.parametrize("hand", ["5", "+2", "second_chance", "(flip_three)"])
def test_first_freeze_house_rule_any_card_in_front_frees_the_choice(hand: str) -> None:
    state, _ = play(position(f"A* {hand} | B 9; {SELF}", draw="freeze"), "A hits")
    assert prompt(state) == TargetPrompt(0, Card.FREEZE, (0, 1))


def test_first_freeze_house_rule_never_binds_a_set_aside_freeze() -> None:
    rules = f"{SELF} flip_three_bust=finish busted_cards=discard"
    state = position(f"A* 5 | B 9 | C 8; {rules}", draw="flip_three freeze 9 1")
    state, _ = play(state, "A hits", "A targets B")
    assert state.seats[1].hand.cards() == ()
    assert prompt(state) == TargetPrompt(1, Card.FREEZE, (0, 2))
