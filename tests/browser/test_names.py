"""Names are text wherever they stand: markup does nothing, right-to-left letters and emoji are as good as others."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.planting import Planter, new_room
from tests.browser.table import Table
from tests.browser.visitors import Visitors
from tests.server import Server

MARKUP = "<img/onerror=x>"
BOLD = "<b>Bo</b>&amp;"
ARABIC = "\u0634\u0627\u062f\u064a!"
EMOJI = "\U0001f0cf\U0001f3b2 Zo\u00eb"
FOXES = "\U0001f98a" * 16
NAMES = {0: MARKUP, 1: BOLD, 2: ARABIC, 3: EMOJI}


def assert_only_text(page: Page) -> None:
    """No name has become an element."""
    assert (
        page.evaluate("""() => document.querySelectorAll("img:not(.qr), [onerror], bdi *, main script").length""") == 0
    )
    assert page.evaluate("[...document.querySelectorAll('b')].every((b) => b.textContent !== 'Bo')")


def test_at_the_table_in_the_log_in_the_menu_and_in_the_scores(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 5 9 =30 | B 7 =10 | C 3 =40 | D 2 =50; draw 4 6", people=NAMES)
    page = visit(room.url, cookie=room.cookies[1])
    table = Table(page)
    planter.moves(room, "A hits")
    for number, name in ((1, MARKUP), (3, ARABIC), (4, EMOJI)):
        expect(table.seat(number).locator("bdi")).to_have_text(name)
    expect(table.seat(1).get_by_role("heading")).to_have_text(f"Seat 1, {MARKUP}, dealer, 18 this round, 30 total")
    expect(table.told).to_have_text([f"{MARKUP} drew 4."])
    planter.moves(room, "B stays", "C hits", "D stays", "A stays", "C stays")
    expect(table.told.nth(2)).to_have_text(f"{ARABIC} drew 6.")
    expect(table.told.locator("bdi").first).to_have_text(MARKUP)
    expect(table.sheet.get_by_role("heading", level=1)).to_have_text("Round 1 scores")
    expect(table.sheet.get_by_role("row").locator("bdi")).to_have_text([EMOJI, ARABIC, MARKUP, "You"])
    expect(table.sheet.get_by_text(f"{EMOJI} leads with 52")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog", name="Menu").locator(".players bdi")).to_have_text([MARKUP, ARABIC, EMOJI])
    expect(page.get_by_role("button", name=f"Mute {MARKUP}")).to_be_visible()
    assert_only_text(page)


def test_in_questions_and_in_what_is_confirmed(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A 5 | B* 7 | C 3 | D 2; agenda target B freeze", people=NAMES)
    page = visit(room.url, cookie=room.cookies[1])
    table = Table(page)
    expect(table.question).to_be_visible()
    page.keyboard.press("1")
    expect(table.hit).to_contain_text(f"Freeze {MARKUP}")
    expect(page.locator("#status")).to_have_text(f"{MARKUP} selected. Press again or Enter to confirm.")
    expect(table.seat(1).get_by_role("button")).to_have_accessible_name(f"Freeze {MARKUP}, banks 5")
    page.keyboard.press("Enter")
    expect(table.told).to_have_text([f"You played Freeze on {MARKUP}. {MARKUP} banks 5."])
    assert_only_text(page)


def test_at_the_end_and_in_a_remark_of_the_table(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 12 9 =190 | B stayed 7 =150 | C stayed 3 | D stayed 2", "A stays", people=NAMES)
    without_clipboard = "delete Navigator.prototype.clipboard; document.execCommand = () => false;"
    page = visit(room.url, cookie=room.cookies[1], script=without_clipboard)
    table = Table(page)
    expect(table.over.get_by_role("heading", level=1)).to_have_text(f"{MARKUP} wins with 211!")
    expect(table.over.get_by_text(f"Waiting for {MARKUP} to play again.")).to_be_visible()
    table.over.get_by_role("button", name="Share result").press("Enter")
    result = f"Flip 7 table: {MARKUP} 211, {BOLD} 157, {ARABIC} 3, {EMOJI} 2"
    expect(page.get_by_role("dialog", name="Share result").get_by_role("textbox")).to_have_value(result)
    assert_only_text(page)


@pytest.mark.parametrize("seated", [True, False], ids=["with a seat", "at the door"])
def test_in_the_lobby(visit: Visitors, server: Server, seated: bool) -> None:
    room = new_room(server, MARKUP, seats=4)
    host = visit(room.url, cookie=room.cookies[0])
    for name in (ARABIC, EMOJI):
        guest = visit(room.url)
        guest.get_by_label("Your name").fill(name)
        guest.get_by_role("button", name="Join table").press("Enter")
        expect(guest.get_by_text(f"{MARKUP} starts the game.")).to_be_visible()
    page = host if seated else visit(room.url, expected=["status of 409"])
    names = [ARABIC, EMOJI] if seated else [MARKUP, ARABIC, EMOJI]
    expect(page.locator("ol bdi")).to_have_text(names)
    if seated:
        page.get_by_role("button", name=f"Remove {ARABIC}").press("Enter")
        expect(page.get_by_role("dialog", name=f"Remove {ARABIC} from this table?")).to_be_visible()
    else:
        page.get_by_label("Your name").fill(MARKUP)
        page.get_by_role("button", name="Join table").press("Enter")
        expect(page.get_by_role("alert").get_by_text(f"{MARKUP} is taken. Try ")).to_be_visible()
    assert_only_text(page)


def test_joined_emoji_come_apart_by_one_press(visit: Visitors, server: Server) -> None:
    page = visit(new_room(server, "Ann", seats=3).url, expected=["status of 400"])
    page.get_by_label("Your name").fill("\U0001f469\u200d\U0001f4bb Zo\u00eb")
    page.get_by_role("button", name="Join table").press("Enter")
    problem = page.get_by_role("alert").get_by_text("such as joined emoji. Try \U0001f469\U0001f4bb Zo\u00eb.")
    expect(problem).to_be_visible()
    page.get_by_role("button", name="\U0001f469\U0001f4bb Zo\u00eb").press("Enter")
    expect(page.get_by_label("Your name")).to_have_value("\U0001f469\U0001f4bb Zo\u00eb")
    page.get_by_role("button", name="Join table").press("Enter")
    expect(page.get_by_text("Ann starts the game.")).to_be_visible()


def test_an_emoji_is_one_of_the_16_characters_of_a_name(visit: Visitors, server: Server) -> None:
    page = visit(f"{server.url}/score")
    for number, typed in enumerate((FOXES, "x" * 17, "Cy"), 1):
        page.get_by_label(f"Name of player {number}").focus()
        page.keyboard.insert_text(typed)
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("alert").get_by_text("A name has 1 to 16 characters.")).to_be_visible()
    expect(page.get_by_label("Name of player 2")).to_be_focused()
    page.get_by_label("Name of player 2").fill("Bo")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("rowheader", name=FOXES)).to_be_visible()

    page.goto(server.url)
    page.get_by_role("button", name="Settings").click()
    name = page.get_by_label("Name")
    for typed, wrong in (("x" * 17, "Use 1 to 16 visible characters."), (FOXES, "")):
        name.fill("")
        page.keyboard.insert_text(typed)
        name.press("Enter")
        expect(name).to_have_accessible_description(wrong)
    assert page.evaluate("localStorage.getItem('f7.name')") == FOXES
