"""A turn in a hidden tab: title, icon and one notification, gone when it is over; and the page as an app."""

from playwright.sync_api import Page, expect

from tests.browser.planting import Planter, new_room
from tests.browser.table import Table, until
from tests.browser.visitors import Visitors
from tests.server import Server

CARDS = "A 12 8 | B* 9 2 | C 7; draw 5 6 2 3 1 4"
ANA = {0: "Ana"}
WATCHED = """
  window.away = false;
  Object.defineProperty(document, "hidden", { get: () => window.away });
  window.notes = [];
  window.locks = 0;
  Object.defineProperty(navigator, "wakeLock", { value: {
    async request() {
      window.locks += 1;
      return { released: false, async release() { window.locks -= 1; } };
    },
  } });
  const { prototype } = window.ServiceWorkerRegistration ?? class {};
  prototype.showNotification = async function (title, { body, tag }) {
    const note = { title, body, tag, open: true, close() { note.open = false; } };
    window.notes.push(note);
  };
  prototype.getNotifications = async ({ tag }) =>
    window.notes.filter((note) => note.open && note.tag === tag);
"""
"""A page whose tab can be hidden, and which shows the test its notifications and how often it holds the screen."""
OPEN_NOTES = "(count) => window.notes.filter((note) => note.open).length === count"
LESS = """
  for (const missing of ["serviceWorker", "wakeLock", "vibrate"]) delete Navigator.prototype[missing];
  delete window.AudioContext;
"""
MAY_NOTIFY = {"permissions": ["notifications"]}


def be_away(page: Page, away: bool) -> None:
    """Another tab comes to the front, or this one does."""
    page.evaluate("away => { window.away = away; document.dispatchEvent(new Event('visibilitychange')); }", away)


def switch_on(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name="Notify me on my turn").click()


def test_a_turn_in_a_hidden_tab_is_told_once_and_taken_back(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(CARDS, people=ANA)
    page = visit(room.url, cookie=room.cookies[0], script=WATCHED, **MAY_NOTIFY)
    table, icon = Table(page), page.locator("link[rel=icon]")
    switch_on(page)
    page.keyboard.press("Escape")
    expect(page).to_have_title("Rook's turn - Flip 7 table")
    assert page.evaluate("window.locks") == 1
    be_away(page, True)
    assert page.evaluate("window.locks") == 0
    planter.moves(room, "B hits", "C hits")
    expect(page).to_have_title("Your turn - Flip 7 table")
    expect(icon).to_have_attribute("href", "/static/img/favicon-turn.svg")
    until(page, OPEN_NOTES, 1)
    note = page.evaluate("window.notes[0]")
    assert note["title"] == "Your turn - Flip 7 table"
    assert note["body"] == "Your turn. You have 12 and 8: 20 points. Hit or stay."
    assert room.code in note["tag"]
    be_away(page, False)
    until(page, OPEN_NOTES, 0)
    expect(icon).to_have_attribute("href", "/static/img/favicon.svg")
    table.expect_own_turn()
    be_away(page, True)
    expect(icon).to_have_attribute("href", "/static/img/favicon-turn.svg")
    planter.moves(room, "A hits")
    expect(icon).to_have_attribute("href", "/static/img/favicon.svg")
    assert page.evaluate("window.notes.length") == 1, "none for a turn that was seen"
    planter.moves(room, "B hits", "C hits")
    until(page, OPEN_NOTES, 1)
    planter.moves(room, "A stays")
    until(page, OPEN_NOTES, 0)
    assert page.evaluate("window.notes.length") == 2


def test_where_notifications_are_blocked_the_switch_says_so(visit: Visitors, server: Server) -> None:
    room = new_room(server, "Ana")
    page = visit(room.url, cookie=room.cookies[0])
    dialog = page.get_by_role("dialog", name="Settings")
    for place in (page.locator("notify-switch"), dialog):
        switch = place.get_by_role("switch", name="Notify me on my turn")
        switch.click()
        expect(place).to_contain_text("Your browser blocks notifications for this site.")
        expect(switch).not_to_be_checked()
        if place is not dialog:
            page.get_by_role("button", name="Settings").click()


def test_without_https_the_table_does_without(visit: Visitors, planter: Planter) -> None:
    """What a browser leaves out on a page without https, and what some never had."""
    room = planter.plant(CARDS.replace("A 12", "A* 12").replace("B*", "B"), people=ANA)
    page = visit(room.url, cookie=room.cookies[0], script=LESS)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("switch", name="Ask before Stay")).to_be_visible()
    for name in ("Notify me on my turn", "Vibration"):
        expect(page.get_by_role("switch", name=name)).to_be_hidden()
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    expect(Table(page).own_numbers).to_have_count(3)


def test_the_page_can_be_installed(visit: Visitors, server: Server) -> None:
    page = visit(server.url)
    problems = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [problem["errorId"] for problem in problems if problem["errorId"] != "in-incognito"] == []
    manifest = page.request.get(f"{server.url}/manifest.webmanifest").json()
    sizes = page.evaluate(
        """icons => Promise.all(icons.map(async ({ src }) => {
          const image = new Image();
          image.src = src;
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        }))""",
        manifest["icons"],
    )
    assert sizes == [icon["sizes"] for icon in manifest["icons"]]
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
