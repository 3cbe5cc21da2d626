"""What a person sees of the table and presses there."""

import re

from playwright.sync_api import Locator, Page, expect

ENABLED = "false"
GUARD_MS = 500
"""Longer than any control ignores pointers after its meaning has changed."""


class Table:
    """The page of a game under way; `hit` and `stay` are the two buttons of the dock, whatever they mean just now.

    `told` are the sentences of the log.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        actions = page.get_by_role("group", name="Your actions")
        self.hit = actions.get_by_role("button").and_(page.locator(".primary"))
        self.stay = actions.get_by_role("button").and_(page.locator(".second"))
        self.round = page.locator("table-header strong")
        self.own = page.locator("own-seat")
        self.own_badge = self.own.locator(".badge")
        self.own_numbers = self.own.get_by_role("list", name=re.compile("Your numbers")).get_by_role("img")
        self.question = self.own.locator(".prompt")
        self.ring = self.own.get_by_role("timer")
        self.log = page.get_by_role("log", name="Game log")
        self.told = self.log.locator("li > span:last-child")
        self.banner = page.locator("table-banner > span")
        self.toast = page.locator("table-toast")
        self.tray = page.get_by_role("group", name=re.compile("^Flip Three on "))
        self.watching = page.locator("watch-panel")
        self.sheet = page.locator("score-sheet")
        self.over = page.locator("game-over")

    def seat(self, number: int) -> Locator:
        """Another player's seat by its number, from 1."""
        return self.page.locator("table-seat").filter(
            has=self.page.get_by_role("heading", name=re.compile(f"^Seat {number}, "))
        )

    def badge(self, number: int, text: str) -> Locator:
        """A word at another seat, such as `Frozen` or `Away`."""
        return self.seat(number).locator(".badge").get_by_text(text, exact=True)

    def numbers(self, number: int) -> Locator:
        """The number cards in front of another seat."""
        return self.seat(number).locator(".row").get_by_role("img")

    def expect_own_turn(self) -> None:
        """It is this person's turn, and they can press Hit."""
        expect(self.hit).to_have_text(re.compile("^Hit"))
        expect(self.hit).to_have_attribute("aria-disabled", ENABLED)


def be_slow(page: Page) -> None:
    """Look before pressing, as people do: until pointers count again on whatever has just changed."""
    since = page.evaluate("performance.now()")
    page.wait_for_function(f"since => performance.now() > since + {GUARD_MS}", arg=since)
