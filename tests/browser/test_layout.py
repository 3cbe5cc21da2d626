"""Where things are: nothing sideways, all at once on a small phone, and buttons that never move."""

from collections.abc import Callable, Mapping
from itertools import pairwise

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.planting import Planted, Planter, new_room
from tests.browser.table import Table
from tests.browser.visitors import DESKTOP, PHONE, Visitors
from tests.server import Server

WIDTHS = (320, 360, 390, 768, 1024, 1440)
LAYOUTS: Mapping[str, Mapping[str, object]] = {
    "wide": DESKTOP,
    "narrow": {"viewport": {"width": 1120, "height": 700}},
    "medium": {"viewport": {"width": 820, "height": 1180}},
    "phone": PHONE,
    "low": {"viewport": {"width": 800, "height": 500}},
}
LONG = "Wolfeschlegelste"
SIX = (
    "A* 12 9 8 5 3 1 +4 +8 x2 second_chance =188 | B 10 2 7 =147 | C frozen 9 7 6 4 +2 (freeze flip_three) =131 | "
    "D stayed 6 11 +6 =96 | E busted 4 10 4 =112 | F 5 +10 second_chance =155; dealer B; round 4"
)
PEOPLE = {0: "Ana", 1: LONG, 4: "\U0001f0cf" * 16}
HALTED = "; agenda flip_three B left 1 shown freeze second_chance aside freeze, target B second_chance"
BETWEEN = (
    "A* 12 9 8 5 3 1 +4 x2 =20 | B stayed 10 2 7 =47 | C frozen 9 7 6 +2 (freeze) =31 | D stayed 6 11 =96; "
    "round 3; scores 0 47 20 40 / 20 0 11 56"
)
States = Mapping[str, Callable[[Planter], Planted]]

STATES: States = {
    "own turn": lambda planter: planter.plant(SIX, people=PEOPLE),
    "question": lambda planter: planter.plant(f"{SIX}; agenda target A freeze", people=PEOPLE),
    "flip three": lambda planter: planter.plant(SIX.replace(" x2 second_chance =188", " =188") + HALTED, people=PEOPLE),
    "scores": lambda planter: planter.plant(BETWEEN, "A stays", people={0: "Ana", 1: LONG}),
    "game over": lambda planter: planter.plant(BETWEEN.replace("=20", "=190"), "A stays", people={0: "Ana", 1: LONG}),
}


def assert_nothing_sideways(page: Page) -> None:
    """No width makes the page, or anything in it that is cut off without a scrollbar, wider than the window."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 640})
        page.wait_for_function("width => innerWidth === width", arg=width)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide == 0, f"{wide} px too wide at {width}"


@pytest.mark.parametrize("state", STATES)
def test_the_table_is_never_wider_than_the_window(visit: Visitors, planter: Planter, state: str) -> None:
    room = STATES[state](planter)
    page = visit(room.url, cookie=room.cookies[0])
    expect(page.locator("game-table")).to_be_visible()
    expect(page.locator("game-table")).to_have_attribute(
        "data-page", {"scores": "sheet", "game over": "over"}.get(state, "table")
    )
    assert_nothing_sideways(page)


def test_no_other_page_is_wider_than_the_window(visit: Visitors, server: Server) -> None:
    room = new_room(server, LONG, seats=6, bots=2)
    page = visit(server.url, expected=["status of 404"])
    for address, heading in {
        server.url: "Flip 7, right now",
        f"{server.url}/rules": "How to play",
        f"{server.url}/r/22222222": "No table with that code.",
        room.url: "Join the table",
    }.items():
        page.goto(address)
        expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()
        assert_nothing_sideways(page)
    lobby = visit(room.url, cookie=room.cookies[0])
    expect(lobby.get_by_role("heading", name="Invite your friends")).to_be_visible()
    assert_nothing_sideways(lobby)


@pytest.mark.parametrize("state", ["own turn", "question", "flip three"])
def test_on_a_small_phone_six_seats_and_both_buttons_are_there_without_scrolling(
    visit: Visitors, planter: Planter, state: str
) -> None:
    room = STATES[state](planter)
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
