"""A connection that breaks: the banner, the true state afterwards, no line told twice, and the seat that stays."""

import re
from dataclasses import replace

from playwright.sync_api import Page, WebSocketRoute, expect

from app.rooms.moments import In
from tests.browser.planting import Planted, Planter
from tests.browser.table import Table
from tests.browser.visitors import Visitors
from tests.server import Server, Servers

LOST = "Connection lost. Reconnecting... Your seat is safe."
BANNER_MS = 5_000
TRUE_STATE_MS = 3_000
"""The next attempt to connect may be a pause away."""
REFUSED = "ERR_CONNECTION_REFUSED|WebSocket connection"
REFRESHES, MANY_REFRESHES = 5, 100
"""As a rule, and with `--full`."""


class Cut:
    """The cable of one page: `cut` breaks what is open and whatever is tried, `mend` lets through what comes next."""

    def __init__(self, page: Page) -> None:
        self.silent = False
        self._is_cut = False
        self._open: list[WebSocketRoute] = []
        page.route_web_socket(re.compile("/ws/"), self._connect)

    def cut(self) -> None:
        self._is_cut = True
        for socket in self._open:
            socket.close()
        self._open.clear()

    def mend(self) -> None:
        self._is_cut = False

    def _connect(self, socket: WebSocketRoute) -> None:
        if self._is_cut:
            socket.close()
            return
        self._open.append(socket)
        server = socket.connect_to_server()
        socket.on_message(lambda message: None if self.silent else server.send(message))
        server.on_message(lambda message: None if self.silent else socket.send(message))


def sit(visit: Visitors, room: Planted) -> tuple[Table, Cut]:
    page = visit(room.url.rpartition("/r/")[0], cookie=room.cookies[0])
    cut = Cut(page)
    page.goto(room.url)
    expect(Table(page).own).to_be_visible()
    return Table(page), cut


def test_cut_off_the_page_says_so_and_catches_up_with_what_it_missed(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 5 | B 9 | C 4; draw 7 8 3 2 6 10", people={0: "Ana"})
    table, cut = sit(visit, room)
    table.page.keyboard.press("h")
    expect(table.own_numbers).to_have_count(2)
    planter.moves(room, "B hits")
    expect(table.numbers(2)).to_have_count(2)
    cut.cut()
    expect(table.banner).to_have_text(LOST, timeout=BANNER_MS)
    expect(table.page.locator("#alert")).to_have_text(LOST)
    expect(table.hit).to_have_attribute("aria-disabled", "true")
    expect(table.numbers(2)).to_have_count(2)
    planter.moves(room, "C hits", "A hits", "B stays")
    cut.mend()
    expect(table.banner).to_have_text("Back online.")
    expect(table.numbers(3)).to_have_count(2, timeout=TRUE_STATE_MS)
    expect(table.own_numbers).to_have_count(3)
    expect(table.badge(2, "Stayed")).to_be_visible()
    expect(table.banner).to_be_hidden()
    told = [
        "You drew 7.", "Rook drew 8.", "Juniper drew 3.", "You drew 2.", "Rook stayed on 17.",
    ]  # fmt: skip
    expect(table.told).to_have_text(told)
    table.page.reload()
    expect(table.told).to_have_text(told)


def test_a_break_too_short_to_notice_makes_no_noise(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 5 | B stayed 9 | C busted 4 4; draw 7 8", people={0: "Ana"})
    table, cut = sit(visit, room)
    table.page.evaluate("""() => {
      window.banners = [];
      const banner = document.querySelector("table-banner");
      new MutationObserver(() => banner.hidden || window.banners.push(banner.textContent))
        .observe(banner, { subtree: true, childList: true, attributes: true, characterData: true });
    }""")
    cut.cut()
    cut.mend()
    table.page.keyboard.press("h")
    expect(table.own_numbers).to_have_count(2)
    assert table.page.evaluate("window.banners") == []


def test_a_move_made_while_nobody_answers_is_made_once(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 5 | B stayed 9 | C busted 4 4; draw 7 8", people={0: "Ana"})
    table, cut = sit(visit, room)
    cut.silent = True
    table.page.keyboard.press("h")
    expect(table.hit).to_contain_text("Still sending...")
    cut.cut()
    cut.silent = False
    expect(table.banner).to_have_text(LOST, timeout=BANNER_MS)
    cut.mend()
    expect(table.own_numbers).to_have_count(2)
    expect(table.told).to_have_text(["You drew 7."])
    assert len(planter.room(room).game.draw_pile) == 94 - 5


def test_no_answer_counts_as_a_break(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 5 | B stayed 9 | C busted 4 4; draw 7 8", people={0: "Ana"})
    table, cut = sit(visit, room)
    cut.silent = True
    table.page.keyboard.press("s")
    expect(table.banner).to_have_text(LOST)
    cut.silent = False
    expect(table.sheet.get_by_role("heading", level=1)).to_have_text("Round 1 scores")


def test_a_refresh_keeps_the_seat_and_the_log_every_time(visit: Visitors, planter: Planter, full: bool) -> None:
    room = planter.plant("A* 5 | B 9 | C 4; draw 7 8 3 2", "A hits", "B hits", people={0: "Ana"})
    page = visit(room.url, cookie=room.cookies[0])
    table, line = Table(page), visit.line(page)
    for _ in range(MANY_REFRESHES if full else REFRESHES):
        expect(table.told).to_have_text(["You drew 7.", "Rook drew 8."])
        expect(table.own_numbers).to_have_count(2)
        assert line.seat == 0
        page.reload()
    assert not line.happened("away")


def test_a_page_older_than_the_table_is_put_right_by_the_socket(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 5 | B 9 | C 4; draw 7 8 3 2", "A hits", people={0: "Ana"})
    page = visit(room.url.rpartition("/r/")[0], cookie=room.cookies[0])
    table, cut = Table(page), Cut(page)
    cut.cut()
    page.goto(room.url)
    expect(table.told).to_have_text(["You drew 7."])
    expect(table.numbers(2)).to_have_count(1)
    planter.moves(room, "B hits", "C hits", "A stays")
    cut.mend()
    expect(table.told).to_have_text(["You drew 7.", "Rook drew 8.", "Juniper drew 3.", "You stayed on 12."])
    expect(table.numbers(2)).to_have_count(2)
    expect(table.numbers(3)).to_have_count(2)


def test_the_server_dies_in_the_middle_of_a_turn_and_nothing_is_lost(start_server: Servers, visit: Visitors) -> None:
    server: Server = start_server(bot_delay_ms=3_600_000)
    planter = Planter(server)
    room = planter.plant("A* 5 =20 | B stayed 9 | C stayed 4; draw 7 8", people={0: "Ana", 1: "Bo"})
    page = visit(room.url, cookie=room.cookies[0], expected=[REFUSED])
    table, line = Table(page), visit.line(page)
    table.expect_own_turn()
    page.keyboard.press("h")
    expect(table.own_numbers).to_have_count(2)
    before = line.view
    server.kill()
    expect(table.banner).to_have_text(LOST, timeout=BANNER_MS)
    server.start()
    expect(table.banner).to_have_text("Back online.")
    table.expect_own_turn()
    assert line.view == before
    page.keyboard.press("h")
    expect(table.own_numbers).to_have_text([re.compile("5"), re.compile("7"), re.compile("8")])
    expect(table.told).to_have_text(["You drew 7.", "You drew 8."])


def test_the_table_is_told_before_the_room_ends_and_when(visit: Visitors, planter: Planter) -> None:
    def ends_in(seconds: int) -> Planted:
        return planter.plant(
            "A* 5 | B 9 | C 4", people={0: "Ana"}, alter=lambda room: replace(room, expires_at=In(seconds * 1000))
        )

    room = ends_in(300)
    expect(Table(visit(room.url, cookie=room.cookies[0])).banner).to_have_text("This room closes in 5 minutes.")
    room = ends_in(3)
    page = visit(room.url, cookie=room.cookies[0])
    expect(page.get_by_role("heading", name="This room has closed.")).to_be_visible()
    page.get_by_role("link", name="New table").click()
    expect(page.get_by_role("button", name="Play with friends")).to_be_visible()
