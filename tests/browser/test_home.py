"""From the front page to a table: alone by one press, with friends by two, by a code; and where there is none."""

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.planting import new_room
from tests.browser.table import Table
from tests.browser.visitors import PHONE, Visitors
from tests.server import Server, Servers

FIRST_DECISION_SECONDS = 10
CODES_A_MINUTE = 30
ROOM = re.compile("/r/[2-9A-Z]{8}$")
CLIPBOARD = ["clipboard-read", "clipboard-write"]
NOT_FOUND = "status of 404"
NO_COOKIES = "Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() {} });"


@pytest.fixture(scope="module")
def server(start_shared_server: Servers) -> Server:
    """Everything as people get it, bots that think for a second and rates included."""
    return start_shared_server()


def type_code(page: Page, code: str) -> None:
    page.get_by_label("Have a room code?").fill(code)
    page.get_by_role("button", name="Join").click()


@pytest.mark.parametrize("how", [{}, PHONE], ids=["desktop", "phone"])
def test_one_press_and_the_first_decision_is_there(visit: Visitors, server: Server, how: dict[str, object]) -> None:
    page = visit(server.url, **how)
    line, table = visit.line(page), Table(page)
    pressed = time.monotonic()
    page.get_by_role("button", name="Play against bots").click()
    page.wait_for_url(ROOM)
    expect(table.own).to_be_visible()
    # A bot's Freeze or Flip Three may end the round for somebody who has not been asked yet.
    line.until(lambda: line.is_asked or line.me["status"] != "active")
    if line.is_asked:
        expect(page.get_by_role("heading", level=1, name=re.compile("your turn|Choose who"))).to_be_attached()
    assert time.monotonic() - pressed < FIRST_DECISION_SECONDS
    assert [seat["kind"] for seat in line.view["seats"]] == ["human", "bot", "bot", "bot"]
    expect(table.ring).to_have_count(0)
    assert line.view["seats"][0]["name"] == "Player"


def test_the_bots_play_as_well_as_chosen_and_the_choice_is_remembered(visit: Visitors, server: Server) -> None:
    page = visit(server.url)
    line = visit.line(page)
    expect(page.get_by_role("radio", name="Normal")).to_be_checked()
    page.get_by_role("radio", name="Expert").check()
    page.get_by_role("button", name="Play against bots").click()
    page.wait_for_url(ROOM)
    expect(Table(page).own).to_be_visible()
    assert [seat["level"] for seat in line.view["seats"]] == [None, "expert", "expert", "expert"]
    page.goto(server.url)
    expect(page.get_by_role("radio", name="Expert")).to_be_checked()


def test_two_presses_and_the_link_is_on_the_clipboard(visit: Visitors, server: Server) -> None:
    page = visit(server.url, permissions=CLIPBOARD)
    page.get_by_role("button", name="Play with friends").click()
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    code = page.url.rpartition("/")[2]
    expect(page.get_by_text(f"{code[:4]}-{code[4:]}", exact=True)).to_be_visible()
    expect(page.get_by_role("img", name="QR code with the link to this table")).to_be_visible()


def test_without_a_clipboard_the_link_is_copied_the_old_way_or_marked(visit: Visitors, server: Server) -> None:
    script = "delete Navigator.prototype.clipboard; document.execCommand = () => window.copies;"
    page = visit(server.url, script=script)
    page.get_by_role("button", name="Play with friends").click()
    page.wait_for_url(ROOM)
    page.evaluate("window.copies = true")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    page.evaluate("window.copies = false")
    page.get_by_role("button", name="Link copied").click()
    field = page.get_by_label("Link to this table")
    expect(field).to_be_focused()
    assert page.evaluate("document.activeElement.value") == page.url
    assert field.evaluate("field => field.selectionEnd - field.selectionStart") == len(page.url)


def test_a_code_leads_to_its_table_however_it_is_typed(visit: Visitors, server: Server) -> None:
    host = visit(server.url)
    host.get_by_role("button", name="Play with friends").click()
    host.wait_for_url(ROOM)
    code = host.url.rpartition("/")[2]
    guest = visit(server.url)
    type_code(guest, f" {code[:4]}-{code[4:]} ".lower())
    guest.wait_for_url(host.url)
    expect(guest.get_by_role("heading", name="Join the table")).to_be_visible()


def test_a_code_that_cannot_be_is_told_at_the_field(visit: Visitors, server: Server) -> None:
    page = visit(server.url, expected=[NOT_FOUND])
    field = page.get_by_label("Have a room code?")
    type_code(page, "QK7X")
    expect(page.get_by_text("A code has 8 letters and digits, like QK7X-4TDM.")).to_be_visible()
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile("A code has 8"))
    type_code(page, "22222222")
    expect(page.get_by_text("No table with that code. Check the link or start a new one.")).to_be_visible()
    field.fill("Q")
    expect(field).to_have_attribute("aria-invalid", "false")


def test_a_link_to_no_table_says_so_and_leads_on(visit: Visitors, server: Server) -> None:
    page = visit(f"{server.url}/r/22222222", expected=[NOT_FOUND])
    expect(page.get_by_role("heading", name="No table with that code.")).to_be_visible()
    expect(page.get_by_text("Check the link or start a new one.")).to_be_visible()
    page.get_by_role("link", name="New table").click()
    expect(page.get_by_role("button", name="Play against bots")).to_be_visible()


def test_the_name_typed_once_is_there_the_next_time(visit: Visitors, server: Server) -> None:
    page = visit(server.url)
    page.get_by_role("button", name="Play with friends").click()
    name = page.get_by_label("Your name")
    expect(name).to_have_value("Player")
    name.fill("  Zoë  ")
    name.press("Enter")
    expect(name).to_have_value("Zoë")
    page.goto(server.url)
    page.get_by_role("button", name="Play with friends").click()
    expect(page.get_by_label("Your name")).to_have_value("Zoë")


def test_the_first_page_works_where_nothing_can_be_remembered(visit: Visitors, server: Server) -> None:
    blocked = """Object.defineProperty(window, "localStorage", {
      get() { throw new DOMException("blocked", "SecurityError"); } });"""
    page = visit(server.url, script=blocked)
    page.get_by_role("button", name="Play with friends").click()
    name = page.get_by_label("Your name")
    name.fill("Ana")
    name.press("Enter")
    expect(name).to_have_value("Ana")


def test_too_many_codes_are_told_at_the_field(start_server: Servers, visit: Visitors) -> None:
    page = visit(start_server().url, expected=[NOT_FOUND, "status of 429"])
    page.evaluate(
        "async (tries) => { for (let i = 0; i < tries; i += 1) await fetch('/api/rooms/22222222'); }", CODES_A_MINUTE
    )
    type_code(page, "33333333")
    expect(page.get_by_text("Too many codes tried. Wait a minute.")).to_be_visible()


def test_back_from_a_table_the_first_page_can_be_used_again(visit: Visitors, server: Server) -> None:
    page = visit(server.url)
    page.get_by_role("button", name="Play against bots").click()
    page.wait_for_url(ROOM)
    page.go_back()
    page.get_by_role("button", name="Play with friends").click()
    expect(page.get_by_role("heading", name="Invite your friends")).to_be_visible()


def test_without_script_the_pages_say_so_and_the_rules_still_read(visit: Visitors, server: Server) -> None:
    page = visit(server.url, java_script_enabled=False, expected=["/static/js/.* csp"])
    told = page.locator("noscript")
    expect(told).to_be_visible()
    assert told.text_content() == "The table needs JavaScript. The rules do not: read them here."
    told.locator("a").click()
    expect(page.get_by_role("heading", name="How to play")).to_be_visible()
    expect(page.get_by_role("img", name="Flip Three").first).to_be_visible()


def test_a_browser_without_cookies_is_told_before_it_has_a_seat_that_is_nobodys(
    visit: Visitors, server: Server
) -> None:
    page = visit(server.url, script=NO_COOKIES)
    page.get_by_role("button", name="Play against bots").click()
    expect(page.get_by_role("alert").filter(has_text="This browser keeps no cookies")).to_be_visible()
    room = new_room(server, "Ana", seats=3)
    page.goto(room.url)
    page.get_by_label("Your name").fill("Bo")
    page.get_by_role("button", name="Join table").click()
    expect(page.get_by_role("alert").filter(has_text="This browser keeps no cookies")).to_be_visible()
    expect(page.get_by_text("2 seats are free.")).to_be_visible()
