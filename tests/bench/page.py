"""How soon a card is on the screen, and how smoothly the table moves, in a real browser."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median

from playwright.async_api import Browser, Page, async_playwright

from tests.bench.report import Check, Report
from tests.bench.tally import percentile
from tests.browser.planting import HOUR_MS, Planted, Planter
from tests.browser.visitors import DESKTOP, FLAGS
from tests.conftest import find_chromium
from tests.server import Server, Servers

_DRAWS = ("8", "5", "12", "3", "10")
"""A hand without the seventh number, which would end the round."""
_MOVES = [f"{seat} hits" for _ in range(5) for seat in "BCDEFA"]
_APART_SECONDS = 0.25
_SLOWER = 4

_WATCH = """
  window.painted = [];
  window.tasks = [0];
  window.frames = [];
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: "longtask" });
  let pressed = null;
  let before = performance.now();
  const own = () => document.querySelectorAll("own-seat .row flip-card").length;
  addEventListener("keydown", ({ timeStamp }) => (pressed = { at: timeStamp, cards: own() }), { capture: true });
  const look = (now) => {
    window.frames.push(now - before);
    before = now;
    if (pressed && own() > pressed.cards) {
      const { at } = pressed;
      pressed = null;
      requestAnimationFrame(() => window.painted.push(performance.now() - at));
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
"""
"""Painted is what the frame after the one with the card in it can tell; so the figure is a frame too long at most."""


async def page(full: bool) -> Report:
    """Own cards after pressing Hit, and thirty draws of six people at a slow processor."""
    report = Report("page", "one browser, wide screen, motion on")
    with tempfile.TemporaryDirectory() as folder:
        servers = Servers(Path(folder))
        server = servers(bot_delay_ms=HOUR_MS, round_pause_seconds=600, rate_limit="off")
        async with _browser() as browser:
            painted = await _draws(browser, server, 20 if full else 10)
            tasks, _ = await _round(browser, server, slower=1)
            _, frames = await _round(browser, server, slower=_SLOWER)
        servers.close()
    fps = 1000 / median(frames)
    report.rows.append(
        {
            "run": f"{len(painted)} draws",
            "painted_ms_p50": round(percentile(painted, 50), 1),
            "painted_ms_p95": round(percentile(painted, 95), 1),
            "longest_task_ms": round(max(tasks)),
            f"fps_median_{_SLOWER}x_slower": round(fps, 1),
        }
    )
    report.checks += [
        Check("pressed to painted, median ms", percentile(painted, 50), most=100),
        Check("pressed to painted, p95 ms", percentile(painted, 95), most=150),
        Check("longest task, ms", max(tasks), most=50),
        Check(f"frames a second, processor {_SLOWER} times slower", fps, least=55),
    ]
    return report


@asynccontextmanager
async def _browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield browser
        await browser.close()


async def _draws(browser: Browser, server: Server, rooms: int) -> list[float]:
    """Milliseconds from the key to the painted card; the first card of each page, whose code is cold, counts too."""
    painted: list[float] = []
    planter = Planter(server)
    for _ in range(rooms):
        room = planter.plant(f"A* 1 | B stayed 9 | C stayed 4; draw {' '.join(_DRAWS)}", people={0: "Ana"})
        table = await _sit(browser, server, room)
        for count in range(1, len(_DRAWS) + 1):
            await table.wait_for_selector("turn-dock .primary[aria-disabled=false]")
            await table.keyboard.press("h")
            await table.wait_for_function("count => window.painted.length === count", arg=count)
        painted += await table.evaluate("window.painted")
        await table.context.close()
    return painted


async def _round(browser: Browser, server: Server, *, slower: int) -> tuple[Sequence[float], Sequence[float]]:
    """The long tasks and the lengths of frames while six people draw five cards each."""
    planter = Planter(server)
    numbers = [str(12 - nth) for nth in range(5) for _ in "BCDEFA"]
    room = planter.plant(f"A 6 | B* 6 | C 6 | D 6 | E 6 | F 6; draw {' '.join(numbers)}", people={0: "Ana"})
    table = await _sit(browser, server, room)
    session = await table.context.new_cdp_session(table)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    await table.evaluate("window.tasks = [0], window.frames = []")
    for move in _MOVES:
        await asyncio.to_thread(planter.moves, room, move)
        await asyncio.sleep(_APART_SECONDS)
    found: tuple[list[float], list[float]] = await table.evaluate("[window.tasks, window.frames]")
    await table.context.close()
    return found


async def _sit(browser: Browser, server: Server, room: Planted) -> Page:
    context = await browser.new_context(**DESKTOP, reduced_motion="no-preference")
    name, value = room.cookies[0]
    await context.add_cookies([{"name": name, "value": value, "url": server.url, "httpOnly": True}])
    table = await context.new_page()
    await table.add_init_script(_WATCH)
    await table.goto(room.url)
    await table.wait_for_selector("own-seat")
    return table
