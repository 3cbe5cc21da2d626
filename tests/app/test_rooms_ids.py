"""Remembered command ids: the same id is answered the same and applied once."""

import base64

from app.rooms.room import REMEMBERED_IDS, answer_to
from tests.app.room_table import Table


def started(*others: str) -> Table:
    table = Table()
    table.create("ada")
    for browser in others:
        table.join(browser)
    table.do("ada", "start")
    return table


def test_an_accepted_id_is_answered_by_the_change_it_led_to() -> None:
    table = started("bo")
    table.turn_of(0)
    table.do("ada", "stay", id="a-1")
    seq = table.room.seq
    table.until(None)
    assert answer_to(table.room, "ada", "a-1") == seq
    assert table.do("ada", "stay", id="a-1") == [] and table.last is None


def test_a_remembered_id_is_answered_before_anything_else_is_judged() -> None:
    """Not the seat, not the host, not the decision, and not what the message says now."""
    table = started("bo")
    table.turn_of(1)
    table.do("bo", "stay", id="b-1")
    table.do("bo", "leave", id="b-2")
    for do in ("start", "hit", "ready", "leave"):
        for id in ("b-1", "b-2"):
            assert table.do("bo", do, id=id) == [] and table.last is None


def test_ids_belong_to_their_browser() -> None:
    table = started("bo")
    table.turn_of(0)
    table.do("ada", "stay", id="same")
    assert answer_to(table.room, "bo", "same") is None
    table.turn_of(1)
    assert table.do("bo", "stay", id="same")


def test_a_refused_id_is_judged_afresh() -> None:
    table = started("bo")
    table.turn_of(1)
    assert table.refused("ada", "stay", id="a-1", decision=table.decision.id) == "not_your_turn"
    table.turn_of(0)
    assert table.do("ada", "stay", id="a-1")


def test_a_watchers_take_over_is_remembered_too() -> None:
    table = started("bo")
    table.turn_of(0)
    table.do("zoe", "take_over", id="z-1", seat=2, name="Zoe")
    seq = table.room.seq
    table.until(None)
    assert table.do("zoe", "take_over", id="z-1", seat=2, name="Zoe") == [] and table.last is None
    assert answer_to(table.room, "zoe", "z-1") == seq


def test_the_last_32_of_each_seat_are_remembered() -> None:
    table = started("bo")
    for number in range(REMEMBERED_IDS + 1):
        table.do("ada", "rename", id=f"a-{number}", name=f"Ada {number}")
        table.do("bo", "rename", id=f"b-{number}", name=f"Bo {number}")
    assert REMEMBERED_IDS == 32
    for browser, letter in (("ada", "a"), ("bo", "b")):
        assert answer_to(table.room, browser, f"{letter}-0") is None
        assert [answer_to(table.room, browser, f"{letter}-{n}") is not None for n in range(1, 33)] == [True] * 32


def test_what_is_stored_of_an_id_is_eight_bytes_of_a_hash() -> None:
    table = started()
    table.do("ada", "rename", id="secret-id-of-a-page", name="Countess")
    *_, newest, nothing = table.room.answered["ada"].split(" ")
    assert nothing == "" and newest[11:] == str(table.room.seq)
    assert len(base64.urlsafe_b64decode(f"{newest[:11]}=")) == 8
    assert b"secret-id" not in table.last.document.join(table.now)  # type: ignore[union-attr]


def test_browsers_without_a_seat_do_not_pile_up() -> None:
    table = started()
    table.turn_of(0)
    for number in range(60):
        table.do(f"zoe{number}", "take_over", id="z", seat=2, name="Zoe")
        table.gone_for(f"zoe{number}", 60_000)
    assert table.view["reserved"] == {}
    assert len(table.room.answered) <= 20
    assert answer_to(table.room, "zoe59", "z") is not None and "ada" in table.room.answered
