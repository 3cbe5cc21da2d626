"""How strong the bots are and how long they think (B1 to B4), and how fast the engine is beside another one (E1)."""

import random
from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import pairwise
from math import sqrt
from time import process_time

from flop7.core.classes.deck import Deck
from flop7.core.classes.player import Player
from flop7.core.engine.engine import GameEngine
from flop7.simulation.runner import run_game

from engine import GameOver, Hit, NextRound, RoundOver, Rules, Stay, Target, TurnPrompt, apply, new_game, prompt
from engine.bots import ALL_BOTS
from engine.scoring import round_score
from engine.simulate import Record, simulate
from tests.bench.report import Check, Report, Row

ERRORS = 3
"""So many standard errors a share may lie below its target."""
ENOUGH = 25
"""Points at which the players of E1 stay."""


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
    """Whole games of four players who stay from 25 points on, in one process by turns."""
    report = Report("E1", f"games a second on one core, four seats that stay from {ENOUGH} points on")
    kinds: dict[str, Callable[[int], object]] = {"ours": _ours, "flop7": _flop7, "flop7, its own bots": _flop7_bots}
    speeds = {name: _median_speed(play, 400 if full else 100) for name, play in kinds.items()}
    report.rows.append({name: round(speed, 1) for name, speed in speeds.items()})
    for name in ("flop7", "flop7, its own bots"):
        report.checks.append(Check(f"ours / {name}", round(speeds["ours"] / speeds[name], 3), least=5))
    return report


def _median_speed(play: Callable[[int], object], games: int) -> float:
    speeds = sorted(_speed(play, games) for _ in range(5))
    return speeds[2]


def _speed(play: Callable[[int], object], games: int) -> float:
    began = process_time()
    for game in range(games):
        play(game)
    return games / (process_time() - began)


def _ours(game: int) -> None:
    state, _ = new_game(Rules(), 4, sha256(f"{game}".encode("ascii")).digest())
    while not isinstance(asked := prompt(state), GameOver):
        if isinstance(asked, RoundOver):
            state, _ = apply(state, NextRound())
        elif isinstance(asked, TurnPrompt):
            stays = "stay" in asked.choices and round_score(state.seats[asked.seat]) >= ENOUGH
            state, _ = apply(state, Stay(asked.seat) if stays else Hit(asked.seat))
        else:
            state, _ = apply(state, Target(asked.seat, asked.choices[0]))


def _flop7(game: int) -> None:
    random.seed(game)
    GameEngine(
        deck=Deck(),
        players=[Player(str(number)) for number in range(4)],
        card_provider=lambda here, player: here.deck.deal(),
        hit_stay_decider=lambda here, player: player.active_score < ENOUGH,
        target_selector=_first,
    ).play()


def _first(here: object, event: object, source: Player, eligible: Sequence[Player]) -> Player:
    return eligible[0]


def _flop7_bots(game: int) -> None:
    random.seed(game)
    run_game({"Basic": 4})
