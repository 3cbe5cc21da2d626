"""Lighthouse looks at five pages as on a phone: `python -m tests.browser.lighthouse RUNS` (5 by default; needs npx).

How fast a page is counts only from runs on a machine that is fast enough itself, by Lighthouse's `benchmarkIndex`.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import Any

from tests.browser.planting import HOUR_MS, Planted, Planter, new_room
from tests.browser.screens import BETWEEN, SIX
from tests.conftest import find_chromium
from tests.server import Server, Servers

VERSION = "12.2.3"
CATEGORIES = ("performance", "accessibility", "best-practices")
FAST_ENOUGH = 1000
FLAGS = [
    "--quiet",
    "--output=json",
    "--chrome-flags=--headless=new --no-sandbox",
    f"--only-categories={','.join(CATEGORIES)}",
]


def pages(server: Server, planter: Planter) -> Mapping[str, tuple[str, tuple[str, str] | None]]:
    """The address and the cookie of each page."""

    def own(room: Planted) -> tuple[str, tuple[str, str]]:
        return room.url, room.cookies[0]

    return {
        "home": (server.url, None),
        "lobby": own(new_room(server, "Ana", seats=6, bots=2)),
        "table": own(planter.plant(SIX, people={0: "Ana"})),
        "scoresheet": own(planter.plant(BETWEEN, "A stays", people={0: "Ana"})),
        "rules": (f"{server.url}/rules", None),
    }


def look(url: str, cookie: tuple[str, str] | None) -> dict[str, Any]:
    """Lighthouse's report of one visit."""
    headers = {} if cookie is None else {"Cookie": "=".join(cookie)}
    command = ["npx", "--yes", f"lighthouse@{VERSION}", url, *FLAGS, f"--extra-headers={json.dumps(headers)}"]
    environment = {**os.environ, "CHROME_PATH": find_chromium()}
    done = subprocess.run(command, check=True, capture_output=True, env=environment)
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def summary(reports: list[dict[str, Any]]) -> str:
    """The medians of one page, and what its reports find wrong beside its speed."""
    scores = {name: median(report["categories"][name]["score"] * 100 for report in reports) for name in CATEGORIES}
    index = median(report["environment"]["benchmarkIndex"] for report in reports)
    shift = max(report["audits"]["cumulative-layout-shift"]["numericValue"] for report in reports)
    told = " ".join(f"{name} {score:.0f}" for name, score in scores.items())
    valid = "" if index >= FAST_ENOUGH else " (performance does not count)"
    return f"{told}, layout shift {shift:.3f}, benchmarkIndex {index:.0f}{valid}; wrong: {sorted(wrong(reports[0]))}"


def wrong(report: dict[str, Any]) -> set[str]:
    """The audits of accessibility and best practices that a page fails."""
    audits = [audit["id"] for name in CATEGORIES[1:] for audit in report["categories"][name]["auditRefs"]]
    return {name for name in audits if report["audits"][name]["score"] not in (1, None)}


def main() -> None:
    """Start a server, and look at each page so many times."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as folder:
        servers = Servers(Path(folder))
        server = servers(bot_delay_ms=HOUR_MS, round_pause_seconds=600, rate_limit="off")
        for name, (url, cookie) in pages(server, Planter(server)).items():
            print(f"{name}: {summary([look(url, cookie) for _ in range(runs)])}", flush=True)
        servers.close()


if __name__ == "__main__":
    main()
