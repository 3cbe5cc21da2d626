"""How a seat's round ends, the scores between rounds, and the end of a game."""

import re

from playwright.sync_api import Page, expect

from tests.browser.planting import Planted, Planter
from tests.browser.table import Table, be_slow
from tests.browser.visitors import PHONE, Visitors

CLIPBOARD = ["clipboard-read", "clipboard-write"]
ANA = {0: "Ana"}


def sit(visit: Visitors, room: Planted, seat: int = 0, **how: object) -> tuple[Page, Table]:
    page = visit(room.url, cookie=room.cookies[seat], **how)
    expect(Table(page).own).to_be_visible()
    return page, Table(page)


def test_a_bust_shows_both_cards_and_costs_the_round(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 8 5 +4 =20 | B 9 | C 4; draw 8", people={0: "Ana", 1: "Bo"})
    page, table = sit(visit, room)
    _, bo = sit(visit, room, 1)
    page.keyboard.press("h")
    expect(table.own_badge).to_have_text("Bust")
    expect(table.own_numbers).to_have_count(3)
    expect(table.own.locator("flip-card.dup")).to_have_accessible_name("8")
    expect(table.own.locator(".twin").get_by_role("img")).to_have_accessible_name("8")
    expect(table.own.get_by_text("Round 0")).to_be_visible()
    expect(table.own.get_by_text("Total 20")).to_be_visible()
    expect(table.told).to_have_text(["Second 8. You bust and score 0 this round."])
    expect(table.hit).to_have_attribute("aria-disabled", "true")
    expect(bo.told).to_have_text(["Ana drew a second 8 and busts. Round score 0."])
    expect(bo.badge(1, "Bust")).to_be_visible()
    expect(bo.seat(1).locator("flip-card.dup")).to_have_accessible_name("8")


def test_a_second_chance_saves_and_both_cards_go(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 8 5 second_chance | B stayed 9 | C busted 4 4; draw 8 2", people=ANA)
    page, table = sit(visit, room)
    page.keyboard.press("h")
    expect(table.told).to_have_text(["Second Chance saves you from a second 8."])
    expect(table.own_numbers).to_have_count(2)
    expect(table.own.get_by_role("img", name="Second Chance")).to_have_count(0)
    expect(page.get_by_role("figure", name="Discard 2")).to_be_visible()
    table.expect_own_turn()


def test_flip_7_ends_the_round_and_heads_the_scores(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(
        "A* 12 9 8 5 3 1 +4 =120 | B 10 2 7 =147 | C busted 4 4 =90; dealer B; round 4; draw 0", people=ANA
    )
    page, table = sit(visit, room)
    expect(table.own.get_by_text("7th")).to_be_visible()
    page.keyboard.press("h")
    expect(table.sheet.get_by_role("heading", level=1)).to_have_text("You made Flip 7!")
    rows = table.sheet.get_by_role("row")
    expect(rows).to_have_count(4)
    expect(rows.nth(1)).to_contain_text("You")
    expect(rows.nth(1)).to_contain_text("38 numbers +4 +15 Flip 7")
    expect(rows.nth(1).get_by_role("cell").nth(3)).to_have_text("+57")
    expect(rows.nth(1).get_by_role("cell").nth(4)).to_contain_text("177")
    expect(rows.nth(2)).to_contain_text("Stayed")
    expect(rows.nth(2).get_by_role("cell").nth(4)).to_contain_text("166")
    expect(rows.nth(3)).to_contain_text("Bust 0")
    expect(table.sheet.get_by_text("Round 4 is over. You lead with 177; nobody has reached 200 yet.")).to_be_visible()
    expect(table.sheet.get_by_text("Dealer next round: Juniper")).to_be_visible()
    expect(page).to_have_title("Round 4 scores - Flip 7 table")


def test_the_scores_can_be_put_aside_and_the_next_round_starts_when_all_are_ready(
    visit: Visitors, planter: Planter
) -> None:
    room = planter.plant("A* 5 9 =30 | B stayed 7 x2 =10 | C stayed 3 =40", people={0: "Ana", 1: "Bo"})
    page, table = sit(visit, room)
    _, bo = sit(visit, room, 1, **PHONE)
    page.keyboard.press("s")
    countdown = re.compile(r"Next round in \d+ s, or when everyone is ready \(0 of 2\)\.")
    expect(table.sheet.get_by_text(countdown)).to_be_visible()
    expect(table.sheet.get_by_role("heading", level=1)).to_have_text("Round 1: you lead")
    expect(bo.sheet.get_by_role("heading", level=1)).to_have_text("Round 1 scores")
    expect(bo.sheet.get_by_role("row").last).to_contain_text("7 numbers \u00d72")
    table.sheet.get_by_role("button", name="See the table").click()
    expect(table.sheet).to_be_hidden()
    expect(table.badge(2, "Stayed")).to_be_visible()
    be_slow(page)
    table.stay.click()
    expect(table.sheet).to_be_visible()
    table.sheet.get_by_role("button", name="Ready for round 2").click()
    expect(table.sheet.get_by_role("button", name="Waiting for the others")).to_be_visible()
    expect(bo.sheet.get_by_text("(1 of 2)")).to_be_visible()
    bo.sheet.get_by_role("button", name="Ready for round 2").tap()
    expect(table.round).to_have_text("Round 2")
    expect(table.sheet).to_be_hidden()
    assert all(len(seat["numbers"]) <= 1 for seat in visit.line(page).view["seats"])


def test_the_game_ends_with_a_winner_and_begins_again(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(
        "A* 12 9 =190 | B stayed 7 =150 | C busted 3 3 =170 | D stayed 2 =12; round 6; "
        "scores 20 30 40 2 / 40 20 30 0 / 30 30 30 0 / 50 40 40 10 / 50 30 30 0",
        people={0: "Ana", 1: "Bo"},
    )
    page, table = sit(visit, room, permissions=CLIPBOARD)
    _, bo = sit(visit, room, 1, **PHONE)
    page.keyboard.press("s")
    expect(table.over.get_by_role("heading", level=1)).to_have_text("You win with 211!")
    expect(bo.over.get_by_role("heading", level=1)).to_have_text("Ana wins with 211!")
    podium = table.over.get_by_role("list", name="The first three").get_by_role("listitem")
    expect(podium).to_have_text(["You2111st", "Rook1702nd", "Bo1573rd"])
    expect(table.over.get_by_text("You, 50 in round 4")).to_be_visible()
    expect(table.over.get_by_role("row")).to_have_count(5)
    expect(bo.over.get_by_role("button", name="Play again")).to_be_hidden()
    expect(bo.over.get_by_text("Waiting for Ana to play again.")).to_be_visible()
    be_slow(page)
    table.over.get_by_role("button", name="Share result").click()
    expect(table.toast).to_have_text("Result copied.")
    result = page.evaluate("navigator.clipboard.readText()")
    assert result == "Flip 7 table: Ana 211, Rook 170, Bo 157, Juniper 14"
    table.over.get_by_role("button", name="Play again").click()
    for again in (table, bo):
        expect(again.over).to_be_hidden()
        expect(again.round).to_have_text("Round 1")
    assert [seat["total"] for seat in visit.line(page).view["seats"]] == [0] * 4


def test_a_tie_at_the_goal_is_one_more_round(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 12 9 =190 | B stayed 11 =200 | C stayed 3 =40", people=ANA)
    page, table = sit(visit, room)
    page.keyboard.press("s")
    expect(table.sheet.get_by_role("heading", level=1)).to_have_text("Tie at 211: one more round")
    expect(table.sheet.get_by_role("button", name="Ready for round 2")).to_be_visible()
    expect(table.sheet.get_by_text("The next round starts when you are ready.")).to_be_visible()


def test_refreshed_between_rounds_and_after_the_game_the_page_stands_there_again(
    visit: Visitors, planter: Planter
) -> None:
    over = planter.plant("A* 5 9 =190 | B stayed 7 =10 | C stayed 3 =40", "A stays", people=ANA)
    between = planter.plant("A* 5 =10 | B stayed 7 | C stayed 3", "A stays", people=ANA)
    for room, headline, button in (
        (between, "Round 1: you lead", "Ready for round 2"),
        (over, "You win with 204!", "Play again"),
    ):
        page = visit(room.url, cookie=room.cookies[0])
        for _ in range(2):
            expect(page.get_by_role("heading", level=1, name=headline)).to_be_visible()
            expect(page.get_by_role("button", name=button)).to_be_visible()
            page.reload()
