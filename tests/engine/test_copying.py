"""Copies of values do what those of the standard library do."""

import dataclasses
import inspect

import pytest

import engine
from app.rooms import events, moments, room, rules
from engine.copying import replace
from engine.state import Hand, Seat, Status


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
        replace(Seat(), points=5)


def test_every_class_is_one_that_can_be_copied_so() -> None:
    for module in (engine, events, moments, room, rules):
        for name, kind in inspect.getmembers(module, dataclasses.is_dataclass):
            assert list(kind.__slots__) == [field.name for field in dataclasses.fields(kind)], name
            assert not hasattr(kind, "__post_init__"), name
