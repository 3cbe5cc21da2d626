"""The languages: which one a request gets, what they say, and that none lacks or adds anything."""

import gzip
import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from app.pseudo import pseudo
from app.words import CATALOGUES, LANGUAGES, accepted, read, words
from tests.server import Servers


@pytest.fixture(scope="module")
def site(start_shared_server: Servers) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=start_shared_server().url) as client:
        yield client


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", None),
        ("en", "en"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en;q=0.3, fr-CH;q=0.7, nl", "fr"),
        ("ja;q=0.5, it;q=0.5", "ja"),
        ("es;q=0, pt, es-MX, en;q=0.2", "en"),
        ("en;q=0, *", "de"),
        ("en-US,en;q=0.5", "en"),
        ("EN-gb", "en"),
        ("nl, pt;q=0.9", None),
        ("nl;q=0.9, *;q=0.1", "en"),
        ("en;q=0", None),
        ("en;q=high, *;q=0", None),
        ("de;q=2, fr;q=0.1", "fr"),
        (";;,q=,en;q=0.1;x", "en"),
    ],
)
def test_what_a_browser_accepts(header: str, language: str | None) -> None:
    assert accepted(header) == language


@pytest.mark.parametrize(
    ("language", "seconds", "said"),
    [
        ("en", 1, "1 second"),
        ("en", 75, "75 seconds"),
        ("en", 90, "90 seconds"),
        ("en", 180, "3 minutes"),
        ("en", 3600, "1 hour"),
        ("en", 43_200, "12 hours"),
        ("de", 43_200, "12 Stunden"),
        ("fr", 3600, "1 heure"),
        ("ja", 1, "1秒"),
    ],
)
def test_durations_in_words(language: str, seconds: int, said: str) -> None:
    assert words(language).duration(seconds) == said


def test_french_counts_nothing_as_one() -> None:
    duration = words("fr").pages.duration
    assert [words("fr").counted(duration.hours, count) for count in (0, 1, 2)] == ["0 heure", "1 heure", "2 heures"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_in_the_language_asked_for_and_the_next_one_too(site: httpx.Client, language: str) -> None:
    asked = site.get("/", params={"lang": f"{language}-XY"}, headers={"Accept-Language": "en"})
    assert f'<html lang="{language}">' in asked.text
    assert asked.headers["content-language"] == language
    assert {"Accept-Language", "Cookie"} <= set(asked.headers["vary"].split(", "))
    assert f"lang={language};" in asked.headers["set-cookie"]
    later = site.get("/rules")
    assert f'<html lang="{language}">' in later.text
    assert "set-cookie" not in later.headers
    site.cookies.clear()


def test_what_is_no_language_is_passed_over(site: httpx.Client) -> None:
    for address in ("/?lang=tlh", "/?lang=", "/?lang=../en", "/?lang=xx"):
        response = site.get(address, headers={"Cookie": "lang=tlh"})
        assert '<html lang="en">' in response.text
        assert "set-cookie" not in response.headers


PLACEHOLDER = re.compile(r"\{(\w+)\}")
STRONG = "**"
MOST_BYTES = 6 * 1024
FORMS = {"ja": {"other"}}
"""The plural forms of a language, where they are not `one` and `other`."""


def lacks(english: Any, other: Any, language: str, path: str = "") -> Iterator[str]:
    """Where a catalogue differs from the English one in keys, lengths of lists, placeholders or emphasis."""
    if isinstance(english, dict):
        wanted = FORMS.get(language, english.keys()) if english.keys() == {"one", "other"} else english.keys()
        if not isinstance(other, dict) or other.keys() != wanted:
            yield path
            return
        for key in wanted:
            yield from lacks(english[key], other[key], language, f"{path}.{key}")
    elif isinstance(english, list):
        if not isinstance(other, list) or len(english) != len(other):
            yield path
            return
        for number, (one, two) in enumerate(zip(english, other, strict=True)):
            yield from lacks(one, two, language, f"{path}.{number}")
    elif not isinstance(other, str) or not _says_the_same(english, other, path.rpartition(".")[2]):
        yield path


def _says_the_same(english: str, other: str, key: str) -> bool:
    """Whether a text has the same placeholders as the English one, and is empty only where that is.

    In the wordings for the viewer a verb can say who it is; a form for one can leave out the number.
    """
    spare = {"who", "by"} if key.startswith("you") else {"who"} if key.endswith("_you") else set()
    spare = spare | ({"count"} if key == "one" else set())
    unlike = set(PLACEHOLDER.findall(english)) ^ set(PLACEHOLDER.findall(other))
    return unlike <= spare and bool(english) == bool(other) and english.count(STRONG) == other.count(STRONG)


@pytest.mark.parametrize("name", CATALOGUES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_lacks_or_adds_anything(language: str, name: str) -> None:
    assert list(lacks(read("en", name), read(language, name), language)) == []


@pytest.mark.parametrize(
    ("english", "other"),
    [
        ({"a": "x"}, {}),
        ({"a": "x"}, {"a": "y", "b": "z"}),
        ({"a": "{who} x"}, {"a": "y"}),
        ({"a": "x"}, {"a": "{who} y"}),
        ({"a": "x"}, {"a": ""}),
        ({"a": ["x", "y"]}, {"a": ["x"]}),
        ({"a": {"one": "x", "other": "y"}}, {"a": {"other": "y"}}),
        ({"a": "**x**"}, {"a": "y"}),
    ],
)
def test_what_a_language_lacks_is_seen(english: dict[str, Any], other: dict[str, Any]) -> None:
    assert len(list(lacks(english, other, "de"))) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_goes_to_the_page_is_small_and_nowhere_twice(language: str) -> None:
    table, lobby, score = (read(language, name) for name in ("table", "lobby", "score"))
    assert len(table.keys() | lobby.keys() | score.keys()) == len(table) + len(lobby) + len(score)
    for catalogue in (table, lobby, score):
        packed = gzip.compress(json.dumps(catalogue, ensure_ascii=False, separators=(",", ":")).encode())
        assert len(packed) <= MOST_BYTES


@pytest.mark.parametrize("name", CATALOGUES)
def test_the_pseudo_language_has_no_plain_letter_and_all_placeholders(name: str) -> None:
    strange = {key: value for key, value in pseudo(read("en", name)).items() if key != "locale"}
    assert list(lacks(read("en", name), {**strange, **locale(name)}, "en")) == []
    assert re.findall(r"[A-Za-z]", PLACEHOLDER.sub("", "".join(strings(strange)))) == []


@pytest.mark.parametrize("name", CATALOGUES)
def test_no_line_of_french_begins_with_a_sign(name: str) -> None:
    """What stands before `:` and its like is no blank that a line may break at."""
    assert [text for text in strings(read("fr", name)) if re.search(r" [:;!?»]|« ", text)] == []


def locale(name: str) -> dict[str, str]:
    return {"locale": "en-GB"} if name == "table" else {}


def strings(value: Any) -> Iterator[str]:
    """All texts of a catalogue."""
    if isinstance(value, str):
        yield value
    else:
        for item in value.values() if isinstance(value, dict) else value:
            yield from strings(item)


def test_the_score_page_has_its_own_words_and_few_others(site: httpx.Client) -> None:
    for path, expected in {
        "/score": ["cards", "locale", "tracker"],
        "/": sorted(read("en", "table") | read("en", "lobby")),
    }.items():
        found = re.search(r'id="words">(.*?)</script>', site.get(path).text)
        assert found is not None
        assert sorted(json.loads(found[1])) == expected


def test_a_text_that_a_language_lacks_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogues = {"en": {"a": {"b": "x", "c": "y"}, "d": ["z"]}, "de": {"a": {"c": "ü"}}}
    monkeypatch.setattr("app.words.read", lambda language, _name: catalogues[language])
    words.cache_clear()
    try:
        assert json.loads(words("de").json) == {"a": {"b": "x", "c": "ü"}, "d": ["z"]}
    finally:
        words.cache_clear()
