"""Pictures of the pages: `make screenshots` writes those the documents show to docs/img.

`python -m tests.browser.screenshots FOLDER` writes every state, on a wide screen and on a phone, to a folder. What is
on them is always the same, but for the codes of the rooms.
"""

import base64
import sys
import tempfile
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from app.rooms.room import Room
from tests.browser.planting import HOUR_MS, Planted, Planter, join, new_room
from tests.browser.table import Table, until
from tests.browser.visitors import DESKTOP, FLAGS, PHONE, Visitors, Wardrobe
from tests.conftest import find_chromium
from tests.server import ROOT, Server, Servers

SHOWN = {
    "home-wide", "lobby-phone", "table-wide", "table-phone", "targeting-phone", "flip-three-phone", "scores-wide",
    "game-over-wide",
}  # fmt: skip
SIZES: Mapping[str, Mapping[str, Any]] = {"wide": DESKTOP, "phone": PHONE}
MOST_BYTES = 150_000
TO_WEBP = """async (png) => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext("2d").drawImage(picture, 0, 0);
  const webp = await canvas.convertToBlob({ type: "image/webp", quality: 0.9 });
  return [...new Uint8Array(await webp.arrayBuffer())];
}"""
"""Grain in the gradients makes PNGs three times as big."""
ADDRESS = "table.example"
NO_HINTS = (
    'if (location.protocol === "http:")'
    " localStorage.setItem('f7.hints', 'duplicate next freeze flip_three second_chance score')"
)
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)

ANA = 2
PEOPLE = {0: "Maya", 1: "Theo", ANA: "Ana", 4: "Sam"}
BOTS = ["Juniper", "Rook"]
BEFORE = (
    "A stayed =142 | B stayed =96 | C stayed =118 | D stayed =131 | E stayed =77 | F stayed =105; round 3; "
    "scores 52 31 40 44 27 35 / 45 29 38 46 0 34 / 45 36 40 41 50 36; "
    "discard 12 12 12 12 11 11 11 10 10 9 9 8 8 8 8 7 7 7 6 6 5 4 4 3 2 0 +2 +8 second_chance 4; "
    "draw 12 12 11 6 10 9 8 4 9 12 11 flip_three +4 3 1 freeze 2 second_chance 6 7 5 11 10 x2"
)
ROUND_FOUR = (
    "next round", "C hits", "D hits", "E hits", "F hits", "A hits", "B hits", "B targets C", "C hits", "C targets D",
    "E hits", "F hits", "A hits", "B hits", "C hits", "E hits", "F hits", "A hits", "B stays",
)  # fmt: skip
"""Round four with everything that can happen in it, until it is Ana's turn again."""
TO_FLIP_7 = ("C hits", "F hits", "A stays", "C hits")


class Studio:
    """Takes pictures of one server's pages, all as Ana sees them, under an address as friends would have it."""

    def __init__(self, server: Server, browser: Browser) -> None:
        self._server = server
        self._url = server.url.replace("127.0.0.1", ADDRESS)
        self._planter = Planter(server)
        self._wardrobe = Wardrobe(browser)
        self._darkroom = browser.new_page()

    def take(self, folder: Path, wanted: Callable[[str], bool]) -> None:
        """Write the wanted pictures; their names are of the form `table-phone`."""
        pictures: Mapping[str, Callable[[Visitors, Mapping[str, Any]], Page]] = {
            "home": self._home,
            "lobby": self._lobby,
            "table": self._table,
            "targeting": self._targeting,
            "flip-three": self._flip_three,
            "scores": self._scores,
            "game-over": self._game_over,
        }
        for name, picture in pictures.items():
            for size, how in SIZES.items():
                if not wanted(f"{name}-{size}"):
                    continue
                visitors = Visitors(self._wardrobe)
                page = picture(visitors, {"color_scheme": "dark", **how})
                until(page, "[...document.images].every((image) => image.complete)")
                png = page.screenshot()
                visitors.close()
                webp = bytes(self._darkroom.evaluate(TO_WEBP, base64.b64encode(png).decode()))
                assert len(webp) < MOST_BYTES, f"{name}-{size} is too big"
                (folder / f"{name}-{size}.webp").write_bytes(webp)

    def _home(self, visit: Visitors, how: Mapping[str, Any]) -> Page:
        return visit(self._url, **how)

    def _lobby(self, visit: Visitors, how: Mapping[str, Any]) -> Page:
        room = new_room(self._server, "Ana", seats=5, bots=1)
        for name in ("Maya", "Theo"):
            join(self._server, room, name)
        page = visit(f"{self._url}/r/{room.code}", cookie=room.cookies[0], **how)
        expect(page.get_by_text("Theo", exact=True)).to_be_visible()
        expect(page.get_by_role("img", name="QR code")).to_be_visible()
        return page

    def _table(self, visit: Visitors, how: Mapping[str, Any]) -> Page:
        return self._sit(visit, how, self._plant(), 41)

    def _targeting(self, visit: Visitors, how: Mapping[str, Any]) -> Page:
        page = self._sit(visit, how, self._plant("C hits", draw="freeze"), 45)
        page.keyboard.press("1")
        expect(Table(page).hit).to_contain_text("Freeze Maya")
        return page

    def _flip_three(self, visit: Visitors, how: Mapping[str, Any]) -> Page:
        page = self._sit(visit, how, self._plant("C hits", "C targets F", draw="flip_three freeze second_chance"))
        expect(Table(page).tray).to_be_visible()
        return page

    def _scores(self, visit: Visitors, how: Mapping[str, Any]) -> Page:
        room = self._plant(*TO_FLIP_7, draw="7 9 10", ready=PEOPLE.keys() - {ANA})
        return self._sit(visit, how, room, 12)

    def _game_over(self, visit: Visitors, how: Mapping[str, Any]) -> Page:
        better = BEFORE.replace("=118", "=148").replace("52 31 40", "52 31 70")
        return self._sit(visit, how, self._plant(*TO_FLIP_7, draw="7 9 10", before=better))

    def _plant(self, *moves: str, draw: str = "", before: str = BEFORE, ready: Collection[int] = ()) -> Planted:
        def alter(room: Room) -> Room:
            for seat in ready:
                room = room.with_seat(seat, replace(room.seats[seat], ready=True))
            return replace(room, host=ANA)

        cards = f"{before} {draw}".strip()
        return self._planter.plant(cards, *ROUND_FOUR, *moves, people=PEOPLE, bots=BOTS, alter=alter)

    def _sit(self, visit: Visitors, how: Mapping[str, Any], room: Planted, seconds: int | None = None) -> Page:
        """Ana's page of a room, with so many seconds left on a clock that stands still."""
        page = visit(self._url, cookie=room.cookies[ANA], script=NO_HINTS, **how)
        page.clock.set_fixed_time(NOON)
        page.goto(f"{self._url}/r/{room.code}")
        table = Table(page)
        expect(table.own.or_(table.sheet).or_(table.over).filter(visible=True)).to_be_visible()
        if seconds is not None:
            line = visit.line(page)
            # What the page hears later of the server's time would move its clock on.
            line.until(lambda: any(frame["type"] == "pong" for frame in line.heard))
            self._planter.leave_seconds(room, seconds)
            left = table.ring if table.own.is_visible() else table.sheet.locator(".foot b")
            expect(left).to_contain_text(str(seconds))
        return page


def main() -> None:
    """Start a server and a browser, and take the pictures."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        servers = Servers(Path(folder))
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=[*FLAGS, f"--host-resolver-rules=MAP {ADDRESS} 127.0.0.1"]
        )
        server = servers(bot_delay_ms=HOUR_MS, round_pause_seconds=600, rate_limit="off")
        studio = Studio(server, browser)
        if len(sys.argv) > 1:
            studio.take(Path(sys.argv[1]), lambda name: True)
        else:
            studio.take(ROOT / "docs" / "img", SHOWN.__contains__)
        browser.close()
        servers.close()


if __name__ == "__main__":
    main()
