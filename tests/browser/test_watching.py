"""Watchers see everything and act on nothing, until they take over a bot; and how a player becomes one."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.planting import Planted, Planter
from tests.browser.table import Table
from tests.browser.visitors import PHONE, Visitors

CARDS = "A* 5 =20 | B 9 2 =31 | C 7 +8 =44"
ANA = {0: "Ana"}


def watch(visit: Visitors, room: Planted, **how: object) -> Table:
    table = Table(visit(room.url, **how))
    expect(table.watching).to_be_visible()
    return table


def take(table: Table, bot: str, name: str) -> None:
    table.watching.get_by_label("Your name").fill(name)
    table.watching.get_by_role("button", name=f"Take {bot}").click()


def test_a_link_to_a_running_game_shows_the_table_at_once(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(CARDS, people=ANA)
    for how in ({}, PHONE):
        table = watch(visit, room, **how)
        for number in (1, 2, 3):
            expect(table.seat(number)).to_be_visible()
        expect(table.badge(1, "Choosing")).to_be_visible()
        expect(table.hit).to_be_hidden()
        expect(table.own).to_be_hidden()
        for key in ("h", "s", "1", "Enter"):
            table.page.keyboard.press(key)
        assert not [wish for wish in visit.line(table.page).sent if wish["do"] != "ping"]
    assert planter.room(room).seq == 1


def test_during_a_round_a_bots_seat_is_reserved_and_changes_hands_when_the_round_ends(
    visit: Visitors, planter: Planter
) -> None:
    room = planter.plant("A* 5 =20 | B stayed 9 2 =31 | C stayed 7 +8 =44", people=ANA)
    table = watch(visit, room)
    ana = visit(room.url, cookie=room.cookies[0])
    expect(table.watching).to_contain_text("You are watching. Take over a bot from the next round?")
    take(table, "Juniper", "ana")
    expect(table.watching.get_by_role("alert")).to_have_text("ana is taken. Try ana 2.")
    take(table, "Juniper", "Dan")
    expect(table.watching).to_contain_text("You take over Juniper when this round ends.")
    expect(table.watching.get_by_role("button")).to_have_count(0)
    other = watch(visit, room)
    expect(other.watching).to_contain_text("Dan takes over Juniper when the round ends.")
    expect(other.watching.get_by_role("button")).to_have_text(["Take Rook"])
    ana.keyboard.press("s")
    expect(table.sheet.get_by_role("row").nth(1)).to_contain_text("You")
    expect(table.sheet.get_by_role("row").nth(1).get_by_role("cell").last).to_contain_text("59")
    expect(Table(ana).log).to_contain_text("Dan takes over from Juniper.")
    table.page.reload()
    expect(table.sheet.get_by_role("button", name="Ready for round 2")).to_be_visible()


def test_between_rounds_it_changes_hands_at_once(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 5 =20 | B stayed 9 =31 | C stayed 7 =44", "A stays", people=ANA)
    table = Table(visit(room.url))
    table.sheet.get_by_role("button", name="See the table").click()
    expect(table.watching).to_contain_text("You are watching. Take over a bot?")
    take(table, "Rook", "Dan")
    expect(table.own).to_be_visible()
    expect(table.hit).to_have_text("Ready for round 2")
    assert visit.line(table.page).seat == 1


def test_where_there_is_nothing_to_take_over_one_watches(visit: Visitors, planter: Planter) -> None:
    full = planter.plant(CARDS, people={0: "Ana", 1: "Bo", 2: "Cy"})
    expect(watch(visit, full).watching).to_contain_text("Watching. All seats are taken.")
    closed = planter.plant(CARDS, people=ANA, rules={"late_take_over": False})
    table = watch(visit, closed)
    expect(table.watching).to_contain_text("You are watching.")
    expect(table.watching.get_by_role("button")).to_have_count(0)


def menu(page: Page) -> Locator:
    page.get_by_role("button", name="Menu").click()
    return page.get_by_role("dialog", name="Menu")


def test_who_leaves_watches_and_a_bot_plays_on(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(CARDS, people={0: "Ana", 1: "Bo"})
    ana = visit(room.url, cookie=room.cookies[0], **PHONE)
    bo = visit(room.url, cookie=room.cookies[1])
    Table(ana).expect_own_turn()
    menu(ana).get_by_role("button", name="Leave the table").click()
    ana.get_by_role("dialog", name="Leave the table?").get_by_role("button", name="Cancel").click()
    Table(ana).expect_own_turn()
    menu(ana).get_by_role("button", name="Leave the table").click()
    ana.get_by_role("dialog", name="Leave the table?").get_by_role("button", name="Leave").click()
    expect(Table(ana).watching).to_contain_text("You are watching.")
    expect(Table(bo).told).to_have_text(
        ["Ana left the table.", re.compile("^[A-Z][a-z]+, a bot, plays on.$"), "You are the host now."]
    )
    expect(Table(bo).seat(1).get_by_role("heading", name=re.compile("Seat 1, [A-Z][a-z]+, bot"))).to_be_attached()


def test_the_host_removes_somebody_from_a_running_game(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(CARDS, people={0: "Ana", 1: "Bo"})
    ana = visit(room.url, cookie=room.cookies[0])
    bo = visit(room.url, cookie=room.cookies[1])
    expect(Table(bo).own).to_be_visible()
    expect(menu(bo).get_by_role("button", name="Remove Ana")).to_have_count(0)
    menu(ana).get_by_role("button", name="Remove Bo").click()
    ana.get_by_role("dialog", name="Remove Bo?").get_by_role("button", name="Remove").click()
    expect(bo.get_by_role("heading", name="The host removed you from this table.")).to_be_visible()
    expect(Table(ana).log).to_contain_text("The host removed Bo.")
    bo.reload()
    expect(bo.get_by_role("heading", name="The host removed you from this table.")).to_be_visible()


def test_others_see_who_has_lost_the_connection_and_is_back(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(CARDS, people={0: "Ana", 1: "Bo"})
    ana = Table(visit(room.url, cookie=room.cookies[0]))
    bo = visit(room.url, cookie=room.cookies[1])
    expect(Table(bo).own).to_be_visible()
    visit.leave(bo)
    expect(ana.badge(2, "Reconnecting")).to_be_visible()
    back = visit(room.url, cookie=room.cookies[1])
    expect(ana.badge(2, "Reconnecting")).to_be_hidden()
    expect(ana.told).to_have_text(["Bo lost the connection.", "Bo is back."])
    expect(Table(back).own).to_be_visible()
