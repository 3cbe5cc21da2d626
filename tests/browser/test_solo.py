"""A whole game alone against bots: by the keyboard only on a phone, and by what a screen reader gets."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.line import Line
from tests.browser.table import ENOUGH, Table, answer
from tests.browser.visitors import PHONE, Visitors
from tests.server import Server, Servers

MOST_TABS = 12
TURN = re.compile(r"^Your turn\.(?:.*: (\d+) points\.)?")
QUESTION = re.compile("^Who (gets|flips)")
ANOTHER = re.compile("^(Freeze |Give to |.* flips 3)")
"""What the buttons of the others' seats are called in a question."""


@pytest.fixture(scope="module")
def server(start_shared_server: Servers) -> Server:
    """Bots that move at once, and no rates: keys come faster here than people press them."""
    return start_shared_server(bot_delay_ms=0, rate_limit="off")


def press_by_keys(page: Page, name: str) -> None:
    """Go to a button with Tab and press it with Enter."""
    button = page.get_by_role("button", name=name, exact=True)
    expect(button).to_be_visible()
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if button.evaluate("button => button === document.activeElement"):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"{name} cannot be reached by Tab")


def move_by_keys(page: Page, line: Line, keys: list[str]) -> None:
    """Do what is asked for next, if anything is: whoever is frozen by the deal sits a round out."""
    line.until(lambda: line.is_asked or line.view["phase"] in ("round_over", "game_over"))
    if line.is_asked:
        answer(page, line, keys)
    elif line.view["phase"] == "round_over":
        number = line.view["round"] + 1
        press_by_keys(page, f"Ready for round {number}")
        line.until(lambda: line.view["round"] == number)


def test_a_whole_game_by_keys_on_a_phone_and_a_rematch(visit: Visitors, server: Server) -> None:
    page = visit(server.url, **PHONE)
    line, table = visit.line(page), Table(page)
    keys: list[str] = []
    press_by_keys(page, "Play against bots")
    expect(table.own).to_be_visible()
    while line.view["phase"] != "game_over":
        move_by_keys(page, line, keys)
    targets = [wish for wish in line.sent if wish["do"] == "target"]
    turns = [wish for wish in line.sent if wish["do"] in ("hit", "stay")]
    assert len(keys) == len(turns) + 2 * len(targets)
    assert not [frame for frame in line.heard if frame["type"] == "error"]
    assert max(seat["total"] for seat in line.view["seats"]) >= 200
    expect(table.over.get_by_role("heading", level=1)).to_be_focused()
    press_by_keys(page, "Play again")
    expect(table.over).to_be_hidden()
    line.until(lambda: line.view["round"] == 1 and line.view["phase"] != "game_over")
    assert all(
        seat["total"] == seat["round_score"] * (line.view["phase"] == "round_over") for seat in line.view["seats"]
    )
    move_by_keys(page, line, keys)


class Listener:
    """Somebody who hears the live regions and finds buttons by their names, and sees nothing."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.log = page.get_by_role("log", name="Game log").get_by_role("listitem")
        self._said = page.get_by_role("status")
        self._turn, self._question = (self._said.filter(has_text=text) for text in (TURN, QUESTION))
        self.over = page.get_by_role("button", name="Play again", exact=True)
        self._next = page.get_by_role("button", name=re.compile("^Ready for round"))

    def move(self) -> None:
        """Do what is asked for next: a turn, a question, or the next round."""
        asked = self._turn.or_(self._question).or_(self._next).or_(self.over)
        expect(asked).to_be_visible()
        told = self.log.count()
        if self._turn.is_visible():
            self._press(self._choice())
        elif self._question.is_visible():
            self._choose()
        elif self._next.is_visible():
            self._next.press("Enter")
        else:
            return
        expect(self.log.nth(told)).to_be_attached()

    def _choice(self) -> str:
        points = TURN.match(self._turn.inner_text())
        assert points is not None
        return "Stay" if int(points[1] or 0) >= ENOUGH else "Hit"

    def _choose(self) -> None:
        """Somebody else, if there is anybody: choose, hear it, confirm."""
        others = self.page.get_by_role("button", name=ANOTHER)
        target = others.first if others.count() else self.page.get_by_role("button", name="Myself")
        target.press("Enter")
        if others.count():
            expect(self._said.filter(has_text="selected. Press again or Enter to confirm.")).to_be_visible()
            target.press("Enter")

    def _press(self, name: str) -> None:
        self.page.get_by_role("button", name=re.compile(f"^{name}")).press("Enter")


def test_a_whole_game_by_names_and_live_regions_alone(visit: Visitors, server: Server) -> None:
    page = visit(server.url)
    page.get_by_role("button", name="Play against bots").press("Enter")
    listener = Listener(page)
    while not listener.over.is_visible():
        listener.move()
    expect(page.get_by_role("heading", level=1, name=re.compile(r"wins? with 2\d\d!"))).to_be_focused()
