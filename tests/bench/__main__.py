"""`python -m tests.bench [name …] [--full] [--json FILE]`: run benchmarks, print tables, then everything as JSON.

The status is 1 where a target was missed.
"""

import argparse
import json
import resource
import sys
from pathlib import Path

import uvloop

from tests.bench import bots, costs, faults, page, speed
from tests.bench.machine import described
from tests.bench.report import Report

BENCHMARKS = {
    "load": speed.load,
    "P1": speed.p1,
    "P2": costs.p2,
    "P3": speed.p3,
    "L1": speed.l1,
    "L2": faults.l2,
    "R10": faults.r10,
    "page": page.page,
    "B1": bots.b1,
    "B2": bots.b2,
    "B3": bots.b3,
    "B4": bots.b4,
    "E1": bots.e1,
}
FILES = 8192
"""Descriptors for a process with a socket of every player."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=f"of {', '.join(BENCHMARKS)}; all if none is named")
    parser.add_argument("--full", action="store_true", help="long runs and more repetitions")
    parser.add_argument("--json", type=Path, help="write the JSON there instead of printing it")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"no benchmark is called {unknown[0]}")
    _allow_files()
    about = described()
    reports: list[Report] = []
    for name in options.names or BENCHMARKS:
        reports.append(uvloop.run(BENCHMARKS[name](options.full)))
        print(reports[-1].text(), flush=True)
    found = json.dumps({**about, "full": options.full, "reports": [report.as_json() for report in reports]})
    if options.json:
        options.json.write_text(found + "\n")
    else:
        print(f"\n{found}")
    return 0 if all(check.met for report in reports for check in report.checks) else 1


def _allow_files() -> None:
    """Enough descriptors for this process and for the servers it starts."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < FILES:
        sys.exit(f"{FILES} open files are needed, {hard} are allowed: ulimit -n")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, FILES), hard))


if __name__ == "__main__":
    sys.exit(main())
