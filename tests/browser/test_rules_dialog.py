"""The rules over the table: those of this room, with the time in sight, and nothing of it leads away from the game."""

from playwright.sync_api import expect

from tests.browser.planting import Planter
from tests.browser.table import Table
from tests.browser.visitors import PHONE, Visitors

CARDS = "A* 12 | B 9 | C 4; draw 8 5"


def test_the_dialog_answers_by_the_rooms_own_rules_and_keeps_the_time_in_sight(
    visit: Visitors, planter: Planter
) -> None:
    rules = {"preset": "tracker", "points": 150}
    room = planter.plant(CARDS, people={0: "Ana", 1: "Bo"}, rules=rules)
    page = visit(room.url, cookie=room.cookies[0], **PHONE)
    Table(page).expect_own_turn()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Rules and keys")
    expect(dialog.get_by_text("once somebody has reached 150.")).to_be_visible()
    expect(dialog.get_by_role("timer")).to_be_in_viewport()
    dialog.get_by_role("link", name="Questions").click()
    question = dialog.get_by_text("What if my first card is a Freeze?")
    expect(question).to_be_in_viewport()
    question.click()
    expect(dialog.get_by_text("it must be yours: you are out and bank 0.")).to_be_visible()
    expect(dialog.get_by_role("timer")).to_be_in_viewport()
    expect(dialog.get_by_role("link", name="theop.games")).to_have_attribute("target", "_blank")
    assert page.evaluate("document.querySelector('dialog.wide').scrollTop") == 0
    page.keyboard.press("Escape")
    planter.moves(room, "A hits")
    expect(Table(page).own_numbers).to_have_count(2)
