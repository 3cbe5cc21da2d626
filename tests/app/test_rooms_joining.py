"""Creating a room, joining its lobby, bots on its seats, and starting."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.protocol import BadMessage, NewRoom
from app.rooms import commands, seating
from app.rooms.refusal import Refusal
from app.rooms.room import Kind
from tests.app.room_table import CONFIG, START, Table

TYPED = st.text(
    st.sampled_from(
        "aA 2\u00df\u0130\u017f\ufb00\u0390\t\u2028\u200d\u202e\u2066\u00ad\u0301\u0335\u0336\u093c\u0915\u0958"
        "\u1100\u1161\u11a8\u3164\ud800\U0001f469\U0001f4bb\U0001f3fd\ufe0f"
    ),
    max_size=20,
)
"""Names of what folds, composes, joins, piles up or cannot be seen."""


def lobby(*others: str, seats: int = 4, **body: object) -> Table:
    """Ada's lobby, joined by others."""
    table = Table()
    table.create("ada", seats=seats, **body)
    for other in others:
        table.join(other)
    return table


def refusal(table: Table, browser: str, name: object = "Zoe") -> Refusal:
    """Why the browser cannot join."""
    before = table.room
    with pytest.raises(Refusal) as refused:
        seating.join(table.room, browser, name)
    assert table.room is before
    return refused.value


def test_a_new_room_has_its_creator_on_seat_0_and_four_seats() -> None:
    table = Table()
    assert table.create("ada") == [{"type": "joined", "seat": 0, "name": "Ada", "kind": "human", "was": None}]
    assert [seat.kind for seat in table.room.seats] == ["human", "empty", "empty", "empty"]
    assert (table.room.seq, table.room.host, table.room.phase) == (1, 0, "lobby")
    assert table.room.expires_at == START + CONFIG.room_ms
    assert table.room.seats[0].connected


def test_bots_fill_the_seats_after_the_creators() -> None:
    table = Table()
    told = table.create("ada", seats=5, bots=2, level="hard")
    assert [event["kind"] for event in told] == ["human", "bot", "bot"]
    assert [(seat.kind, seat.level) for seat in table.room.seats] == [
        ("human", None), ("bot", "hard"), ("bot", "hard"), ("empty", None), ("empty", None),
    ]  # fmt: skip


def test_start_fills_every_empty_seat_and_deals_in_the_first_change() -> None:
    table = Table()
    told = table.create("ada", seats=4, bots=1, start=True)
    assert [event["type"] for event in told][:6] == ["joined"] * 4 + ["started", "round_started"]
    assert told[4] == {"type": "started", "game": 1, "dealer": table.view["dealer"]}
    assert table.room.seq == table.room.game_seq == 1
    assert [seat.kind for seat in table.room.seats] == ["human", "bot", "bot", "bot"]


@pytest.mark.parametrize("seats", [1, 37, 0, -1])
def test_a_table_has_two_to_thirty_six_seats(seats: int) -> None:
    table = Table()
    with pytest.raises(Refusal) as refused:
        table.create("ada", seats=seats)
    assert refused.value.code == "bad_rules"


def test_at_most_one_bot_less_than_seats() -> None:
    with pytest.raises(BadMessage):
        commands.create("QK7X4TDM", "ada", NewRoom(name="Ada", seats=3, bots=3), Table().about)


def test_a_creator_needs_a_name() -> None:
    with pytest.raises(Refusal) as refused:
        commands.create("QK7X4TDM", "ada", NewRoom(name="\u200b"), Table().about)
    assert refused.value.code == "bad_name"


def test_who_joins_gets_the_lowest_empty_seat() -> None:
    table = lobby("bo", bots=1)
    assert [seat.name for seat in table.room.seats][0::2] == ["Ada", "Bo"]
    assert table.join("cy") == [{"type": "joined", "seat": 3, "name": "Cy", "kind": "human", "was": None}]


def test_refusals_to_join_come_in_their_order() -> None:
    """removed, already_started, room_full, bad_name, name_taken."""
    table = lobby("bo", "cy", seats=3)
    assert refusal(table, "dan", "").code == "room_full"
    table.do("ada", "remove", seat=2)
    assert refusal(table, "cy", "").code == "removed"
    assert refusal(table, "dan", "").code == "bad_name"
    assert refusal(table, "dan", "BO").code == "name_taken"
    table.do("ada", "start")
    assert refusal(table, "dan", "").code == "already_started"
    assert refusal(table, "cy", "").code == "removed"


def test_a_taken_name_comes_with_one_that_fits() -> None:
    table = lobby()
    refused = refusal(table, "bo", " ada ")
    assert (refused.code, refused.suggestion) == ("name_taken", "ada 2")
    table.join("bo", "ada 2")
    assert refusal(table, "cy", "Ada").suggestion == "Ada 3"


def test_a_name_that_cannot_be_shown_comes_with_one_that_can_and_is_free() -> None:
    table = lobby()
    apart = refusal(table, "bo", "\U0001f469\u200d\U0001f4bb")
    assert (apart.code, apart.suggestion) == ("bad_name", "\U0001f469\U0001f4bb")
    free = refusal(table, "bo", "A\u200dda")
    assert (free.code, free.suggestion) == ("bad_name", "Ada 2")
    assert refusal(table, "bo", "\u200d").suggestion is None


def test_bots_names_are_taken_too() -> None:
    table = lobby(bots=1)
    name = table.room.seats[1].name or ""
    assert refusal(table, "bo", name.upper()).code == "name_taken"


def test_bots_take_no_name_that_a_person_has() -> None:
    probe = lobby(bots=1)
    table = Table()
    table.create("ada", name=probe.room.seats[1].name, bots=3)
    assert len({seat.name for seat in table.room.seats}) == 4


def test_the_host_adds_bots_at_a_level() -> None:
    table = lobby()
    assert [event["seat"] for event in table.do("ada", "add_bot")] == [1]
    told = table.do("ada", "add_bot", seat=3, level="expert")
    assert told == [{"type": "joined", "seat": 3, "name": table.room.seats[3].name, "kind": "bot", "was": None}]
    assert [seat.level for seat in table.room.seats] == [None, "normal", None, "expert"]


def test_a_level_is_played_by_all_its_personalities_and_the_host_may_name_one() -> None:
    table = Table()
    table.create("ada", seats=6, bots=3, level="easy")
    table.do("ada", "add_bot", bot="shark", level="easy")
    assert [seat.bot for seat in table.room.seats] == [None, "saver", "gambler", "saver", "shark", None]
    assert [seat["bot"] for seat in table.view["seats"]] == [None, "saver", "gambler", "saver", "shark", None]
    assert [seat["level"] for seat in table.view["seats"]][4] == "expert"


def test_seat_0_is_a_seat_like_any_other() -> None:
    table = lobby("bo")
    table.do("ada", "leave")
    assert table.do("bo", "add_bot", seat=0)[0]["seat"] == 0
    assert table.do("zoe", "take_over", seat=0, name="Zoe")[0]["seat"] == 0
    assert table.do("bo", "remove", seat=0)[0]["seat"] == 0


def test_no_bot_where_there_is_no_room_for_one() -> None:
    table = lobby("bo")
    for seat in (0, 1, 4, -1, 2**60):
        assert table.refused("ada", "add_bot", seat=seat) == "bad_seat"
    table.do("ada", "add_bot")
    table.do("ada", "add_bot")
    assert table.refused("ada", "add_bot") == "room_full"


def test_only_the_host_of_the_lobby_arranges_the_table() -> None:
    table = lobby("bo")
    for command in ({"do": "add_bot"}, {"do": "start"}, {"do": "remove", "seat": 0}, {"do": "rules", "seats": 3}):
        assert table.refused("bo", **command) == "not_host"  # type: ignore[arg-type]
        assert table.refused("zoe", **command) == "not_seated"  # type: ignore[arg-type]


def test_start_fills_the_empty_seats_with_bots_and_keeps_the_people() -> None:
    table = lobby("bo")
    table.disconnect("bo")
    table.now += 5_000
    table.look()
    told = table.do("ada", "start")
    assert [event["type"] for event in told][:4] == ["joined", "joined", "started", "round_started"]
    assert [seat.kind for seat in table.room.seats] == ["human", "human", "bot", "bot"]
    assert table.room.game_seq == table.room.seq
    assert table.refused("ada", "start") == "not_in_lobby"
    assert table.refused("ada", "add_bot") == "not_in_lobby"


def test_in_the_lobby_nothing_can_be_played() -> None:
    table = lobby("bo")
    for do in ("hit", "stay", "more_time"):
        assert table.refused("bo", do, decision=0) == "wrong_phase"
    assert table.refused("bo", "target", decision=1, target=0) == "wrong_phase"
    assert table.refused("bo", "ready") == "wrong_phase"
    assert table.refused("ada", "rematch") == "wrong_phase"


def test_who_has_no_seat_can_command_nothing() -> None:
    table = lobby("bo")
    for do in ("hit", "stay", "more_time", "ready", "leave", "start", "rematch"):
        assert table.refused("zoe", do) == "not_seated"
    assert table.refused("zoe", "rename", name="Z") == "not_seated"
    assert table.refused("zoe", "react", reaction="nice") == "not_seated"


def test_a_name_can_be_changed_at_any_time() -> None:
    table = lobby("bo")
    assert table.do("bo", "rename", name="  Bob\tB ") == [{"type": "renamed", "seat": 1, "was": "Bo", "name": "Bob B"}]
    assert table.do("bo", "rename", name="BOB B") == [{"type": "renamed", "seat": 1, "was": "Bob B", "name": "BOB B"}]
    assert table.refused("bo", "rename", name="ADA") == "name_taken"
    assert table.refused("bo", "rename", name=None) == "bad_name"
    table.do("ada", "start")
    assert [event["type"] for event in table.do("ada", "rename", name="Countess")] == ["renamed"]
    assert table.do("ada", "rename", name="Countess") == [] and table.last is None


def test_a_bot_in_the_lobby_can_be_taken_over_at_once() -> None:
    """Between rounds, before the first one too, there is nothing to wait for."""
    table = lobby("bo", bots=2)
    bot = table.room.seats[1].name
    told = table.do("cy", "take_over", seat=1, name="Cy")
    assert told == [{"type": "joined", "seat": 1, "name": "Cy", "kind": "human", "was": bot}]
    assert table.room.seats[1].kind is Kind.HUMAN


@given(TYPED, st.lists(TYPED, max_size=3), st.booleans())
def test_a_name_that_is_offered_in_place_of_another_is_taken_at_once(typed: str, others: list[str], loud: bool) -> None:
    table = lobby(seats=6)
    asked = [*others, typed.upper() if loud else typed, typed]
    for number, name in enumerate(asked):
        try:
            table.join(f"b{number}", name)
        except Refusal as refused:
            assert refused.code in ("bad_name", "name_taken")
            if refused.suggestion is not None:
                table.join(f"b{number}", refused.suggestion)
                assert refused.suggestion in table.room.names()
