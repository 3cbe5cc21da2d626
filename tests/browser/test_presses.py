"""One press is one card: double clicks, held keys, text fields, foreign keys; and the keys that open something."""

import re

from playwright.sync_api import Page, expect

from tests.browser.planting import Planter
from tests.browser.table import Table, be_slow
from tests.browser.visitors import PHONE, Visitors

ALONE = "A* 5 =20 | B stayed 9 | C busted 4 4; draw 7 8 9 10 11"
"""Every card leads back to Ana's turn at once, so that a second press would draw a second card."""


def sit(visit: Visitors, planter: Planter, **how: object) -> tuple[Page, Table]:
    room = planter.plant(ALONE, people={0: "Ana"})
    page = visit(room.url, cookie=room.cookies[0], **how)
    table = Table(page)
    table.expect_own_turn()
    return page, table


def drawn(visit: Visitors, page: Page) -> list[str]:
    """The cards drawn since, once everything sent has been answered."""
    line = visit.line(page)
    line.until(lambda: {wish["id"] for wish in line.sent} <= {frame.get("id") for frame in line.heard})
    return [event["card"] for event in line.happened("dealt")]


def test_a_double_click_draws_one_card(visit: Visitors, planter: Planter) -> None:
    page, table = sit(visit, planter)
    be_slow(page)
    table.hit.dblclick()
    expect(table.own_numbers).to_have_count(2)
    table.hit.click(click_count=3)
    be_slow(page)
    assert drawn(visit, page) == ["7"]
    table.hit.click()
    expect(table.own_numbers).to_have_count(3)
    assert drawn(visit, page) == ["7", "8"]


def test_a_double_tap_draws_one_card(visit: Visitors, planter: Planter) -> None:
    page, table = sit(visit, planter, **PHONE)
    be_slow(page)
    table.hit.tap()
    table.hit.tap()
    expect(table.own_numbers).to_have_count(2)
    be_slow(page)
    assert drawn(visit, page) == ["7"]


def test_two_presses_before_the_answer_draw_one_card(visit: Visitors, planter: Planter) -> None:
    page, table = sit(visit, planter)
    be_slow(page)
    table.hit.evaluate("button => { for (let i = 0; i < 20; i += 1) button.click(); }")
    expect(table.own_numbers).to_have_count(2)
    assert drawn(visit, page) == ["7"]


def test_enter_and_a_click_draw_one_card(visit: Visitors, planter: Planter) -> None:
    page, table = sit(visit, planter)
    be_slow(page)
    table.hit.evaluate("""button => {
      window.pressed = 0;
      button.addEventListener("keydown", ({ key }) => {
        if (key !== "Enter" || window.pressed++ > 0) return;
        button.dispatchEvent(new PointerEvent("click", { bubbles: true, detail: 1, pointerType: "mouse" }));
      });
    }""")
    table.hit.press("Enter")
    assert page.evaluate("window.pressed") == 1
    expect(table.own_numbers).to_have_count(2)
    be_slow(page)
    assert drawn(visit, page) == ["7"]


def test_a_held_key_draws_one_card(visit: Visitors, planter: Planter) -> None:
    page, table = sit(visit, planter)
    for cards, key in enumerate(("h", "Enter"), 2):
        table.hit.focus()
        for _ in range(5):
            page.keyboard.down(key)  # from the second on as a repetition
        page.keyboard.up(key)
        expect(table.own_numbers).to_have_count(cards)
    assert drawn(visit, page) == ["7", "8"]


def test_keys_mean_nothing_in_a_text_field_in_a_dialog_or_with_a_modifier(visit: Visitors, planter: Planter) -> None:
    page, table = sit(visit, planter)
    page.evaluate("""document.querySelector("own-seat").append(document.createElement("input"))""")
    field = page.get_by_role("textbox")
    field.focus()
    page.keyboard.type("hs")
    expect(field).to_have_value("hs")
    field.evaluate("field => field.remove()")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Rules and keys")
    expect(dialog.get_by_role("heading", name="A turn")).to_be_visible()
    page.keyboard.press("h")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    for key in ("Control+h", "Alt+h", "Meta+h", "Alt+s", "x", "5"):
        page.keyboard.press(key)
    page.keyboard.press("Shift+H")
    expect(table.own_numbers).to_have_count(2)
    assert drawn(visit, page) == ["7"]
    assert not visit.line(page).wishes("stay")


def test_a_button_that_does_nothing_says_why(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* | B 9 | C 4", people={0: "Ana", 1: "Bo"})
    ana = visit(room.url, cookie=room.cookies[0])
    bo = visit(room.url, cookie=room.cookies[1])
    expect(Table(ana).stay).to_have_text(re.compile("^StayYou need a card before you can stay"))
    expect(Table(ana).stay).to_have_attribute("aria-disabled", "true")
    ana.keyboard.press("s")
    expect(Table(ana).toast).to_have_text("You need a card before you can stay")
    expect(ana.locator("#status")).to_have_text("You need a card before you can stay")
    expect(Table(bo).hit).to_have_text(re.compile("^Hitafter Ana"))
    bo.keyboard.press("h")
    expect(Table(bo).toast).to_have_text("It is not your turn")
    assert not visit.line(ana).wishes("stay") and not visit.line(bo).wishes("hit")


def test_two_tabs_of_one_browser_show_and_play_the_same_seat(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(ALONE, people={0: "Ana"})
    page = visit(room.url, cookie=room.cookies[0])
    other = page.context.new_page()
    other.goto(room.url)
    Table(other).expect_own_turn()
    other.keyboard.press("h")
    for tab in (page, other):
        expect(Table(tab).own_numbers).to_have_count(2)
    page.keyboard.press("s")
    for tab in (page, other):
        expect(Table(tab).sheet.get_by_role("heading", level=1)).to_be_visible()


def test_the_log_opens_by_its_key_and_the_keys_close_it(visit: Visitors, planter: Planter) -> None:
    page, table = sit(visit, planter, **PHONE)
    page.keyboard.press("h")
    expect(table.own_numbers).to_have_count(2)
    page.keyboard.press("l")
    expect(table.log).to_be_focused()
    expect(table.log).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(table.log).not_to_be_in_viewport()
    page.keyboard.press("r")
    page.keyboard.press("1")
    expect(table.own.get_by_text("Nice!")).to_be_visible()
