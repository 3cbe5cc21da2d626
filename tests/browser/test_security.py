"""What the pages allow and give away: the content policy, the cookie, and the secrets that no page may see."""

import json
import re

from playwright.sync_api import expect

from tests.browser.planting import Planter, new_room
from tests.browser.table import Table, until
from tests.browser.visitors import Visitors
from tests.server import Server

STYLED = re.compile(r"<[^>]*\sstyle\s*=", re.IGNORECASE)
DATA = '<script type="application/json" id="(?:words|welcome)">'
"""The scripts without an address: no code, but the page's words and the room as it stands."""
INLINE = re.compile(rf"<(?:style|script(?!{DATA[7:]}|[^>]*\ssrc=))|<[^>]*\son\w+\s*=", re.IGNORECASE)
SECRETS = re.compile(r"seed|draw_pile|shuffle|agenda|owner", re.IGNORECASE)


def test_no_page_holds_inline_code_or_style_or_breaks_its_own_policy(
    visit: Visitors, server: Server, planter: Planter
) -> None:
    """Violations of the policy fail every test of this folder; here each kind of page is opened once."""
    page = visit(server.url, expected=["status of 404"])
    lobby = new_room(server, "Ana")
    table = planter.plant("A* 5 | B 9 | C 4; agenda target A freeze", people={0: "Ana"})
    over = planter.plant("A* 5 9 =190 | B stayed 7 | C stayed 3", "A stays", people={0: "Ana"})
    addresses = {
        server.url: "Flip 7, right now",
        f"{server.url}/rules": "How to play",
        f"{server.url}/score": "Score a real game",
        f"{server.url}/nowhere": "There is no such page.",
        f"{server.url}/r/22222222": "No table with that code.",
        lobby.url: "Join the table",
        table.url: "Round 1, Ana is choosing",
        over.url: "Ana wins with 204!",
    }
    for address, heading in addresses.items():
        answer = page.goto(address)
        assert answer is not None
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert not STYLED.search(answer.text())
        assert not INLINE.search(answer.text())
        expect(page.get_by_role("heading", level=1, name=heading)).to_be_attached()


def test_script_that_gets_into_a_page_does_not_run(visit: Visitors, server: Server) -> None:
    page = visit(server.url, expected=["policy: (script|style)-src", "Content Security Policy", "status of 404"])
    page.evaluate("""() => {
      document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='window.ran = 1'><p style='color: red'>");
      const script = document.createElement("script");
      script.textContent = "window.ran = 2";
      document.body.append(script);
    }""")
    until(page, "() => document.querySelector('img').complete")
    assert page.evaluate("window.ran") is None
    assert page.evaluate("getComputedStyle(document.querySelector('p[style]')).color") != "rgb(255, 0, 0)"


def test_the_cookie_is_out_of_reach_of_script_and_holds_one_room(visit: Visitors, server: Server) -> None:
    page = visit(server.url)
    codes = set()
    for _ in range(2):
        page.goto(server.url)
        page.get_by_role("button", name="Play with friends").click()
        page.wait_for_url("**/r/*")
        codes.add(page.url.rpartition("/")[2])
    cookies = page.context.cookies()
    assert {cookie["name"] for cookie in cookies} == {f"f7_{code}" for code in codes}
    for cookie in cookies:
        assert cookie["httpOnly"] and cookie["sameSite"] == "Lax" and cookie["path"] == "/"
        assert len(cookie["value"]) >= 22  # 128 bits in base64
    assert len({cookie["value"] for cookie in cookies}) == 2
    assert page.evaluate("document.cookie") == ""


def test_neither_cookies_nor_the_order_of_the_cards_reach_a_page(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 5 | B 9 | C 4; draw 7 8 3 2", people={0: "Ana", 1: "Bo"})
    pages = [visit(room.url, cookie=room.cookies[seat]) for seat in (0, 1)] + [visit(room.url)]
    expect(Table(pages[0]).own).to_be_visible()
    pages[0].keyboard.press("h")
    expect(Table(pages[0]).log).to_contain_text("You drew 7")
    planter.moves(room, "B hits")
    for page in pages:
        expect(Table(page).log).to_contain_text(re.compile("(Bo|You) drew 8"))
    stored = planter.room(room)
    for page in pages:
        text = json.dumps(visit.line(page).heard) + page.content() + page.request.get(f"{page.url}").text()
        text += page.request.get(page.url.replace("/r/", "/api/rooms/")).text()
        text += page.request.get(page.url.replace("/r/", "/api/rooms/") + "/log").text()
        for _, secret in room.cookies.values():
            assert secret not in text
        for seat in stored.seats:
            assert seat.owner is None or seat.owner not in text
        told = json.dumps(visit.line(page).heard) + (page.locator("#welcome").text_content() or "")
        assert '"type":"welcome"' in told and not SECRETS.search(told)
        assert page.url == room.url
