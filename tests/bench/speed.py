"""P1, P3 and plain load: how fast, beside the bare relay and with more rooms."""

from tests.bench.machine import ceiling, product
from tests.bench.report import Check, Report, Row
from tests.bench.run import Figures, measure, relayed, seated
from tests.bench.tally import medians


async def p1(full: bool) -> Report:
    """Product and ceiling by turns, one worker each, nobody thinks."""
    report = Report("P1", "one worker beside the bare relay, no thinking time; medians")
    repetitions, seconds = (5, 15.0) if full else (3, 5.0)
    for rooms in (200, 1000):
        ours: list[Figures] = []
        bare: list[Figures] = []
        for number in range(repetitions):
            for kind in ("ceiling", "product") if number % 2 == 0 else ("product", "ceiling"):
                if kind == "ceiling":
                    bare.append(await _ceiling(rooms, seconds))
                else:
                    ours.append(await _product(rooms, seconds))
        relay, table = medians(bare), medians(ours)
        report.rows += [_named(f"relay {rooms}", relay), _named(f"table {rooms}", table)]
        report.checks += _compared(rooms, relay, table)
        each = ", ".join(f"{a['moves_per_s'] / b['moves_per_s']:.2f}" for a, b in zip(ours, bare, strict=True))
        report.title += f"; ratios at {rooms}: {each}"
    return report


def _compared(rooms: int, relay: Figures, table: Figures) -> list[Check]:
    speed = table["moves_per_s"] / relay["moves_per_s"]
    latency = table["others_p95_ms"] / relay["others_p95_ms"]
    return [
        Check(f"moves/s as a part of the relay's at {rooms} rooms", round(speed, 3), least=0.7),
        Check(f"p95 (send to the others' frame) over the relay's at {rooms} rooms", round(latency, 2), most=1.5),
    ]


async def _ceiling(rooms: int, seconds: float) -> Figures:
    with ceiling() as running:
        load = await relayed(running, rooms)
        figures = await measure(running, load, seconds)
        load.close()
        return figures


async def _product(rooms: int, seconds: float, think: float = 0, **settings: object) -> Figures:
    with product(**settings) as running:
        load = await seated(running, rooms, think=think)
        figures = await measure(running, load, seconds)
        load.close()
        return figures


async def p3(full: bool) -> Report:
    """Ten times the rooms at the same total rate of moves."""
    report = Report("P3", "the same rate of moves from 100 rooms and from 1000, one worker; medians")
    repetitions, seconds = (5, 30.0) if full else (3, 8.0)
    few: list[Figures] = []
    many: list[Figures] = []
    for _ in range(repetitions):
        few.append(await _product(100, seconds, think=0.4))
        many.append(await _product(1000, seconds, think=4))
    small, large = medians(few), medians(many)
    report.rows = [_named("100 rooms", small), _named("1000 rooms", large)]
    for name in ("others", "ack"):
        ratio = large[f"{name}_p95_ms"] / small[f"{name}_p95_ms"]
        report.checks.append(Check(f"p95 ({name}) at 1000 rooms over that at 100", round(ratio, 2), most=1.5))
    return report


async def l1(full: bool) -> Report:
    """Many rooms whose people think a second."""
    seconds = 600.0 if full else 60.0
    report = Report("L1", f"1000 rooms, 4000 sockets, 2 workers, 1 s to think, {seconds:g} s")
    figures = await _product(1000, seconds, think=1, workers=2)
    report.rows = [_named("table 1000", figures)]
    report.checks = [
        Check("p99 from commit to frame, ms", figures["commit_to_frame_p99_ms"], most=150),
        Check("gaps", figures["gaps"], most=0),
        Check("rooms that stood", figures["rooms_that_stood"], most=0),
    ]
    return report


async def load(full: bool) -> Report:
    """What a move costs, with and without thinking time."""
    report = Report("load", "200 rooms, one worker, with and without thinking time")
    for think in (0.0, 1.0):
        figures = await _product(200, 30.0 if full else 8.0, think=think)
        report.rows.append(_named(f"think {think:g} s", figures))
    return report


def _named(name: str, figures: Figures) -> Row:
    return {"run": name, **figures}
