"""What holds on every screen: no barrier that axe finds, in both themes, and nothing sideways at any width or zoom."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.planting import Planter
from tests.browser.screens import SCREENS, Guide
from tests.browser.table import Table, resize
from tests.browser.visitors import Visitors
from tests.server import ROOT, Server

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules whose result depends on the theme."""
AUDIT = """async (runOnly) => {
  const { violations } = await axe.run(document, { runOnly, resultTypes: ["violations"], preload: false });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, any, all, none }) =>
    `${id} at ${target}: ${[...any, ...all, ...none].map(({ message }) => message)}`));
}"""
LOOKS = [
    ("dark", 1440, 900, TAGS),
    ("light", 1440, 900, COLOURS),
    ("light", 360, 640, TAGS),
    ("dark", 360, 640, COLOURS),
]
WIDTHS = [(width, 640) for width in (320, 360, 390, 768, 1024, 1440)]
ZOOMED = [(720, 450), (360, 225), (640, 512), (320, 256)]
"""What 1440 x 900 and 1280 x 1024 are at 200 % and at 400 %."""
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def axe() -> str:
    """The script that finds barriers."""
    return (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text()


def barriers(page: Page) -> Iterator[str]:
    """What axe finds in each theme and size."""
    for theme, width, height, rules in LOOKS:
        page.emulate_media(color_scheme=theme)
        resize(page, width, height)
        for barrier in page.evaluate(AUDIT, rules):
            yield f"{theme}, {width} px: {barrier}"


def overflows(page: Page) -> Iterator[str]:
    """Where the page is wider than the window."""
    for width, height in WIDTHS + ZOOMED:
        resize(page, width, height)
        wide = page.evaluate(TOO_WIDE)
        if wide > 0:
            yield f"{wide} px too wide at {width} x {height}"


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_bars_the_way_and_nothing_is_sideways(
    visit: Visitors, server: Server, planter: Planter, axe: str, screen: str
) -> None:
    page = SCREENS[screen](Guide(visit, server, planter, {}))
    page.evaluate(axe)
    assert [*barriers(page), *overflows(page)] == []


MARKS = """() => [...document.querySelectorAll(".badge")].filter((badge) => badge.checkVisibility()).map((badge) => [
  badge.textContent,
  badge.querySelector("use")?.getAttribute("href"),
  badge.querySelector("svg")?.getBoundingClientRect().width ?? 0,
])"""
FACES = """() => [...document.querySelectorAll("table-seat .row flip-card, own-seat .row flip-card")].map((card) =>
  [card.getAttribute("card"), card.textContent, card.querySelector("use").getAttribute("href")])"""
TILTED = """(card) => {
  const { transform, boxShadow } = getComputedStyle(card);
  return [transform, boxShadow];
}"""


def test_without_colour_status_number_and_duplicate_can_be_told(
    visit: Visitors, server: Server, planter: Planter
) -> None:
    page = SCREENS["own turn"](Guide(visit, server, planter, {}))
    marks = page.evaluate(MARKS)
    assert {"Your turn", "Frozen", "Stayed", "Bust"} <= {text for text, _, _ in marks}
    with_icon = {text: icon for text, icon, width in marks if width >= 10}
    assert with_icon.keys() >= {"Your turn", "Frozen", "Stayed", "Bust"}
    assert len(set(with_icon.values())) == len(with_icon), "two words share an icon"
    faces = page.evaluate(FACES)
    assert all(number in text for number, text, _ in faces)
    emblems = {number: emblem for number, _, emblem in faces}
    assert len(set(emblems.values())) == len(emblems) > 8
    busted = Table(page).seat(5).locator(".row")
    (tilt, frame), (_, twin), (straight, plain) = (
        busted.locator(place).first.evaluate(TILTED)
        for place in ("flip-card.dup", ".twin flip-card", "li:not(.twin) > flip-card:not(.dup)")
    )
    assert tilt != "none" and straight == "none"
    assert frame == twin != plain
