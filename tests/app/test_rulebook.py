"""The rules page answers for the rules in force: every setting, every value, and nothing of the other values."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from app.rooms.rules import read_rules
from app.rulebook import Rulebook
from app.words import LANGUAGES, read, words
from engine import PRESETS
from tests.server import Servers

VALUES = {
    "opening_deal": {"true", "false"},
    "flip_three_bust": {"stop", "finish"},
    "second_chance_use": {"play_on", "bank"},
    "first_freeze": {"any", "self"},
    "busted_cards": {"stay", "discard"},
    "length": {"points", "rounds", "challenge"},
    "more_time": {"true", "false"},
    "late_take_over": {"true", "false"},
    "timer": {"true", "false"},
    "room": {"true", "false"},
}
TRACKER = [
    "Your round is over with that: you bank what you have.",
    "With no card in front of you it must be yours: you are out and bank 0.",
    "All three cards are still turned over.",
]
TABLE = [
    "You are still in and play on.",
    "Choose any player who is still in, yourself included.",
    "what was set aside is discarded without effect",
]


@pytest.fixture(scope="module")
def site(start_shared_server: Servers) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=start_shared_server(rate_limit="off").url) as client:
        yield client


def book(*, room: bool = False, **rules: object) -> Rulebook:
    return Rulebook(read_rules(rules, turn_seconds=75), room=room, turn_time="75 seconds", room_time="12 hours")


def texts(node: Any) -> Iterator[dict[str, Any]]:
    """Every object of a catalogue."""
    if isinstance(node, dict):
        yield node
    for item in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from texts(item)


def rules_of(site: httpx.Client, **rules: object) -> str:
    """The rules page of a new room with such rules."""
    answer = site.post("/api/rooms", json={"name": "Ada", "rules": rules})
    assert answer.status_code == 201, answer.text
    page = site.get(f"/r/{answer.json()['code']}/rules")
    assert page.status_code == 200
    return page.text.replace("&#39;", "'")


def test_a_text_is_its_sentences_in_order_as_they_are_true_here() -> None:
    faq = words("en").pages.rules.faq.entries
    assert (
        book(busted_cards="discard")
        .says(faq.pile)
        .endswith(
            "those of a bust are, since they were discarded at once. "
            "If no card is left anywhere, the round ends and everybody still in banks."
        )
    )
    assert book().says("Up to {points}") == "Up to 200"
    assert book(first_freeze="self").says(faq.first_freeze).startswith("With no card in front of you it must be yours")
    assert "opening deal" not in book(opening_deal=False).says(faq.first_freeze)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_depend_on_settings_and_values_that_there_are(language: str) -> None:
    found = [
        (name, value)
        for node in texts(read(language, "pages")["rules"])
        for name, item in node.items()
        if name in VALUES and isinstance(item, dict) and not {"title", "ask", "text"} & set(item)
        for value in item
    ]
    assert {name for name, _ in found} >= VALUES.keys() - {"room"}
    assert [(name, value) for name, value in found if value not in VALUES[name]] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("room", [True, False])
def test_every_question_has_an_answer_for_every_preset(language: str, preset: str, room: bool) -> None:
    for entry in vars(words(language).pages.rules.faq.entries).values():
        assert len(book(preset=preset, room=room).says(entry)) > 1, entry.ask


def test_a_rooms_own_rules_are_in_force_on_its_page(site: httpx.Client) -> None:
    page = rules_of(site, preset="tracker", points=120, turn_seconds=0, more_time=False, late_take_over=False)
    assert "These are the rules of this table" in page
    assert "once somebody has reached 120." in page
    assert "Exactly 120 is enough." in page
    assert "Turns have no timer. Alone with bots" in page
    assert "The host may choose otherwise." not in page
    assert "take over a bot with its points" not in page
    assert [text for text in TRACKER if text not in page] == []
    assert [text for text in TABLE if text in page] == []


def test_a_game_of_rounds_names_them(site: httpx.Client) -> None:
    page = rules_of(site, length="rounds", rounds=7)
    assert page.count("After 7 rounds") == 2
    assert "200 is enough" not in page


def test_the_open_page_has_the_usual_rules(site: httpx.Client) -> None:
    page = site.get("/rules").text
    assert [text for text in TABLE if text not in page] == []
    assert [text for text in TRACKER if text in page] == []
    assert "These are the rules of this table" not in page
    assert "A turn has 75 seconds." in page
    parts = ["In short", "get the real deck", 'id="cards"', 'id="mistakes"', 'id="faq"', 'id="names"', 'id="keys"']
    assert [page.index(part) for part in parts] == sorted(page.index(part) for part in parts)


def test_there_are_no_rules_of_no_room(site: httpx.Client) -> None:
    assert site.get("/r/22222222/rules").status_code == 404
