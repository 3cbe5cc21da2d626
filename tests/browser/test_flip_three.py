"""Flip Three: the tray, what is set aside, who chooses afterwards, and a bust in the middle."""

from playwright.sync_api import expect

from tests.browser.planting import Planted, Planter
from tests.browser.table import Table
from tests.browser.visitors import PHONE, Visitors

PEOPLE = {0: "Ana"}
HALTED = (
    "A* 5 =20 | B 9 2 second_chance =31 | C 7 +8 =44; "
    "agenda flip_three B left 1 shown freeze second_chance aside freeze, target B second_chance; draw 6"
)
"""Rook has turned over two of three cards, one of them set aside, and must give a Second Chance away first."""


def sit(visit: Visitors, room: Planted, **how: object) -> Table:
    table = Table(visit(room.url, cookie=room.cookies[0], **how))
    expect(table.own).to_be_visible()
    return table


def test_the_tray_of_another_seat_shows_what_came_and_what_waits(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(HALTED, people=PEOPLE)
    for how in ({}, PHONE):
        table = sit(visit, room, **how)
        expect(table.tray).to_be_visible()
        expect(table.tray).to_contain_text("Rook must take 3 Freeze waits until the third card.")
        places = table.tray.locator(".step").get_by_role("listitem")
        expect(places).to_have_count(3)
        expect(places.get_by_role("img")).to_have_count(2)
        expect(places.last).to_have_text("3")
        expect(table.tray.locator(".aside").get_by_role("img", name="Freeze")).to_be_visible()
        expect(table.badge(2, "Flip 2 of 3")).to_be_visible()
        expect(table.badge(3, "Still in").or_(table.badge(3, "Next up"))).to_have_count(1)
    planter.moves(room, "B targets C")
    expect(table.tray).to_be_hidden()
    expect(table.seat(3).get_by_role("img", name="Second Chance")).to_be_visible()
    expect(table.badge(2, "Choosing")).to_be_visible()
    planter.moves(room, "B targets A")
    expect(table.own_badge).to_have_text("Frozen")
    expect(table.told).to_have_text(
        [
            "Rook gave a spare Second Chance to Juniper.",
            "Rook drew 6, card 3 of 3.",
            "Rook played Freeze on you. You bank 5.",
        ]
    )


def test_the_three_cards_come_one_by_one(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 5 | B 9 | C 4; draw flip_three 7 8 +4", people=PEOPLE)
    page = visit(room.url, cookie=room.cookies[0], reduced_motion="no-preference")
    table = Table(page)
    table.expect_own_turn()
    page.evaluate("""() => {
      window.seen = [];
      new MutationObserver(() => {
        const cards = document.querySelectorAll("flip-three-tray:not([hidden]) .step flip-card").length;
        const own = document.querySelectorAll("own-seat .row flip-card, own-seat .mods flip-card[card^='+']").length;
        const now = `${cards} in the tray, ${own} at the seat`;
        if (cards && window.seen.at(-1) !== now) window.seen.push(now);
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    }""")
    page.keyboard.press("h")
    expect(table.question).to_contain_text("Who flips three?")
    page.keyboard.press("1")
    page.keyboard.press("1")
    expect(table.own_numbers).to_have_count(3)
    expect(table.own.get_by_role("img", name="plus 4")).to_be_visible()
    expect(table.tray).to_be_hidden()
    assert page.evaluate("window.seen") == [
        "1 in the tray, 2 at the seat",
        "2 in the tray, 3 at the seat",
        "3 in the tray, 4 at the seat",
    ]


def test_set_aside_cards_become_questions_in_the_order_they_came(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(
        "A* 5 | B 9 | C 4; agenda target B flip_three; draw freeze flip_three 8 1 2 3", people={0: "Ana", 1: "Bo"}
    )
    table = sit(visit, room)
    planter.moves(room, "B targets A")
    expect(table.question).to_contain_text(
        "Who gets the Freeze? They stop now and bank their points. 1 of 2 set-aside cards"
    )
    table.page.keyboard.press("3")
    table.page.keyboard.press("Enter")
    expect(table.question).to_contain_text(
        "Who flips three? They must take the next three cards. 2 of 2 set-aside cards"
    )
    expect(table.badge(3, "Frozen")).to_be_visible()
    table.page.keyboard.press("2")
    table.page.keyboard.press("2")
    expect(table.numbers(2)).to_have_count(4)
    expect(table.log).to_contain_text("Flip Three on you, card 1 of 3: Freeze, set aside.")


def test_a_bust_in_the_middle_discards_what_was_set_aside(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 5 | B 9 | C 4; agenda target B flip_three; draw freeze 5 8", people={0: "Ana", 1: "Bo"})
    table = sit(visit, room)
    planter.moves(room, "B targets A")
    expect(table.own_badge).to_have_text("Bust")
    expect(table.own.locator("flip-card.dup")).to_have_accessible_name("5")
    expect(table.own.locator(".twin").get_by_role("img")).to_have_accessible_name("5")
    expect(table.tray).to_be_hidden()
    expect(table.told).to_have_text(
        [
            "Bo played Flip Three on you. You must take 3.",
            "Flip Three on you, card 1 of 3: Freeze, set aside.",
            "Second 5. You bust and score 0 this round.",
            "Freeze: discarded with the bust.",
        ]
    )
    expect(table.hit).to_have_attribute("aria-disabled", "true")
