"""Names people type, names bots have, and room codes."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.names import (
    BOT_NAMES,
    CODE_ALPHABET,
    CODE_CHARS,
    NAME_CHARS,
    BadName,
    bot_name,
    clean_name,
    is_taken,
    nearest_name,
    new_code,
    read_code,
    suggestion,
)

FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada  ", "Ada"),
        ("Ada \t\n  Lovelace", "Ada Lovelace"),
        ("\u00a0Ada\u2003\u3000L\u205f", "Ada L"),
        ("e\u0301", "\u00e9"),
        ("e\u0301" * 16, "\u00e9" * 16),
        ("x" * 16, "x" * 16),
        (" " + "x" * 16 + " ", "x" * 16),
        ("\U0001f600" * 16, "\U0001f600" * 16),
        ("山田", "山田"),
        ("<b>&\"'", "<b>&\"'"),
        ("नमस्ते", "नमस्ते"),
        ("0", "0"),
        ("x\u0335\u0336", "x\u0335\u0336"),
    ],
)
def test_names_as_the_table_shows_them(given_name: str, shown: str) -> None:
    assert clean_name(given_name) == shown


@pytest.mark.parametrize(
    "given_name",
    [
        None, 5, 1.5, True, b"Ada", [], {}, ["Ada"],
        "", " ", "\t\n\u3000", "x" * 17, "\U0001f600" * 17,
        "a\x00b", "a\x1fb", "a\x7fb", "a\x85b", "\u0085",
        "a\u200bb", "a\u200db", "\u202eadA", "a\u2066b", "\ufeff", "a\u00adb", "\u061c", "\U000e0041",
        "a\ud800", "\ue000", "\U0010ffff", "\u0378", "a\u2028b", "a\u2029b", "\u2028",
        "\u115f", "\u1160", "a\u3164", "\uffa0", "\u2800", "a\u2800b",
        "x\u0335\u0336\u0337", "\u0300\u0300\u0300",
    ],
)  # fmt: skip
def test_names_that_are_none(given_name: object) -> None:
    with pytest.raises(BadName):
        clean_name(given_name)


@pytest.mark.parametrize(
    ("refused", "nearest"),
    [
        ("\U0001f469\u200d\U0001f4bb Zo\u00eb", "\U0001f469\U0001f4bb Zo\u00eb"),
        ("\u202eadA", "adA"),
        ("a\u200bb \u00ad c", "ab c"),
        ("e\u0301\u0335\u0336\u0337", "\u00e9\u0335\u0336"),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467" * 3, "\U0001f468\U0001f469\U0001f467" * 3),
        ("\u200d", None),
        ("", None),
        ("x" * 17, None),
        ("x\u200d" * 17, None),
        (5, None),
    ],
)
def test_what_is_left_of_a_name_without_what_cannot_be_shown(refused: object, nearest: str | None) -> None:
    with pytest.raises(BadName):
        clean_name(refused)
    assert nearest_name(refused) == nearest


@given(st.text(max_size=24))
def test_the_nearest_name_is_one(given_name: str) -> None:
    nearest = nearest_name(given_name)
    assert nearest is None or clean_name(nearest) == nearest


def test_marks_count_in_a_row_and_after_composing() -> None:
    assert clean_name("e\u0301\u0335\u0336")
    assert clean_name("x\u0335\u0336y\u0335\u0336")
    with pytest.raises(BadName):
        clean_name("e\u0301\u0335\u0336\u0337")


@given(st.text(max_size=24))
def test_a_clean_name_keeps_every_promise(given_name: str) -> None:
    try:
        name = clean_name(given_name)
    except BadName:
        return
    assert clean_name(name) == name
    assert 1 <= len(name) <= NAME_CHARS
    assert unicodedata.is_normalized("NFC", name)
    assert name == " ".join(name.split()) and "\t" not in name
    assert not {unicodedata.category(char) for char in name} & FORBIDDEN


names = st.text(max_size=20).filter(lambda text: _is_name(text)).map(clean_name)


def _is_name(text: str) -> bool:
    try:
        clean_name(text)
    except BadName:
        return False
    return True


@given(names, st.integers(0, 20))
def test_a_suggestion_is_a_free_name(name: str, more: int) -> None:
    taken = [name.upper()]
    for _ in range(more):
        taken.append(suggestion(name, taken))
    offered = suggestion(name, taken)
    assert clean_name(offered) == offered
    assert not is_taken(offered, taken)
    assert len({other.casefold() for other in taken}) == len(taken)


def test_suggestions_count_up_from_two() -> None:
    assert suggestion("Maya", ["Maya"]) == "Maya 2"
    assert suggestion("maya", ["Maya", "MAYA 2", "maya 3"]) == "maya 4"
    assert suggestion("x" * 16, ["x" * 16]) == "x" * 14 + " 2"
    assert suggestion("x" * 13 + " yy", []) == "x" * 13 + " 2", "no blank before the number's own"


def test_case_makes_no_other_name() -> None:
    assert is_taken("STRASSE", ["Straße"])
    assert is_taken("ada", ["Bo", "ADA"])
    assert not is_taken("ada", ["Ada 2"])


def test_bots_have_names_that_are_names_and_no_two_the_same() -> None:
    assert [clean_name(name) for name in BOT_NAMES] == list(BOT_NAMES)
    taken: list[str] = [BOT_NAMES[1].upper()]
    for _ in range(3 * len(BOT_NAMES)):
        taken.append(bot_name(taken))
    assert len({name.casefold() for name in taken}) == len(taken)
    assert all(len(name) <= NAME_CHARS for name in taken)
    assert taken[1] == BOT_NAMES[0] and taken[2] == BOT_NAMES[2]


def test_codes_have_eight_characters_that_cannot_be_mistaken() -> None:
    assert not set("0O1IL") & set(CODE_ALPHABET)
    codes = {new_code() for _ in range(2_000)}
    assert len(codes) == 2_000
    assert {len(code) for code in codes} == {CODE_CHARS} == {8}
    assert set().union(*codes) == set(CODE_ALPHABET)


@pytest.mark.parametrize("typed", ["QK7X4TDM", "qk7x4tdm", "QK7X-4TDM", " qk7x-4tdm ", "Q-K-7-X-4-T-D-M", "qK7x4TdM\n"])
def test_case_and_hyphen_do_not_matter(typed: str) -> None:
    assert read_code(typed) == "QK7X4TDM"


@pytest.mark.parametrize("typed", ["", "QK7X4TD", "QK7X4TDMM", "QK7X4TD0", "QK7X 4TDM", "QK7X4TD\u017f", "ß" * 4])
def test_what_is_no_code(typed: str) -> None:
    assert read_code(typed) is None


@given(st.text(max_size=12))
def test_any_text_is_a_code_or_none(typed: str) -> None:
    code = read_code(typed)
    assert code is None or (len(code) == CODE_CHARS and set(code) <= set(CODE_ALPHABET))
