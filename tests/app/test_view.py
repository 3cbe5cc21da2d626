"""What browsers are sent: the view's shape, changes that add up to it, the chain of digests, and nothing secret."""

import json
from typing import Any

import pytest

from app.rooms.moments import In
from app.rooms.room import Reservation
from app.view import encode
from tests.app.room_checks import assert_all_cards, cards_of
from tests.app.room_table import CONFIG, START, TURN_MS, Table

KEYS = [
    "code", "phase", "expires_at", "host", "rules", "round", "dealer", "seats", "decision", "flip_three", "set_aside",
    "draw_count", "discard", "discard_top", "rounds", "sheet", "more_time_used", "reserved", "winner", "daily",
]  # fmt: skip
SEAT_KEYS = [
    "name", "kind", "level", "bot", "connected", "away", "ready", "status", "numbers", "modifiers", "second_chance",
    "played", "round_score", "total",
]  # fmt: skip
NOTHING = {
    "away": False, "ready": False,
    "status": None, "numbers": [], "modifiers": [], "second_chance": False, "played": [], "round_score": 0, "total": 0,
}  # fmt: skip


def started(*others: str, seats: int = 4, **rules: object) -> Table:
    table = Table()
    table.create("ada", seats=seats, rules=rules)
    for browser in others:
        table.join(browser)
    table.do("ada", "start")
    return table


# The view's shape -----------------------------------------------------------------------------------------------------


def test_the_view_of_a_lobby() -> None:
    table = Table()
    table.create("ada", seats=3)
    table.do("ada", "add_bot", seat=2, level="hard")
    bot = table.room.seats[2].name
    assert list(table.view) == KEYS
    assert table.view == {
        "code": "QK7X4TDM", "phase": "lobby", "expires_at": START + CONFIG.room_ms, "host": 0,
        "rules": {
            "preset": "table", "opening_deal": True, "flip_three_bust": "stop", "second_chance_use": "play_on",
            "first_freeze": "any", "busted_cards": "stay", "length": "points", "points": 200, "rounds": 5,
            "turn_seconds": 75, "more_time": True, "odds": True, "late_take_over": True, "pace": "normal",
        },
        "round": 0, "dealer": None,
        "seats": [
            {"name": "Ada", "kind": "human", "level": None, "bot": None, "connected": True, **NOTHING},
            {"name": None, "kind": "empty", "level": None, "bot": None, "connected": False, **NOTHING},
            {"name": bot, "kind": "bot", "level": "hard", "bot": "counter", "connected": True, **NOTHING},
        ],
        "decision": None, "flip_three": None, "set_aside": [], "draw_count": 0, "discard": {}, "discard_top": None,
        "rounds": [], "sheet": [], "more_time_used": {}, "reserved": {}, "winner": None, "daily": None,
    }  # fmt: skip


def test_the_view_of_a_turn() -> None:
    table = started("bo")
    table.place(
        "A* 5 12 +4 second_chance =87 | B frozen 9 (freeze) | C busted 3 x2 3 | D 2",
        draw="7 8", discard="4 6 4", dealer="C", round="3", scores="21 0 15 30 / 66 0 0 0",
    )  # fmt: skip
    view = table.view
    assert list(view) == KEYS and all(list(seat) == SEAT_KEYS for seat in view["seats"])
    assert view["seats"][0] == {
        "name": "Ada", "kind": "human", "level": None, "bot": None, "connected": True, "away": False, "ready": False,
        "status": "active", "numbers": ["5", "12"], "modifiers": ["+4"], "second_chance": True, "played": [],
        "round_score": 21, "total": 87,
    }  # fmt: skip
    assert [seat["status"] for seat in view["seats"]] == ["active", "frozen", "busted", "active"]
    assert view["seats"][1]["played"] == ["freeze"]
    assert (view["seats"][2]["numbers"], view["seats"][2]["round_score"]) == (["3", "3"], 0)
    assert view["decision"] == {
        "id": table.decision.id, "seat": 0, "kind": "turn", "card": None, "choices": ["hit", "stay"],
        "deadline": table.now + TURN_MS,
    }  # fmt: skip
    assert (view["phase"], view["round"], view["dealer"]) == ("turn", 3, 2)
    assert (view["draw_count"], view["discard"], view["discard_top"]) == (2, {"4": 2, "6": 1}, "4")
    assert view["rounds"] == [[21, 0, 15, 30], [66, 0, 0, 0]] and view["sheet"] == []


def test_the_view_of_a_target_and_a_flip_three() -> None:
    table = started("bo")
    table.place(
        "A* 5 | B 9 (flip_three) | C 3 | D 2", draw="7 8",
        agenda="flip_three B left 1 shown 7 freeze aside freeze, target B second_chance",
    )  # fmt: skip
    view = table.view
    assert view["phase"] == view["decision"]["kind"] == "target"
    assert (view["decision"]["card"], view["decision"]["choices"]) == ("second_chance", [0, 1, 2, 3])
    assert view["flip_three"] == {"seat": 1, "left": 1, "cards": ["7", "freeze"]}
    assert view["set_aside"] == [{"seat": 1, "cards": ["freeze"]}]
    assert cards_of(view)["second_chance"] == 1 and cards_of(view)["freeze"] == 1


def test_the_innermost_sequence_is_last() -> None:
    table = started("bo")
    table.place(
        "A* 5 (flip_three) | B 9 (flip_three) | C 3 | D 2", draw="7 8",
        agenda="flip_three A left 0 shown 6 freeze freeze aside freeze freeze, "
               "flip_three B left 2 shown flip_three aside flip_three, target B second_chance",
    )  # fmt: skip
    assert table.view["set_aside"] == [
        {"seat": 0, "cards": ["freeze", "freeze"]},
        {"seat": 1, "cards": ["flip_three"]},
    ]
    assert table.view["flip_three"] == {"seat": 1, "left": 2, "cards": ["flip_three"]}


def test_the_view_between_rounds() -> None:
    table = started("bo")
    table.place("A* 6 11 x2 +4 | B busted 9 9 | C stayed 3 | D frozen")
    table.do("ada", "stay")
    view = table.view
    assert view["phase"] == "round_over"
    assert view["decision"] == {
        "id": table.decision.id, "seat": None, "kind": "next_round", "card": None, "choices": [],
        "deadline": table.now + CONFIG.round_pause_ms,
    }  # fmt: skip
    assert view["sheet"] == [
        {"numbers": 17, "doubled": True, "plus": 4, "bonus": 0},
        {"numbers": 0, "doubled": False, "plus": 0, "bonus": 0},
        {"numbers": 3, "doubled": False, "plus": 0, "bonus": 0},
        {"numbers": 0, "doubled": False, "plus": 0, "bonus": 0},
    ]
    assert view["rounds"][-1] == [38, 0, 3, 0] == [seat["round_score"] for seat in view["seats"]]
    for line, score in zip(view["sheet"], view["rounds"][-1], strict=True):
        assert line["numbers"] * (2 if line["doubled"] else 1) + line["plus"] + line["bonus"] == score


def test_the_view_after_the_game() -> None:
    table = started("bo")
    table.place("A* 12 =195 | B stayed 9 | C stayed 3 | D stayed 2")
    table.do("ada", "stay")
    assert (table.view["phase"], table.view["decision"], table.view["winner"]) == ("game_over", None, 0)
    assert len(table.view["sheet"]) == 4


def test_no_deadline_is_shown_for_bots_and_where_the_table_waits() -> None:
    table = started()
    table.turn_of(1)
    assert table.view["decision"]["deadline"] is None
    table.turn_of(0)
    assert table.view["decision"]["deadline"] is None


def test_seats_that_come_and_go_after_the_game_leave_no_card_unaccounted() -> None:
    table = started(seats=5, points=50)
    while table.room.phase != "game_over":
        table.go_on()
    for seats in (3, 6, 4, 5):
        table.do("ada", "rules", seats=seats)
        assert_all_cards(table.view)
    assert (table.view["seats"][4]["kind"], table.view["seats"][4]["name"]) == ("empty", None)


def test_the_same_keys_always() -> None:
    table = started("bo")
    for _ in range(80):
        assert list(table.view) == KEYS
        assert all(list(seat) == SEAT_KEYS for seat in table.view["seats"])
        if table.room.decision is None:
            break
        table.go_on()


# Changes --------------------------------------------------------------------------------------------------------------


def test_a_change_is_one_line_of_json_without_spaces() -> None:
    table = Table()
    table.create("ada")
    frame = table.last.frame.join(table.now)  # type: ignore[union-attr]
    told = json.loads(frame)
    assert list(told) == ["type", "seq", "digest", "events", "now", "view"]
    assert (told["type"], told["seq"], told["now"]) == ("change", 1, START)
    assert frame == json.dumps(told, separators=(",", ":"), ensure_ascii=False).encode()


def test_the_first_change_tells_everything_and_later_ones_what_differs() -> None:
    table = Table()
    table.create("ada")
    assert list(table.frame["view"]) == KEYS
    table.do("ada", "rename", name="Countess")
    assert list(table.frame["view"]) == ["seats"] and len(table.frame["view"]["seats"]) == 4
    table.do("ada", "react", reaction="nice")
    assert table.frame["view"] == {}
    table.do("ada", "rules", rules={"pace": "fast"})
    assert list(table.frame["view"]) == ["rules"]
    table.do("ada", "start")
    assert "code" not in table.frame["view"] and "expires_at" not in table.frame["view"]


def test_now_and_moments_are_those_of_the_commit() -> None:
    table = started("bo")
    table.now += 1_234
    table.turn_of(0)
    assert table.frame["now"] == table.now
    assert table.frame["view"]["decision"]["deadline"] == table.now + TURN_MS


def test_pieces_join_wherever_a_moment_is() -> None:
    content = {"a": In(5), "b": [In(0), 7, "x", {"c": In(-3)}], "d": "no \\u0001 name", "e": None}
    joined = json.loads(encode(content).join(100))
    assert joined == {"a": 105, "b": [100, 7, "x", {"c": 97}], "d": "no \\u0001 name", "e": None}
    assert encode([]).join(1) == b"[]"
    with pytest.raises(TypeError):
        encode({"seat": object()})


# Whose own place changed ----------------------------------------------------------------------------------------------


def concerned(table: Table) -> set[str]:
    assert table.last is not None
    return set(table.last.concerned)


def test_only_those_whose_own_place_changed_are_concerned() -> None:
    table = Table()
    table.create("ada")
    assert concerned(table) == set()
    table.join("bo")
    assert concerned(table) == {"bo"}
    table.join("cy")
    table.do("bo", "rename", name="Bob")
    assert concerned(table) == set()
    table.do("ada", "start")
    assert concerned(table) == set()
    table.do("zoe", "take_over", seat=3, name="Zoe")
    assert concerned(table) == {"zoe"}
    table.do("cy", "leave")
    assert concerned(table) == {"cy"}
    table.do("ada", "remove", seat=1)
    assert concerned(table) == {"bo"}
    table.place("A stayed 5 =5 | B stayed 9 =9 | C stayed 3 =3 | D stayed 2 =2", scores="5 9 3 2")
    assert table.room.seat_of("zoe") == 3 and concerned(table) == {"zoe"}


def test_a_bot_that_plays_on_changes_nobodys_place() -> None:
    table = started("bo")
    for _ in range(3):
        table.miss(1)
    assert table.frame["events"][-1]["type"] == "bot_took_over" and concerned(table) == set()


# The chain ------------------------------------------------------------------------------------------------------------


def evening(table: Table) -> list[str]:
    """The digests of an evening that is the same every time."""
    digests = []

    def note() -> None:
        digests.append(table.room.digest)

    table.create("ada", seats=4)
    note()
    table.join("bo")
    note()
    table.do("ada", "start")
    note()
    table.do("zoe", "take_over", seat=2, name="Zoe")
    note()
    for _ in range(25):
        if table.room.in_round and table.decision.deadline is not None and len(digests) % 3 == 0:
            table.do(table.owner(table.decision.seat), "more_time")
        elif table.decision.due is not None:
            table.fire()
        note()
    return digests


def test_the_digest_knows_no_code_and_no_time() -> None:
    plain = evening(Table())
    elsewhere = evening(Table(code="ABCDEFGH"))
    later = evening(Table(now=START + 86_400_123))
    assert plain == elsewhere == later
    assert len(set(plain)) == len(plain) and all(len(bytes.fromhex(digest)) == 8 for digest in plain)


def test_the_digest_chains_what_came_before() -> None:
    one, other = Table(), Table()
    for table, name in ((one, "Cy"), (other, "Dan")):
        table.create("ada")
        table.join("bo", name)
        table.do("bo", "rename", name="Bo")
    assert one.view["seats"] == other.view["seats"] and one.room.seq == other.room.seq
    assert one.room.digest != other.room.digest
    for table in (one, other):
        table.do("ada", "add_bot")
    assert one.room.digest != other.room.digest


def test_a_change_without_events_changes_the_digest_too() -> None:
    table = started("bo")
    table.place("A stayed 5 =5 | B stayed 9 =9 | C stayed 3 =3 | D stayed 2 =2", scores="5 9 3 2")
    before = table.room.digest
    table.do("ada", "ready")
    assert table.frame["events"] == [] and table.room.digest != before


def test_the_digest_covers_each_part_that_is_public() -> None:
    def end(name: str = "Cy", reaction: str = "nice", **rules: Any) -> str:
        table = Table()
        table.create("ada", rules=rules)
        table.join("bo", name)
        table.do("ada", "react", reaction=reaction)
        return table.room.digest

    digests = {end(), end(name="Dan"), end(reaction="ouch"), end(pace="fast"), end(points=100)}
    assert len(digests) == 5


# Nothing secret -------------------------------------------------------------------------------------------------------


def twins(draws: tuple[str, str]) -> tuple[Table, Table]:
    """Two tables that differ in nothing but the cards nobody has seen."""
    tables = started("bo"), started("bo")
    for table, draw, seed in zip(tables, draws, ("00", "ff"), strict=True):
        table.place("A* 5 | B 9 | C 3 | D 2", draw=draw, discard="4 6 4", seed=f"{seed * 32} 0")
    return tables


def frames(table: Table) -> tuple[bytes, bytes]:
    assert table.last is not None
    return table.last.frame.join(table.now), table.last.events


def test_rooms_that_differ_in_undrawn_cards_alone_look_the_same_until_a_card_is_drawn() -> None:
    one, other = twins(("7 8 10 11", "12 11 10 freeze"))
    assert frames(one) == frames(other)
    for do in ("more_time", "stay"):
        for table in (one, other):
            table.do("ada", do)
        assert frames(one) == frames(other)
    for table in (one, other):
        table.fire()
        table.do("bo", "react", reaction="nice")
    assert frames(one) == frames(other)


def test_the_card_that_is_drawn_tells_them_apart() -> None:
    one, other = twins(("7 8 10 11", "12 11 10 freeze"))
    for table in (one, other):
        table.do("ada", "hit")
    assert frames(one) != frames(other)
    assert one.frame["events"][0]["card"] == "7" and other.frame["events"][0]["card"] == "12"


def test_bots_do_not_know_the_next_card() -> None:
    one, other = twins(("7 8 10 11", "12 11 10 freeze"))
    for table in (one, other):
        table.do("ada", "stay")
        table.do("bo", "stay")
        table.fire()
    first, second = one.frame["events"][0], other.frame["events"][0]
    assert first["type"] == second["type"]


def test_no_frame_has_a_seed_a_browser_or_a_command_id() -> None:
    table = started("bo")
    secrets = ["ada", "bo", table.game.shuffles.seed.hex()]
    for _ in range(30):
        if table.decision.due is None:
            break
        table.fire()
        told = frames(table)[0].decode()
        assert not [secret for secret in secrets if f'"{secret}"' in told]
        assert not {"owner", "seed", "draw_pile", "shuffles", "answered", "removed", "misses"} & set(_keys(table.frame))


def _keys(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [*value, *(key for inner in value.values() for key in _keys(inner))]
    return [key for inner in value for key in _keys(inner)] if isinstance(value, list) else []


def test_a_reservation_shows_a_name_and_no_browser() -> None:
    table = started("bo")
    table.do("zoe", "take_over", seat=2, name="Zoe")
    assert table.room.reserved == {2: Reservation("zoe", "Zoe")}
    assert table.frame["view"] == {"reserved": {"2": "Zoe"}}
