"""Flip Three: three cards, one at a time; actions among them are set aside until the three are done."""

from engine import prompt
from engine.cards import Card
from engine.prompt import RoundOver, TargetPrompt, TurnPrompt
from tests.engine.table import play, position, shown


def test_the_target_is_dealt_three_cards_and_cannot_stay_in_between() -> None:
    state, events = play(position("A* 5 | B 9", draw="flip_three 1 +2 3 4"), "A hits", "A targets B")
    assert events == [
        "dealt A flip_three hit choice",
        "flip_three B A",
        "dealt B 1 flip_three numbers",
        "dealt B +2 flip_three modifiers",
        "dealt B 3 flip_three numbers",
    ]
    assert shown(state) == "A 5 | B* 9 1 3 +2 (flip_three)"


def test_it_may_be_taken_by_the_seat_itself() -> None:
    state, _ = play(position("A* 5 | B 9", draw="flip_three 1 2 3"), "A hits", "A targets A")
    assert shown(state) == "A 5 1 2 3 (flip_three) | B* 9"


def test_the_only_active_seat_takes_it_without_being_asked() -> None:
    state, events = play(position("A* 5 | B stayed 9", draw="flip_three 1 2 3"), "A hits")
    assert "flip_three A A only" in events
    assert shown(state) == "A* 5 1 2 3 (flip_three) | B stayed 9"


def test_it_stops_early_on_a_bust() -> None:
    state, events = play(position("A* 5 | B 9", draw="flip_three 1 9 3"), "A hits", "A targets B")
    assert events[-2:] == ["dealt B 9 flip_three numbers", "busted B 9"]
    assert shown(state) == "A* 5 | B busted 9 1 9 (flip_three)"


def test_it_stops_early_on_a_flip_7() -> None:
    state, events = play(position("A* 5 | B 9 8 7 6 5 4", draw="flip_three 1 2 3"), "A hits", "A targets B")
    assert events[-4:] == [
        "dealt B 1 flip_three numbers",
        "flip7 B",
        "stayed A round_end",
        "round_scored 1 5 55 5 55",
    ]
    assert len(state.draw_pile) == 2


def test_set_aside_cards_wait_and_are_resolved_in_the_order_revealed() -> None:
    state = position("A* 5 | B 9 | C 8", draw="flip_three freeze flip_three 7 1 2 3")
    state, events = play(state, "A hits", "A targets B")
    assert events[-5:] == [
        "dealt B freeze flip_three set_aside",
        "set_aside B freeze",
        "dealt B flip_three flip_three set_aside",
        "set_aside B flip_three",
        "dealt B 7 flip_three numbers",
    ]
    assert prompt(state) == TargetPrompt(1, Card.FREEZE, (0, 1, 2))
    state, _ = play(state, "B targets C")
    assert prompt(state) == TargetPrompt(1, Card.FLIP_THREE, (0, 1))
    state, _ = play(state, "B targets A")
    assert shown(state) == "A 5 1 2 3 (flip_three) | B* 9 7 (flip_three) | C frozen 8 (freeze)"


def test_a_fresh_flip_three_is_done_with_its_own_set_aside_cards_before_the_next() -> None:
    state = position("A* 5 | B 9 | C 8", draw="flip_three flip_three freeze 7 1 freeze 2 3")
    state, _ = play(state, "A hits", "A targets A", "A targets C")
    assert prompt(state) == TargetPrompt(2, Card.FREEZE, (0, 1, 2))
    state, _ = play(state, "C targets B")
    assert prompt(state) == TargetPrompt(0, Card.FREEZE, (0, 2))
    state, _ = play(state, "A targets C")
    assert shown(state) == ("A* 5 7 (flip_three) | B frozen 9 (freeze) | C frozen 8 1 2 (flip_three freeze)")


def test_targets_are_judged_when_the_card_is_resolved() -> None:
    state = position("A* 5 | B 9 | C 8", draw="flip_three freeze flip_three 7 1 2 3")
    state, _ = play(state, "A hits", "A targets A", "A targets A")
    assert prompt(state) == TargetPrompt(0, Card.FLIP_THREE, (1, 2))
    state, _ = play(state, "A targets C")
    assert shown(state) == "A frozen 5 7 (flip_three freeze) | B* 9 | C 8 1 2 3 (flip_three)"


def test_without_an_active_seat_a_set_aside_card_is_discarded() -> None:
    state = position("A* 5 | B stayed 9", draw="flip_three freeze flip_three 7")
    state, events = play(state, "A hits")
    assert events[-3:] == ["frozen A A only", "discarded A flip_three no_target", "round_scored 1 12 9 12 9"]
    assert prompt(state) == RoundOver()


def test_a_bust_discards_what_the_seat_has_set_aside() -> None:
    state, events = play(position("A* 5 | B 9", draw="flip_three freeze 9"), "A hits", "A targets B")
    assert events[-2:] == ["busted B 9", "discarded B freeze bust"]
    assert shown(state) == "A* 5 | B busted 9 9 (flip_three); discard freeze"


def test_a_bust_while_resolving_an_earlier_card_discards_the_later_ones() -> None:
    state = position("A* 5 | B 9", draw="flip_three flip_three freeze 7 5")
    state, events = play(state, "A hits", "A targets A", "A targets A")
    assert events[-2:] == ["busted A 5", "discarded A freeze bust"]
    assert shown(state) == "A busted 5 7 5 (flip_three flip_three) | B* 9; discard freeze"


def test_a_bust_discards_what_the_seat_had_set_aside_in_all_its_sequences() -> None:
    # A sets aside Flip Three and Freeze; B, taking that Flip Three, sets aside one of its own and a Freeze; A takes it.
    state = position("A* 5 | B 9 | C 8", draw="flip_three flip_three freeze 7 flip_three freeze 6 freeze 5 1")
    state, events = play(state, "A hits", "A targets A", "A targets B", "B targets A")
    assert events[-4:] == [
        "set_aside A freeze",
        "dealt A 5 flip_three numbers",
        "busted A 5",
        "discarded A freeze freeze bust",
    ]
    assert prompt(state) == TargetPrompt(1, Card.FREEZE, (1, 2))
    state, _ = play(state, "B targets C")
    assert shown(state) == (
        "A busted 5 7 5 (flip_three flip_three) | B* 9 6 (flip_three) | C frozen 8 (freeze); discard freeze freeze"
    )


def test_a_seat_frozen_meanwhile_still_resolves_what_it_has_left() -> None:
    state = position("A* 5 | B 9 | C 8", draw="flip_three flip_three freeze 7 freeze 6 4")
    state, _ = play(state, "A hits", "A targets A", "A targets B", "B targets A")
    assert prompt(state) == TargetPrompt(0, Card.FREEZE, (1, 2))
    state, _ = play(state, "A targets C")
    assert prompt(state) == TurnPrompt(1, ("hit", "stay"))


def test_running_out_of_cards_inside_one_ends_the_round_and_discards_what_is_set_aside() -> None:
    state, events = play(position("A* 5 | B 9", draw="flip_three freeze"), "A hits", "A targets B")
    assert events[-4:] == [
        "discarded B freeze round_end",
        "stayed A round_end",
        "stayed B round_end",
        "round_scored 1 5 9 5 9",
    ]
    assert shown(state) == "A stayed 5 =5 | B stayed 9 (flip_three) =9; scores 5 9; discard freeze"


def test_a_flip_7_discards_everything_set_aside_in_all_sequences() -> None:
    state = position("A* 5 | B 9 8 7 6 4 3", draw="flip_three flip_three freeze 7 freeze 1")
    state, events = play(state, "A hits", "A targets A", "A targets B")
    assert events[-6:] == [
        "dealt B 1 flip_three numbers",
        "flip7 B",
        "discarded A freeze round_end",
        "discarded B freeze round_end",
        "stayed A round_end",
        "round_scored 1 12 53 12 53",
    ]


FINISH = "rules flip_three_bust=finish"


def test_finish_house_rule_all_three_are_flipped_and_have_no_effect_but_actions() -> None:
    state = position(f"A* 5 | B 9 | C 8; {FINISH}", draw="flip_three 9 +2 freeze 1")
    state, events = play(state, "A hits", "A targets B")
    assert events[-6:] == [
        "dealt B 9 flip_three numbers",
        "busted B 9",
        "dealt B +2 flip_three discard",
        "discarded B +2 after_bust",
        "dealt B freeze flip_three set_aside",
        "set_aside B freeze",
    ]
    assert prompt(state) == TargetPrompt(1, Card.FREEZE, (0, 2))


def test_finish_house_rule_a_second_chance_after_the_bust_is_discarded() -> None:
    state = position(f"A* 5 | B 9 | C 8; {FINISH}", draw="flip_three 9 second_chance 9 1")
    state, events = play(state, "A hits", "A targets B")
    assert events[-4:] == [
        "dealt B second_chance flip_three discard",
        "discarded B second_chance after_bust",
        "dealt B 9 flip_three discard",
        "discarded B 9 after_bust",
    ]


def test_finish_house_rule_a_bust_discards_nothing_set_aside_in_any_sequence() -> None:
    table = f"A* 7 | B 9 | C 8 | D 6; {FINISH}"
    state = position(table, draw="flip_three freeze flip_three freeze 7 1 flip_three 2 3 4")
    state, events = play(state, "A hits", "A targets A")
    assert events[-2:] == ["dealt A freeze flip_three set_aside", "set_aside A freeze"]
    state, _ = play(state, "A targets C")
    assert prompt(state) == TargetPrompt(0, Card.FLIP_THREE, (0, 1, 3))
    state, _ = play(state, "A targets A")
    assert shown(state) == (
        f"A busted 7 7 (flip_three flip_three) | B* 9 | C frozen 8 (freeze) | D 6; {FINISH}; "
        "agenda flip_three A left 0 shown freeze flip_three freeze aside freeze, "
        "flip_three A left 0 shown 7 1 flip_three aside, target A flip_three; discard 1"
    )
    state, _ = play(state, "A targets D")
    assert prompt(state) == TargetPrompt(0, Card.FREEZE, (1, 3))


def test_finish_house_rule_cards_are_flipped_also_when_nobody_else_is_active() -> None:
    state = position(f"A* 5 | B stayed 9; {FINISH}", draw="flip_three flip_three 5 7 1")
    state, events = play(state, "A hits")
    assert events[-4:] == [
        "dealt A 7 flip_three discard",
        "discarded A 7 after_bust",
        "discarded A flip_three no_target",
        "round_scored 1 0 9 0 9",
    ]


def test_finish_house_rule_without_a_card_left_the_busted_seats_set_aside_cards_are_discarded() -> None:
    state = position(f"A* 5 | B stayed 9; {FINISH}", draw="flip_three freeze 5")
    state, events = play(state, "A hits")
    assert events[-3:] == ["busted A 5", "discarded A freeze round_end", "round_scored 1 0 9 0 9"]


def test_busted_cards_and_set_aside_cards_are_discarded_together() -> None:
    state = position("A* 5 | B 9; rules hit_or_stick", draw="flip_three freeze +2 9")
    state, events = play(state, "A hits", "A targets B")
    assert events[-2:] == ["busted B 9", "discarded B 9 9 +2 flip_three freeze bust"]
    assert shown(state) == "A* 5 | B busted; rules hit_or_stick; discard 9 9 +2 flip_three freeze"
