"""What holds for every screen of a room: the connection, the way back to a seat, and the small phone's height."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Request, WebSocketRoute, expect

from app.rooms.play import played_by_bot
from app.rooms.room import Room
from tests.browser.planting import Planter, new_room, sent_away
from tests.browser.table import Table, until
from tests.browser.visitors import PHONE, Visitors
from tests.server import Server

BANNER_MS = 5_000
LOST = "Connection lost. Reconnecting... Your seat is safe."
SMALL_PHONE = {**PHONE, "viewport": {"width": 320, "height": 568}}
MOST_SCROLL = 60
OVERFLOW = """() => {
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
  return [scrollHeight - clientHeight, scrollWidth - clientWidth];
}"""
MOST_BYTES, MOST_REQUESTS = 120 * 1024, 32
TAKE_BACK = "Take my seat back"
ROUND_OVER = "A* 5 =20 | B stayed 9 =30 | C busted 4 4; draw 7"
GAME_OVER = "A* 5 =196 | B stayed 9 =30 | C busted 4 4; draw 7"


def bot_plays_for_ana(room: Room) -> Room:
    return room.with_seat(0, played_by_bot(room.seats[0]))


def test_in_the_lobby_a_lost_connection_is_told(visit: Visitors, server: Server) -> None:
    room = new_room(server, "Ana")
    page = visit(server.url, cookie=room.cookies[0])
    sockets: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if len(sockets) == 1:
            socket.connect_to_server()

    page.route_web_socket(re.compile("/ws/"), connect)
    page.goto(room.url)
    expect(page.get_by_role("heading", name="Invite your friends")).to_be_visible()
    until(page, lambda: sockets)
    sockets[0].close()
    banner = Table(page).banner
    expect(banner).to_have_text(LOST, timeout=2 * BANNER_MS)
    expect(page.get_by_role("heading", name="Invite your friends")).to_be_visible()


def test_a_page_that_never_gets_an_answer_says_so(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 5 | B 9 | C 4; draw 7", people={0: "Ana", 1: "Bo"})
    page = visit(room.url.rpartition("/r/")[0], cookie=room.cookies[0])
    page.route_web_socket(re.compile("/ws/"), lambda socket: None)
    page.goto(room.url)
    table = Table(page)
    table.expect_own_turn()
    expect(table.banner).to_have_text(LOST, timeout=2 * BANNER_MS)
    expect(table.hit).to_have_attribute("aria-disabled", "true")


def test_whoever_was_removed_gets_no_table_and_is_told_if_even_that_cannot_be_had(
    visit: Visitors, planter: Planter
) -> None:
    room = planter.plant("A* 5 | B 9 | C 4; draw 7", people={0: "Ana", 1: "Bo"}, alter=sent_away)
    page = visit(room.url.rpartition("/r/")[0], cookie=room.cookies[1])
    page.route_web_socket(re.compile("/ws/"), lambda socket: None)
    page.goto(room.url)
    expect(page.get_by_role("heading", name="No connection to the table.")).to_be_visible(timeout=2 * BANNER_MS)
    assert page.locator("#welcome, game-table").count() == 0


def test_removed_the_tab_forgets_the_turn_and_no_dialog_stays(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A 5 | B* 9 | C 4; draw 7", people={0: "Ana", 1: "Bo"})
    ana, bo = (visit(room.url, cookie=room.cookies[seat]) for seat in (0, 1))
    expect(bo).to_have_title("Your turn - Flip 7 table")
    bo.get_by_role("button", name="Menu").click()
    bo.get_by_role("button", name="Leave the table").click()
    expect(bo.get_by_role("dialog", name="Leave the table?")).to_be_visible()
    ana.get_by_role("button", name="Menu").click()
    ana.get_by_role("button", name="Remove Bo").click()
    ana.get_by_role("dialog", name="Remove Bo?").get_by_role("button", name="Remove", exact=True).click()
    expect(bo.get_by_role("heading", name="The host removed you from this table.")).to_be_visible()
    expect(bo).to_have_title("Flip 7 table")
    expect(bo.get_by_role("dialog")).to_have_count(0)


def test_another_wish_answered_first_does_not_count_for_the_press_under_way(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 5 | B 9 | C 4; draw 7", people={0: "Ana"})
    page = visit(room.url.rpartition("/r/")[0], cookie=room.cookies[0])

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda text: None if '"hit"' in str(text) else server.send(text))

    page.route_web_socket(re.compile("/ws/"), connect)
    page.goto(room.url)
    table = Table(page)
    table.expect_own_turn()
    page.keyboard.press("h")
    expect(table.hit).to_have_class(re.compile("pressed"))
    page.get_by_role("button", name="Lucky!").click()
    expect(page.locator("seat-bubble").filter(visible=True)).to_have_text("Lucky!")
    expect(table.hit).to_have_class(re.compile("pressed"))


@pytest.mark.parametrize("cards", [ROUND_OVER, GAME_OVER])
def test_an_owner_takes_the_seat_back_whatever_is_shown(visit: Visitors, planter: Planter, cards: str) -> None:
    room = planter.plant(cards, "A stays", people={0: "Ana", 1: "Bo"}, alter=bot_plays_for_ana)
    page = visit(room.url, cookie=room.cookies[0])
    back = page.get_by_role("button", name=TAKE_BACK).filter(visible=True)
    back.click()
    expect(back).to_have_count(0)
    assert not planter.room(room).seats[0].away


def test_when_the_game_is_over_a_watcher_takes_a_bots_seat(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(GAME_OVER, "A stays", people={0: "Ana"}, alter=lambda room: replace(room, host=0))
    table = Table(visit(room.url))
    expect(table.over).to_be_visible()
    table.watching.get_by_label("Your name").fill("Dan")
    table.watching.get_by_role("button", name="Take Juniper").click()
    expect(table.watching).to_be_hidden()
    assert "Dan" in [seat.name for seat in planter.room(room).seats]


@pytest.mark.parametrize("seat", [0, None])
def test_a_small_phone_scrolls_a_little_and_never_sideways(visit: Visitors, planter: Planter, seat: int | None) -> None:
    hands = "A* 12 11 10 x2 +2 +4 +6 +8 +10 second_chance | B 9 | C 4 | D 3 | E 2 | F 1; draw 7"
    room = planter.plant(hands, people={0: "Ana"}, bots=("Juniper", "Rook", "Theo", "Sam", "Wilma"))
    table = Table(visit(room.url, cookie=None if seat is None else room.cookies[seat], **SMALL_PHONE))
    expect(table.watching if seat is None else table.own).to_be_visible()
    down, sideways = table.page.evaluate(OVERFLOW)
    assert down <= MOST_SCROLL
    assert sideways == 0


def test_a_link_that_cannot_be_copied_is_shown_marked(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 12 | B 9 | C 4; draw 8 5", people={0: "Ana"})
    script = "delete Navigator.prototype.clipboard; document.execCommand = () => false;"
    page = visit(room.url, cookie=room.cookies[0], script=script)
    page.get_by_role("button", name="Copy link").click()
    dialog = page.get_by_role("dialog", name="Link to this table")
    field = dialog.get_by_role("textbox")
    expect(field).to_be_focused()
    expect(field).to_have_value(room.url)
    assert field.evaluate("field => field.selectionEnd - field.selectionStart") == len(room.url)
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)


def test_a_table_opened_for_the_first_time_is_little_to_load(visit: Visitors, planter: Planter) -> None:
    """A request to another host fails every test of this folder."""
    room = planter.plant(ROUND_OVER, people={0: "Ana"})
    page = visit(room.url.replace(f"/r/{room.code}", "/robots.txt"), cookie=room.cookies[0])
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    loaded: list[Request] = []
    page.on("requestfinished", lambda request: loaded.append(request))
    page.goto(room.url, wait_until="networkidle")
    Table(page).expect_own_turn()
    sizes = [request.sizes() for request in loaded]
    assert 4 < len(loaded) < MOST_REQUESTS, "one more is the socket"
    assert 20_000 < sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes) <= MOST_BYTES
