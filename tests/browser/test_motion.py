"""What moves: never anything but place and opacity, nothing for those who want none, and never against the truth."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.planting import Planter
from tests.browser.table import Table, until
from tests.browser.visitors import DESKTOP, PHONE, Visitors

ANA = {0: "Ana"}
MOVING = {"reduced_motion": "no-preference"}
MAY_CHANGE = {"transform", "opacity"}

SAMPLE = """
  window.frames = [];
  window.animated = new Set();
  const faces = (seat) => [...seat.querySelectorAll(".row > li:not(.slot) > flip-card")];
  const text = (seat, selector) => seat.querySelector(selector)?.textContent.trim() ?? "";
  const sample = () => {
    for (const animation of document.getAnimations()) {
      if (animation.transitionProperty) window.animated.add(animation.transitionProperty);
      for (const frame of animation.effect.getKeyframes())
        for (const name of Object.keys(frame))
          if (!["offset", "computedOffset", "easing", "composite"].includes(name)) window.animated.add(name);
    }
    const log = [...document.querySelectorAll("[role=log] li > span:last-child")].map((line) => line.textContent);
    const table = document.querySelector("game-table[data-page=table]");
    const seats = [...(table?.querySelectorAll("own-seat, table-seat") ?? [])].map((seat) => {
      const name = text(seat, "bdi.name") || "You";
      return {
        numbers: faces(seat).map((face) => face.getAttribute("card")),
        modifiers: [...seat.querySelectorAll(".mods > li:not(.held, .played) > flip-card")]
          .map((face) => face.getAttribute("card")),
        points: Number(text(seat, seat.matches("own-seat") ? ".tot > :first-child > b" : ".this-round > b")),
        badge: text(seat, ".badge:not([hidden])"),
        told: log.filter((line) => RegExp(`^${name} drew (a second )?[+\u00d70-9]`).test(line)).length,
      };
    });
    const frame = JSON.stringify(seats);
    if (log.length && seats.length && window.frames.at(-1) !== frame) window.frames.push(frame);
    requestAnimationFrame(sample);
  };
  addEventListener("DOMContentLoaded", () => requestAnimationFrame(sample));
"""
"""What each seat shows in every frame, and every property that any animation or transition touches."""

FACE_FRAMES = """
  window.frame = 0;
  const count = () => document.querySelectorAll("own-seat .row flip-card").length;
  const look = () => {
    window.frame += 1;
    if (window.pressed && window.painted === undefined && count() > window.pressed.cards) {
      const face = [...document.querySelectorAll("own-seat .row flip-card")].at(-1);
      window.painted = {
        frame: window.frame,
        opacity: Number(getComputedStyle(face.parentElement).opacity),
        scale: face.getBoundingClientRect().width / face.offsetWidth,
      };
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  addEventListener("click", () => {
    window.pressed = { cards: count(), frame: window.frame };
  }, { capture: true });
  addEventListener("click", (event) => (window.given = event.target.closest("button").matches(".pressed")));
  window.WebSocket = class extends WebSocket {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => {
        if (window.pressed && JSON.parse(data).type === "change") window.heard ??= window.frame;
      });
    }
  };
"""


def score(numbers: list[str], modifiers: list[str], flip7: bool) -> int:
    """What cards are worth."""
    total = sum(map(int, numbers)) * (2 if "x2" in modifiers else 1)
    return total + sum(int(card) for card in modifiers if card[0] == "+") + 15 * flip7


def assert_all_agree(frames: list[dict[str, Any]]) -> None:
    """What one seat shows frame by frame: its cards, points, badge and lines of the log are of one moment."""
    assert len({len(seat["numbers"]) + len(seat["modifiers"]) - seat["told"] for seat in frames}) == 1, frames
    for seat in frames:
        busted = len(set(seat["numbers"])) < len(seat["numbers"])
        assert busted == (seat["badge"] == "Bust"), seat
        worth = 0 if busted else score(seat["numbers"], seat["modifiers"], seat["badge"] == "Flip 7")
        assert seat["points"] == worth, seat


def sampled(page: Page) -> list[list[dict[str, Any]]]:
    """The different frames of the table so far, seat by seat."""
    frames = [json.loads(frame) for frame in page.evaluate("window.frames")]
    return [list(seat) for seat in zip(*frames, strict=True)]


@pytest.mark.parametrize(
    ("motion", "size"),
    [("no-preference", DESKTOP), ("no-preference", PHONE), ("reduce", PHONE)],
    ids=["wide", "phone", "still"],
)
def test_only_place_and_opacity_move_and_every_frame_is_of_one_moment(
    visit: Visitors, planter: Planter, motion: str, size: dict[str, Any]
) -> None:
    room = planter.plant(
        "A* 5 =186 | B 9 +4 =20 | C 4 7 =30 | D 8 12 =40; draw 7 5 x2 8 flip_three 1 2 3 freeze 6 12 9 9",
        people=ANA,
        bots=["Rook", "Juniper", "Pixel"],
    )
    page = visit(room.url, cookie=room.cookies[0], script=SAMPLE, **{**size, "reduced_motion": motion})
    table = Table(page)
    table.expect_own_turn()
    page.keyboard.press("h")
    expect(table.own_numbers).to_have_count(2)
    planter.moves(room, "B hits", "C hits", "D hits", "A hits", "A targets C", "B hits", "B targets C", "A hits")
    planter.moves(room, "B hits", "A hits", "B hits")
    expect(table.badge(4, "Bust")).to_be_visible()
    expect(table.badge(2, "Bust")).to_be_visible()
    planter.moves(room, "A stays")
    expect(table.over).to_be_visible()
    page.get_by_role("button", name="Rules and keys").or_(page.get_by_role("button", name="Menu")).first.click()
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    animated = set(page.evaluate("[...window.animated]"))
    assert animated - {"display", "overlay"} <= (MAY_CHANGE if motion == "no-preference" else {"opacity"})
    assert ("transform" in animated) == (motion == "no-preference")
    seats = sampled(page)
    for frames in seats:
        assert_all_agree(frames)
    *others, own = [frames[-1]["numbers"] for frames in seats]
    assert [own, *others] == [seat["numbers"] for seat in visit.line(page).view["seats"]]


def test_ones_own_card_is_painted_in_full_with_the_frame_after_the_servers_word(
    visit: Visitors, planter: Planter
) -> None:
    room = planter.plant("A* 8 5 | B 9 | C 4; draw 3", people=ANA)
    page = visit(room.url, cookie=room.cookies[0], script=FACE_FRAMES, **MOVING)
    table = Table(page)
    table.expect_own_turn()
    table.hit.press("Enter")
    until(page, "() => window.painted")
    assert page.evaluate("window.given"), "the button gives way at once"
    painted, heard = page.evaluate("[window.painted, window.heard]")
    assert painted["frame"] - heard <= 1
    assert painted["opacity"] == 1
    assert 1 <= painted["scale"] <= 1.07


def test_speeds_are_the_players_own_and_off_stops_all_travel(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A* 5 | B 9 | C 4; draw 7 8 6", people=ANA)
    script = SAMPLE + 'if (location.protocol === "http:") localStorage.setItem("f7.motion", "off");'
    page = visit(room.url, cookie=room.cookies[0], script=script, **MOVING)
    table = Table(page)
    table.expect_own_turn()
    page.keyboard.press("h")
    expect(table.own_numbers).to_have_count(2)
    planter.moves(room, "B hits", "C hits")
    expect(table.numbers(3)).to_have_count(2)
    assert set(page.evaluate("[...window.animated]")) <= {"opacity"}


def test_a_level_game_ends_on_a_podium_with_its_history(visit: Visitors, planter: Planter) -> None:
    room = planter.plant(
        "A* 12 9 =190 | B stayed 7 =150 | C busted 3 3 =157 | D stayed 2 =12; round 3; scores 95 80 77 2 / 95 70 80 10",
        people=ANA,
    )
    page = visit(room.url, cookie=room.cookies[0], **PHONE, **MOVING)
    table = Table(page)
    table.expect_own_turn()
    page.keyboard.press("s")
    steps = table.over.get_by_role("list", name="The first three").get_by_role("listitem")
    expect(steps).to_have_text(["You2111st", "Rook1572nd", "Juniper1572nd"])
    chart = table.over.get_by_role("img", name="Points by round. Now: You 211, Rook 157, Juniper 157 and Pixel 14.")
    expect(chart).to_be_visible()
    expect(chart.locator("polyline")).to_have_count(4)
    assert len({mark.get_attribute("href") for mark in chart.locator("g > use").all()}) == 4
    table.over.get_by_text("As a table").click()
    rows = table.over.get_by_role("region", name="Points by round").get_by_role("row")
    expect(rows).to_have_text(
        [
            "RoundYouRookJuniperPixel",
            "195 +9580 +8077 +772 +2",
            "2190 +95150 +70157 +8012 +10",
            "3211 +21157 +7157 +014 +2",
        ]
    )


def test_a_remark_stays_while_the_pointer_or_the_focus_rests_on_it(visit: Visitors, planter: Planter) -> None:
    room = planter.plant("A 5 | B* 9 | C 4", people=ANA)
    page = visit(room.url, cookie=room.cookies[0], **MOVING)
    table = Table(page)
    expect(table.own).to_be_visible()
    page.clock.install()
    for hold, let_go in (
        (table.toast.hover, lambda: page.mouse.move(0, 0)),
        (table.toast.focus, lambda: table.toast.blur()),
    ):
        page.keyboard.press("h")
        expect(table.toast).to_be_visible()
        hold()
        page.clock.fast_forward(10_000)
        expect(table.toast).to_be_visible()
        let_go()
        page.clock.fast_forward(3000)
        expect(table.toast).to_be_visible()
        page.clock.fast_forward(1100)
        expect(table.toast).to_be_hidden()
