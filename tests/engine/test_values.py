"""Values, and copies of them, do what frozen dataclasses do, only faster."""

import dataclasses
import inspect

import pytest

import engine
from app.rooms import events, moments, room, rules
from engine.cards import Card
from engine.state import Deal, Hand, Seat, TakeTurn
from engine.status import Status
from engine.values import replace


def test_equal_values_are_equal_and_have_one_hash() -> None:
    assert Seat(Hand((Card.N5,)), total=7) == Seat(hand=Hand(numbers=(Card.N5,)), status=Status.ACTIVE, total=7)
    assert len({Seat(total=5), Seat(total=5), Seat(total=6)}) == 2
    assert Deal(1) != TakeTurn(1)
    assert repr(Seat(total=5).hand) == "Hand(numbers=(), modifiers=(), second_chance=False, played=())"


def test_a_value_is_made_with_all_its_fields_and_no_others() -> None:
    with pytest.raises(TypeError):
        TakeTurn()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        TakeTurn(1, 2)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        TakeTurn(player=1)  # type: ignore[call-arg]


def test_some_fields_are_changed_and_the_original_is_not() -> None:
    seat = Seat(total=5)
    assert replace(seat, status=Status.FROZEN, total=7) == Seat(status=Status.FROZEN, total=7)
    assert seat == Seat(total=5)


def test_a_copy_without_changes_is_equal_and_another_one() -> None:
    hand = Hand(second_chance=True)
    assert replace(hand) == hand
    assert replace(hand) is not hand


def test_a_field_that_is_not_there_is_refused() -> None:
    with pytest.raises(TypeError):
        replace(Seat(), points=5)  # type: ignore[call-arg]


def test_every_class_is_one_that_can_be_copied_so() -> None:
    for module in (engine, events, moments, room, rules):
        for name, kind in inspect.getmembers(module, dataclasses.is_dataclass):
            assert list(kind.__slots__) == [field.name for field in dataclasses.fields(kind)], name
            assert not hasattr(kind, "__post_init__"), name
            assert kind.__setattr__ is object.__setattr__, f"{name} is no value"
