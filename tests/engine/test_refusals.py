"""Why a command is refused, in the order of the checks; a refused command changes nothing."""

import pytest

from engine import (
    BadSeat,
    CannotStay,
    Command,
    Hit,
    IllegalCommand,
    IllegalTarget,
    NextRound,
    NotYourTurn,
    Stay,
    Target,
    WrongPhase,
    apply,
)
from tests.engine.table import play, position

TURN = "A* | B 9 | C stayed 8"
TARGET = "A 5 | B* 9 | C stayed 8; agenda target A freeze"
ROUND_OVER = "A stayed 5 | B stayed 9; scores 5 9"


@pytest.mark.parametrize(
    ("table", "command", "error"),
    [
        (TURN, NextRound(), WrongPhase),
        (TURN, Hit(3), BadSeat),
        (TURN, Stay(-1), BadSeat),
        (TURN, Target(3, 0), BadSeat),
        (TURN, Hit(1), NotYourTurn),
        (TURN, Stay(2), NotYourTurn),
        (TURN, Target(1, 0), NotYourTurn),
        (TURN, Target(0, 1), WrongPhase),
        (TURN, Stay(0), CannotStay),
        (TARGET, NextRound(), WrongPhase),
        (TARGET, Hit(3), BadSeat),
        (TARGET, Hit(1), NotYourTurn),
        (TARGET, Target(1, 0), NotYourTurn),
        (TARGET, Hit(0), WrongPhase),
        (TARGET, Stay(0), WrongPhase),
        (TARGET, Target(0, 2), IllegalTarget),
        (TARGET, Target(0, 3), IllegalTarget),
        (TARGET, Target(0, -1), IllegalTarget),
        (ROUND_OVER, Hit(2), BadSeat),
        (ROUND_OVER, Hit(0), WrongPhase),
        (ROUND_OVER, Stay(0), WrongPhase),
        (ROUND_OVER, Target(0, 1), WrongPhase),
    ],
)
def test_refused(table: str, command: Command, error: type[IllegalCommand]) -> None:
    state = position(table, draw="1 2 3")
    with pytest.raises(IllegalCommand) as refusal:
        apply(state, command)
    assert type(refusal.value) is error
    assert state == position(table, draw="1 2 3")


def test_every_cause_has_its_stable_code() -> None:
    assert {error.__name__: error.code for error in IllegalCommand.__subclasses__()} == {
        "UnknownCommand": "unknown_command",
        "GameIsOver": "game_over",
        "WrongPhase": "wrong_phase",
        "BadSeat": "bad_seat",
        "NotYourTurn": "not_your_turn",
        "CannotStay": "cannot_stay",
        "IllegalTarget": "illegal_target",
    }


def test_a_refused_command_in_between_makes_no_difference() -> None:
    state = position("A* 5 | B 9", draw="freeze 1")
    state, _ = play(state, "A hits")
    with pytest.raises(NotYourTurn):
        play(state, "B targets A")
    state, events = play(state, "A targets B")
    assert events == ["frozen B A"]
