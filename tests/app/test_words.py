"""The languages: which one a request gets, what they say, and that none lacks or adds anything."""

from collections.abc import Iterator

import httpx
import pytest

from app.words import LANGUAGES, accepted, words
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
        ("en-US,en;q=0.5", "en"),
        ("EN-gb", "en"),
        ("nl, pt;q=0.9", None),
        ("nl;q=0.9, *;q=0.1", "en"),
        ("en;q=0", None),
        ("en;q=high, *;q=0", None),
        (";;,q=,en;q=0.1;x", "en"),
    ],
)
def test_what_a_browser_accepts(header: str, language: str | None) -> None:
    assert accepted(header) == language


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (1, "1 second"),
        (75, "75 seconds"),
        (90, "90 seconds"),
        (180, "3 minutes"),
        (3600, "1 hour"),
        (43_200, "12 hours"),
    ],
)
def test_durations_in_words(seconds: int, said: str) -> None:
    assert words("en").duration(seconds) == said


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
