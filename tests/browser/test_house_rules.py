"""House rules: set by the host, seen by everybody before the start and in play; and what the rules page then says."""

from playwright.sync_api import Page, expect

from tests.browser.planting import new_room
from tests.browser.table import Table
from tests.browser.visitors import Visitors
from tests.server import Server


def differences(page: Page) -> list[str]:
    """What a page names of the rules of its table."""
    return page.locator("rules-here:visible li").all_text_contents()


def test_the_host_sets_house_rules_and_everybody_sees_what_differs(visit: Visitors, server: Server) -> None:
    host = visit(server.url)
    host.get_by_role("button", name="Play with friends").click()
    expect(host.get_by_role("radio", name="Table", exact=True)).to_be_checked()
    guest = visit(host.url)
    expect(guest.get_by_text("The usual ones: nothing differs.")).to_be_visible()
    guest.get_by_label("Your name").fill("Bo")
    guest.get_by_role("button", name="Join table").click()
    host.get_by_role("radio", name="Tracker rules").check()
    expect(guest.get_by_role("radio", name="Tracker rules")).to_be_checked()
    expect(guest.get_by_role("radio", name="Tracker rules")).to_be_disabled()
    host.get_by_text("Details").click()
    host.get_by_role("switch", name="A first Freeze is your own").uncheck()
    points = host.get_by_label("Points to reach")
    points.fill("30")
    points.press("Enter")
    expect(points).to_have_value("50")
    expect(guest.get_by_text("50 points end the game.")).to_be_visible()
    host.get_by_role("radio", name="2", exact=True).check()
    expect(guest.locator("lobby-seats").get_by_role("listitem")).to_have_count(2)
    told = [
        "50 points end the game.",
        "All three cards are turned over even after a bust, and a Freeze or Flip Three among them is still played.",
        "Whoever is saved by a Second Chance banks and is out of the round.",
    ]
    assert differences(host) == differences(guest) == told
    host.get_by_role("button", name="Start the game").click()
    expect(Table(guest).own).to_be_visible()
    guest.get_by_role("button", name="Menu").click()
    expect(guest.get_by_role("heading", name="Rules of this table")).to_be_visible()
    assert differences(guest) == told
    guest.goto(f"{host.url}/rules")
    expect(guest.get_by_text("Your round is over with that: you bank what you have.").first).to_be_attached()


def test_a_duel_and_a_big_table_are_a_press_away(visit: Visitors, server: Server) -> None:
    page = visit(server.url)
    page.get_by_role("button", name="Play with friends").click()
    rows = page.locator("lobby-seats").get_by_role("listitem")
    page.get_by_label("More than 6 seats").select_option("36")
    page.get_by_role("button", name="Show 34 more open seats").click()
    expect(rows).to_have_count(36)
    expect(page.get_by_role("button", name="Start with 35 bots")).to_be_visible()
    page.get_by_role("radio", name="2", exact=True).check()
    expect(rows).to_have_count(2)
    page.get_by_role("radio", name="Five rounds").check()
    page.get_by_role("button", name="Start with 1 bot").click()
    table = Table(page)
    expect(table.seat(2)).to_be_visible()
    expect(page.locator("table-header .goal")).to_have_text("of 5")


def test_a_room_keeps_a_single_rule_through_another(visit: Visitors, server: Server) -> None:
    room = new_room(server, "Ana", seats=3, rules={"preset": "five_rounds", "rounds": 7, "pace": "fast"})
    page = visit(room.url, cookie=room.cookies[0])
    page.get_by_text("Details").click()
    page.get_by_role("switch", name="No opening hand").check()
    expect(page.get_by_text("Nobody is dealt a card before the first turn.").nth(2)).to_be_visible()
    assert differences(page) == [
        "7 rounds, then the highest total wins.",
        "Nobody is dealt a card before the first turn.",
        "Bots answer almost at once.",
    ]
