"""Tables of more than six: everybody in a short line, those still in first, one's own panel always in sight."""

from collections.abc import Mapping
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser.planting import Planted, Planter
from tests.browser.screens import hands
from tests.browser.table import Table
from tests.browser.test_layout import LAYOUTS, place
from tests.browser.visitors import DESKTOP, PHONE, Visitors

LINES_IN_A_HURRY = """async ({ before, after }) => {
    const log = document.querySelector("game-log");
    const line = (text) => log.add({ parts: [text] });
    const drawn = async () => {
        for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame);
        await new Promise((done) => setTimeout(done));
    };
    for (let i = 0; i < 60; i += 1) line(`Line ${i}`);
    await drawn();
    if (before) log.querySelector(".log").scrollTop -= before;
    await drawn();
    line("One more");
    if (!before) log.toEnd();
    for (let i = 0; i < after; i += 1) line("At once");
    await drawn();
    const { scrollTop, clientHeight, scrollHeight } = log.querySelector(".log");
    return scrollHeight - clientHeight - scrollTop;
}"""
"""Lines of the log, `after` of them between its scrolling to the end and its hearing of that; how far off it stands."""


def big(planter: Planter, seats: int) -> Planted:
    return planter.plant(hands(seats), people={0: "Ana"})


def order(page: Page) -> list[int]:
    """The numbers of the others' seats as they are shown."""
    return [int(text) for text in page.locator("table-seat .seatno b").all_text_contents()]


@pytest.mark.parametrize("layout", ["phone", "wide", "medium"])
def test_the_own_panel_stays_in_sight_and_those_still_in_come_first(
    visit: Visitors, planter: Planter, layout: str
) -> None:
    page = visit_room(visit, big(planter, 18), LAYOUTS[layout])
    table = Table(page)
    expect(table.question).to_be_visible()
    assert order(page) == [n for n in range(2, 19) if n % 3] + [3, 6, 9, 12, 15, 18]
    height = page.evaluate("innerHeight")
    for box in (place(table.hit), place(table.stay), place(table.own.locator(".row"))):
        assert box["y"] >= 0 and box["y"] + box["height"] <= height
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
    legal = [place(table.seat(number)) for number in (2, 4, 5)]
    assert min(box["height"] for box in legal) >= 44
    if layout == "phone":
        for above, below in pairwise(legal):
            assert above["y"] + above["height"] <= below["y"]
    expect(table.badge(3, "Stayed")).to_be_attached()


def test_two_digits_or_arrows_choose_and_enter_confirms(visit: Visitors, planter: Planter) -> None:
    page = visit_room(visit, big(planter, 18), DESKTOP)
    table, line = Table(page), visit.line(page)
    expect(table.question).to_be_visible()
    page.keyboard.press("1")
    page.keyboard.press("7")
    selected = page.locator("table-seat.selected")
    expect(selected).to_contain_text("17")
    page.keyboard.press("ArrowUp")
    expect(selected.locator(".seatno b")).to_have_text("16")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(table.stay).to_contain_text("Myself")
    page.keyboard.press("ArrowDown")
    expect(selected.locator(".seatno b")).to_have_text("2")
    page.keyboard.press("Enter")
    line.until(lambda: line.happened("frozen", seat=1, by=0))
    assert [wish["target"] for wish in line.wishes("target")] == [1]


def test_a_digit_of_one_question_is_none_of_the_next(visit: Visitors, planter: Planter) -> None:
    seats = " | ".join(f"{letter} {number}" for number, letter in enumerate("ABCD"))
    others = " | ".join(f"{letter} 12" for letter in "FGHIJKLM")
    aside = "agenda flip_three E left 0 shown 9 aside freeze, target E freeze"
    room = planter.plant(f"{seats} | E* 9 | {others}; {aside}", people={4: "Ana"})
    page = visit(room.url, cookie=room.cookies[4], **DESKTOP)
    expect(Table(page).question).to_be_visible()
    line = visit.line(page)
    for seat in (0, 1):
        page.keyboard.press(str(seat + 1))
        page.keyboard.press("Enter")
        line.until(lambda seat=seat: line.happened("frozen", seat=seat, by=4))
        expect(page.locator("table-seat.selected")).to_have_count(0)


def test_on_a_phone_the_chosen_seat_is_brought_in_sight(visit: Visitors, planter: Planter) -> None:
    page = visit_room(visit, big(planter, 18), PHONE)
    table = Table(page)
    expect(table.question).to_be_visible()
    for digit in "17":
        page.keyboard.press(digit)
    expect(table.seat(17)).to_be_in_viewport(ratio=1)
    box, own = place(table.seat(17)), place(table.own)
    assert box["y"] + box["height"] <= own["y"]


def test_the_log_leaves_its_end_only_for_who_scrolls_up(visit: Visitors, planter: Planter) -> None:
    page = visit_room(visit, planter.plant(hands(4), people={0: "Ana"}), DESKTOP)
    expect(Table(page).log).to_be_visible()
    assert page.evaluate(LINES_IN_A_HURRY, {"before": 0, "after": 3}) < 2
    assert page.evaluate(LINES_IN_A_HURRY, {"before": 300, "after": 3}) > 300
    expect(page.locator("game-log .fresh")).to_have_text("4 new")


def visit_room(visit: Visitors, room: Planted, how: Mapping[str, object]) -> Page:
    return visit(room.url, cookie=room.cookies[0], **how)
