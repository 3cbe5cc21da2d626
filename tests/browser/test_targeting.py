"""Who gets the card: by mouse with one click, by touch and by keys with a choice and a confirmation."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.planting import Planted, Planter
from tests.browser.table import Table, be_slow, until
from tests.browser.visitors import PHONE, Visitors

NAMES = {0: "Ana", 2: "Maya"}
SEATS = "A* 5 8 second_chance =20 | B 9 2 =31 | C 7 +8 =44 | D busted 3 3 =12"
"""Ana is asked; Rook (2) and Maya (3) are in the round, Juniper (4) is out."""


def asked(planter: Planter, card: str) -> Planted:
    return planter.plant(f"{SEATS}; agenda target A {card}", people=NAMES, rules={"turn_seconds": 0})


def sit(visit: Visitors, room: Planted, **how: object) -> tuple[Page, Table]:
    page = visit(room.url, cookie=room.cookies[0], **how)
    table = Table(page)
    expect(table.question).to_be_visible()
    return page, table


@pytest.mark.parametrize(
    ("card", "question", "said"),
    [
        ("freeze", "Who gets the Freeze? They stop now and bank their points.", "Freeze Rook, banks 11"),
        ("flip_three", "Who flips three? They must take the next three cards.", "Rook flips 3, 2 of 7 numbers"),
        ("second_chance", "Who gets your spare Second Chance? You already hold one.", "Give to Rook, total 31"),
    ],
)
def test_the_question_names_the_card_and_offers_the_legal_seats(
    visit: Visitors, planter: Planter, card: str, question: str, said: str
) -> None:
    page, table = sit(visit, asked(planter, card))
    expect(table.question).to_contain_text(question)
    expect(table.seat(2).get_by_role("button", name=said)).to_be_visible()
    expect(table.seat(3).get_by_role("button")).to_be_visible()
    expect(table.seat(4).get_by_role("button")).to_be_hidden()
    expect(table.own_badge).to_have_text("Choosing")
    expect(table.hit).to_have_text(re.compile("^Choose a player"))
    expect(table.stay).to_have_attribute("aria-disabled", str(card == "second_chance").lower())
    expect(page).to_have_title("Choose a player - Flip 7 table")


def test_a_mouse_needs_one_click(visit: Visitors, planter: Planter) -> None:
    room = asked(planter, "freeze")
    page, table = sit(visit, room)
    be_slow(page)
    table.seat(3).get_by_role("button").click()
    expect(table.badge(3, "Frozen")).to_be_visible()
    expect(table.seat(3).get_by_role("img", name="Freeze")).to_be_visible()
    expect(table.told).to_have_text(["You played Freeze on Maya. Maya banks 15."])
    maya = Table(visit(room.url, cookie=room.cookies[2]))
    expect(maya.told).to_have_text(["Ana played Freeze on you. You bank 15."])
    expect(maya.own_badge).to_have_text("Frozen")
    assert len(visit.line(page).wishes("target")) == 1


def test_the_first_moment_after_the_question_no_pointer_counts(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 5 8 | B 9 2; draw freeze", people={0: "Ana"})
    page = visit(room.url, cookie=room.cookies[0])
    table = Table(page)
    table.expect_own_turn()
    table.hit.focus()
    page.evaluate("""() => new MutationObserver(() => {
      const seat = document.querySelector("table-seat .pick:not([hidden])");
      if (!seat || window.tried) return;
      window.tried = true;
      seat.dispatchEvent(new PointerEvent("click", { bubbles: true, detail: 1, pointerType: "mouse" }));
    }).observe(document.body, { subtree: true, attributes: true })""")
    page.keyboard.press("h")
    expect(table.question).to_be_visible()
    until(page, "window.tried")
    be_slow(page)
    assert not visit.line(page).wishes("target")
    table.stay.click()
    expect(table.own_badge).to_have_text("Frozen")


def test_a_finger_selects_and_the_dock_confirms(visit: Visitors, planter: Planter) -> None:
    page, table = sit(visit, asked(planter, "freeze"), **PHONE)
    be_slow(page)
    rook, maya = table.seat(2).get_by_role("button"), table.seat(3).get_by_role("button")
    rook.tap()
    expect(rook).to_have_attribute("aria-pressed", "true")
    expect(table.hit).to_have_text("Freeze Rookbanks 11")
    expect(table.stay).to_have_text("Myselfbank 13")
    maya.tap()
    expect(rook).to_have_attribute("aria-pressed", "false")
    expect(table.hit).to_have_text("Freeze Mayabanks 15")
    assert not visit.line(page).wishes("target")
    be_slow(page)
    table.hit.tap()
    expect(table.badge(3, "Frozen")).to_be_visible()
    assert [wish["target"] for wish in visit.line(page).wishes("target")] == [2]


def test_a_finger_takes_it_oneself_with_the_other_button(visit: Visitors, planter: Planter) -> None:
    page, table = sit(visit, asked(planter, "freeze"), **PHONE)
    be_slow(page)
    table.stay.tap()
    expect(table.own_badge).to_have_text("Frozen")
    expect(table.told).to_have_text(["You took the Freeze and bank 13."])


@pytest.mark.parametrize("confirm", ["3", "Enter"])
def test_a_digit_selects_and_the_same_or_enter_confirms(visit: Visitors, planter: Planter, confirm: str) -> None:
    page, table = sit(visit, asked(planter, "second_chance"))
    line = visit.line(page)
    status = page.locator("#status")
    page.keyboard.press("4")
    expect(status).to_have_text("Juniper cannot be chosen.")
    page.keyboard.press("1")
    expect(status).to_have_text("You cannot be chosen.")
    page.keyboard.press("Enter")
    page.keyboard.press("2")
    expect(status).to_have_text("Rook selected. Press again or Enter to confirm.")
    page.keyboard.press("3")
    expect(table.seat(3).get_by_role("button")).to_have_attribute("aria-pressed", "true")
    expect(table.hit).to_contain_text("Give to Maya")
    assert not line.wishes("target")
    page.keyboard.press(confirm)
    expect(table.seat(3).get_by_role("img", name="Second Chance")).to_be_visible()
    expect(table.told).to_have_text(["You gave a spare Second Chance to Maya."])
    assert [wish["target"] for wish in line.wishes("target")] == [2]


def test_by_tab_and_enter_a_seat_is_chosen_like_by_a_digit(visit: Visitors, planter: Planter) -> None:
    page, table = sit(visit, asked(planter, "flip_three"))
    rook = table.seat(2).get_by_role("button")
    rook.focus()
    page.keyboard.press("Enter")
    expect(rook).to_have_attribute("aria-pressed", "true")
    assert not visit.line(page).wishes("target")
    page.keyboard.press("Enter")
    expect(table.numbers(2)).to_have_count(5)


def test_others_see_who_is_choosing(visit: Visitors, planter: Planter) -> None:
    room = asked(planter, "freeze")
    page = visit(room.url, cookie=room.cookies[2])
    table = Table(page)
    expect(table.badge(1, "Choosing")).to_be_visible()
    expect(table.question).to_be_hidden()
    expect(table.hit).to_have_text(re.compile("^Hitafter Ana"))
    expect(page).to_have_title("Ana's turn - Flip 7 table")
    for number in (1, 2, 4):
        expect(table.seat(number).get_by_role("button")).to_be_hidden()


def test_with_one_legal_target_nobody_is_asked(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 5 8 | B stayed 9 | C busted 7 7; draw freeze", people={0: "Ana"})
    page = visit(room.url, cookie=room.cookies[0])
    Table(page).expect_own_turn()
    page.keyboard.press("h")
    expect(Table(page).log).to_contain_text("Only you are left: the Freeze is yours. You bank 13.")
