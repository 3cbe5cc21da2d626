"""A position and a command as one line of text."""

import pytest

from engine import Card, Hit, NextRound, Rules, Scripted, Seeded, Stay, Target
from engine.notation import (
    BadNotation,
    read_command,
    read_position,
    seat_name,
    seat_number,
    write_command,
    write_position,
)
from engine.state import ChooseTarget, Deal, FlipThree, GameState, Hand, Seat, TakeTurn
from engine.status import Status

FULL = GameState(
    rules=Rules(opening_deal=False, points=100),
    seats=(
        Seat(Hand((Card.N5,), (Card.X2,)), Status.ACTIVE, 0),
        Seat(Hand((Card.N9,), (), True, (Card.FLIP_THREE,)), Status.ACTIVE, 87),
        Seat(Hand((), (), False, (Card.FREEZE,)), Status.FROZEN, 3),
    ),
    dealer=2,
    round=3,
    draw_pile=(Card.N0, Card.PLUS_10),
    discard_pile=(Card.N12,),
    shuffles=Scripted(((Card.N12, Card.N1), (Card.N3,))),
    agenda=(
        TakeTurn(0),
        Deal(1),
        FlipThree(1, 1, (Card.N7, Card.FREEZE), (Card.FREEZE,)),
        ChooseTarget(1, Card.SECOND_CHANCE),
    ),
    rounds=((0, 87, 3), (1, 2, 3)),
)
TEXT = (
    "A* 5 x2 | B 9 second_chance (flip_three) =87 | C frozen (freeze) =3; rules opening_deal=False points=100; "
    "dealer C; round 3; agenda deal B, flip_three B left 1 shown 7 freeze aside freeze, target B second_chance; "
    "scores 0 87 3 / 1 2 3; discard 12"
)


def test_a_position_is_written_without_its_secrets() -> None:
    assert write_position(FULL) == TEXT


def test_with_secrets_a_position_can_be_read_again_whole() -> None:
    text = write_position(FULL, secrets=True)
    assert text == f"{TEXT}; draw 0 +10; orders 12 1 / 3"
    assert read_position(text) == FULL


def test_a_seed_is_written_with_the_number_of_shuffles() -> None:
    state = read_position(f"A* 5 | B 9; seed {bytes(32).hex()} 2")
    assert state.shuffles == Seeded(bytes(32), 2)
    assert write_position(state, secrets=True) == f"A* 5 | B 9; seed {bytes(32).hex()} 2"


def test_what_is_usual_is_left_out() -> None:
    assert read_position("A 5 | B* 9") == GameState(
        rules=Rules(),
        seats=(Seat(Hand((Card.N5,))), Seat(Hand((Card.N9,)))),
        dealer=0,
        round=1,
        draw_pile=(),
        discard_pile=(),
        shuffles=Scripted(),
        agenda=(TakeTurn(1),),
    )


@pytest.mark.parametrize("rules", ["tracker", "challenge", "length=rounds rounds=3", "opening_deal=False rounds=7"])
def test_rules_are_a_preset_or_what_differs(rules: str) -> None:
    assert write_position(read_position(f"A* 5; rules {rules}")) == f"A* 5; rules {rules}"


def test_the_preset_may_be_followed_by_settings() -> None:
    assert read_position("A*; rules tracker opening_deal=True points=50").rules == Rules(
        flip_three_bust="finish", second_chance_use="bank", first_freeze="self", points=50
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A 13",
        "A five",
        "A 5 | C 9",
        "B 5 | A 9",
        "a 5",
        "A =x",
        "A 5; dealer 3",
        "A 5; round one",
        "A 5; discard 99",
        "A 5; colour red",
        "A 5; agenda dance A",
        "A 5; agenda target A joker",
        "A 5; agenda flip_three A left",
        "A 5; rules unheard_of",
        "A 5; rules points=0",
        "A 5; seed xyz 1",
        "A 5; seed 00",
        "A 5; scores a b",
    ],
)
def test_bad_positions(text: str) -> None:
    with pytest.raises(BadNotation):
        read_position(text)


@pytest.mark.parametrize(
    ("command", "text"),
    [(Hit(0), "A hits"), (Stay(1), "B stays"), (Target(2, 27), "C targets AB"), (NextRound(), "next round")],
)
def test_commands(command: Hit | Stay | Target | NextRound, text: str) -> None:
    assert write_command(command) == text
    assert read_command(text) == command


@pytest.mark.parametrize("text", ["", "A", "A folds", "hits", "A targets", "1 hits", "next"])
def test_bad_commands(text: str) -> None:
    with pytest.raises(BadNotation):
        read_command(text)


def test_seats_after_z_have_two_letters() -> None:
    assert [seat_name(number) for number in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]
    assert all(seat_number(seat_name(number)) == number for number in range(800))
