"""The odds helper: off until somebody looks, exact, for that viewer alone, and nothing where the host forbids it."""

from playwright.sync_api import expect

from engine.cards import counted, deck_for, read_cards
from tests.browser.planting import Planter
from tests.browser.table import Table
from tests.browser.visitors import PHONE, Visitors

PILE = (
    "3 4 4 5 5 6 6 7 7 7 7 7 8 8 8 8 8 9 9 9 10 10 10 10 11 11 11 11 12 12 12 12 12 12 "
    "freeze freeze flip_three second_chance"
)
ROW = "12 8 5 3 1 +4"


AWAY = """window.away = false;
Object.defineProperty(document, "hidden", { get: () => window.away });
window.leave = (away) => (window.away = away, document.dispatchEvent(new Event("visibilitychange")));"""


def in_the_middle(next_card: str) -> str:
    """A row of five and a draw pile of 38, of which 14 repeat one of the row."""
    gone = counted(deck_for(3))
    for card in read_cards(f"{PILE} {ROW}"):
        gone[card] -= 1
    discard = " ".join(str(card) for card, count in gone.items() for _ in range(count))
    rest = PILE.replace(f" {next_card} ", " ", 1)
    return f"A* {ROW} =118 | B stayed =131 | C stayed =77; discard {discard}; draw {next_card} {rest}"


def test_whoever_looks_sees_exact_chances_and_every_unseen_card(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(in_the_middle("7"), people={0: "Ana", 1: "Bo"})
    page = visit(room.url, cookie=room.cookies[0])
    panel, button = page.locator("odds-panel"), page.get_by_role("button", name="Odds helper")
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(panel).to_be_hidden()
    page.keyboard.press("o")
    expect(panel.get_by_role("listitem").filter(has_text="Bust")).to_have_text("Bust37%")
    figures = panel.locator(".odds li")
    expect(figures).to_have_text(["Bust37%", "Flip 7 if you never stay29%", "Stay now33", "Hit once, then stay25.2"])
    expect(panel).to_contain_text("14 of the 38 cards left repeat one of yours.")
    expect(panel).to_contain_text("only you see this")
    panel.get_by_text("Cards nobody has seen").click()
    kinds = panel.locator(".counter li")
    expect(kinds).to_have_count(22)
    expect(kinds.filter(has_text="12, you have one: 6 left")).to_be_visible()
    page.keyboard.press("h")
    expect(figures.first).not_to_have_text("Bust37%")
    expect(panel).to_contain_text("18 of the 37 cards left repeat")
    page.reload()
    expect(panel).to_be_visible()
    other = visit(room.url, cookie=room.cookies[1])
    expect(Table(other).own).to_be_visible()
    expect(other.locator("odds-panel")).to_be_hidden()


def test_on_a_phone_the_chance_stands_in_the_header_and_the_rest_in_the_drawer(
    visit: Visitors, planter: Planter
) -> None:
    room = planter.plant(in_the_middle("7"), people={0: "Ana"})
    page = visit(room.url, cookie=room.cookies[0], **PHONE)
    button = page.get_by_role("button", name="Odds helper")
    button.click()
    expect(page.locator("odds-panel .odds li").first).to_be_in_viewport()
    page.get_by_role("button", name="Close").click()
    expect(button).to_have_text("37%")
    button.click()
    page.get_by_role("button", name="Hide the odds").click()
    expect(button).to_have_text("")


def test_a_second_press_puts_the_drawer_away_that_the_first_has_opened(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(in_the_middle("7"), people={0: "Ana"})
    page = visit(room.url, cookie=room.cookies[0], **PHONE)
    odds, close = page.locator("odds-panel"), page.get_by_role("button", name="Close", exact=True)
    Table(page).expect_own_turn()
    page.keyboard.press("o")
    expect(odds).to_be_in_viewport()
    page.keyboard.press("o")
    expect(odds).to_be_hidden()
    expect(close).to_be_hidden()
    page.keyboard.press("l")
    page.keyboard.press("o")
    expect(odds).to_be_visible()
    page.keyboard.press("o")
    expect(odds).to_be_hidden()
    expect(close).to_be_visible()


def test_a_tab_that_nobody_sees_asks_for_none(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 5 | B 6 | C 7; draw 8 9 10 11 12", people={0: "Ana"})
    page = visit(room.url, cookie=room.cookies[0], script=AWAY)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/odds") else None)
    with page.expect_response("**/odds"):
        page.keyboard.press("o")
    page.evaluate("leave(true)")
    planter.moves(room, "A hits", "B hits")
    line = visit.line(page)
    line.until(lambda: line.happened("dealt", seat=1))
    page.evaluate("0")  # the page has drawn what it heard
    assert len(asked) == 1
    with page.expect_response("**/odds"):
        page.evaluate("leave(false)")


def test_the_host_may_forbid_to_look(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 5 | B 9 | C 4", people={0: "Ana"}, rules={"odds": False})
    page = visit(room.url, cookie=room.cookies[0])
    Table(page).expect_own_turn()
    page.keyboard.press("o")
    expect(page.locator("table-toast")).to_have_text("The host has switched the odds off at this table.")
    expect(page.locator("odds-panel")).to_be_hidden()
