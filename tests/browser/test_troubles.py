"""Troubles that are no break of the connection: a slow one, a server that waits, has changed, or fails."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from app.rooms.stored import SCHEMA
from tests.browser.planting import Planted, Planter, new_room
from tests.browser.table import Table, until
from tests.browser.visitors import PHONE, Visitors
from tests.server import Server

SHIFTED_CLOCK = "const now = Date.now; window.shift = 0; Date.now = () => now() + window.shift;"
SLOW_MS = 2_500
UNAVAILABLE = "status of 503"


class Door:
    """What the server says to one page passes here; `change` may alter a frame, or keep it by None."""

    def __init__(self, page: Page) -> None:
        self.change: Callable[[dict[str, object]], dict[str, object] | None] = lambda frame: frame
        self.kept: list[str] = []
        self.socket: WebSocketRoute | None = None
        page.route_web_socket(re.compile("/ws/"), self._connect)

    def release(self) -> None:
        """Hand on what was kept."""
        assert self.socket is not None
        for text in self.kept:
            self.socket.send(text)
        self.kept.clear()

    def _connect(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        server = socket.connect_to_server()
        server.on_message(self._pass)

    def _pass(self, text: str | bytes) -> None:
        assert isinstance(text, str) and self.socket is not None
        frame = self.change(json.loads(text))
        if frame is None:
            self.kept.append(text)
        else:
            self.socket.send(json.dumps(frame))


def sit(visit: Visitors, room: Planted, **how: Any) -> tuple[Table, Door]:
    """Somebody at the room's address, not there yet."""
    page = visit(room.url.rpartition("/r/")[0], cookie=room.cookies[0], script=SHIFTED_CLOCK, **how)
    return Table(page), Door(page)


def test_a_slow_connection_is_told_in_the_header_and_the_menu_until_it_is_fast(
    visit: Visitors, planter: Planter
) -> None:
    room = planter.plant("A* 5 | B 9 | C 4; draw 7", people={0: "Ana"})
    table, door = sit(visit, room)
    page = table.page
    door.change = lambda frame: None if frame["type"] == "pong" else frame
    page.goto(room.url)
    table.expect_own_turn()
    until(page, lambda: door.kept)
    page.evaluate(f"window.shift = {SLOW_MS}")
    door.change = lambda frame: frame
    door.release()
    slow = page.locator("table-header").get_by_role("img", name="Slow connection")
    expect(slow).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    told = page.get_by_role("dialog", name="Menu").get_by_text("Slow connection")
    expect(told).to_be_visible()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(told).to_be_hidden()
    expect(slow).to_be_hidden()


def test_a_new_version_is_told_once_the_own_decision_is_made(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 5 | B 9 | C 4; draw 7", people={0: "Ana"})
    table, door = sit(visit, room)
    page = table.page
    page.goto(room.url)
    table.expect_own_turn()
    until(page, lambda: door.socket)
    door.change = lambda frame: {**frame, "build": "the next one"} if frame["type"] == "welcome" else frame
    assert door.socket is not None
    door.socket.close()
    table.expect_own_turn()
    expect(table.banner).to_be_hidden()
    page.keyboard.press("h")
    expect(table.own_numbers).to_have_count(2)
    expect(table.banner).to_have_text("The table was updated.")
    door.change = lambda frame: frame  # the page comes from the version its socket speaks to
    page.get_by_role("button", name="Reload").click()
    expect(table.own_numbers).to_have_count(2)
    expect(table.banner).to_be_hidden()


def test_until_the_table_is_there_card_backs_say_that_it_comes(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 5 | B 9 | C 4; draw 7", people={0: "Ana"})
    table, _ = sit(visit, room, **PHONE)
    page = table.page
    held: list[Route] = []
    page.route("**/js/main.js", lambda route: held.append(route))
    page.goto(room.url, wait_until="commit")
    expect(page.get_by_role("heading", name="Setting the table…")).to_be_visible()
    expect(page.locator(".fan > .back")).to_have_count(5)
    held[0].continue_()
    table.expect_own_turn()


def test_the_table_comes_with_the_page_and_does_not_wait_for_the_socket(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 5 | B 9 | C 4; draw 7 8", "A hits", people={0: "Ana", 1: "Bo"})
    table, door = sit(visit, room)
    page = table.page
    door.change = lambda frame: None
    page.goto(room.url)
    expect(table.own_numbers).to_have_count(2)
    expect(table.told).to_have_text(["You drew 7."])
    planter.moves(room, "B hits")
    expect(table.numbers(2)).to_have_count(1)
    door.change = lambda frame: frame
    door.release()
    expect(table.told).to_have_text(["You drew 7.", "Bo drew 8."])


def test_the_record_is_read_once_however_late_it_comes(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 5 | B 9 | C 4; draw 7 8", "A hits", people={0: "Ana", 1: "Bo"})
    page = visit(room.url.rpartition("/r/")[0], cookie=room.cookies[0])
    table = Table(page)
    held: list[Route] = []
    page.route("**/log", lambda route: held.append(route))
    page.goto(room.url)
    expect(table.own_numbers).to_have_count(2)
    planter.moves(room, "B hits")
    expect(table.numbers(2)).to_have_count(2)
    assert len(held) == 1
    held[0].continue_()
    expect(table.told).to_have_text(["You drew 7.", "Bo drew 8."])


def test_a_room_that_this_server_cannot_read_gives_a_page_that_leads_back(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 5 | B 9 | C 4; draw 7", people={0: "Ana"})
    planter.set_schema(room, SCHEMA + 1)
    page = visit(room.url, cookie=room.cookies[0], expected=[UNAVAILABLE])
    expect(page.get_by_role("heading", name="Something broke on our side.")).to_be_visible()
    expect(page.get_by_text("Your seat is kept; try again.")).to_be_visible()
    planter.set_schema(room, SCHEMA)
    page.get_by_role("link", name="Try again").click()
    Table(page).expect_own_turn()


def test_a_server_that_fails_is_told_where_one_asked_and_asked_again(visit: Visitors, server: Server) -> None:
    failing = {"status": 503, "json": {"error": "unavailable", "message": "The table cannot be reached."}}
    broke = "Something broke on our side. Try again."
    page = visit(server.url, expected=[UNAVAILABLE])
    page.route("**/api/rooms", lambda route: route.fulfill(**failing))
    page.get_by_role("button", name="Play against bots").click()
    expect(page.locator("#start-problem")).to_have_text(broke)
    page.unroute_all()
    room = new_room(server, "Ana")
    page.goto(room.url)
    page.route("**/join", lambda route: route.fulfill(**failing))
    page.get_by_label("Your name").fill("Bo")
    page.get_by_role("button", name="Join table").click()
    expect(page.get_by_label("Your name")).to_have_accessible_description(broke)
    page.unroute_all()
    page.get_by_role("button", name="Join table").click()
    expect(page.get_by_role("heading", name="Invite your friends")).to_be_visible()
