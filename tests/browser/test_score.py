"""The score page for the real deck: a game from start to end, without a server too, and others who look on."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.visitors import PHONE, Visitors
from tests.server import Server, Servers

NO_SERVER = ["ERR_CONNECTION_REFUSED", "status of 50[0-9]"]
KEPT = """async () => (await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys())))
  .flat().map(({ url }) => new URL(url).pathname)"""
"""What the service worker keeps."""
FLIP_7 = ("12", "9", "8", "7", "6", "4", "0")


@pytest.fixture(scope="module")
def server(start_shared_server: Servers) -> Server:
    return start_shared_server(rate_limit="off")


class Sheet:
    """What a person sees of the score page and taps there."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.title = page.get_by_role("heading", level=1)
        self.sum = page.locator(".sum")
        self.doubt = page.locator(".doubt")
        self.taps = 0

    def tap(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()
        self.taps += 1

    def start(self, *names: str, points: str = "200") -> None:
        """Type the players in, Enter after each, and begin."""
        while self.page.locator(".names input").count() < len(names):
            self.tap("Add a player")
        while self.page.locator(".names input").count() > len(names):
            self.tap("Remove player 1")
        self.page.get_by_label("Name of player 1").focus()
        for name in names:
            self.page.keyboard.type(name)
            if name is not names[-1]:
                self.page.keyboard.press("Enter")
        self.page.get_by_label("Points to reach").fill(points)
        self.tap("Start")

    def hand(self, *cards: str, onward: str) -> None:
        """Tap a hand in and go on."""
        for card in cards:
            self.tap(card)
        self.tap(onward)

    def row(self, name: str) -> Locator:
        return self.page.locator(".standing tbody tr").filter(has=self.page.get_by_role("rowheader", name=name))

    def typed(self, points: str) -> None:
        """Type a hand's points, and Enter."""
        self.page.get_by_label("Or type the points").fill(points)
        self.page.keyboard.press("Enter")


def test_a_game_from_the_front_page_to_its_end_with_a_refresh_and_without_a_server(
    visit: Visitors, start_server: Servers
) -> None:
    server = start_server()
    page = visit(server.url, expected=NO_SERVER, **PHONE)
    page.get_by_role("link", name="Score a real game").click()
    sheet = Sheet(page)
    sheet.start("Ann", "Bo", "Cy")
    expect(page.get_by_text("To 200 points · Ann deals, Bo starts.")).to_be_visible()
    expect(page.get_by_text("Works without a connection from now on.")).to_be_visible()

    sheet.taps = 0
    sheet.tap("Enter round 1")
    expect(sheet.title).to_have_text("Bo")
    for card in (*FLIP_7, "plus 4"):
        sheet.tap(card)
    expect(sheet.sum).to_have_text("65 points 46 numbers +4 +15 Flip 7")
    expect(page.get_by_role("button", name="11", exact=True)).to_have_attribute("aria-disabled", "true")
    sheet.tap("Next: Cy")
    sheet.hand("5", "0", onward="Next: Ann")
    expect(sheet.doubt).to_have_text("0 is tapped in 2 times; the deck has 1.")
    sheet.hand("Bust", onward="Finish round 1")
    assert sheet.taps == 8 + 2 + 1 + 3 + 1, "a tap for each card, one for each player, and one to begin"
    expect(sheet.title).to_have_text("Bo leads with 65")
    expect(sheet.row("Ann")).to_contain_text("0 Bust")

    page.reload()
    expect(sheet.title).to_have_text("Bo leads with 65")
    expect(sheet.doubt).to_be_visible()
    page.locator("summary").click()
    page.get_by_role("button", name="Cy, round 1: 5. Change").click()
    sheet.hand("0", "times 2", onward="Save")
    expect(sheet.row("Cy")).to_contain_text("5 numbers \u00d72")
    expect(sheet.doubt).to_be_hidden()
    sheet.tap("Undo")
    expect(sheet.row("Cy")).to_contain_text("+5")

    kept = page.evaluate(KEPT)
    assert "/score" in kept and all(re.match("/score$|/built/|/static/", path) for path in kept)
    server.terminate()
    page.reload()
    expect(page.get_by_text("Bo deals, Cy starts.")).to_be_visible()
    sheet.tap("Enter round 2")
    for points in ("195", "200", "135"):
        sheet.typed(points)
    expect(sheet.title).to_have_text("Tie at 200: one more round")
    sheet.tap("Enter round 3")
    for points in ("2", "1", "1"):
        expect(page.get_by_label("Or type the points")).to_have_value("")
        sheet.typed(points)
    expect(sheet.title).to_have_text("Ann wins with 202!")
    expect(page.get_by_role("button", name="Enter round 4")).to_have_count(0)
    sheet.tap("Rematch")
    expect(page.get_by_text("To 200 points · Ann deals, Bo starts.")).to_be_visible()


def test_others_see_it_live_and_can_only_look(visit: Visitors, server: Server) -> None:
    sheet = Sheet(visit(f"{server.url}/score", expected=["status of 409"]))
    sheet.start("Ann", "Bo", points="60")
    sheet.tap("Show live on other phones")
    expect(sheet.page.get_by_role("img", name="QR code")).to_be_visible()
    url = sheet.page.get_by_label("Link", exact=True).input_value()
    assert re.fullmatch(rf"{server.url}/score/[2-9A-Z]{{8}}", url)
    sheet.tap("Close")
    looking = Sheet(visit(url, **PHONE))
    expect(looking.title).to_have_text("Round 1")
    expect(looking.page.get_by_text("Live scores")).to_be_visible()
    sheet.tap("Enter round 1")
    sheet.hand("12", onward="Next: Ann")
    sheet.typed("60")
    expect(sheet.title).to_have_text("Ann wins with 60!")
    expect(looking.title).to_have_text("Ann wins with 60!")
    expect(looking.row("Bo")).to_contain_text("+12 12 numbers")
    looking.page.locator("summary").click()
    expect(looking.page.get_by_role("button")).to_have_count(0)

    api = url.replace("/score/", "/api/scores/")
    kept = sheet.page.request.get(api).json()
    changed = {**kept["game"], "players": ["Ann", "Bob"], "version": kept["version"]}
    assert sheet.page.request.put(api, data=changed).ok
    sheet.tap("Rematch")
    expect(sheet.page.get_by_text("Another tab has changed this game.")).to_be_visible()
    expect(sheet.row("Bob")).to_be_visible()
    sheet.tap("Undo")
    expect(sheet.title).to_have_text("Round 1")


def test_two_tabs_have_one_game(visit: Visitors, server: Server) -> None:
    first = Sheet(visit(f"{server.url}/score"))
    first.start("Ann", "Bo")
    second = Sheet(first.page.context.new_page())
    second.page.goto(f"{server.url}/score")
    first.tap("Enter round 1")
    first.typed("7")
    expect(second.row("Bo")).to_contain_text("+7")
    second.tap("Go on: Ann")
    second.typed("9")
    first.tap("Scores")
    expect(first.title).to_have_text("Ann leads with 9")


def test_what_is_missing_or_wrong_is_told_where_it_is(visit: Visitors, server: Server) -> None:
    sheet = Sheet(visit(f"{server.url}/score"))
    page = sheet.page
    sheet.start("Ann", "Bo", "ann", points="30")
    expect(page.get_by_role("alert").filter(has_text="Two players are called ann.")).to_be_visible()
    expect(page.get_by_label("Name of player 3")).to_be_focused()
    sheet.tap("Remove player 3")
    sheet.tap("Start")
    expect(page.get_by_role("alert").filter(has_text="from 50 to 500")).to_be_visible()
    page.get_by_label("Points to reach").fill("50")
    page.get_by_label("Who deals first").select_option("Bo")
    sheet.tap("Start")
    expect(page.get_by_text("Bo deals, Ann starts.")).to_be_visible()
    sheet.tap("Enter round 1")
    sheet.typed("4.5")
    expect(page.get_by_role("alert").filter(has_text="from 0 to 999")).to_be_visible()
    expect(sheet.title).to_have_text("Ann")
    sheet.hand("5", onward="Next: Bo")
    expect(sheet.title).to_have_text("Bo")
