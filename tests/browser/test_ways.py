"""Every way to play with others, from the home page to the end of the game; bots move at once."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Table, play_to_the_end
from tests.browser.visitors import PHONE, Visitors
from tests.server import Server, Servers


@pytest.fixture(scope="module")
def server(start_shared_server: Servers) -> Server:
    """Bots that move at once, and no rates: keys come faster here than people press them."""
    return start_shared_server(bot_delay_ms=0, rate_limit="off")


def choose_rounds(page: Page, rounds: int) -> None:
    """In the lobby: a game of so many rounds."""
    page.get_by_role("radio", name="Five rounds").check()
    page.get_by_text("Details").click()
    field = page.get_by_label("Rounds to play")
    field.fill(str(rounds))
    field.press("Enter")
    expect(page.get_by_text(f"{rounds} rounds, then the highest total wins.")).to_be_visible()


@pytest.mark.parametrize("seats", [2, 19])
def test_a_table_of_any_size(visit: Visitors, server: Server, seats: int) -> None:
    page = visit(server.url, **(PHONE if seats > 6 else {}))
    page.get_by_role("button", name="Play with friends").click()
    choose_rounds(page, 1)
    if seats > 6:
        page.get_by_label("More than 6 seats").select_option(str(seats))
    else:
        page.get_by_role("radio", name=str(seats), exact=True).check()
    bots = "1 bot" if seats == 2 else f"{seats - 1} bots"
    page.get_by_role("button", name=f"Start with {bots}").click()
    table, line = Table(page), visit.line(page)
    expect(table.own).to_be_visible()
    play_to_the_end(page, line)
    assert len(line.view["seats"]) == seats and line.view["rounds"]
    assert not [frame for frame in line.heard if frame["type"] == "error"]
    expect(table.over.get_by_role("heading", level=1)).to_be_focused()
    expect(table.over.locator(".tbl tbody tr")).to_have_count(seats)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
