"""The rules of a table: presets, single settings over them, what is refused, and when the host may choose."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rooms.refusal import Refusal
from app.rooms.rules import TableRules, read_rules, rules_from_json
from engine import PRESETS
from tests.app.room_table import CONFIG, Table

DEFAULTS = {
    "preset": "table", "opening_deal": True, "flip_three_bust": "stop", "second_chance_use": "play_on",
    "first_freeze": "any", "busted_cards": "stay", "length": "points", "points": 200, "rounds": 5,
    "turn_seconds": 75, "more_time": True, "odds": True, "late_take_over": True, "pace": "normal",
}  # fmt: skip

VALUES: dict[str, list[object]] = {
    "preset": ["table", "no_opening_hand", "hit_or_stick", "tracker", "five_rounds", "challenge"],
    "opening_deal": [True, False],
    "flip_three_bust": ["stop", "finish"],
    "second_chance_use": ["play_on", "bank"],
    "first_freeze": ["any", "self"],
    "busted_cards": ["stay", "discard"],
    "length": ["points", "rounds", "challenge"],
    "points": [50, 200, 500],
    "rounds": [1, 5, 20],
    "turn_seconds": [75, 180, 0],
    "more_time": [True, False],
    "odds": [True, False],
    "late_take_over": [True, False],
    "pace": ["normal", "fast"],
}

WRONG: list[object] = [
    None, "", "yes", "200", "true", [], {}, [True], {"points": 200}, -1, 1.0, 0.5, 49, 501, 21, 76, 2**70, "endless",
]  # fmt: skip


def read(given: object) -> TableRules:
    return read_rules(given, turn_seconds=75)


def refused(given: object) -> str:
    with pytest.raises(Refusal) as refusal:
        read(given)
    return refusal.value.code


def test_without_a_word_the_rules_are_those_of_the_preset_table() -> None:
    assert read({}).as_json() == DEFAULTS
    assert read({"preset": "table"}).as_json() == DEFAULTS


@pytest.mark.parametrize("preset", VALUES["preset"])
def test_a_preset_gives_what_is_not_said(preset: str) -> None:
    table = read({"preset": preset})
    assert (table.preset, table.game) == (preset, PRESETS[preset])
    assert read({"preset": preset, "points": 77}).game == replace(PRESETS[preset], points=77)
    assert read({"points": 77, "preset": preset}).preset == preset, "the name stays when settings differ"


def test_a_whole_set_of_rules_can_be_sent_back() -> None:
    rules = read({"preset": "tracker", "rounds": 7, "pace": "fast", "turn_seconds": 0})
    assert read(rules.as_json()) == rules
    assert rules_from_json(json.loads(json.dumps(rules.as_json()))) == rules


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in VALUES.items() for value in values])
def test_every_value_is_accepted(key: str, value: object) -> None:
    assert read({key: value}).as_json()[key] == value


@pytest.mark.parametrize("key", VALUES)
def test_every_other_value_is_refused(key: str) -> None:
    fine = VALUES[key]
    for value in [*WRONG, True, False, 0, 1]:
        within = {"points": range(50, 501), "rounds": range(1, 21)}.get(key, fine)
        if any(type(value) is type(good) and value == good for good in within):
            continue
        assert refused({key: value}) == "bad_rules", (key, value)


def test_unknown_settings_and_what_is_no_object_are_refused() -> None:
    for given_rules in (None, True, 0, "table", [], [["points", 200]], {"Points": 200}, {"": 1}, {"seats": 4}):
        assert refused(given_rules) == "bad_rules"


def test_the_challenge_is_for_one_alone_and_one_alone_plays_nothing_else() -> None:
    table = Table()
    for seats in (2, 4):
        with pytest.raises(Refusal, match="alone"):
            table.create("ada", seats=seats, rules={"preset": "challenge"})
    with pytest.raises(Refusal, match="2 to 36"):
        table.create("ada", seats=1)
    table.create("ada", seats=1, rules={"preset": "challenge"}, start=True)
    assert table.decision.seat == 0 and table.left() is None
    for _ in range(200):
        if table.room.phase == "game_over":
            break
        table.go_on()
    assert table.view["winner"] == (0 if table.view["seats"][0]["total"] >= 200 else None)
    assert table.refused("ada", "rules", rules={"preset": "table"}) == "bad_rules"
    assert table.refused("ada", "rules", seats=4) == "bad_rules"
    table.do("ada", "rules", rules={"preset": "table"}, seats=2)
    table.do("ada", "rematch")
    assert [seat.kind for seat in table.room.seats] == ["human", "bot"]


def test_a_table_of_several_cannot_turn_to_the_challenge() -> None:
    table = Table()
    table.create("ada")
    table.join("bo")
    assert table.refused("ada", "rules", rules={"length": "challenge"}) == "bad_rules"
    assert table.refused("ada", "rules", rules={"preset": "challenge"}, seats=1) == "bad_rules"


def test_the_turns_on_offer_are_the_servers_three_minutes_and_none() -> None:
    assert read_rules({}, turn_seconds=40).turn_seconds == 40
    assert read_rules({"turn_seconds": 40}, turn_seconds=40).turn_seconds == 40
    with pytest.raises(Refusal):
        read_rules({"turn_seconds": 75}, turn_seconds=40)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(anything | st.dictionaries(st.sampled_from([*VALUES, "x"]), anything, max_size=3))
def test_rules_are_read_or_refused_and_nothing_else(given_rules: object) -> None:
    try:
        rules = read(given_rules)
    except Refusal as refusal:
        assert refusal.code == "bad_rules"
    else:
        assert read(rules.as_json()) == rules


def test_the_host_chooses_in_the_lobby() -> None:
    table = Table()
    table.create("ada")
    told = table.do("ada", "rules", rules={"preset": "tracker"}, seats=5)
    assert told == [{"type": "settings", "rules": {**table.room.rules.as_json()}, "seats": 5}]
    assert table.room.rules.preset == "tracker" and len(table.room.seats) == 5
    assert table.do("ada", "rules", rules={})[0]["rules"] == DEFAULTS, "what is not said takes its default again"
    assert [event["seats"] for event in table.do("ada", "rules", seats=3)] == [3]


def test_choosing_what_holds_already_is_no_change() -> None:
    table = Table()
    table.create("ada")
    assert table.do("ada", "rules", rules=DEFAULTS, seats=4) == [] and table.last is None


def test_rules_come_before_the_number_of_seats_and_both_or_none_change() -> None:
    table = Table()
    table.create("ada")
    for fields in ({"rules": {"points": 1}}, {"rules": {"points": 100}, "seats": 37}, {"seats": 1}, {"rules": "table"}):
        assert table.refused("ada", "rules", **fields) == "bad_rules"  # type: ignore[arg-type]


def test_only_trailing_seats_without_a_person_can_go() -> None:
    table = Table()
    table.create("ada", seats=5)
    table.join("bo")
    table.do("ada", "add_bot", seat=3)
    table.do("ada", "rules", seats=3)
    assert [seat.kind for seat in table.room.seats] == ["human", "human", "empty"]
    table.join("cy")
    table.do("ada", "rules", seats=6)
    table.join("dan")
    table.do("ada", "remove", seat=1)
    for seats in (3, 2, 1, 0, -1):
        assert table.refused("ada", "rules", seats=seats) == "bad_rules"
    table.do("ada", "rules", seats=4)


def test_during_a_game_the_rules_stay() -> None:
    table = Table()
    table.create("ada", start=True)
    assert table.refused("ada", "rules", rules={}) == "not_in_lobby"
    assert table.refused("ada", "rules", rules={"points": 1}) == "not_in_lobby"
    table.until(None)
    assert table.refused("ada", "rules", seats=5) == "not_in_lobby"


def test_after_a_game_the_host_chooses_for_the_next_one() -> None:
    table = Table()
    table.create("ada", seats=3, start=True)
    table.place("A =210 | B =20 | C", scores="210 20 0")
    table.do("ada", "rules", rules={"preset": "five_rounds", "pace": "fast"}, seats=5)
    assert table.do("ada", "add_bot", level="hard")[0]["seat"] == 3
    told = table.do("ada", "rematch")
    assert [event["type"] for event in told][:3] == ["joined", "started", "round_started"]
    assert (table.game.rules.length, len(table.game.seats)) == ("rounds", 5)
    assert [seat.level for seat in table.room.seats] == [None, "normal", "normal", "hard", "normal"]


def test_an_absent_owners_seat_does_not_go() -> None:
    table = Table()
    table.create("ada", seats=3)
    table.join("bo")
    table.join("cy")
    table.do("ada", "start")
    for _ in range(3):
        table.miss(2)
    assert table.room.seats[2].away and table.room.seats[2].kind == "bot"
    table.place("A =210 | B =20 | C", scores="210 20 0")
    table.do("ada", "rules", seats=4)
    assert table.refused("ada", "rules", seats=2) == "bad_rules"
    table.do("ada", "rules", seats=3)


@pytest.mark.parametrize(("pace", "least", "most"), [("normal", 700, 1100), ("fast", 125, 375)])
def test_bots_think_by_the_tables_pace(pace: str, least: int, most: int) -> None:
    clear, close = ({CONFIG.thinking_ms(n, pace=pace, doubt=doubt) for n in range(3_000)} for doubt in (0, 1))
    assert (min(clear), max(clear)) == (least, (least + most) // 2)
    assert (min(close), max(close)) == ((least + most) // 2, most)


def test_bots_that_need_no_time_need_none_at_any_pace() -> None:
    hasty = replace(CONFIG, bot_delay_ms=0)
    assert {hasty.thinking_ms(number, pace=pace, doubt=1) for number in range(50) for pace in ("normal", "fast")} == {0}
