"""How strong the bots are and how long they think (B1 to B4), and how fast the engine is beside another one (E1)."""

from collections import defaultdict
from itertools import pairwise
from math import sqrt
from statistics import median
from time import process_time

from engine import Rules
from engine.bots import ALL_BOTS
from engine.simulate import Record, simulate
from tests.bench import compiled, engines
from tests.bench.report import Check, Report, Row

ERRORS = 3
"""So many standard errors a share may lie below its target."""
COMPARED = "ours, compiled / flop7 with its threshold bots"


def table(names: str, games: int) -> list[Record]:
    """Games among these bots by the preset `table`, everybody on each seat by turns; times are the process' own."""
    return simulate(ALL_BOTS, names.split(), Rules(), games=games, seed=1, rotate=True, clock=process_time)


def shares(report: Report, names: str, games: int, *, least: float) -> None:
    """Add a table of the first bot against the others, and how large a share it has to win."""
    first = table(names, games)[0]
    report.rows.append({"table": names, "games": float(games), **_figures(first)})
    report.checks.append(Check(f"{names}: share + {ERRORS} errors", first.share + ERRORS * first.error, least=least))


def _figures(record: Record) -> Row:
    return {name: value for name, value in record.figures().items() if isinstance(value, int | float)}


async def b1(full: bool) -> Report:
    """Shark against players who maximise points, and against those who know when somebody has banked the win."""
    report = Report("B1", "Shark's share of the wins at four seats; 0.25 would be fair")
    for rival in ("ev", "adaptive"):
        shares(report, f"shark {rival} {rival} {rival}", 20_000 if full else 2_000, least=0.30)
    return report


async def b2(full: bool) -> Report:
    """Shark against others, and at three seats."""
    games = 20_000 if full else 2_000
    report = Report("B2", "Shark's share of the wins; 0.25 would be fair at four seats, 0.333 at three")
    shares(report, "shark stay28 stay28 stay28", games, least=0.34)
    shares(report, "shark counter counter counter", games, least=0.25)
    shares(report, "shark ev ev", games, least=0.38)
    return report


async def b3(full: bool) -> Report:
    """The personalities at one table, and Shark against each of them alone."""
    games = 20_000 if full else 2_000
    report = Report("B3", "personalities from the weakest to the strongest; then Shark head to head")
    records = table("saver gambler steady counter", games)
    for weaker, stronger in pairwise(records):
        ahead = stronger.share - weaker.share + ERRORS * sqrt(weaker.error**2 + stronger.error**2)
        report.checks.append(Check(f"{stronger.name} over {weaker.name} + {ERRORS} errors", ahead, least=0.03))
    report.rows += [{"table": record.name, "games": float(games), **_figures(record)} for record in records]
    sevens = records[1].flip_sevens / max(1, records[0].flip_sevens)
    report.checks.append(Check("the gambler's Flip 7s over the saver's", sevens, least=3))
    for rival in ("saver", "gambler", "steady", "counter"):
        shares(report, f"shark {rival}", games // 4, least=0.5)
    return report


async def b4(full: bool) -> Report:
    """How long Shark thinks."""
    record = table("shark shark shark shark", 400 if full else 80)[0]
    report = Report("B4", "Shark's decisions, hit, stay and targets together", [_figures(record)])
    figures = _figures(record)
    report.checks.append(Check("mean, ms", float(figures["decision_ms_mean"]), most=3))
    report.checks.append(Check("p99, ms", float(figures["decision_ms_p99"]), most=15))
    return report


async def e1(full: bool) -> Report:
    """Our engine, compiled and plain, and another one by turns; all play games of four players with a threshold."""
    report = Report("E1", f"games a second on one core, four seats that stay from {engines.ENOUGH} points on; medians")
    games, speeds = 400 if full else 100, defaultdict[str, list[float]](list)
    try:
        compiled.build()
    except compiled.CannotCompile as problem:
        report.title += f"\n{problem}"
        report.checks.append(Check(COMPARED, 0, least=5))
        return report
    for _ in range(9 if full else 5):
        fast, plain = engines.run_compiled(games), engines.run(games)
        assert fast.totals == plain.totals, "the compiled engine plays other games"
        speeds["ours, compiled"].append(fast.speed)
        speeds["ours"].append(plain.speed)
        speeds["flop7, bare"].append(engines.speed(engines.flop7, games))
        speeds["flop7, its bots"].append(engines.speed(engines.flop7_bots, games))
    report.rows.append({name: round(median(found), 1) for name, found in speeds.items()})
    turns = zip(speeds["ours, compiled"], speeds["flop7, its bots"], strict=True)
    ratio = median([ours / theirs for ours, theirs in turns])
    report.checks.append(Check(COMPARED, round(ratio, 2), least=5))
    return report
