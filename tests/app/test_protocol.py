"""Messages: what is read, what is refused as `bad_message`, and the frames the server writes."""

import json
from dataclasses import fields
from typing import Any, get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app import protocol
from app.protocol import BadMessage, JoinRoom, Message, NewRoom, read_body, read_message
from app.rooms.events import HostChanged, RoomEvent, event_json
from engine import Event as GameEvent
from engine import Frozen

MESSAGES: list[dict[str, Any]] = [
    {"do": "hit", "decision": 57},
    {"do": "stay", "decision": 57},
    {"do": "target", "decision": 57, "target": 2},
    {"do": "more_time", "decision": 57},
    {"do": "ready"},
    {"do": "start"},
    {"do": "rematch"},
    {"do": "leave"},
    {"do": "add_bot"},
    {"do": "add_bot", "seat": 2},
    {"do": "add_bot", "seat": 2, "level": "expert"},
    {"do": "remove", "seat": 1},
    {"do": "rules", "rules": {"preset": "tracker"}},
    {"do": "rules", "seats": 5},
    {"do": "rules", "rules": {}, "seats": 5},
    {"do": "take_over", "seat": 3, "name": "Dan"},
    {"do": "take_over", "seat": 3},
    {"do": "rename", "name": "Dan"},
    {"do": "react", "reaction": "nice"},
    {"do": "join", "local": 1, "name": "Bo"},
    {"do": "ping"},
]

NOT_WHOLE: list[object] = [57.0, 0.5, True, False, "57", None, [], [57], {}, 2**64, -(2**63) - 1, 1e3]
NOT_A_WORD: list[object] = [None, 1, True, [], {}, "", "Normal", "NICE", "normal ", ["nice"]]


def read(body: object) -> Message:
    return read_message(json.dumps(body))


def refused(frame: str | bytes) -> BadMessage:
    with pytest.raises(BadMessage) as bad:
        read_message(frame)
    assert str(bad.value)
    return bad.value


@pytest.mark.parametrize("body", MESSAGES, ids=json.dumps)
def test_every_message_is_read(body: dict[str, Any]) -> None:
    message = read({"id": "k3f9-12", **body})
    assert message.model_dump(exclude_unset=True) == {"id": "k3f9-12", **body}


def test_every_command_of_the_protocol_is_known_and_no_other() -> None:
    known = {
        "hit", "stay", "target", "more_time", "ready", "start", "rematch", "add_bot", "remove", "rules", "take_over",
        "rename", "leave", "react", "ping", "join",
    }  # fmt: skip
    assert {body["do"] for body in MESSAGES} == known
    assert {do for kind in get_args(Message) for do in get_args(kind.model_fields["do"].annotation)} == known


@pytest.mark.parametrize("body", MESSAGES, ids=json.dumps)
def test_fields_nobody_knows_are_ignored(body: dict[str, Any]) -> None:
    assert read({"id": "a", **body, "from": "the future"}) == read({"id": "a", **body})


@pytest.mark.parametrize(
    ("body", "field"),
    [(body, field) for body in MESSAGES for field in ("decision", "target", "seat", "seats") if field in body],
)
def test_whole_numbers_only(body: dict[str, Any], field: str) -> None:
    for value in NOT_WHOLE:
        assert refused(json.dumps({"id": "a", **body, field: value})).id == "a", value


@pytest.mark.parametrize("field", ["level", "reaction"])
def test_words_are_those_of_the_protocol(field: str) -> None:
    do = {"level": "add_bot", "reaction": "react"}[field]
    for value in NOT_A_WORD:
        refused(json.dumps({"id": "a", "do": do, field: value}))


@pytest.mark.parametrize(
    ("do", "needed"),
    [
        ("hit", ["decision"]), ("stay", ["decision"]), ("target", ["decision", "target"]), ("more_time", ["decision"]),
        ("remove", ["seat"]), ("take_over", ["seat"]), ("rename", ["name"]), ("react", ["reaction"]),
    ],
)  # fmt: skip
def test_a_missing_field_is_a_bad_message(do: str, needed: list[str]) -> None:
    whole = next(body for body in MESSAGES if body["do"] == do)
    for field in needed:
        refused(json.dumps({"id": "a", **{name: value for name, value in whole.items() if name != field}}))


def test_rules_name_rules_or_seats() -> None:
    assert refused('{"id":"a","do":"rules"}').id == "a"


@pytest.mark.parametrize("value", [None, 7, True, [], {}, "", "x" * 99])
def test_any_name_is_read_and_judged_by_the_table(value: object) -> None:
    """A missing name is a bad message, one that is no text a bad name."""
    assert read({"id": "a", "do": "rename", "name": value}).name == value  # type: ignore[union-attr]
    assert read({"id": "a", "do": "take_over", "seat": 1, "name": value}).name == value  # type: ignore[union-attr]
    assert read({"id": "a", "do": "rules", "rules": value}).rules == value  # type: ignore[union-attr]


@pytest.mark.parametrize("do", [None, True, 5, "", "HIT", "hit ", "explode", [], {}, ["hit"], {"hit": 1}, "__class__"])
def test_an_unknown_command_is_a_bad_message(do: object) -> None:
    bad = refused(json.dumps({"id": "a", "do": do, "decision": 1}))
    assert bad.id == "a"
    assert "explode" not in str(bad), "what was sent is not repeated"


def test_an_id_has_at_most_64_characters() -> None:
    assert read({"id": "é" * 64, "do": "ping"}).id == "é" * 64
    assert refused(json.dumps({"id": "x" * 65, "do": "ping"})).id is None


@pytest.mark.parametrize("value", [None, 5, True, [], {}, "x" * 65])
def test_an_id_that_cannot_be_read_is_answered_with_null(value: object) -> None:
    assert refused(json.dumps({"id": value, "do": "ping"})).id is None
    assert refused(json.dumps({"id": value, "do": "explode"})).id is None


def test_a_missing_id_is_a_bad_message() -> None:
    assert refused('{"do":"ping"}').id is None


@pytest.mark.parametrize(
    "frame",
    [
        "", " ", "hello", "null", "true", "5", '"hit"', "[]", '[{"id":"a","do":"ping"}]', "{", '{"id":"a"', "{}x",
        '{"id":"a","do":"hit","decision":NaN}', '{"id":"a","do":"hit","decision":Infinity}', "{'id':'a'}",
        '{"id":"\\ud800","do":"ping"}', '{"id":"a\x00","do":"ping"}', "[" * 4000, '{"a":' * 1000, "\ud800",
        b"\xff\xfe", b"\x80", b"",
    ],
)  # fmt: skip
def test_what_is_no_json_object_is_a_bad_message(frame: str | bytes) -> None:
    assert refused(frame).id is None


@given(st.text(max_size=300) | st.binary(max_size=300))
@example("{" + '"id":"a",' * 300 + '"do":"ping"}')
def test_any_frame_is_read_or_a_bad_message(frame: str | bytes) -> None:
    try:
        message = read_message(frame)
    except BadMessage:
        return
    assert 1 <= len(message.id) <= 64


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=70),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FIELDS = ["id", "do", "decision", "target", "seat", "seats", "level", "rules", "name", "reaction"]


changes = st.dictionaries(st.sampled_from(FIELDS), anything, max_size=4)


@given(st.sampled_from(MESSAGES), changes, st.sets(st.sampled_from(FIELDS), max_size=2))
def test_any_object_is_read_or_a_bad_message(body: dict[str, Any], changed: dict[str, Any], gone: set[str]) -> None:
    sent = {name: value for name, value in {"id": "a", **body, **changed}.items() if name not in gone}
    try:
        message = read(sent)
    except BadMessage as bad:
        assert bad.id is None or bad.id == sent["id"]
        return
    for name in ("decision", "target", "seat"):
        value = getattr(message, name, None)
        assert value is None or type(value) is int


@given(anything, st.dictionaries(st.sampled_from(["name", "seats", "bots", "level", "rules", "start"]), anything))
def test_any_body_is_read_or_a_bad_message(body: object, given_fields: dict[str, object]) -> None:
    for kind in (NewRoom, JoinRoom):
        for sent in (body, given_fields, {"name": "Ada", **given_fields}):
            try:
                read_body(kind, json.dumps(sent).encode())
            except BadMessage:
                continue


def test_only_a_name_is_required_of_a_new_room() -> None:
    room = read_body(NewRoom, b'{"name":"Ada"}')
    assert (room.seats, room.bots, room.level, room.rules, room.start) == (4, 0, "normal", {}, False)
    with pytest.raises(BadMessage):
        read_body(NewRoom, b'{"seats":4}')
    with pytest.raises(BadMessage):
        read_body(JoinRoom, b"{}")


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("seats", NOT_WHOLE), ("bots", [*NOT_WHOLE, -1]), ("level", NOT_A_WORD), ("start", [None, 0, 1, "true", []]),
    ],
)  # fmt: skip
def test_a_new_room_with_a_field_of_another_kind_is_a_bad_message(field: str, values: list[object]) -> None:
    for value in values:
        with pytest.raises(BadMessage):
            read_body(NewRoom, json.dumps({"name": "Ada", field: value}).encode())


EVENTS = {
    "joined": "seat name kind was", "left": "seat name why", "renamed": "seat was name", "settings": "rules seats",
    "host": "seat why", "started": "game dealer", "round_started": "round dealer",
    "dealt": "seat card cause to score draw_count", "saved": "seat card", "busted": "seat card score",
    "stayed": "seat score why", "frozen": "seat by score only", "flip_three": "seat by only", "passed": "seat to only",
    "set_aside": "seat card", "discarded": "seat cards why", "reshuffled": "count", "flip7": "seat score",
    "timed_out": "seat kind did target", "round_scored": "round scores totals", "game_won": "seat totals",
    "away": "seat why", "back": "seat why", "bot_took_over": "seat name why", "more_time": "seat left",
    "reacted": "seat reaction",
}  # fmt: skip


def test_every_event_has_the_fields_of_the_protocol_and_no_other() -> None:
    kinds = [*get_args(RoomEvent), *get_args(GameEvent)]
    assert {kind.type: " ".join(field.name for field in fields(kind)) for kind in kinds} == EVENTS
    assert event_json(HostChanged(2, "gone")) == {"type": "host", "seat": 2, "why": "gone"}
    assert list(event_json(Frozen(seat=1, by=0, score=5, only=True))) == ["type", "seat", "by", "score", "only"]


def test_frames_are_json_without_spaces() -> None:
    assert protocol.ack("c9", 42) == '{"type":"ack","id":"c9","seq":42}'
    assert protocol.pong("c9", 5) == '{"type":"pong","id":"c9","now":5}'
    assert protocol.bye("room_expired", "Over.") == '{"type":"bye","code":"room_expired","message":"Over."}'
    assert protocol.error(None, "bad_message", "No.", 42) == (
        '{"type":"error","id":null,"code":"bad_message","message":"No.","seq":42}'
    )
    assert json.loads(protocol.error("c9", "name_taken", "No.", 1, "Ada 2"))["suggestion"] == "Ada 2"


def test_a_welcome_has_everything_in_it() -> None:
    frame = protocol.welcome(build="b", you={"seat": 1}, seq=41, digest="9f", missed=None, now=7, view={"host": 0})
    assert frame == (
        '{"type":"welcome","protocol":1,"build":"b","you":{"seat":1},"seq":41,"digest":"9f","missed":null,'
        '"now":7,"view":{"host":0}}'
    )
