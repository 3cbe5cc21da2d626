"""Out of time: the warnings before, the move made for one, what the page says of it, and the way back."""

import re

import pytest
from playwright.sync_api import expect

from app.rooms.events import MoreTime
from tests.browser.planting import Planted, Planter, new_room, seat_like
from tests.browser.table import Table
from tests.browser.visitors import Visitors
from tests.server import Server, Servers

CARDS = "A* 5 12 | B 9 | C 4"
PEOPLE = {0: "Ana", 1: "Bo"}
SHORT_TURN_SECONDS = 1


def sit_both(visit: Visitors, room: Planted) -> tuple[Table, Table]:
    """Ana and Bo have the table before them."""
    ana, bo = (Table(visit(room.url, cookie=room.cookies[seat])) for seat in (0, 1))
    for table in (ana, bo):
        expect(table.own).to_be_visible()
    return ana, bo


@pytest.mark.parametrize(
    ("cards", "own", "others"),
    [
        ("A* 5 12 | B 9 | C 4", "Time's up: you stayed on 17.", "Time's up: Ana stayed on 17."),
        (
            "A* | B 9 | C 4; draw 3",
            "Time's up: you drew a card, because you had none.",
            "Time's up: Ana drew a card, having none.",
        ),
        (
            "A* 5 | B 9 2 | C 4; agenda target A freeze",
            "Time's up: Freeze went to Bo.",
            "Time's up: Freeze of Ana went to you.",
        ),
        (
            "A* 5 | B 9 2 | C 4; agenda target A flip_three; draw 3 4 6",
            "Time's up: Flip Three went to Bo.",
            "Time's up: Flip Three of Ana went to you.",
        ),
        (
            "A* 5 second_chance | B 9 2 | C 4; agenda target A second_chance",
            "Time's up: Second Chance went to Rook.",
            "Time's up: Second Chance of Ana went to Rook.",
        ),
    ],
    ids=["turn", "turn without cards", "freeze", "flip three", "second chance"],
)
def test_the_table_moves_for_who_is_out_of_time_and_everybody_reads_it(
    visit: Visitors, planter: Planter, cards: str, own: str, others: str
) -> None:
    room = planter.plant(cards, people=PEOPLE)
    ana, bo = sit_both(visit, room)
    planter.leave_seconds(room, 1)
    expect(ana.log).to_contain_text(own)
    expect(bo.log).to_contain_text(others)
    expect(bo.badge(1, "Away")).to_be_visible()
    expect(bo.log).to_contain_text("Ana missed a turn.")


def test_at_twenty_seconds_a_minute_more_is_one_key_away(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(CARDS, people=PEOPLE)
    table, bo = sit_both(visit, room)
    line = visit.line(table.page)
    more = table.own.get_by_role("button", name="60 seconds more")
    expect(table.own_badge).to_have_text("Your turn")
    expect(more).to_be_hidden()
    planter.leave_seconds(room, 21)
    expect(table.own_badge).to_have_text(re.compile("^(20|1[0-9]) s$"))
    expect(table.page.locator("#status")).to_have_text(re.compile(r"^(20|1\d) seconds left\. Press T for 60 more\.$"))
    expect(more).to_be_visible()
    deadline = line.decision["deadline"]
    table.page.keyboard.press("t")
    expect(more).to_be_hidden()
    expect(table.own_badge).to_have_text("Your turn")
    expect(bo.log).to_contain_text("Ana took 60 more seconds.")
    assert line.decision["deadline"] == deadline + 60_000
    table.page.keyboard.press("t")
    table.page.keyboard.press("s")
    expect(bo.log).to_contain_text("Ana stayed on 17.")
    assert len(line.wishes("more_time")) == 1


def test_at_ten_seconds_it_is_said_at_once(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(CARDS, people=PEOPLE)
    page = visit(room.url, cookie=room.cookies[0])
    Table(page).expect_own_turn()
    planter.leave_seconds(room, 11)
    expect(page.locator("#alert")).to_have_text(re.compile(r"^(10|[2-9]) seconds left\. Press T for 60 more\.$"))
    Table(page).own.get_by_role("button", name="60 seconds more").click()
    expect(Table(page).ring).to_have_accessible_name(re.compile("^[67][0-9] seconds left$"))


@pytest.mark.parametrize("how", ["off", "used up"])
def test_no_more_time_is_offered_where_there_is_none(visit: Visitors, planter: Planter, how: str) -> None:
    room = planter.plant(CARDS, people=PEOPLE, rules={"more_time": how == "used up"})
    if how == "used up":
        planter.alter(room, seat_like(0, more_time_used=10), MoreTime(0, 0))
    page = visit(room.url, cookie=room.cookies[0])
    Table(page).expect_own_turn()
    planter.leave_seconds(room, 11)
    expect(page.locator("#alert")).to_have_text(re.compile(r"^(10|[2-9]) seconds left\.$"))
    expect(Table(page).own.get_by_role("button", name="60 seconds more")).to_be_hidden()


def test_after_three_misses_a_bot_plays_until_the_seat_is_taken_back(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(CARDS, people=PEOPLE, alter=seat_like(0, away=True, misses=2))
    table, bo = sit_both(visit, room)
    planter.leave_seconds(room, 1)
    expect(table.hit).to_have_text(re.compile("^Take my seat backBot is playing for you"))
    expect(bo.badge(1, "Bot for Ana")).to_be_visible()
    expect(bo.log).to_contain_text("A bot plays for Ana.")
    table.page.reload()
    table.hit.press("Enter")
    expect(bo.log).to_contain_text("Ana is back.")
    expect(bo.badge(1, "Bot for Ana")).to_be_hidden()
    expect(table.hit).to_have_text(re.compile("^Hit"))


def test_taken_back_in_the_bots_turn_the_open_decision_is_ones_own(visit: Visitors, planter: Planter) -> None:
    alter = seat_like(0, kind="bot", bot="steady", away=True)
    room = planter.plant("A* 5 | B 9 | C 4", people=PEOPLE, alter=alter)
    page = visit(room.url, cookie=room.cookies[0])
    table = Table(page)
    expect(table.hit).to_contain_text("Take my seat back")
    expect(table.stay).to_have_attribute("aria-disabled", "true")
    table.hit.press("Enter")
    table.expect_own_turn()
    expect(table.ring).to_be_visible()
    page.keyboard.press("s")
    expect(table.own_badge).to_have_text("Stayed")


def test_with_a_short_turn_a_whole_round_passes_by_itself(start_server: Servers, visit: Visitors) -> None:
    """Nobody at the table does anything: everybody is told, and the game goes on."""
    server: Server = start_server(turn_seconds=SHORT_TURN_SECONDS, bot_delay_ms=0, round_pause_seconds=1)
    room = new_room(server, "Ana", seats=3, bots=1)
    ana = visit(room.url, cookie=room.cookies[0])
    bo = visit(room.url)
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Join table").click()
    ana.get_by_role("button", name="Start with 1 bot").click()
    line = visit.line(ana)
    line.until(lambda: line.happened("round_scored"))
    timed_out = {event["seat"] for event in line.happened("timed_out")}
    assert timed_out and timed_out <= {0, 2}
    for page in (ana, bo):
        expect(Table(page).log).to_contain_text("Time's up: ")
    expect(Table(ana).log).to_contain_text("Round over. You scored")
