"""Every screen there is, each with the way to it: for the checks that have to hold wherever somebody is."""

import re
import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from app.rooms.events import Started
from app.rooms.moments import In
from app.rooms.play import played_by_bot
from app.rooms.stored import SCHEMA
from tests.browser.planting import Planted, Planter, new_room, sent_away
from tests.browser.table import Table, until
from tests.browser.visitors import Visitors
from tests.server import Server

LONG = "Wolfeschlegelste"
CLOWNS = "\U0001f0cf" * 16
SIX = (
    "A* 12 9 8 5 3 1 +4 +8 x2 second_chance =188 | B 10 2 7 =147 | C frozen 9 7 6 4 +2 (freeze flip_three) =131 | "
    "D stayed 6 11 +6 =96 | E busted 4 10 4 =112 | F 5 +10 second_chance =155; dealer B; round 4"
)
PEOPLE = {0: "Ana", 1: LONG, 4: CLOWNS}
HALTED = "; agenda flip_three B left 1 shown freeze second_chance aside freeze, target B second_chance"
BETWEEN = (
    "A* 12 9 8 5 3 1 +4 x2 =20 | B stayed 10 2 7 =47 | C frozen 9 7 6 +2 (freeze) =31 | D stayed 6 11 =96; "
    "round 3; scores 0 47 20 40 / 20 0 11 56"
)
OUT = ("stayed 6 11", "busted 4 10 4", "frozen 9 7 (freeze)")
SMALL = "A* 12 8 +4 =20 | B 9 2 =31 | C 7 =44; draw 5 6"

NO_HINTS = """if (location.protocol !== "about:")
  localStorage.setItem("f7.hints", "duplicate next freeze flip_three second_chance score");"""
SHIFTED_CLOCK = "const now = Date.now; window.shift = 0; Date.now = () => now() + window.shift;"
BACK_ONLINE_STAYS = """const later = setTimeout;
  window.setTimeout = (task, ms, ...rest) => ms === 2000 ? 0 : later(task, ms, ...rest);"""
SLOW_MS = 2_500


@dataclass(frozen=True)
class Guide:
    """Leads somebody to a screen; `how` are options of the browser."""

    visit: Visitors
    server: Server
    planter: Planter
    how: Mapping[str, Any]

    def open(self, url: str, *, script: str = "", **how: Any) -> Page:
        """A page of somebody who has had all hints."""
        return self.visit(url, script=NO_HINTS + script, **self.how, **how)

    def sit(self, room: Planted, *, script: str = "", seat: int = 0) -> Table:
        """Somebody's table, once it is there."""
        page = self.open(room.url, cookie=room.cookies[seat], script=script)
        expect(page.locator("game-table")).to_be_visible()
        return Table(page)

    def table(self, cards: str, *moves: str, **planted: Any) -> Table:
        """The table of the first seat, where these cards lie."""
        return self.sit(self.planter.plant(cards, *moves, **{"people": PEOPLE, **planted}))

    def behind(self, connect: Callable[[WebSocketRoute], None], *, script: str = "") -> Table:
        """A small table whose socket is in the hands of `connect`, not waited for."""
        room = self.planter.plant(SMALL, people={0: "Ana"})
        page = self.open(self.server.url, cookie=room.cookies[0], script=script)
        page.route_web_socket(re.compile("/ws/"), connect)
        page.goto(room.url)
        return Table(page)


def home(guide: Guide) -> Page:
    page = guide.open(guide.server.url)
    expect(page.get_by_role("button", name="Play against bots")).to_be_visible()
    return page


def rules(guide: Guide) -> Page:
    page = guide.open(f"{guide.server.url}/rules")
    expect(page.get_by_role("heading", level=1, name="How to play")).to_be_visible()
    return page


def lobby(guide: Guide) -> Page:
    room = new_room(guide.server, LONG, seats=6, bots=2)
    page = guide.open(room.url, cookie=room.cookies[0])
    expect(page.get_by_role("heading", name="Invite your friends")).to_be_visible()
    return page


def join(guide: Guide) -> Page:
    page = guide.open(new_room(guide.server, LONG, seats=6, bots=2).url, expected=["status of 409"])
    expect(page.get_by_role("heading", level=1, name="Join the table")).to_be_visible()
    return page


def name_taken(guide: Guide) -> Page:
    page = join(guide)
    page.get_by_label("Your name").fill(LONG)
    page.get_by_role("button", name="Join table").click()
    expect(page.get_by_text(f"{LONG} is taken.")).to_be_visible()
    return page


def room_full(guide: Guide) -> Page:
    page = guide.open(new_room(guide.server, "Ana", seats=3, bots=2).url)
    expect(page.get_by_text("All seats are taken. You can watch")).to_be_visible()
    return page


def own_turn(guide: Guide) -> Page:
    table = guide.table(SIX)
    table.expect_own_turn()
    return table.page


def little_time(guide: Guide) -> Page:
    room = guide.planter.plant(SIX, people=PEOPLE)
    guide.planter.leave_seconds(room, 19)
    table = guide.sit(room)
    expect(table.own.get_by_role("button", name="60 seconds more")).to_be_visible()
    return table.page


def waiting(guide: Guide) -> Page:
    table = guide.table(SIX.replace("A*", "A").replace("B 10", "B* 10"))
    expect(table.hit).to_contain_text("after")
    return table.page


def watching(guide: Guide) -> Page:
    page = guide.open(guide.planter.plant(SIX, people=PEOPLE).url)
    expect(Table(page).watching).to_be_visible()
    return page


def house_rules(guide: Guide) -> Page:
    page = lobby(guide)
    page.get_by_role("radio", name="Tracker rules").check()
    page.get_by_text("Details").click()
    expect(page.get_by_role("switch", name="Second Chance banks")).to_be_checked()
    return page


def hands(seats: int) -> str:
    """Ana's question whom to freeze; seat 3, 6, 9 and so on are out of the round."""
    cards = [OUT[seat // 3 % 3] if seat % 3 == 2 else f"{8 + seat % 5}" for seat in range(seats)]
    turns = " | ".join(
        f"{letter}{'*' * (not seat)} {cards[seat]}" for seat, letter in enumerate(string.ascii_uppercase[:seats])
    )
    return f"{turns}; agenda target A freeze; draw 1 2 3"


def big_table(guide: Guide) -> Page:
    table = guide.sit(guide.planter.plant(hands(18), people={0: "Ana"}))
    expect(table.question).to_be_visible()
    return table.page


def challenge(guide: Guide) -> Page:
    table = guide.table("A* 12 8 =40; round 2; scores 40", people={0: "Ana"}, rules={"preset": "challenge"})
    expect(table.page.locator("draw-pile")).to_be_visible()
    return table.page


def attempts(guide: Guide) -> Page:
    cards = "A* 12 8 =140; round 5; scores 40 / 0 / 50 / 50"
    room = guide.planter.plant(cards, people={0: "Ana"}, rules={"preset": "challenge"})
    guide.planter.alter(room, lambda room: replace(room, games=1), Started(1, 0))
    guide.planter.moves(room, "A stays")
    page = guide.sit(room).page
    expect(page.locator("own-attempts")).to_be_visible()
    return page


def question(card: str) -> Callable[[Guide], Page]:
    """The way to being asked who gets a card."""

    def asked(guide: Guide) -> Page:
        table = guide.table(f"{SIX}; agenda target A {card}")
        expect(table.question).to_be_visible()
        return table.page

    return asked


def chosen(guide: Guide) -> Page:
    page = question("freeze")(guide)
    page.keyboard.press("2")
    expect(Table(page).hit).to_contain_text(f"Freeze {LONG}")
    return page


def flip_three(guide: Guide) -> Page:
    table = guide.table(SIX.replace(" x2 second_chance =188", " =188") + HALTED)
    expect(table.tray).to_be_visible()
    return table.page


def bust(guide: Guide) -> Page:
    table = guide.table("A* 12 8 =20 | B 9 2 =31 | C 7 =44; draw 8", "A hits", people={0: "Ana", 1: "Bo"})
    expect(table.own_badge).to_have_text("Bust")
    return table.page


def doubled(guide: Guide) -> Page:
    table = guide.table(SMALL.replace("draw 5", "draw x2"), "A hits")
    expect(table.page.locator("last-event, game-log").filter(visible=True)).to_contain_text("drew \u00d72")
    return table.page


def away(guide: Guide) -> Page:
    table = guide.table(
        SMALL, people={0: "Ana", 1: "Bo"}, alter=lambda room: room.with_seat(0, played_by_bot(room.seats[0]))
    )
    expect(table.page.get_by_role("button", name="Take my seat back")).to_be_visible()
    return table.page


def scores(guide: Guide) -> Page:
    table = guide.table(BETWEEN, "A stays", people={0: "Ana", 1: LONG})
    expect(table.sheet).to_be_visible()
    return table.page


def game_over(guide: Guide) -> Page:
    table = guide.table(BETWEEN.replace("=20", "=190"), "A stays", people={0: "Ana", 1: LONG})
    expect(table.over).to_be_visible()
    return table.page


def hint(guide: Guide) -> Page:
    room = guide.planter.plant(SIX.replace(" second_chance =188", " =188"), people=PEOPLE)
    page = guide.visit(room.url, cookie=room.cookies[0], **guide.how)
    expect(page.locator(".play first-hint.open")).to_be_visible()
    return page


def hint_at_scores(guide: Guide) -> Page:
    room = guide.planter.plant(BETWEEN, "A stays", people={0: "Ana", 1: LONG})
    page = guide.visit(room.url, cookie=room.cookies[0], **guide.how)
    expect(page.locator("score-sheet first-hint.open")).to_be_visible()
    return page


def odds(guide: Guide) -> Page:
    page = own_turn(guide)
    page.keyboard.press("o")
    panel = page.locator("odds-panel")
    panel.get_by_text("Cards nobody has seen").click()
    expect(panel.locator(".counter li").first).to_be_visible()
    return page


def drawer(guide: Guide) -> Page:
    page = guide.table(SMALL, "A hits", "B hits").page
    page.set_viewport_size({"width": 360, "height": 640})
    page.keyboard.press("l")
    expect(Table(page).log).to_be_focused()
    return page


def opened(page: Page, name: str) -> Locator:
    """The menu's dialog, or one that is opened from it."""
    page.get_by_role("button", name="Menu").click()
    if name != "Menu":
        page.get_by_role("dialog", name="Menu").get_by_role("button", name=name).click()
    return page.get_by_role("dialog", name=name)


def menu(guide: Guide) -> Page:
    page = guide.table(SIX).page
    expect(opened(page, "Menu")).to_be_visible()
    return page


def rules_dialog(guide: Guide) -> Page:
    page = guide.table(SIX).page
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Rules and keys").get_by_role("heading", name="A turn")).to_be_visible()
    return page


def settings(guide: Guide) -> Page:
    page = guide.table(SIX).page
    expect(opened(page, "Settings")).to_be_visible()
    return page


def notices_blocked(guide: Guide) -> Page:
    page = settings(guide)
    page.get_by_role("switch", name="Notify me on my turn").click()
    expect(page.get_by_text("Your browser blocks notifications for this site.").filter(visible=True)).to_be_visible()
    return page


def question_to_the_player(guide: Guide) -> Page:
    page = guide.table(SIX).page
    opened(page, "Leave the table")
    expect(page.get_by_role("dialog", name="Leave the table?")).to_be_visible()
    return page


def setting_the_table(guide: Guide) -> Page:
    room = guide.planter.plant(SMALL, people={0: "Ana"})
    page = guide.open(guide.server.url, cookie=room.cookies[0])
    page.route("**/js/main.js", lambda route: None)
    page.goto(room.url, wait_until="commit")
    expect(page.get_by_role("heading", name="Setting the table…")).to_be_visible()
    return page


def no_answer(guide: Guide) -> Page:
    room = guide.planter.plant(SMALL, people={0: "Ana", 1: "Bo"}, alter=sent_away)
    page = guide.open(guide.server.url, cookie=room.cookies[1])
    page.route_web_socket(re.compile("/ws/"), lambda socket: None)
    page.goto(room.url)
    expect(page.get_by_role("heading", name="No connection to the table.")).to_be_visible()
    return page


def connection_lost(guide: Guide) -> Page:
    sockets: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if len(sockets) == 1:
            socket.connect_to_server()

    table = guide.behind(connect)
    table.expect_own_turn()
    until(table.page, lambda: sockets)
    sockets[0].close()
    expect(table.banner).to_have_text("Connection lost. Reconnecting... Your seat is safe.")
    return table.page


def back_online(guide: Guide) -> Page:
    sockets: list[WebSocketRoute] = []
    mended: list[bool] = []

    def connect(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if len(sockets) == 1 or mended:
            socket.connect_to_server()

    table = guide.behind(connect, script=BACK_ONLINE_STAYS)
    table.expect_own_turn()
    until(table.page, lambda: sockets)
    sockets[0].close()
    expect(table.banner).to_contain_text("Connection lost")
    mended.append(True)
    for socket in sockets[1:]:
        socket.close()
    expect(table.banner).to_have_text("Back online.")
    return table.page


def slow_connection(guide: Guide) -> Page:
    kept: list[str] = []
    doors: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        doors.append(socket)
        server = socket.connect_to_server()
        server.on_message(lambda text: (kept.append if '"pong"' in str(text) else socket.send)(str(text)))

    table = guide.behind(connect, script=SHIFTED_CLOCK)
    table.expect_own_turn()
    until(table.page, lambda: kept)
    table.page.evaluate(f"window.shift = {SLOW_MS}")
    doors[0].send(kept[0])
    expect(table.page.locator("table-header").get_by_role("img", name="Slow connection")).to_be_visible()
    expect(opened(table.page, "Menu").get_by_text("Slow connection")).to_be_visible()
    return table.page


def new_version(guide: Guide) -> Page:
    sockets: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        build = re.compile('"build":"[^"]*"')
        name = '"build":"the next one"' if len(sockets) > 1 else r"\g<0>"
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(build.sub(name, str(text))))

    table = guide.behind(connect)
    table.expect_own_turn()
    until(table.page, lambda: sockets)
    sockets[0].close()
    table.expect_own_turn()
    table.page.keyboard.press("h")
    expect(table.banner).to_have_text("The table was updated.")
    return table.page


def room_closed(guide: Guide) -> Page:
    room = guide.planter.plant(SMALL, people={0: "Ana"}, alter=lambda room: replace(room, expires_at=In(1500)))
    page = guide.open(room.url, cookie=room.cookies[0])
    expect(page.get_by_role("heading", name="This room has closed.")).to_be_visible()
    return page


def no_such_room(guide: Guide) -> Page:
    page = guide.open(f"{guide.server.url}/r/22222222", expected=["status of 404"])
    expect(page.get_by_role("heading", name="No table with that code.")).to_be_visible()
    return page


def no_such_page(guide: Guide) -> Page:
    page = guide.open(f"{guide.server.url}/nowhere", expected=["status of 404"])
    expect(page.get_by_role("heading", name="There is no such page.")).to_be_visible()
    return page


def removed(guide: Guide) -> Page:
    room = guide.planter.plant(SMALL, people={0: "Ana", 1: "Bo"})
    bo, ana = guide.sit(room, seat=1).page, guide.sit(room).page
    opened(ana, "Remove Bo")
    ana.get_by_role("dialog", name="Remove Bo?").get_by_role("button", name="Remove", exact=True).click()
    expect(bo.get_by_role("heading", name="The host removed you from this table.")).to_be_visible()
    return bo


def too_many_tries(guide: Guide) -> Page:
    page = guide.open(guide.server.url, expected=["status of 429"])
    too_many = {"status": 429, "json": {"error": "rate_limited", "message": "Too many codes tried. Wait a minute."}}
    page.route("**/api/rooms/*", lambda route: route.fulfill(**too_many))
    page.get_by_label("Have a room code?").fill("22222222")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_text("Too many codes tried. Wait a minute.")).to_be_visible()
    return page


def server_error(guide: Guide) -> Page:
    room = guide.planter.plant(SMALL, people={0: "Ana"})
    guide.planter.set_schema(room, SCHEMA + 1)
    page = guide.open(room.url, cookie=room.cookies[0], expected=["status of 503"])
    expect(page.get_by_role("heading", name="Something broke on our side.")).to_be_visible()
    return page


def no_script(guide: Guide) -> Page:
    """As a browser without script shows it; axe itself is a script, so here one lays out what such a browser would."""
    room = new_room(guide.server, "Ana")
    page = guide.open(f"{guide.server.url}/robots.txt")

    def without(route: Route) -> None:
        answer = route.fetch()
        html = re.sub(r"<script[^>]*\ssrc=.*?</script>", "", answer.text()).replace("noscript>", "div>")
        route.fulfill(response=answer, body=html)

    page.route(room.url, without)
    page.goto(room.url)
    expect(page.get_by_role("heading", name="The table needs JavaScript.")).to_be_visible()
    return page


def score_page(guide: Guide) -> Page:
    page = guide.open(f"{guide.server.url}/score")
    expect(page.get_by_role("heading", level=1, name="Score a real game")).to_be_visible()
    return page


def score_board(guide: Guide) -> Page:
    """A game that is won."""
    page = score_points(guide)
    for points in ("171", "3", "171", "3", "3"):
        page.get_by_label(re.compile("^Points for")).fill(points)
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    return page


def score_entry(guide: Guide) -> Page:
    page = score_page(guide)
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("button", name="12", exact=True).click()
    expect(page.get_by_role("button", name=re.compile("^Next"))).to_be_visible()
    return page


def score_points(guide: Guide) -> Page:
    """The keys for points, in a browser that keeps nothing."""
    page = score_entry(guide)
    page.evaluate("void (Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); })")
    page.get_by_role("button", name="Type points").click()
    page.get_by_label(re.compile("^Points for")).fill("42")
    expect(page.get_by_role("alert").filter(has_text="This browser keeps nothing now")).to_be_visible()
    return page


SCREENS: Mapping[str, Callable[[Guide], Page]] = {
    "home": home,
    "rules": rules,
    "lobby": lobby,
    "house rules": house_rules,
    "big table": big_table,
    "challenge": challenge,
    "attempts": attempts,
    "join": join,
    "own turn": own_turn,
    "little time": little_time,
    "waiting": waiting,
    "watching": watching,
    "freeze": question("freeze"),
    "flip three for whom": question("flip_three"),
    "spare second chance": question("second_chance"),
    "chosen": chosen,
    "flip three": flip_three,
    "bust": bust,
    "doubled": doubled,
    "bot plays": away,
    "scores": scores,
    "game over": game_over,
    "hint": hint,
    "hint at the scores": hint_at_scores,
    "odds": odds,
    "drawer": drawer,
    "menu": menu,
    "rules dialog": rules_dialog,
    "settings": settings,
    "dialog that asks": question_to_the_player,
    "setting the table": setting_the_table,
    "no answer": no_answer,
    "connection lost": connection_lost,
    "back online": back_online,
    "slow connection": slow_connection,
    "new version": new_version,
    "room closed": room_closed,
    "no such room": no_such_room,
    "no such page": no_such_page,
    "room full": room_full,
    "removed": removed,
    "too many tries": too_many_tries,
    "name taken": name_taken,
    "server error": server_error,
    "no script": no_script,
    "notices blocked": notices_blocked,
    "score page": score_page,
    "score board": score_board,
    "score entry": score_entry,
    "score points": score_points,
}
