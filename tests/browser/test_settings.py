"""What a player sets: it holds at once, is there again after a reload, and changes what it says it changes."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.planting import Planter, new_room
from tests.browser.table import Table, until
from tests.browser.visitors import PHONE, Visitors
from tests.server import Server

CARDS = "A* 12 8 +4 =20 | B 9 2 =31 | C 7 =44; draw 5 6 2 3 1"
ANA = {0: "Ana"}
AT_FIRST = """
  new MutationObserver((_, observer) => {
    if (!document.body) return;
    window.atFirst = { ...document.documentElement.dataset };
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
"""
"""Keeps what stands at the root when the page's body begins, before anything can be painted."""
LIGHT = "rgb(233, 238, 245)"
AUDIO = """
  window.heard = [];
  window.felt = [];
  navigator.vibrate = (pattern) => window.felt.push(pattern);
  for (const name of ["AudioContext", "OscillatorNode", "AudioBufferSourceNode"]) {
    window[name] = new Proxy(window[name], {
      construct(made, given) { window.heard.push(name); return new made(...given); },
    });
  }
"""
"""Keeps what of WebAudio a page makes, and how it shakes."""


def settings_of(page: Page) -> Locator:
    """The dialog, opened at the table."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    return page.get_by_role("dialog", name="Settings")


def keep(page: Page, **settings: str) -> None:
    """Have settings as if they had been chosen in another tab, and that one's page reloaded."""
    page.evaluate(
        "kept => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(`f7.${key}`, value))", settings
    )
    page.reload()


def test_the_look_holds_at_once_and_stands_before_the_first_paint(visit: Visitors, server: Server) -> None:
    page = visit(server.url, script=AT_FIRST, color_scheme="dark")
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    dialog.get_by_role("radio", name="Light").check()
    dialog.get_by_role("switch", name="High contrast").check()
    dialog.get_by_role("radio", name="Calm").check()
    root = page.locator("html")
    expect(root).to_have_css("background-color", LIGHT)
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    for address in (server.url, f"{server.url}/rules"):
        page.goto(address)
        assert page.evaluate("window.atFirst") == {"theme": "light", "contrast": "more", "motion": "calm"}
        expect(root).to_have_css("background-color", LIGHT)
        assert (
            page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--shadow')")
            == "0 0 transparent"
        )
    page.goto(server.url)
    page.get_by_role("button", name="Settings").click()
    expect(dialog.get_by_role("radio", name="Light")).to_be_checked()
    expect(dialog.get_by_role("switch", name="High contrast")).to_be_checked()


def test_keys_stay_and_the_dock_go_by_the_settings(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(CARDS, people=ANA)
    page = visit(room.url, cookie=room.cookies[0], **PHONE)
    table, line = Table(page), visit.line(page)
    table.expect_own_turn()
    left = table.stay.bounding_box()
    dialog = settings_of(page)
    dialog.get_by_role("switch", name="Left-handed").check()
    dialog.get_by_role("switch", name="Ask before Stay").check()
    dialog.get_by_role("switch", name="Single-key shortcuts").uncheck()
    dialog.get_by_role("button", name="Close").click()
    assert left is not None
    assert (table.hit.bounding_box() or {})["x"] == left["x"]
    page.keyboard.press("h")
    page.keyboard.press("s")
    page.keyboard.press("m")
    expect(page.get_by_role("dialog")).to_be_hidden()
    table.stay.click()
    asked = page.get_by_role("dialog", name="Stay now?")
    asked.get_by_role("button", name="Cancel").click()
    expect(asked).to_have_count(0)
    table.stay.click()
    expect(asked).to_contain_text("bank 24, total 44")
    asked.get_by_role("button", name="Stay").click()
    expect(table.own_badge).to_have_text("Stayed")
    assert [wish["do"] for wish in line.sent if wish["do"] != "ping"] == ["stay"]


def test_a_target_is_chosen_in_one_press_or_two(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(f"{CARDS}; agenda target A freeze", people=ANA)
    page = visit(room.url, cookie=room.cookies[0])
    table = Table(page)
    keep(page, one_click="never")
    page.get_by_role("button", name="Freeze Rook").click(delay=300)
    expect(table.hit).to_have_text(re.compile("^Freeze Rook"))
    expect(table.question).to_be_visible()


def test_a_player_is_renamed_at_the_table_and_told_what_is_wrong_with_a_name(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(CARDS, people={0: "Ana", 1: "Bo"})
    page = visit(room.url, cookie=room.cookies[0])
    name = settings_of(page).get_by_label("Name")
    expect(name).to_have_value("Ana")
    name.fill("Bo")
    name.press("Enter")
    expect(name).to_have_accessible_description("Bo is taken. Try Bo 2.")
    name.fill("Zoë")
    name.press("Enter")
    expect(name).not_to_have_accessible_description("Bo is taken. Try Bo 2.")
    assert planter.room(room).seats[0].name == "Zoë"
    assert page.evaluate("localStorage.getItem('f7.name')") == "Zoë"


def test_events_are_read_out_as_far_as_their_listener_wants(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(CARDS, people=ANA)
    page = visit(room.url, cookie=room.cookies[0])
    table, spoken = Table(page), page.locator("#events")
    table.expect_own_turn()
    page.keyboard.press("h")
    expect(spoken).to_have_text("You drew 5.")
    planter.moves(room, "B stays", "C stays")
    expect(table.told).to_have_text(["You drew 5.", "Rook stayed on 11.", "Juniper stayed on 7."])
    page.keyboard.press("s")
    expect(spoken).to_have_text("Round over. You scored 29, total 49. Juniper leads with 51.")
    expect(table.log).to_have_attribute("aria-live", "off")


def test_nothing_sounds_before_the_first_gesture_and_then_as_much_as_is_wanted(
    visit: Visitors, planter: Planter
) -> None:
    room = planter.plant(CARDS, people=ANA)
    page = visit(room.url, cookie=room.cookies[0], script=AUDIO)
    table = Table(page)
    keep(page, sound="all")
    table.expect_own_turn()
    planter.moves(room, "A hits")
    expect(table.own_numbers).to_have_count(3)
    assert page.evaluate("window.heard") == []
    page.keyboard.press("Shift")
    assert page.evaluate("window.heard") == ["AudioContext"]
    planter.moves(room, "B hits")
    expect(table.numbers(2)).to_have_count(3)
    until(page, "() => window.heard.includes('AudioBufferSourceNode') && window.heard.includes('OscillatorNode')")
    for said in ("Sound: off", "Sound: turn chime only"):
        page.keyboard.press("m")
        expect(table.toast).to_have_text(said)
    expect(page.get_by_role("button", name="Sound: turn chime only")).to_be_visible()
    before = page.evaluate("window.heard.length")
    assert page.evaluate("window.felt") == []
    planter.moves(room, "C hits")
    table.expect_own_turn()
    assert page.evaluate("window.heard.length") == before, "the chime is for hidden tabs"
    assert page.evaluate("window.felt") == [[30]]


def test_the_dialog_offers_what_the_browser_can_do_and_needs_no_pointer(visit: Visitors, server: Server) -> None:
    room = new_room(server, "Ana")
    page = visit(room.url, cookie=room.cookies[0], **PHONE)
    page.get_by_role("button", name="Settings").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Settings")
    expect(dialog.get_by_role("combobox", name="Language")).to_have_value("en")
    heights = dialog.locator("button, select, input:not([type]), label:has(input)").evaluate_all(
        "all => all.map((control) => control.getBoundingClientRect().height).filter((height) => height > 0)"
    )
    assert len(heights) > 20 and min(heights) >= 44
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="Settings")).to_be_focused()
    page.keyboard.press("Enter")
    dialog.get_by_role("combobox", name="Language").select_option("de")
    expect(page.get_by_role("button", name="Einstellungen")).to_be_visible()
    assert page.url == room.url


def test_the_first_hints_can_come_again(visit: Visitors, server: Server) -> None:
    page = visit(server.url)
    keep(page, hints="duplicate score")
    page.get_by_role("button", name="Settings").click()
    again = page.get_by_role("button", name="Show the first hints again")
    again.click()
    expect(page.get_by_text("The hints come again.")).to_be_visible()
    expect(again).to_be_hidden()
    assert page.evaluate("localStorage.getItem('f7.hints')") == ""
