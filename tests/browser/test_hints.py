"""What a newcomer is told in the first game: each hint once, at its moment, in nobody's way, put away by a press."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.planting import Planter
from tests.browser.table import Table
from tests.browser.visitors import PHONE, Visitors

DUPLICATE = "A second 12 or 8 would bust you: 0 points this round."
OUT = "| B stayed 9 | C stayed 4 | D stayed 3 | E stayed 2 | F stayed 1"
BOXES = """(places) => places.map((place) => document.querySelector(place).getBoundingClientRect().toJSON())"""
DOCK = "turn-dock"


def hint(page: Page, place: str = ".play") -> Locator:
    """The open hint's words."""
    return page.locator(f"{place} first-hint.open").get_by_role("status")


def test_the_risk_is_told_before_the_first_hit_with_two_cards_and_never_again(
    visit: Visitors, planter: Planter
) -> None:
    room = planter.plant(f"A* 12 {OUT}; draw 8 5 7", people={0: "Ana"})
    page = visit(room.url, cookie=room.cookies[0], **PHONE)
    table = Table(page)
    table.expect_own_turn()
    expect(hint(page)).to_have_count(0)
    page.keyboard.press("h")
    expect(hint(page)).to_have_text(f"Hint: {DUPLICATE}")
    box, *others = page.evaluate(BOXES, ["first-hint.open", DOCK, "own-seat .row", ".opps"])
    assert all(box["bottom"] <= other["top"] or other["bottom"] <= box["top"] for other in others)
    page.locator(".play first-hint").get_by_role("button", name="Got it").click()
    expect(hint(page)).to_have_count(0)
    assert page.evaluate(BOXES, [DOCK]) == others[:1], "Hit and Stay never move"
    page.keyboard.press("h")
    expect(table.own_numbers).to_have_count(3)
    expect(hint(page)).to_have_count(0)
    page.reload()
    table.expect_own_turn()
    expect(hint(page)).to_have_count(0)


def test_actions_and_the_scores_are_explained_when_they_come(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A 12 | B* 9 | C stayed 4; draw second_chance freeze 5", "B hits", people={0: "Ana"})
    page = visit(room.url, cookie=room.cookies[0])
    table = Table(page)
    expect(hint(page)).to_have_text(re.compile("Second Chance saves its owner"))
    page.keyboard.press("Escape")
    expect(hint(page)).to_have_count(0)
    page.keyboard.press("h")
    expect(table.question).to_contain_text("Who gets the Freeze?")
    expect(hint(page)).to_have_text(re.compile("Freeze ends the round"))
    page.keyboard.press("1")
    page.keyboard.press("1")
    planter.moves(room, "B stays")
    expect(table.sheet).to_be_visible()
    expect(hint(page, "score-sheet")).to_have_text(
        re.compile("Your round: 12 = 12. Rounds add up; once somebody has 200")
    )
    planter.moves(room, "next round")
    page.keyboard.press("Escape")
    expect(hint(page, "score-sheet")).to_have_count(0)
    kept = page.evaluate("localStorage.getItem('f7.hints')")
    assert kept == "second_chance freeze score"
