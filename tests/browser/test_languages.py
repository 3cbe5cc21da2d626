"""Languages in a real browser: nothing but the catalogues' words, and room for longer ones."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from app.names import BOT_NAMES
from tests.browser.planting import HOUR_MS, Planter, new_room
from tests.browser.screens import BETWEEN, HALTED, SIX
from tests.browser.visitors import Visitors
from tests.server import Server, Servers

NARROW = {"viewport": {"width": 320, "height": 568}}
PEOPLE = {0: "Á1", 1: "Ø2"}
BOTS = ("É3", "Þ4", "Ñ5", "Ü6")
"""Names without plain letters, so that whatever has some is a text that is in no catalogue."""
PLAIN = re.compile(r"[A-Za-z]{2,}")
NO_TEXT = re.compile(
    rf"{'|'.join(BOT_NAMES)}|[2-9A-Z]{{4}}-[2-9A-Z]{{4}}|https?://\S+|theop\.games"
    r"|(?<=[\d\]]) and (?=[\[ÁØÉÞÑÜ])"
)
"""Names of bots, codes, addresses, and the browser's own word between the items of a list."""

SAID = """() => {
  const UNTOLD = "bdi, kbd, script, style, noscript, .code, .languages, option[lang]";
  const texts = [];
  const roots = [document.body];
  for (const root of roots) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) {
        if (!node.parentElement?.closest(UNTOLD)) texts.push(node.data);
        continue;
      }
      if (node.shadowRoot) roots.push(node.shadowRoot);
      for (const name of ["aria-label", "title", "alt", "placeholder"]) texts.push(node.getAttribute?.(name) ?? "");
    }
  }
  return [document.title, ...texts];
}"""
"""Everything on a page that people read or hear, but for names, also of languages, keys and codes."""

CUT_OFF = """() => [...document.querySelectorAll("button, .btn, .chip")].filter((button) => {
  const box = button.getBoundingClientRect();
  if (box.width === 0 || button.textContent === "") return false;
  const range = document.createRange();
  range.selectNodeContents(button);
  return [...range.getClientRects()].some(({ left, right, top, bottom, width }) => width > 1
    && (left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1));
}).map((button) => `${button.className}: ${button.textContent}`)"""
"""The buttons whose text is wider or higher than they are."""


@pytest.fixture(scope="module")
def server(start_shared_server: Servers) -> Server:
    """The module's server, which knows the pseudo-language."""
    return start_shared_server(bot_delay_ms=HOUR_MS, round_pause_seconds=600, rate_limit="off", pseudo_language="on")


def states(planter: Planter) -> Iterator[tuple[str, str, tuple[str, str]]]:
    """Tables in all kinds of states: the element to wait for, the address, the cookie of its first seat."""
    cards = {
        "turn-dock": (SIX, ()),
        "own-seat .prompt": (f"{SIX}; agenda target A freeze", ()),
        "flip-three-tray": (SIX.replace(" x2 second_chance =188", " =188") + HALTED, ()),
        "score-sheet": (BETWEEN, ("A stays",)),
        "game-over": (BETWEEN.replace("=20", "=190"), ("A stays",)),
    }
    for element, (position, moves) in cards.items():
        room = planter.plant(position, *moves, people=PEOPLE, bots=BOTS)
        yield element, room.url, room.cookies[0]


def look(page: Page, what: str) -> None:
    """Nothing on this page is plain English, sticks out sideways, or is wider than its button."""
    said = [NO_TEXT.sub("", text) for text in page.evaluate(SAID)]
    assert [text for text in said if PLAIN.search(text)] == [], what
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide == 0, f"{what}: {wide} px too wide"
    assert page.evaluate(CUT_OFF) == [], what


def test_words_40_percent_longer_fit_a_narrow_phone_and_none_is_missing(
    visit: Visitors, server: Server, planter: Planter
) -> None:
    lobby = new_room(server, PEOPLE[0], seats=6, bots=2)
    page = visit(f"{server.url}/?lang=xx", expected=["status of 404"], **NARROW)
    for path in ("/", "/rules", "/r/22222222", "/nowhere", f"/r/{lobby.code}"):
        page.goto(f"{server.url}{path}")
        expect(page.get_by_role("heading", level=1)).to_contain_text("[")
        look(page, path)
    page.goto(f"{server.url}/score")
    look(page, "players")
    for number, name in enumerate((PEOPLE[0], PEOPLE[1], BOTS[0])):
        page.locator(".names input").nth(number).fill(name)
    page.locator("score-setup .primary").click()
    look(page, "before the first round")
    page.locator(".tile").nth(12).click()
    look(page, "a hand")
    page.locator("score-entry header .chip").click()
    look(page, "a hand's points")
    for points in ("24", "171", "18"):
        page.locator("#typed").fill(points)
        look(page, f"after {points} points")
    page.locator("summary").click()
    page.locator(".all .chip").first.click()
    look(page, "a hand to change")
    page.goto(server.url)
    page.locator("#open-settings").click()
    expect(page.locator("#settings")).to_be_visible()
    look(page, "settings")
    sizes = page.locator("#settings .options").evaluate("list => [list.scrollWidth, list.clientWidth, innerWidth]")
    assert sizes[0] == sizes[1] < sizes[2]
    for element, url, (name, value) in [("room-lobby", lobby.url, lobby.cookies[0]), *states(planter)]:
        page.context.add_cookies([{"name": name, "value": value, "url": server.url}])
        page.goto(url)
        expect(page.locator(element)).to_be_visible()
        look(page, element)


def test_a_language_is_chosen_in_the_menu_and_stays(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 5 | B 9 | C 4", people={0: "Ana"})
    page = visit(room.url, cookie=room.cookies[0])
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("navigation", name="Language").get_by_role("link", name="Deutsch").click()
    expect(page).to_have_title("Du bist dran - Flip-7-Tisch")
    expect(page).to_have_url(room.url)
    expect(page.get_by_role("button", name="Noch eine")).to_be_enabled()
    page.get_by_role("button", name="Menü").click()
    here = page.get_by_role("navigation", name="Sprache").get_by_role("link", name="Deutsch")
    expect(here).to_have_attribute("aria-current", "true")
    page.goto(room.url.replace(room.code, "").replace("/r/", "/rules"))
    expect(page.get_by_role("heading", level=1, name="So wird gespielt")).to_be_visible()
    page.get_by_role("link", name="日本語").click()
    expect(page.get_by_role("heading", level=1, name="遊び方")).to_be_visible()
