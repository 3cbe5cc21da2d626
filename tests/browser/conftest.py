"""What the tests in a real browser share: one Chromium, and visitors whose every trouble fails the test."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.planting import HOUR_MS, Planter
from tests.browser.visitors import FLAGS, PATIENCE_MS, Visitors, Wardrobe
from tests.server import Server, Servers


@pytest.fixture(scope="package")
def wardrobe(chromium: str) -> Iterator[Wardrobe]:
    """One Chromium for all tests of this folder; it ends with them, since no event loop can run beside it."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield Wardrobe(browser)
        browser.close()


@pytest.fixture
def visit(wardrobe: Wardrobe) -> Iterator[Visitors]:
    """`visit(url)` is the page of a new person, whose browser closes with the test."""
    visitors = Visitors(wardrobe)
    yield visitors
    visitors.close()


@pytest.fixture(scope="module")
def server(start_shared_server: Servers) -> Server:
    """The module's server, whose bots never stop thinking; modules that play have one of their own."""
    return start_shared_server(bot_delay_ms=HOUR_MS, round_pause_seconds=600, rate_limit="off")


@pytest.fixture(scope="module")
def planter(server: Server) -> Planter:
    """`planter.plant(cards, people={0: "Ana"})` is a room of the module's server in a chosen state."""
    return Planter(server)
