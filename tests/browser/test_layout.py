"""Where things are: all at once on a small phone, and buttons that never move."""

from collections.abc import Mapping
from itertools import pairwise

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from tests.browser.planting import Planter
from tests.browser.screens import HALTED, PEOPLE, SIX
from tests.browser.table import Table
from tests.browser.visitors import DESKTOP, PHONE, Visitors

LAYOUTS: Mapping[str, Mapping[str, object]] = {
    "wide": DESKTOP,
    "narrow": {"viewport": {"width": 1120, "height": 700}},
    "medium": {"viewport": {"width": 820, "height": 1180}},
    "phone": PHONE,
    "low": {"viewport": {"width": 800, "height": 500}},
}
CROWDED = {
    "own turn": SIX,
    "question": f"{SIX}; agenda target A freeze",
    "flip three": SIX.replace(" x2 second_chance =188", " =188") + HALTED,
}

LITTLE_ROOM = {
    "question": "A* 12 9 8 +4 | B 10 2 7 | C 9 7 | D 6 11; agenda target A freeze",
    "bonus cards": "A* 12 9 8 +4 +8 | B 10 2 7 | C 9 7 | D 6 11; dealer A",
    "six seats": SIX.replace("; dealer B", "; dealer A").replace(" second_chance =188", " =188"),
}
"""Where a hint stands, too."""


@pytest.mark.parametrize("state", CROWDED)
def test_on_a_small_phone_six_seats_and_both_buttons_are_there_without_scrolling(
    visit: Visitors, planter: Planter, state: str
) -> None:
    room = planter.plant(CROWDED[state], people=PEOPLE)
    page = visit(room.url, cookie=room.cookies[0], **PHONE)
    table = Table(page)
    expect(table.own).to_be_visible()
    boxes = [place(table.seat(number).locator(".row")) for number in range(2, 7)]
    boxes += [place(table.hit), place(table.stay)]
    boxes += [place(row) for row in table.own.locator(".row").all()]
    for box in boxes:
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360
        assert box["y"] >= 0 and box["y"] + box["height"] <= 640
    for above, below in pairwise(boxes[:5]):
        assert above["y"] + above["height"] <= below["y"]
    assert boxes[4]["y"] + boxes[4]["height"] <= place(table.own)["y"], "the last seat lies under one's own"
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
    if state == "flip three":
        tray = place(table.tray)
        assert boxes[4]["y"] + boxes[4]["height"] <= tray["y"]
        assert tray["y"] + tray["height"] <= place(table.own)["y"]


@pytest.mark.parametrize("others", ["B 9", "B 9 | C 7", "B 9 | C 7 | D 5 2 8"])
def test_on_a_phone_with_few_others_the_piles_lie_between_them_and_ones_own_cards(
    visit: Visitors, planter: Planter, others: str
) -> None:
    room = planter.plant(f"A* 12 8 =20 | {others}", people={0: "Ana"})
    page = visit(room.url, cookie=room.cookies[0], **PHONE)
    table = Table(page)
    expect(page.locator("first-hint.open")).to_be_visible()
    above, pile, hint = (
        place(page.locator(part)) for part in ("table-seat >> nth=-1", "draw-pile", ".play > first-hint")
    )
    assert above["y"] + above["height"] <= pile["y"]
    assert pile["y"] + pile["height"] <= hint["y"] < place(table.own)["y"]
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("state", LITTLE_ROOM)
def test_on_a_small_phone_nothing_hides_ones_own_cards(
    visit: Visitors, planter: Planter, state: str, language: str
) -> None:
    room = planter.plant(LITTLE_ROOM[state], people={0: "Ana"})
    page = visit(room.url, cookie=room.cookies[0], **PHONE, locale=language)
    expect(page.locator(".play > first-hint.open")).to_be_visible()
    own, dock = (place(page.locator(part)) for part in ("own-seat > .row", "turn-dock .primary"))
    assert own["y"] + own["height"] <= dock["y"]
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0


def test_on_a_phone_a_card_in_hand_leaves_a_name_its_room(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(
        "A 12 9 | B* 10 2 7 +10 second_chance | C 9 7 | D 6 11; dealer B; agenda target B freeze", people={0: "Ana"}
    )
    page = visit(room.url, cookie=room.cookies[0], **PHONE)
    seat = Table(page).seat(2)
    extras = seat.locator(".mods")
    expect(extras.get_by_role("listitem")).to_have_count(3)
    assert seat.locator(".name").evaluate("(name) => name.scrollWidth <= name.clientWidth")
    assert extras.evaluate("(list) => list.scrollWidth <= list.clientWidth")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_hit_and_stay_keep_their_place_over_a_whole_round(visit: Visitors, planter: Planter, layout: str) -> None:
    room = planter.plant(
        "A 5 | B* 9 | C 4 | D 2; dealer A; draw 7 8 freeze flip_three 1 freeze flip_three 3 2 6 10",
        people={0: "Ana", 1: "Bo"},
    )
    page = visit(room.url, cookie=room.cookies[0], **LAYOUTS[layout])
    table, line = Table(page), visit.line(page)
    seen: dict[str, tuple[FloatRect, FloatRect]] = {}

    def look(when: str, *moves: str) -> None:
        planter.moves(room, *moves)
        seq = planter.room(room).seq
        line.until(lambda: line.seq >= seq)
        seen[when] = place(table.hit), place(table.stay)

    expect(table.hit).to_be_visible()
    look("others play")
    look("next up", "B hits", "C hits", "D hits")
    look("own turn", "D targets C")
    planter.leave_seconds(room, 19)
    expect(table.own.get_by_role("button", name="60 seconds more")).to_be_visible()
    look("little time")
    page.keyboard.press("h")
    expect(table.question).to_be_visible()
    look("asked")
    page.keyboard.press("1")
    look("chosen")
    page.keyboard.press("1")
    expect(table.question).to_contain_text("1 of 2 set-aside cards")
    look("asked for a set-aside card")
    page.keyboard.press("4")
    page.keyboard.press("4")
    expect(table.question).to_contain_text("2 of 2 set-aside cards")
    look("asked for another")
    page.keyboard.press("2")
    page.keyboard.press("2")
    expect(table.numbers(2)).to_have_count(5)
    look("others play again")
    look("own turn again", "B stays")
    page.keyboard.press("h")
    expect(table.own_numbers).to_have_count(3)
    look("after a card")
    assert not {when: boxes for when, boxes in seen.items() if boxes != seen["others play"]}
    assert min(box["height"] for boxes in seen.values() for box in boxes) >= 44


def place(locator: Locator) -> FloatRect:
    """Where something is on the screen."""
    box = locator.bounding_box()
    assert box is not None
    return box
