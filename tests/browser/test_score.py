"""The score page for the real deck: a game from start to end, without a server too, and others who look on."""

import re

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.table import GUARD_MS, be_slow, resize, until
from tests.browser.visitors import PHONE, Visitors
from tests.server import Server, Servers

NO_SERVER = ["ERR_CONNECTION_REFUSED", "status of 50[0-9]"]
KEPT = """async () => (await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys())))
  .flat().map(({ url }) => new URL(url).pathname)"""
"""What the service worker keeps."""
NO_CARDS = "No cards: 0 points"
UNSEEN_MS = 1500
"""Pointers count again on what has come by itself (static/js/guard.js)."""
STILL = "window.ms = 5000; performance.now = () => window.ms;"
"""No time passes for the page."""
LATER = f"window.ms += {UNSEEN_MS}"
FLIP_7 = ("12", "9", "8", "7", "6", "4", "0")


@pytest.fixture(scope="module")
def server(start_shared_server: Servers) -> Server:
    return start_shared_server(rate_limit="off")


class Sheet:
    """What a person sees of the score page and taps there."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.title = page.get_by_role("heading", level=1)
        self.asked = page.locator("score-entry").get_by_role("heading", level=2)
        """Whose hand comes next."""
        self.sum = page.locator(".sum")
        self.points = page.get_by_label(re.compile("^Points for"))
        self.doubt = page.locator("main .doubt:not(:empty)")
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

    def hand(self, *cards: str, onward: str = "") -> None:
        """Look, tap a hand in and go on; a bust goes on by itself."""
        be_slow(self.page, UNSEEN_MS if onward == NO_CARDS else GUARD_MS)
        for card in (*cards, *filter(None, [onward])):
            self.tap(card)

    def row(self, name: str) -> Locator:
        return self.page.locator(".standing tbody tr").filter(has=self.page.get_by_role("rowheader", name=name))

    def typed(self, points: str) -> None:
        """Type a hand's points on a keyboard, and Enter, which does nothing where they have gone on by themselves."""
        if (to_points := self.page.get_by_role("button", name="Type points")).is_visible():
            to_points.click()
        self.points.fill(points)
        self.page.keyboard.press("Enter")


def test_a_round_of_cards_outlives_a_refresh_and_is_put_right(visit: Visitors, server: Server) -> None:
    page = visit(f"{server.url}/score", **PHONE)
    sheet = Sheet(page)
    sheet.start("Ann", "Bo", "Cy")
    sheet.taps = 0
    expect(sheet.asked).to_have_text("Bo")
    sheet.hand(*FLIP_7, "plus 4")
    expect(sheet.sum).to_have_text("65 points 46 +4 +15 Flip 7")
    expect(page.get_by_role("button", name="11", exact=True)).to_have_attribute("aria-disabled", "true")
    sheet.tap("Next: Cy")
    sheet.hand("5", "0", onward="Next: Ann")
    expect(sheet.doubt).to_have_text("0 is tapped in 2 times; the deck has 1.")
    sheet.hand("Bust")
    assert sheet.taps == 8 + 1 + 2 + 1 + 1
    expect(sheet.title).to_have_text("Bo leads with 65")
    expect(sheet.row("Ann")).to_contain_text("0 Bust")
    expect(sheet.asked).to_have_text("Cy")
    expect(sheet.sum).to_have_text("Ann: 0 points, Bo leads with 65, Next: Cy")

    page.reload()
    expect(sheet.title).to_have_text("Bo leads with 65")
    expect(sheet.doubt).to_be_visible()
    sheet.tap("6")
    page.locator("summary").click()
    page.get_by_role("button", name="Cy, round 1: 5. Change").click()
    sheet.hand("0", "times 2", onward="Save")
    expect(sheet.row("Cy")).to_contain_text("+10 5 \u00d72")
    expect(sheet.doubt).to_be_hidden()
    expect(sheet.sum).to_have_text("6 points")  # what was begun before
    sheet.tap("Undo")
    expect(sheet.row("Cy")).to_contain_text("+5")


def test_a_game_from_the_front_page_to_its_end_without_a_server(visit: Visitors, start_server: Servers) -> None:
    server = start_server()
    page = visit(server.url, expected=NO_SERVER, **PHONE)
    page.get_by_role("link", name="Score a real game").click()
    sheet = Sheet(page)
    sheet.start("Ann", "Bo", "Cy")
    expect(page.get_by_text("To 200 points · Ann deals, Bo starts.")).to_be_visible()
    for points in ("65", "5", "0"):
        sheet.typed(points)
    expect(sheet.title).to_have_text("Bo leads with 65")

    expect(page.get_by_text("Works without a connection from now on.")).to_be_visible()
    kept = page.evaluate(KEPT)
    assert "/score" in kept and all(re.match("/score$|/built/|/static/", path) for path in kept)
    server.terminate()
    page.reload()
    expect(page.get_by_text("Bo deals, Cy starts.")).to_be_visible()
    for points in ("100", "100", "40"):
        sheet.typed(points)
    expect(sheet.title).to_have_text("Bo and Cy lead with 105")
    for points in ("100", "95", "95"):
        sheet.typed(points)
    expect(sheet.title).to_have_text("Tie at 200: one more round")
    for points in ("1", "1", "2"):
        expect(sheet.points).to_be_focused()
        sheet.typed(points)
    expect(sheet.title).to_have_text("Ann wins with 202!")
    expect(sheet.points).to_have_count(0)
    sheet.tap("Undo")
    expect(sheet.asked).to_have_text("Ann")
    expect(sheet.points).to_have_value("2")
    sheet.typed("1")
    expect(sheet.title).to_have_text("Tie at 201: one more round")
    sheet.tap("Undo")
    sheet.typed("2")
    be_slow(page, UNSEEN_MS)
    sheet.tap("Rematch")
    expect(page.get_by_text("To 200 points · Bo deals, Cy starts.")).to_be_visible()


FULL = """window.isFull = true;
const keep = Storage.prototype.setItem;
Storage.prototype.setItem = function (name, text) {
  if (window.isFull) throw new DOMException("", "QuotaExceededError");
  keep.call(this, name, text);
};"""
FOUR = (
    ("12", "9", "4", "plus 4"),
    ("11", "10", "8", "5", "2"),
    ("Bust",),
    ("12", "7", "6", "3", "1", "times 2", "plus 10"),
)
"""What lies in front of four players after a round: four to seven cards each, and a bust."""


def test_a_round_of_four_takes_a_tap_a_card_or_two_a_player(visit: Visitors, server: Server) -> None:
    """docs/first-time.md says how long that is."""
    page = visit(f"{server.url}/score", **PHONE)
    sheet = Sheet(page)
    resize(page, 360, 480)
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_in_viewport(ratio=1)
    resize(page, **PHONE["viewport"])
    sheet.start("Ann", "Bo", "Cy", "Di")
    rows, entry = page.locator(".standing tbody tr"), page.locator("score-entry")
    last, keys = rows.last.bounding_box(), entry.bounding_box()
    assert last and keys and last["y"] + last["height"] <= keys["y"] and keys["y"] + keys["height"] <= 640, (
        "everybody's points in sight, and the keys where the thumb is"
    )
    sheet.taps = 0
    for cards, onward in zip(FOUR, ("Next: Cy", "Next: Di", "", "Finish round 1"), strict=True):
        sheet.hand(*cards, onward=onward)
    assert sheet.taps == (4 + 1) + (5 + 1) + 1 + (7 + 1) == 20
    expect(sheet.title).to_have_text("Ann leads with 68")
    expect(sheet.row("Di")).to_contain_text("0 Bust")

    for name in ("Show live on other phones", "Other players"):
        focused, keys = page.get_by_role("button", name=name), page.locator("score-entry")
        focused.focus()
        edges = [
            box["y"] + box["height"] * part
            for box, part in ((focused.bounding_box(), 1), (keys.bounding_box(), 0))
            if box
        ]
        assert edges[0] <= edges[1], "the keys hide nothing that has the focus"

    sheet.tap("Type points")
    expect(sheet.sum).to_have_text("Ann: 68 points, Ann leads with 68, Next: Cy")
    sheet.taps = 0
    for digits in ("29", "36", "45", "68"):
        sheet.hand(*digits)
    assert sheet.taps == 8
    expect(sheet.title).to_have_text("Ann leads with 113")
    expect(sheet.row("Bo")).to_contain_text("+68 typed in")

    sheet.taps = 0
    sheet.hand("2", "4")
    sheet.hand("7", onward="Next: Bo")
    sheet.hand("Bust")
    sheet.hand("1", "0", "4")
    assert sheet.taps == 2 + 2 + 1 + 3
    expect(sheet.row("Cy")).to_contain_text("+104 typed in")
    expect(sheet.points).to_be_focused()
    pads = page.locator("points-pad .tile")
    assert pads.count() == 12 and all((key.bounding_box() or {})["height"] >= 44 for key in pads.all())


def test_digits_count_however_fast_they_come(visit: Visitors, server: Server) -> None:
    """By keys, by a mouse, by one finger, and by fingers that overlap."""
    page = visit(f"{server.url}/score", **PHONE)
    sheet = Sheet(page)
    sheet.start("Ann", "Bo")
    sheet.tap("Type points")
    page.keyboard.type("2431")
    expect(sheet.title).to_have_text("Ann leads with 31")
    expect(sheet.row("Bo")).to_contain_text("+24")
    for digit in "2431":
        sheet.tap(digit)
    expect(sheet.title).to_have_text("Ann and Bo lead with 55")
    for digit in "2431":
        page.get_by_role("button", name=digit, exact=True).tap()
    expect(sheet.title).to_have_text("Ann leads with 86")

    boxes = [page.get_by_role("button", name=digit, exact=True).bounding_box() for digit in "2431"]
    at = [{"x": box["x"] + 20, "y": box["y"] + 20, "id": finger} for finger, box in enumerate(boxes) if box]
    hands = page.context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", at[:1]),
        ("touchStart", at[:2]),
        ("touchMove", at[1:2]),  # the first finger leaves
        ("touchStart", at[1:3]),
        ("touchMove", at[2:3]),
        ("touchStart", at[2:4]),
        ("touchEnd", []),
    ):
        hands.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(sheet.title).to_have_text("Ann and Bo lead with 110")


def test_enter_after_points_that_went_on_by_themselves_puts_in_nothing(visit: Visitors, server: Server) -> None:
    page = visit(f"{server.url}/score")
    sheet = Sheet(page)
    sheet.start("Ann", "Bo", "Cy")
    sheet.tap("Type points")
    expect(sheet.sum).to_have_text("From 18 on, it goes on by itself after two digits.")
    for key in ("2", "4", "Enter", "1", "7", "Enter", "Enter"):
        page.keyboard.press(key)
    expect(sheet.asked).to_have_text("Ann")
    expect(sheet.row("Bo")).to_contain_text("+24")
    expect(sheet.row("Cy")).to_contain_text("+17")
    expect(sheet.row("Ann")).to_contain_text("not yet")
    expect(page.get_by_role("button", name="Finish round 1")).to_have_attribute("aria-disabled", "true")

    sheet.tap("Undo")
    expect(sheet.points).to_have_value("17")
    sheet.tap("1")  # in place of what is there
    expect(sheet.points).to_have_value("1")
    sheet.hand("7", "5")
    expect(page.get_by_role("alert").filter(has_text="A whole number from 0 to 171.")).to_be_visible()
    sheet.tap("Delete a digit")
    expect(sheet.asked).to_have_text("Cy")
    sheet.hand("0")
    expect(sheet.row("Cy")).to_contain_text("+170")

    page.locator("summary").click()
    page.get_by_role("button", name="Bo, round 1: 24. Change").click()
    page.keyboard.type("25")
    expect(sheet.asked).to_have_text("Bo")
    page.keyboard.press("Enter")
    expect(sheet.row("Bo")).to_contain_text("+25")
    expect(sheet.asked).to_have_text("Ann")


def test_a_finger_that_taps_twice_puts_in_one_hand_which_can_be_taken_back(visit: Visitors, server: Server) -> None:
    sheet = Sheet(visit(f"{server.url}/score", **PHONE))
    sheet.start("Ann", "Bo", "Cy")
    expect(sheet.page.get_by_role("button", name="Undo")).to_have_count(0)
    sheet.hand("5", "9")
    sheet.page.get_by_role("button", name="Next: Cy").dblclick()
    expect(sheet.asked).to_have_text("Cy")
    sheet.tap("Undo")
    expect(sheet.asked).to_have_text("Bo")
    expect(sheet.sum).to_have_text("14 points")
    sheet.page.get_by_role("button", name="Bust").dblclick()
    expect(sheet.asked).to_have_text("Cy")
    sheet.hand("Bust")
    sheet.hand("7", onward="Finish round 1")
    expect(sheet.title).to_have_text("Ann leads with 7")
    sheet.hand(onward=NO_CARDS)
    expect(sheet.row("Cy")).to_contain_text("0 No cards")


def test_a_second_tap_on_cancel_or_save_does_nothing_to_the_hand_that_was_begun(
    visit: Visitors, server: Server
) -> None:
    sheet = Sheet(visit(f"{server.url}/score", **PHONE))
    sheet.start("Ann", "Bo", "Cy")
    sheet.hand("5", onward="Next: Cy")
    sheet.tap("8")
    sheet.page.locator("summary").click()
    for name in ("Cancel", "Save"):
        sheet.tap("Bo, round 1: 5. Change")
        expect(sheet.sum).to_have_text("5 points")
        sheet.page.get_by_role("button", name=name, exact=True).dblclick()
        expect(sheet.asked).to_have_text("Cy")
        expect(sheet.sum).to_have_text("8 points")
    expect(sheet.row("Bo")).to_contain_text("+5")


def test_points_are_asked_for_again_after_a_hand_of_cards_or_a_bust_was_put_right(
    visit: Visitors, server: Server
) -> None:
    page = visit(f"{server.url}/score", **PHONE)
    sheet = Sheet(page)
    sheet.start("Ann", "Bo", "Cy")
    sheet.hand("5", onward="Next: Cy")
    sheet.tap("Type points")
    sheet.tap("Bust")
    sheet.tap("Undo")
    expect(sheet.sum).to_have_text("0 points Bust")
    expect(sheet.points).to_have_value("")
    sheet.tap("2")
    page.locator("summary").click()
    sheet.tap("Bo, round 1: 5. Change")
    expect(sheet.sum).to_have_text("5 points")
    sheet.tap("Cancel")
    expect(sheet.points).to_have_value("2")


def test_what_is_read_out_is_read_out_once(visit: Visitors, server: Server) -> None:
    """A screen reader reads a live region whenever anything in it is new, be it the same words."""
    page = visit(f"{server.url}/score", **PHONE)
    sheet = Sheet(page)
    sheet.start("Ann", "Bo")
    sheet.tap("Type points")
    sheet.hand("2", "4")
    expect(sheet.sum).to_have_text("Bo: 24 points, Next: Ann")
    page.evaluate("""() => {
      window.heard = [];
      const note = (changes) => window.heard.push(...changes.map(({ target }) => target.textContent));
      for (const region of document.querySelectorAll("score-entry [role=status]"))
        new MutationObserver(note).observe(region, { childList: true });
    }""")
    sheet.hand("1", "7", "Delete a digit")
    expect(sheet.points).to_have_value("1")
    assert page.evaluate("window.heard") == ["1 point", "17 points", "1 point"]


def tap_again(page: Page, button: Locator) -> None:
    """A finger that taps where a button is, and there once more, whatever has come in its place."""
    box = button.bounding_box()
    assert box
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.touchscreen.tap(*at)
    page.touchscreen.tap(*at)


def test_a_finger_on_its_way_to_the_button_puts_in_nobody_s_hand_and_begins_no_game(
    visit: Visitors, server: Server
) -> None:
    page = visit(f"{server.url}/score", script=STILL, **PHONE)
    sheet = Sheet(page)
    expect(page.get_by_role("button", name="Start")).to_be_in_viewport(ratio=1)
    page.get_by_label("Name of player 1").focus()
    for name in ("Ann", "Bo", "Cy"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Start")).to_be_focused()  # there may be more players
    expect(page.get_by_role("button", name="Add a player")).to_be_in_viewport(ratio=1)

    tap_again(page, page.get_by_role("button", name="Start"))
    expect(sheet.asked).to_have_text("Bo")
    page.get_by_role("button", name="Bust").tap()
    expect(sheet.asked).to_have_text("Cy")
    page.get_by_role("button", name=NO_CARDS).tap()
    expect(sheet.row("Cy")).to_contain_text("not yet")
    page.evaluate(LATER)
    page.get_by_role("button", name=NO_CARDS).tap()
    expect(sheet.row("Cy")).to_contain_text("0 No cards")

    sheet.tap("Type points")
    for digit in "171" + "20" + "30" + "40":
        page.get_by_role("button", name=digit, exact=True).tap()
    expect(sheet.title).to_have_text("Ann wins with 201!")
    page.get_by_role("button", name="Rematch").tap()
    expect(sheet.title).to_have_text("Ann wins with 201!")
    page.evaluate(LATER)
    page.get_by_role("button", name="Rematch").tap()
    expect(sheet.title).to_have_text("Round 1")


def test_a_hand_half_tapped_in_outlives_the_page(visit: Visitors, server: Server) -> None:
    sheet = Sheet(visit(f"{server.url}/score", **PHONE))
    page = sheet.page
    sheet.start("Ann", "Bo")
    sheet.hand("12", "5")
    page.reload()
    expect(sheet.sum).to_have_text("17 points")
    page.get_by_role("link", name="Flip 7 table").click()
    page.get_by_role("link", name="Score a real game").click()
    expect(sheet.sum).to_have_text("17 points")
    sheet.hand("plus 4", onward="Next: Ann")
    expect(sheet.row("Bo")).to_contain_text("+21 17 +4")
    page.reload()
    expect(sheet.sum).to_have_text("Tap each card in front of Ann.")


def test_a_browser_that_keeps_nothing_says_so(visit: Visitors, server: Server) -> None:
    page = visit(f"{server.url}/score", script=FULL, **PHONE)
    warning = page.get_by_role("alert").filter(has_text="This browser keeps nothing now")
    expect(warning).to_be_in_viewport()
    expect(page.get_by_text("Kept in this browser only")).to_have_count(0)
    sheet = Sheet(page)
    sheet.start("Ann", "Bo")
    sheet.hand("7", onward="Next: Ann")
    expect(warning).to_be_in_viewport()
    page.evaluate("window.isFull = false")
    sheet.hand("12", onward="Finish round 1")
    expect(warning).to_have_count(0)


def test_others_see_it_live_and_can_only_look(visit: Visitors, server: Server) -> None:
    sheet = Sheet(visit(f"{server.url}/score", expected=["status of 409"]))
    sheet.start("Ann", "Bo", points="60")
    sheet.tap("Show live on other phones")
    expect(sheet.page.get_by_role("img", name="QR code")).to_be_visible()
    link = sheet.page.get_by_label("Link", exact=True)
    url = link.input_value()
    assert re.fullmatch(rf"{server.url}/score/[2-9A-Z]{{8}}", url)
    resize(sheet.page, 360, 640)
    assert link.evaluate(
        "({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>"
        " scrollWidth <= clientWidth && scrollHeight <= clientHeight"
    ), "all of it in sight"
    sheet.tap("Close")
    looking = Sheet(visit(url, **PHONE))
    expect(looking.title).to_have_text("Round 1")
    expect(looking.page.get_by_text("Live scores")).to_be_visible()
    sheet.hand("12", onward="Next: Ann")
    expect(looking.row("Bo")).to_contain_text("+12")
    expect(sheet.sum).to_have_text("Bo: 12 points, Next: Ann")
    sheet.typed("60")
    expect(sheet.title).to_have_text("Ann wins with 60!")
    expect(looking.title).to_have_text("Ann wins with 60!")
    expect(looking.row("Bo")).to_contain_text("+12")
    looking.page.locator("summary").click()
    expect(looking.page.get_by_role("button")).to_have_count(0)

    api = url.replace("/score/", "/api/scores/")
    kept = sheet.page.request.get(api).json()
    changed = {**kept["game"], "players": ["Ann", "Bob"], "version": kept["version"]}
    assert sheet.page.request.put(api, data=changed).ok
    be_slow(sheet.page, UNSEEN_MS)
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
    first.typed("7")
    expect(second.row("Bo")).to_contain_text("+7")
    second.typed("9")
    expect(first.title).to_have_text("Ann leads with 9")


def test_a_hand_that_was_asked_for_in_another_game_is_put_in_none(visit: Visitors, server: Server) -> None:
    first = Sheet(visit(f"{server.url}/score"))
    first.start("Ann", "Bo")
    first.tap("7")
    second = Sheet(first.page.context.new_page())
    second.page.goto(f"{server.url}/score")
    second.tap("Other players")
    second.page.get_by_label("Name of player 2").fill("Di")
    second.tap("Start")
    expect(second.row("Di")).to_be_visible()
    expect(first.asked).to_have_text("Bo")
    first.tap("Next: Ann")
    expect(first.title).to_have_text("Round 1")
    expect(first.row("Di")).not_to_contain_text("7")
    expect(first.asked).to_have_text("Di")


def test_a_hand_that_another_tab_has_put_in_meanwhile_stays(visit: Visitors, server: Server) -> None:
    first = Sheet(visit(f"{server.url}/score"))
    first.start("Ann", "Bo", "Cy")
    first.tap("7")
    second = Sheet(first.page.context.new_page())
    second.page.goto(f"{server.url}/score")
    second.hand("9", onward="Next: Cy")
    until(first.page, """localStorage.getItem("f7.score").includes('"9"')""")
    first.tap("Next: Cy")
    expect(first.asked).to_have_text("Cy")
    expect(first.row("Bo")).to_contain_text("+9")


def test_what_was_begun_of_a_hand_is_proposed_for_no_other(visit: Visitors, server: Server) -> None:
    first = Sheet(visit(f"{server.url}/score"))
    first.start("Ann", "Bo", "Cy")
    first.hand("5", onward="Next: Cy")
    first.tap("8")
    first.page.locator("summary").click()
    first.tap("Bo, round 1: 5. Change")
    hears = """({ newValue }) => document.body.classList.toggle("heard", newValue.includes('"9"'))"""
    first.page.evaluate(f"addEventListener('storage', {hears})")
    second = Sheet(first.page.context.new_page())
    second.page.goto(f"{server.url}/score")
    second.hand("9", onward="Next: Ann")
    expect(first.page.locator("body.heard")).to_be_attached()
    first.tap("Cancel")
    expect(first.asked).to_have_text("Ann")
    expect(first.sum).to_have_text("Tap each card in front of Ann.")


def test_what_another_tab_keeps_costs_no_game_that_this_one_could_not(visit: Visitors, server: Server) -> None:
    sheet = Sheet(visit(f"{server.url}/score", script=FULL))
    sheet.start("Ann", "Bo")
    sheet.typed("7")
    other = sheet.page.context.new_page()
    other.goto(f"{server.url}/rules")
    heard = "addEventListener('storage', () => document.body.classList.add('heard'))"
    sheet.page.evaluate(heard)
    other.evaluate("localStorage.setItem('f7.theme', 'dark')")
    until(sheet.page, "document.body.classList.contains('heard')")
    expect(sheet.row("Bo")).to_contain_text("+7")


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
    sheet.typed("4.5")
    expect(page.get_by_role("alert").filter(has_text="from 0 to 171")).to_be_visible()
    expect(sheet.asked).to_have_text("Ann")
    sheet.hand("5", onward="Next: Bo")
    expect(sheet.asked).to_have_text("Bo")


def test_in_forced_colours_every_card_tapped_in_looks_so(visit: Visitors, server: Server) -> None:
    page = visit(f"{server.url}/score", forced_colors="active", **PHONE)
    sheet = Sheet(page)
    sheet.start("Ann", "Bo")
    sheet.hand("5", "plus 4", "times 2")
    expect(page.locator(".asked th")).to_have_css("border-left-width", "4px")  # who is asked; shadows are none here
    looks = page.locator(".tile[aria-pressed=true]").evaluate_all(
        "(tiles) => tiles.map((tile) => [getComputedStyle(tile).backgroundColor, getComputedStyle(tile).color].join())"
    )
    assert len(looks) == 3 and len(set(looks)) == 1


@pytest.mark.parametrize("players", [4, 6, 9, 13, 18])
def test_a_television_shows_everybody_without_scrolling(visit: Visitors, server: Server, players: int) -> None:
    game = {
        "players": [f"Player {number}" for number in range(players)],
        "hands": [["12 9 +4"] + ["=20"] * (players - 1)],
    }
    code = httpx.post(f"{server.url}/api/scores", json=game, trust_env=False).json()["code"]
    page = visit(f"{server.url}/score/{code}", viewport={"width": 1920, "height": 1080})
    rows = page.locator(".standing tbody tr")
    expect(rows).to_have_count(players)
    for height, least in ((1080, 32 if players <= 6 else 20), (720, 20 if players <= 6 else 14)):
        resize(page, height * 16 // 9, height)
        assert rows.last.evaluate("(row) => row.getBoundingClientRect().bottom <= innerHeight"), height
        assert rows.last.evaluate("(row) => parseFloat(getComputedStyle(row).fontSize)") >= least, height
