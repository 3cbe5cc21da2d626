"""Tables of every size: whole games of people and bots, all cards accounted for, and frames that stay small."""

import pytest

from app.rooms.room import Kind, Wait
from tests.app.room_checks import assert_all_cards
from tests.app.room_table import Table

CHANGE_BYTES, ROUND_BYTES = 6_000, 8_000
LONGEST_NAME = "あ" * 14
"""With two digits after it the most that a name of 16 characters takes."""


def opens_or_ends_a_round(told: list[dict[str, object]]) -> bool:
    return any(e["type"] in ("round_started", "round_scored") or e.get("cause") == "opening" for e in told)


@pytest.mark.parametrize("preset", ["table", "tracker"])
@pytest.mark.parametrize("seats", [2, 7, 8, 18, 19, 36])
def test_a_game_of_so_many_seats(seats: int, preset: str) -> None:
    table = Table()
    table.create("ada", seats=seats, rules={"preset": preset, "length": "rounds", "rounds": 2})
    for number in range(seats // 2):
        table.join(f"guest {number}")
    table.do("ada", "start")
    assert len({name.casefold() for name in table.room.names()}) == seats
    for _ in range(100 * seats):
        assert_all_cards(table.view)
        if table.room.phase == "game_over":
            break
        table.go_on()
    totals = [seat["total"] for seat in table.view["seats"]]
    assert table.view["winner"] == totals.index(max(totals))
    assert [sum(scores) for scores in zip(*table.view["rounds"], strict=True)] == totals


def test_at_eighteen_seats_with_the_longest_names_every_change_is_small() -> None:
    table = Table()
    table.create("ada", name=f"{LONGEST_NAME}00", seats=18, rules={"points": 500})
    for number in range(1, 18):
        table.join(f"guest {number}", f"{LONGEST_NAME}{number:02}")
    assert all(seat.kind is Kind.HUMAN for seat in table.room.seats)
    table.do("ada", "start")
    while table.room.phase != "game_over":
        assert table.last is not None
        size = len(table.last.frame.join(table.now))
        assert size <= (ROUND_BYTES if opens_or_ends_a_round(table.frame["events"]) else CHANGE_BYTES)
        move(table)
    assert len(table.view["rounds"]) >= 5


def move(table: Table) -> None:
    """Whoever is asked goes for 25 points in front of them."""
    decision = table.decision
    if decision.kind is Wait.TURN and table.view["seats"][decision.seat]["round_score"] < 25:
        table.do(table.owner(decision.seat), "hit")
    else:
        table.go_on()
