"""Two people and a bot play a round by pointer; one of them refreshes in the middle of a turn."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.line import Line
from tests.browser.planting import new_room
from tests.browser.table import Table, be_slow
from tests.browser.visitors import PHONE, Visitors
from tests.server import Server, Servers
from tests.sockets.witness import check_cards

ENOUGH = 3
"""A player of these tests stays with so many numbers."""


@pytest.fixture(scope="module")
def server(start_shared_server: Servers) -> Server:
    """Bots that move at once."""
    return start_shared_server(bot_delay_ms=0, round_pause_seconds=600, rate_limit="off")


def answer(page: Page, line: Line) -> None:
    """Answer one's own question with the pointer, and wait until the table has moved on."""
    table, decision = Table(page), line.decision
    assert decision is not None
    be_slow(page)
    if decision["kind"] == "target":
        others = [seat for seat in decision["choices"] if seat != line.seat]
        if others:
            table.seat(others[0] + 1).get_by_role("button").click()
        else:
            table.stay.click()
    elif "stay" in decision["choices"] and len(line.me["numbers"]) >= ENOUGH:
        table.stay.click()
    else:
        table.hit.click()
    line.until(lambda: line.decision != decision)


def sit_down_together(visit: Visitors, server: Server) -> tuple[Page, Page]:
    """Ana, who has the link, and Bo, who follows it, at a table with a bot; the game has begun."""
    room = new_room(server, "Ana", seats=3, bots=1)
    ana = visit(room.url, cookie=room.cookies[0])
    bo = visit(room.url, **PHONE)
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Join table").press("Enter")
    ana.get_by_role("button", name="Start with 1 bot").click()
    for page in (ana, bo):
        expect(Table(page).own).to_be_visible()
    return ana, bo


def test_two_people_and_a_bot_play_a_round_and_one_refreshes_in_the_middle(visit: Visitors, server: Server) -> None:
    ana, bo = sit_down_together(visit, server)
    first, second = visit.line(ana), visit.line(bo)
    pages = {first.seat: (ana, first), second.seat: (bo, second)}
    refreshed = False
    while first.view["phase"] != "round_over":
        first.until(lambda: first.view["phase"] == "round_over" or first.decision["seat"] in pages)
        if first.view["phase"] == "round_over":
            break
        page, line = pages[first.decision["seat"]]
        line.until(lambda line=line: line.is_asked and line.decision["id"] == first.decision["id"])
        if line.decision["kind"] == "turn" and page is bo and not refreshed:
            refresh_in_the_middle_of_a_turn(page, line)
            refreshed = True
        answer(page, line)
    assert refreshed
    for page, line in pages.values():
        expect(Table(page).sheet.get_by_role("heading")).to_be_visible()
        line.until(lambda line=line: line.view["phase"] == "round_over")
        check_cards(line.view)
    assert not first.happened("away")
    assert first.view == second.view
    points = [Table(page).sheet.locator(".c-rs").all_inner_texts() for page in (ana, bo)]
    assert points[0] == points[1] and len(points[0]) == 3


def refresh_in_the_middle_of_a_turn(page: Page, line: Line) -> None:
    """Back in the seat with nothing asked: the same cards, the same question."""
    table = Table(page)
    table.expect_own_turn()
    view = line.view
    numbers = table.own_numbers.all_inner_texts()
    expect(table.told).not_to_have_count(0)
    told = table.told.all_inner_texts()
    page.reload()
    table.expect_own_turn()
    assert line.view == view
    assert table.own_numbers.all_inner_texts() == numbers
    expect(page.get_by_role("textbox")).to_have_count(0)
    expect(table.watching).to_be_hidden()
    expect(table.told).to_have_count(len(told))
    assert table.told.all_inner_texts() == told
