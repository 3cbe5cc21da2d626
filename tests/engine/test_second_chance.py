"""Second Chance: saves from one duplicate; a further one is given on."""

from engine import Rules, prompt
from engine.cards import Card
from engine.prompt import TargetPrompt, TurnPrompt
from tests.engine.table import dealt, play, position, shown


def test_the_first_one_is_kept() -> None:
    state, events = play(position("A* 5 | B 9", draw="second_chance"), "A hits")
    assert events == ["dealt A second_chance hit second_chance"]
    assert shown(state) == "A 5 second_chance | B* 9"


def test_it_and_the_duplicate_are_discarded_and_the_seat_stays_active() -> None:
    state, events = play(position("A* 5 8 second_chance | B 9", draw="5"), "A hits")
    assert events == ["dealt A 5 hit discard", "saved A 5"]
    assert shown(state) == "A 5 8 | B* 9; discard 5 second_chance"


def test_it_saves_once_only() -> None:
    state, _ = play(position("A* 5 second_chance | B stayed 9", draw="5 5"), "A hits", "A hits")
    assert shown(state) == "A busted 5 5 | B stayed 9 =9; scores 0 9; discard 5 second_chance"


def test_a_further_one_goes_to_another_active_seat_that_has_none() -> None:
    table = "A* 5 second_chance | B 9 | C second_chance 3 | D frozen 4 | E 2"
    state, events = play(position(table, draw="second_chance"), "A hits")
    assert events == ["dealt A second_chance hit choice"]
    assert prompt(state) == TargetPrompt(0, Card.SECOND_CHANCE, (1, 4))
    state, events = play(state, "A targets E")
    assert events == ["passed A E"]
    assert shown(state) == "A 5 second_chance | B* 9 | C 3 second_chance | D frozen 4 | E 2 second_chance"


def test_the_only_taker_gets_it_without_asking() -> None:
    state, events = play(position("A* 5 second_chance | B 9 | C stayed 3", draw="second_chance"), "A hits")
    assert events == ["dealt A second_chance hit choice", "passed A B only"]
    assert shown(state) == "A 5 second_chance | B* 9 second_chance | C stayed 3"


def test_without_a_taker_it_is_discarded() -> None:
    table = "A* 5 second_chance | B 9 second_chance | C stayed 3"
    state, events = play(position(table, draw="second_chance"), "A hits")
    assert events == ["dealt A second_chance hit discard", "discarded A second_chance no_taker"]
    assert shown(state) == "A 5 second_chance | B* 9 second_chance | C stayed 3; discard second_chance"


def test_a_further_one_is_given_on_at_once_inside_a_flip_three() -> None:
    state = position("A* 5 second_chance | B 9 | C 3", draw="flip_three freeze second_chance 7")
    state, _ = play(state, "A hits", "A targets A")
    assert prompt(state) == TargetPrompt(0, Card.SECOND_CHANCE, (1, 2))
    state, events = play(state, "A targets C")
    assert events == ["passed A C", "dealt A 7 flip_three numbers"]
    assert prompt(state) == TargetPrompt(0, Card.FREEZE, (0, 1, 2))


def test_one_dealt_in_a_flip_three_saves_from_the_next_card_and_the_duplicate_counts_as_one_of_three() -> None:
    state = position("A* 5 | B 9", draw="flip_three second_chance 5 8 1")
    state, events = play(state, "A hits", "A targets A")
    assert events[-4:] == [
        "dealt A second_chance flip_three second_chance",
        "dealt A 5 flip_three discard",
        "saved A 5",
        "dealt A 8 flip_three numbers",
    ]
    assert shown(state) == "A 5 8 (flip_three) | B* 9; discard 5 second_chance"


def test_an_unused_one_is_discarded_with_the_rest_when_the_next_round_starts() -> None:
    state = position("A* 5 second_chance | B stayed 9", draw="1 2")
    state, _ = play(state, "A stays", "next round")
    assert shown(state) == "A* 1 =5 | B 2 =9; dealer B; round 2; scores 5 9; discard 5 second_chance 9"


BANK = "rules second_chance_use=bank"


def test_bank_house_rule_a_used_one_ends_the_round_for_its_seat() -> None:
    state, events = play(position(f"A* 5 8 second_chance | B 9; {BANK}", draw="5"), "A hits")
    assert events == ["dealt A 5 hit discard", "saved A 5", "stayed A second_chance"]
    assert shown(state) == f"A stayed 5 8 | B* 9; {BANK}; discard 5 second_chance"


def test_bank_house_rule_a_flip_three_stops_there_and_what_it_set_aside_is_resolved() -> None:
    state = position(f"A* 5 second_chance | B 9 | C 3; {BANK}", draw="flip_three freeze 5 1")
    state, events = play(state, "A hits", "A targets A")
    assert events[-3:] == ["dealt A 5 flip_three discard", "saved A 5", "stayed A second_chance"]
    assert prompt(state) == TargetPrompt(0, Card.FREEZE, (1, 2))
    state, _ = play(state, "A targets B")
    assert prompt(state) == TurnPrompt(2, ("hit", "stay"))


def test_bank_house_rule_in_the_opening_deal() -> None:
    state, _ = dealt("flip_three second_chance 5 8 7 5", rules=Rules(second_chance_use="bank"))
    state, events = play(state, "B targets A")
    assert events[-3:] == ["dealt A 5 opening discard", "saved A 5", "stayed A second_chance"]
    assert shown(state) == f"A stayed 5 8 (flip_three) | B* | C 7; {BANK}; discard 5 second_chance"
