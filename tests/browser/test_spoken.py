"""What a screen reader gets, and the way around the page by keys."""

from playwright.sync_api import expect

from tests.browser.planting import Planter
from tests.browser.table import Table
from tests.browser.visitors import PHONE, Visitors

CARDS = "A* 12 8 +4 =20 | B 9 2 =31 | C frozen 7 +8 (freeze) =44 | D busted 3 3 =12; dealer B; draw 5 6 2"
ANA = {0: "Ana"}


def test_a_turn_is_spoken_and_every_seat_and_card_has_a_name(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(CARDS, people=ANA)
    page = visit(room.url, cookie=room.cookies[0])
    table, status = Table(page), page.locator("#status")
    expect(status).to_have_text("Your turn. You have 12, 8 and plus 4: 24 points. Hit or stay.")
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1, your turn")
    for heading in (
        "Seat 2, Rook, bot, next up, dealer, 11 this round, 31 total",
        "Seat 3, Juniper, bot, frozen, 15 this round, 44 total",
        "Seat 4, Pixel, bot, bust, 0 this round, 12 total",
    ):
        expect(page.get_by_role("group", name=heading, exact=True)).to_be_visible()
    expect(page.get_by_role("list", name="Your numbers, 2 of 7")).to_be_visible()
    expect(page.get_by_role("list", name="Your other cards").get_by_role("img")).to_have_accessible_name("plus 4")
    page.get_by_role("button", name="Hit").press("Enter")
    expect(page.get_by_role("list", name="Your numbers, 3 of 7")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Round 1, Rook's turn")
    expect(status).to_have_text("")
    planter.moves(room, "B hits")
    expect(table.told).to_have_text(["You drew 5.", "Rook drew 6."])
    expect(status).to_have_text("Your turn. You have 12, 8, 5 and plus 4: 29 points. Hit or stay.")


def test_a_question_is_spoken_and_the_log_is_a_live_region_from_the_start(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(f"{CARDS}; agenda target A freeze", people=ANA)
    page = visit(room.url, cookie=room.cookies[0], **PHONE)
    expect(page.locator("#status")).to_have_text("Who gets the Freeze? They stop now and bank their points.")
    expect(page.get_by_role("heading", level=1)).to_have_text("Choose who to freeze")
    assert page.locator("#status").get_attribute("role") == "status"
    assert page.locator("#alert").get_attribute("role") == "alert"
    expect(Table(page).log).to_be_attached()


def test_the_way_by_keys_starts_at_the_actions_and_ends_nowhere_hidden(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(CARDS, people=ANA)
    page = visit(room.url, cookie=room.cookies[0])
    table = Table(page)
    table.expect_own_turn()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Go to your actions")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(table.hit.or_(table.stay).and_(page.locator(":focus"))).to_have_count(1)
    seen = set()
    for _ in range(30):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.outerHTML"))
        if page.evaluate("document.activeElement === document.body"):
            break
        expect(page.locator(":focus")).to_be_in_viewport()
    assert len(seen) > 8
