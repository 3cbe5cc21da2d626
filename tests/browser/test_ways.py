"""Every way to play, from the home page to the end of the game; bots move at once."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.line import Line
from tests.browser.planting import Planter
from tests.browser.table import Table, answer, play_to_the_end
from tests.browser.visitors import DESKTOP, PHONE, Visitors
from tests.server import Server, Servers

LATER = "window.later = 0; const { now } = Date; Date.now = () => now() + window.later;"
KEEP = """(played) => {
  const daily = new Date().toISOString().slice(0, 10);
  localStorage.setItem("f7.attempts", JSON.stringify([{ ...played, daily }]));
}"""
SHARES = "navigator.share = async ({ text }) => { window.shared = text; };"


@pytest.fixture(scope="module")
def server(start_shared_server: Servers) -> Server:
    """Bots that move at once, and no rates: keys come faster here than people press them."""
    return start_shared_server(bot_delay_ms=0, rate_limit="off")


def choose_rounds(page: Page, rounds: int) -> None:
    """In the lobby: a game of so many rounds."""
    page.get_by_role("radio", name="Five rounds").check()
    page.get_by_text("Details").click()
    field = page.get_by_label("Rounds to play")
    field.fill(str(rounds))
    field.press("Enter")
    expect(page.get_by_text(f"{rounds} rounds, then the highest total wins.")).to_be_visible()


@pytest.mark.parametrize("seats", [2, 19])
def test_a_table_of_any_size(visit: Visitors, server: Server, seats: int) -> None:
    page = visit(server.url, **(PHONE if seats > 6 else {}))
    page.get_by_role("button", name="Play with friends").click()
    choose_rounds(page, 1)
    if seats > 6:
        page.get_by_label("More than 6 seats").select_option(str(seats))
    else:
        page.get_by_role("radio", name=str(seats), exact=True).check()
    bots = "1 bot" if seats == 2 else f"{seats - 1} bots"
    page.get_by_role("button", name=f"Start with {bots}").click()
    table, line = Table(page), visit.line(page)
    expect(page.locator("game-table")).to_be_visible()
    play_to_the_end(page, line)
    assert len(line.view["seats"]) == seats and line.view["rounds"]
    assert not [frame for frame in line.heard if frame["type"] == "error"]
    expect(table.over.get_by_role("heading", level=1)).to_be_focused()
    expect(table.over.locator(".tbl tbody tr")).to_have_count(seats)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def cards_of(line: Line) -> list[str]:
    """The cards that one page saw come from the pile, in order."""
    return [event["card"] for event in line.happened("dealt")]


def test_the_challenge_alone_and_again(visit: Visitors, server: Server) -> None:
    page = visit(server.url, **PHONE)
    page.get_by_role("button", name="Beat your own score").click()
    table, line = Table(page), visit.line(page)
    expect(page.locator("game-table")).to_be_visible()
    play_to_the_end(page, line)
    total = line.me["total"]
    title = f"You win with {total}!" if line.view["winner"] == 0 else f"Not this time: {total}"
    expect(table.over.get_by_role("heading", level=1)).to_have_text(title)
    own = page.locator("own-attempts")
    expect(own.locator(".facts > div").first).to_have_text(f"Best{total}")
    page.reload()
    expect(own).to_contain_text("Attempts1")
    first = cards_of(line)
    page.get_by_role("button", name="Play again").press("Enter")
    line.until(lambda: line.view["phase"] != "game_over")
    play_to_the_end(page, line)
    expect(own).to_contain_text("Attempts2")
    expect(own.get_by_role("img", name="Points of your last attempts")).to_be_visible()
    assert cards_of(line)[len(first) :] != first


def test_a_page_left_open_has_the_next_days_challenge(visit: Visitors, server: Server) -> None:
    page = visit(server.url, script=LATER)
    page.evaluate(KEEP, {"id": "QK7X4TDM 1", "total": 87, "rounds": [87], "won": False})
    page.reload()
    expect(page.get_by_text("Today: 87 of 200.")).to_be_visible()
    page.evaluate("window.later = 86_400_000; document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_role("button", name="Challenge of the day")).to_be_visible()
    expect(page.get_by_text("Today: 87 of 200.")).to_be_hidden()


def test_the_challenge_of_the_day_has_the_same_cards_for_everybody(visit: Visitors, server: Server) -> None:
    seen: list[list[str]] = []
    for how in (PHONE, DESKTOP):
        page = visit(server.url, script=SHARES, **how)
        page.get_by_role("button", name="Challenge of the day").click()
        line = visit.line(page)
        expect(page.locator("game-table")).to_be_visible()
        if how is PHONE:  # left and gone on with, by the same button
            page.goto(server.url)
            page.get_by_role("button", name="Challenge of the day").click()
            expect(page.locator("game-table")).to_be_visible()
        play_to_the_end(page, line)
        log = page.request.get(f"{server.url}/api/rooms/{line.view['code']}/log").json()["changes"]
        seen.append([e["card"] for change in log for e in change["events"] if e["type"] == "dealt"])
        page.get_by_role("button", name="Share result").click()
        shared = page.evaluate("window.shared")
        assert shared.startswith(f"Flip 7 challenge of {line.view['daily']}: {line.me['total']} of 200 ")
        page.goto(server.url)
        expect(page.get_by_text(f"Today: {line.me['total']} of 200.")).to_be_visible()
        expect(page.get_by_role("button", name="Challenge of the day")).to_be_hidden()
    assert seen[0] == seen[1] and len(seen[0]) >= 5


def play_together(page: Page, line: Line, seats: set[int]) -> None:
    """Whoever of those at this browser is asked answers by keys, until the game is over."""
    while line.view["phase"] != "game_over":
        line.until(
            lambda: line.view["phase"] == "game_over" or (line.decision and line.decision["seat"] in {*seats, None})
        )
        if line.view["phase"] == "round_over":
            number = line.view["round"] + 1
            page.get_by_role("button", name=f"Ready for round {number}").press("Enter")
            line.until(lambda number=number: line.view["round"] == number)
        elif line.decision:
            line.seat = line.decision["seat"]
            expect(page.locator("own-seat .you")).to_have_text(line.me["name"])
            answer(page, line, [])


def test_one_device_goes_from_hand_to_hand(visit: Visitors, server: Server) -> None:
    page = visit(server.url, **PHONE)
    page.get_by_role("button", name="Play with friends").click()
    beside = page.get_by_label("One more player at this device")
    beside.fill("Player")
    beside.press("Enter")
    expect(beside).to_have_accessible_description("Player is taken. Try Player 2.")
    for name in ("Bo", "Cy"):
        beside.fill(name)
        beside.press("Enter")
        expect(page.locator("lobby-seats").get_by_text(name, exact=True)).to_be_visible()
    page.get_by_role("button", name="Remove Cy").press("Enter")
    expect(page.locator("lobby-seats").get_by_text("Open seat")).to_have_count(2)
    expect(page.get_by_text("Turns have no timer.")).to_be_visible()
    choose_rounds(page, 2)
    page.get_by_role("button", name="Start with 2 bots").click()
    expect(page.locator("game-table")).to_be_visible()
    page.reload()
    line = visit.line(page)
    expect(page.locator("game-table")).to_be_visible()
    play_together(page, line, {0, 1})
    assert [frame["code"] for frame in line.heard if frame["type"] == "error"] == ["name_taken"]
    assert {wish.get("local", 0) for wish in line.sent if wish["do"] in ("hit", "stay", "target", "ready")} == {0, 1}
    assert "You" not in " ".join(Table(page).told.all_text_contents())
    assert line.happened("timed_out") == []
    expect(Table(page).over.get_by_role("button", name="Play again")).to_be_visible()


def test_somebody_sits_down_at_the_same_device_while_a_game_runs(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 5 =20 | B stayed 9 2 =31 | C stayed 7 +8 =44", people={0: "Ana"})
    page = visit(room.url, cookie=room.cookies[0], **PHONE)
    table = Table(page)
    table.expect_own_turn()
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("dialog", name="Menu")
    beside = menu.get_by_label("One more player at this device")
    for name, bot in (("ana", "Juniper"), ("Bo", "Juniper"), ("Cy", "Rook")):
        beside.fill(name)
        menu.get_by_role("button", name=f"Take {bot}").click()
        if name == "ana":
            expect(beside).to_have_accessible_description("ana is taken. Try ana 2.")
        else:
            expect(menu).to_contain_text(f"{name} takes over {bot} when the round ends.")
    expect(beside).to_be_hidden()
    menu.get_by_role("button", name="Close").click()
    page.reload()
    line = visit.line(page)
    table.expect_own_turn()
    page.keyboard.press("s")
    page.get_by_role("button", name="Ready for round 2").press("Enter")
    line.until(lambda: line.view["round"] == 2)
    assert [(seat["name"], seat["kind"]) for seat in line.view["seats"]] == [
        ("Ana", "human"), ("Cy", "human"), ("Bo", "human")
    ]  # fmt: skip
    for _ in range(3):
        line.until(lambda: line.decision)
        line.seat = line.decision["seat"]
        expect(page.locator("own-seat .you")).to_have_text(line.me["name"])
        answer(page, line, [])
    assert {wish.get("local", 0) for wish in line.sent if wish["do"] in ("hit", "stay", "target")} == {0, 1, 2}
    page.get_by_role("button", name="Menu").click()
    expect(menu).to_be_visible()
    expect(beside).to_be_hidden()
