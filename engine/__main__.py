"""`python -m engine scenario [FILE…|-]`: play scenarios, print one result a line.
`python -m engine simulate --bots NAME,NAME,…`: play games between bots, print who wins how often.
`python -m engine learn >engine/bots/experience.py`: count how rounds end in games between bots.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter

from engine.bots import ALL_BOTS
from engine.learn import learn, written
from engine.rules import BadRules, Rules
from engine.scenario import bad_scenario, run_text
from engine.simulate import Record, simulate


def main(arguments: Sequence[str]) -> int:
    """The exit status: 0, also after a bad scenario. A wrong command line ends the program with 2."""
    options = _parser().parse_args(arguments)
    return int(options.run(options))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="scenario|simulate|learn")
    scenario = commands.add_parser("scenario", help="play scenarios, print one result a line")
    scenario.add_argument(
        "files", nargs="*", metavar="FILE", help="`-`, or none: one scenario a line of standard input"
    )
    scenario.set_defaults(run=_scenarios)
    games = commands.add_parser("simulate", help="play games between bots, print who wins how often")
    games.add_argument("--bots", required=True, type=_names, help=f"a name a seat, with commas: {', '.join(ALL_BOTS)}")
    games.add_argument("--games", type=_positive, default=1000)
    games.add_argument("--seats", choices=["rotate", "fixed"], default="rotate", help="who sits where in each game")
    games.add_argument("--seed", type=int, default=1)
    games.add_argument(
        "--rules", type=_rules, default=Rules(), help='a preset, or JSON: {"preset": "table", "points": 300}'
    )
    games.add_argument("--json", action="store_true")
    games.set_defaults(run=_simulate, parser=games)
    lessons = commands.add_parser("learn", help="write engine/bots/experience.py, which Shark plays by, anew")
    lessons.add_argument(
        "--bots", type=_names, default=["adaptive"] * 4, help="who plays; by default adaptive, four times"
    )
    lessons.add_argument("--games", type=_positive, default=3000)
    lessons.add_argument("--seed", type=int, default=7)
    lessons.set_defaults(run=_learn)
    return parser


def _names(text: str) -> list[str]:
    names = text.split(",")
    unknown = [name for name in names if name not in ALL_BOTS]
    if unknown:
        raise argparse.ArgumentTypeError(f"no bot is called {unknown[0]!r}; there are {', '.join(ALL_BOTS)}")
    return names


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("a whole number of at least 1")
    return int(text)


def _rules(text: str) -> Rules:
    try:
        settings = json.loads(text) if text.startswith("{") else {"preset": text}
        return Rules.from_json(settings)
    except ValueError as problem:
        raise argparse.ArgumentTypeError(str(problem)) from None


def _simulate(options: argparse.Namespace) -> int:
    began = perf_counter()
    try:
        records = simulate(
            ALL_BOTS,
            options.bots,
            options.rules,
            games=options.games,
            seed=options.seed,
            rotate=options.seats == "rotate",
            clock=perf_counter,
        )
    except BadRules as problem:
        options.parser.error(str(problem))
    speed = round(options.games / (perf_counter() - began), 1)
    if options.json:
        print(json.dumps({"games": options.games, "games_per_second": speed, "bots": [r.figures() for r in records]}))
    else:
        print("\n".join([*_table(records), f"{options.games} games, {speed} a second"]))
    return 0


def _learn(options: argparse.Namespace) -> int:
    print(written(learn([ALL_BOTS[name] for name in options.bots], games=options.games, seed=options.seed)), end="")
    return 0


def _table(records: Sequence[Record]) -> Iterator[str]:
    """One line a bot under a line of headings."""
    rows: list[Mapping[str, object]] = [record.figures() for record in records]
    yield "  ".join(rows[0])
    for row in rows:
        yield "  ".join(str(value).rjust(len(name)) for name, value in row.items())


def _scenarios(options: argparse.Namespace) -> int:
    for source in options.files or ["-"]:
        for result in _results(source):
            print(result, flush=True)
    return 0


def _results(source: str) -> Iterator[str]:
    """The results of one file, or of each line of standard input that is not blank."""
    if source == "-":
        yield from (run_text(line) for line in sys.stdin.buffer if line.strip())
        return
    try:
        text = Path(source).read_bytes()
    except OSError as problem:
        yield bad_scenario(f"cannot read the file: {problem.strerror}")
        return
    yield run_text(text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
