"""Whole games of four players who stay from 25 points on, by our engine and by another one; how many a second (E1).

`python -m tests.bench.engines GAMES` prints what the engine that is imported there does, as JSON.
"""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from time import process_time

from flop7.core.classes.deck import Deck
from flop7.core.classes.player import Player
from flop7.core.engine.engine import GameEngine
from flop7.simulation.runner import run_game

from engine import GameOver, Hit, NextRound, RoundOver, Rules, Stay, Target, TurnPrompt, apply, new_game, prompt
from engine.scoring import round_score
from tests.bench.compiled import FOLDER, ROOT, is_compiled

ENOUGH = 25
"""Points at which the players stay."""


@dataclass(frozen=True)
class Run:
    """Games of our engine in one process: how many a second of its time, how they ended, which engine it was."""

    speed: float
    totals: list[list[int]]
    compiled: bool


def ours(game: int) -> tuple[int, ...]:
    """One game through the public interface; the totals it ends with."""
    state, _ = new_game(Rules(), 4, sha256(f"{game}".encode("ascii")).digest())
    while not isinstance(asked := prompt(state), GameOver):
        if isinstance(asked, RoundOver):
            state, _ = apply(state, NextRound())
        elif isinstance(asked, TurnPrompt):
            stays = "stay" in asked.choices and round_score(state.seats[asked.seat]) >= ENOUGH
            state, _ = apply(state, Stay(asked.seat) if stays else Hit(asked.seat))
        else:
            state, _ = apply(state, Target(asked.seat, asked.choices[0]))
    return state.totals


def flop7(game: int) -> None:
    """The engine of `flop7` with the same players, as functions."""
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


def flop7_bots(game: int) -> None:
    """`flop7` as it comes, with its own threshold bots, who stay above 25 points."""
    random.seed(game)
    run_game({"Basic": 4})


def speed(play: Callable[[int], object], games: int) -> float:
    """Games a second of this process' time."""
    began = process_time()
    for game in range(games):
        play(game)
    return games / (process_time() - began)


def run(games: int) -> Run:
    """Our games with the engine imported here."""
    totals: list[list[int]] = []
    return Run(speed(lambda game: totals.append(list(ours(game))), games), totals, is_compiled())


def run_compiled(games: int) -> Run:
    """The same in a process of its own, with the engine that tests/bench/compiled.py has built."""
    paths = os.pathsep.join(map(str, [FOLDER, ROOT]))
    command = [sys.executable, "-P", "-m", "tests.bench.engines", str(games)]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": paths}, stdout=subprocess.PIPE, check=True)
    found = Run(**json.loads(done.stdout))
    assert found.compiled, "another engine was found first"
    return found


if __name__ == "__main__":
    print(json.dumps(asdict(run(int(sys.argv[1])))))
