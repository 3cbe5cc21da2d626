"""What a person sees of the table and presses there."""

import re
import time
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.line import Line

ENABLED = "false"
PATIENCE_SECONDS = 15
POLL_MS = 10
GUARD_MS = 500
"""Longer than a control ignores pointers after its meaning has changed by what its player did."""
NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
ENOUGH = 20
"""Whoever plays by `answer` stays with so many points."""


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


def until(page: Page, holds: str | Callable[[], object], arg: object = None) -> None:
    """Wait until `holds`, in the page where it is script; the page's own policy forbids what asks there by itself."""
    ask = holds if callable(holds) else lambda: page.evaluate(holds, arg)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not ask():
        assert time.monotonic() < deadline, f"this never holds: {holds}"
        page.wait_for_timeout(POLL_MS)


def resize(page: Page, width: int, height: int) -> None:
    """Another window; the page has been laid out for it."""
    page.set_viewport_size({"width": width, "height": height})
    until(page, "size => [innerWidth, innerHeight].join() === size.join()", [width, height])
    page.evaluate(NEXT_FRAME)


def be_slow(page: Page, ms: int = GUARD_MS) -> None:
    """Look before pressing, as people do: until pointers count again on whatever has just changed."""
    since = page.evaluate("performance.now()")
    until(page, f"since => performance.now() > since + {ms}", since)


def answer(page: Page, line: Line, keys: list[str]) -> None:
    """Answer one's own question: one key, for a target two; `keys` is how they are pressed."""
    decision = line.decision
    assert decision is not None
    if decision["kind"] == "target":
        others = [seat for seat in decision["choices"] if seat != line.seat] or decision["choices"]
        pressed = [*str(others[0] + 1), "Enter"]
    else:
        pressed = ["s" if "stay" in decision["choices"] and line.me["round_score"] >= ENOUGH else "h"]
        Table(page).expect_own_turn()
    for key in pressed:
        page.keyboard.press(key)
    keys += pressed
    line.until(lambda: line.decision != decision)


def play_to_the_end(page: Page, line: Line) -> list[str]:
    """Answer every question of one's own by keys until the game is over; the keys."""
    keys: list[str] = []
    while line.view["phase"] != "game_over":
        line.until(lambda: line.is_asked or line.view["phase"] in ("round_over", "game_over"))
        if line.is_asked:
            answer(page, line, keys)
        elif line.view["phase"] == "round_over":
            number = line.view["round"] + 1
            page.get_by_role("button", name=f"Ready for round {number}").press("Enter")
            line.until(lambda number=number: line.view["round"] == number)
    return keys
