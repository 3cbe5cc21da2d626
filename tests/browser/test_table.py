"""Two people and a bot play a round by pointer; one of them refreshes in the middle of a turn."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.line import Line, together
from tests.browser.planting import Planter
from tests.browser.table import Table, be_slow
from tests.browser.visitors import PHONE, Visitors
from tests.server import Server, Servers
from tests.sockets.witness import check_cards

ENOUGH = 3
"""A player of this test stays with so many numbers."""
ROUND_OVER = "A stayed 1 | B stayed 2 | C stayed 3; dealer C; draw 5 7 9 freeze 12 8 10 6 4 11 0"
"""Nobody can bust with what comes; Bo is first to act, and draws the Freeze."""


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
        table.seat(decision["choices"][-1] + 1).get_by_role("button").click()
    elif "stay" in decision["choices"] and len(line.me["numbers"]) >= ENOUGH:
        table.stay.click()
    else:
        table.hit.click()
    line.until(lambda: line.decision != decision)


def test_two_people_and_a_bot_play_a_round_and_one_refreshes_in_the_middle(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(ROUND_OVER, people={0: "Ana", 1: "Bo"})
    ana, bo = visit(room.url, cookie=room.cookies[0]), visit(room.url, cookie=room.cookies[1], **PHONE)
    pages = {0: (ana, visit.line(ana)), 1: (bo, visit.line(bo))}
    lines = [line for _, line in pages.values()]
    for page, _ in pages.values():
        Table(page).sheet.get_by_role("button", name="Ready for round 2").click()
    lines[0].until(lambda: lines[0].view["round"] == 2)
    refreshed = False
    while lines[0].view["phase"] != "round_over":
        together(*lines)
        if lines[0].decision["seat"] not in pages:
            lines[0].sockets[-1].wait_for_event("framereceived")
            continue
        page, line = pages[lines[0].decision["seat"]]
        if page is bo and not refreshed:
            refresh_in_the_middle_of_a_turn(page, line)
            refreshed = True
        answer(page, line)
        together(*lines)
    assert refreshed
    for page, line in pages.values():
        expect(Table(page).sheet.get_by_role("heading", name="Round 2")).to_be_visible()
        check_cards(line.view)
    assert lines[0].view == lines[1].view
    assert not lines[0].happened("away")
    points = [Table(page).sheet.locator(".c-rs").all_inner_texts() for page, _ in pages.values()]
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
