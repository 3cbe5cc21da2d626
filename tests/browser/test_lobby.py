"""The lobby: joining by the link, names, seats, bots, the host's right and its passing on, and who stays outside."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.planting import new_room
from tests.browser.table import Table, be_slow
from tests.browser.visitors import PHONE, Visitors
from tests.server import Server

CONFLICT = "status of 409"


def row(page: Page, number: int) -> Locator:
    """A seat of the lobby, from 1."""
    return page.locator("lobby-seats").get_by_role("listitem").nth(number - 1)


def press(page: Page, name: str) -> None:
    """By the keyboard: a pointer that is too quick for a button that has just come is ignored."""
    page.get_by_role("button", name=name).press("Enter")


def start_button(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^Start"))


def join(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join table").click()


def test_by_the_link_one_field_and_one_press_lead_to_a_seat(visit: Visitors, server: Server) -> None:
    room = new_room(server, "Ana", seats=4, bots=1)
    host = visit(room.url, cookie=room.cookies[0])
    guest = visit(room.url)
    there = guest.get_by_role("list", name="At the table")
    expect(there.get_by_role("listitem")).to_have_text(["Ana", re.compile("^Rook")])
    expect(guest.get_by_text("2 seats are free.")).to_be_visible()
    join(guest, "Bo")
    expect(row(guest, 3).get_by_label("Your name")).to_have_value("Bo")
    expect(row(host, 3)).to_contain_text("BoHere")
    expect(row(guest, 1)).to_contain_text("AnaHostHere")
    expect(start_button(guest)).to_be_hidden()
    expect(guest.get_by_text("Ana starts the game.")).to_be_visible()


def test_a_name_that_is_taken_or_cannot_be_is_told_at_the_field(visit: Visitors, server: Server) -> None:
    room = new_room(server, "Maya", seats=3)
    guest = visit(room.url, expected=[CONFLICT, "status of 400"])
    field = guest.get_by_label("Your name")
    join(guest, "maya")
    expect(field).to_have_accessible_description("maya is taken. Try maya 2.")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    join(guest, "\u200b")
    expect(field).to_have_accessible_description("Use 1 to 16 visible characters.")
    join(guest, "MAYA")
    guest.get_by_role("button", name="Use MAYA 2").click()
    expect(field).to_have_value("MAYA 2")
    guest.get_by_role("button", name="Join table").click()
    own = row(guest, 2).get_by_label("Your name")
    expect(own).to_have_value("MAYA 2")
    own.fill("Maya")
    own.press("Enter")
    expect(own).to_have_accessible_description("Maya is taken. Try Maya 2.")
    own.press("Escape")
    expect(own).to_have_value("MAYA 2")


def test_the_host_seats_bots_and_the_start_fills_the_rest(visit: Visitors, server: Server) -> None:
    room = new_room(server, "Ana", seats=4)
    host = visit(room.url, cookie=room.cookies[0])
    line = visit.line(host)
    expect(start_button(host)).to_have_text("Start with 3 bots")
    be_slow(host)
    host.get_by_role("button", name="Add bot to seat 3").dblclick()
    expect(row(host, 3)).to_contain_text("Rook")
    press(host, "Remove Rook")
    expect(row(host, 3)).to_contain_text("Open seat")
    host.get_by_role("radio", name="6", exact=True).check()
    expect(start_button(host)).to_have_text("Start with 5 bots")
    host.get_by_role("radio", name="3", exact=True).check()
    start_button(host).click()
    expect(Table(host).own).to_be_visible()
    assert [seat["kind"] for seat in line.view["seats"]] == ["human", "bot", "bot"]
    assert len(line.happened("joined", kind="bot")) == 1 + 2
    assert line.wishes("remove") and len(line.wishes("add_bot")) == 1


def test_everybody_sees_the_options_and_only_the_host_sets_them(visit: Visitors, server: Server) -> None:
    room = new_room(server, "Ana", seats=4)
    host = visit(room.url, cookie=room.cookies[0])
    guest = visit(room.url)
    join(guest, "Bo")
    expect(guest.get_by_role("radio", name="75 s")).to_be_checked()
    expect(guest.get_by_role("radio", name="No timer")).to_be_disabled()
    expect(host.get_by_text("Turns have 75 s.")).to_be_visible()
    host.get_by_role("radio", name="No timer").check()
    host.get_by_role("switch", name="Fast bots").check()
    host.get_by_role("switch", name="Extra time").uncheck()
    expect(guest.get_by_role("radio", name="No timer")).to_be_checked()
    expect(guest.get_by_role("switch", name="Fast bots")).to_be_checked()
    expect(guest.get_by_role("switch", name="Extra time")).not_to_be_checked()
    expect(guest.get_by_role("switch", name="Late friends may take bot seats")).to_be_checked()
    expect(guest.get_by_role("status").get_by_text("Turns have no timer.")).to_be_visible()


def test_a_full_table_can_be_watched(visit: Visitors, server: Server) -> None:
    room = new_room(server, "Ana", seats=3, bots=2)
    host = visit(room.url, cookie=room.cookies[0])
    guest = visit(room.url)
    expect(guest.get_by_text("All seats are taken. You can watch")).to_be_visible()
    expect(guest.get_by_role("button", name="Join table")).to_be_hidden()
    start_button(host).click()
    table = Table(guest)
    expect(table.seat(1)).to_contain_text("Ana")
    expect(table.watching).to_contain_text("You are watching. Take over a bot from the next round?")
    expect(table.hit).to_be_hidden()


def test_a_seat_taken_by_a_faster_one_is_told(visit: Visitors, server: Server) -> None:
    room = new_room(server, "Ana", seats=3, bots=1)
    slow, fast = visit(room.url, expected=[CONFLICT]), visit(room.url)
    expect(slow.get_by_role("button", name="Join table")).to_be_visible()
    with slow.expect_request("**/join") as asked:
        slow.route("**/join", lambda route: (join(fast, "Fay"), route.continue_()))
        join(slow, "Sam")
    assert asked.value.response().status == 409
    expect(slow.get_by_text("All seats are taken. You can watch").first).to_be_visible()


def test_who_is_removed_is_told_and_stays_out(visit: Visitors, server: Server) -> None:
    room = new_room(server, "Ana", seats=3)
    host = visit(room.url, cookie=room.cookies[0])
    guest = visit(room.url)
    join(guest, "Bo")
    press(host, "Remove Bo")
    question = host.get_by_role("dialog", name="Remove Bo from this table?")
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_be_hidden()
    expect(row(guest, 2).get_by_label("Your name")).to_have_value("Bo")
    press(host, "Remove Bo")
    question.get_by_role("button", name="Remove Bo").click()
    told = guest.get_by_role("heading", name="The host removed you from this table.")
    expect(told).to_be_visible()
    expect(row(host, 2)).to_contain_text("Open seat")
    guest.reload()
    expect(told).to_be_visible()
    guest.get_by_role("link", name="New table").click()
    expect(guest.get_by_role("button", name="Play with friends")).to_be_visible()


def test_when_the_host_leaves_somebody_else_can_start(visit: Visitors, server: Server) -> None:
    room = new_room(server, "Ana", seats=3)
    host = visit(room.url, cookie=room.cookies[0])
    guest = visit(room.url)
    join(guest, "Bo")
    expect(row(host, 2)).to_contain_text("Bo")
    host.get_by_role("button", name="Leave the table").click()
    expect(host.get_by_role("button", name="Join table")).to_be_visible()
    expect(row(guest, 2)).to_contain_text("Host")
    expect(row(guest, 1)).to_contain_text("Open seat")
    start_button(guest).click()
    expect(Table(guest).own).to_be_visible()
    expect(Table(host).watching).to_be_visible()


def test_a_refresh_keeps_the_seat_and_what_others_see(visit: Visitors, server: Server) -> None:
    room = new_room(server, "Ana", seats=3)
    host = visit(room.url, cookie=room.cookies[0])
    guest = visit(room.url)
    join(guest, "Bo")
    expect(row(host, 2)).to_contain_text("BoHere")
    for _ in range(3):
        guest.reload()
        expect(row(guest, 2).get_by_label("Your name")).to_have_value("Bo")
    assert not visit.line(host).happened("away")
    guest.goto(room.url.replace(room.code, f"{room.code[:4]}-{room.code[4:]}".lower()))
    expect(row(guest, 2).get_by_label("Your name")).to_have_value("Bo")


def test_typing_a_name_is_not_disturbed_by_others(visit: Visitors, server: Server) -> None:
    room = new_room(server, "Ana", seats=4)
    host = visit(room.url, cookie=room.cookies[0])
    name = host.get_by_label("Your name")
    name.fill("Anab")
    name.press_sequentially("el")
    guest = visit(room.url)
    join(guest, "Bo")
    expect(row(host, 2)).to_contain_text("Bo")
    expect(name).to_be_focused()
    expect(name).to_have_value("Anabel")
    name.press("Enter")
    expect(row(guest, 1)).to_contain_text("Anabel")


def test_the_host_picks_whom_to_play_against_by_character(visit: Visitors, server: Server) -> None:
    room = new_room(server, "Ana", seats=4, bots=1)
    page = visit(room.url, cookie=room.cookies[0])
    expect(row(page, 2)).to_contain_text(re.compile("Steady . normal: banks at 25 to 28"))
    page.get_by_label("Bot for seat 3").select_option("shark")
    press(page, "Add bot to seat 3")
    expect(row(page, 3)).to_contain_text(re.compile("Shark . expert: plays to win the game"))
    expect(page.get_by_label("Bot for seat 4")).to_have_value("steady")
    page.reload()
    expect(page.get_by_label("Bot for seat 4")).to_have_value("shark")
    odds = page.get_by_role("switch", name="Odds helper")
    expect(odds).to_be_checked()
    odds.press("Space")
    expect(odds).not_to_be_checked()
    other = visit(room.url)
    join(other, "Bo")
    expect(other.get_by_role("switch", name="Odds helper")).not_to_be_checked()


def test_what_is_set_in_one_breath_all_counts(visit: Visitors, server: Server) -> None:
    """Nothing that is asked for before the server has answered undoes what was asked for just before."""
    room = new_room(server, "Ana", seats=4)
    page = visit(room.url, cookie=room.cookies[0])
    expect(page.get_by_role("radio", name="Five rounds")).to_be_visible()
    page.evaluate("""() => {
      document.querySelector("[name=preset][value=five_rounds]").click();
      for (const box of document.querySelectorAll("lobby-options [role=switch]")) box.click();
    }""")
    line = visit.line(page)
    line.until(lambda: len(line.happened("settings")) == 5)
    rules = line.view["rules"]
    assert rules["preset"] == "five_rounds" and rules["length"] == "rounds"
    assert [rules[name] for name in ("more_time", "odds", "late_take_over", "pace")] == [False, False, False, "fast"]
    expect(page.get_by_role("radio", name="Five rounds")).to_be_checked()


def test_a_long_lobby_shows_open_seats_one_by_one_or_all(visit: Visitors, server: Server) -> None:
    room = new_room(server, "Ana", seats=36)
    host = visit(room.url, cookie=room.cookies[0], **PHONE)
    seats = host.locator(".seats > li:visible")
    expect(seats).to_have_count(2)
    picker = host.locator(".picker")
    assert picker.first.evaluate("({ firstChild: face, clientWidth }) => face.scrollWidth <= clientWidth")
    expect(picker.first).to_contain_text("Steady")
    host.get_by_label("Bot for seat 2", exact=True).select_option("gambler")
    expect(picker.first).to_contain_text("Gambler")
    be_slow(host)
    host.get_by_role("button", name="Add bot to seat 2", exact=True).click()
    expect(row(host, 2)).to_contain_text("Rook")
    expect(seats).to_have_count(3)
    host.get_by_role("button", name="Show 33 more open seats").click()
    expect(seats).to_have_count(36)
    expect(host.get_by_label("Bot for seat 4", exact=True)).to_be_focused()
    guest = visit(room.url)
    join(guest, "Bo")
    expect(guest.locator(".seats > li:visible")).to_have_count(4)


def test_a_row_that_somebody_is_at_is_not_folded_away(visit: Visitors, server: Server) -> None:
    room = new_room(server, "Ana", seats=36)
    host = visit(room.url, cookie=room.cookies[0])
    guest = visit(room.url)
    join(guest, "Bo")
    choice = host.get_by_label("Bot for seat 3", exact=True)
    choice.focus()
    guest.get_by_role("button", name="Leave").press("Enter")
    expect(row(host, 2)).to_contain_text("Open seat")
    expect(choice).to_be_focused()
    expect(host.locator(".seats > li:visible")).to_have_count(3)
