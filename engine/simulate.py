"""Many games between bots: who wins how often, and how each plays. The same for the same seed, but for times."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import sqrt
from random import Random

from engine.bots.bot import Bot
from engine.commands import NextRound
from engine.game import apply, new_game
from engine.prompt import GameOver, RoundOver, prompt
from engine.public import public
from engine.rules import Rules
from engine.scoring import round_score
from engine.state import GameState
from engine.status import Status

Clock = Callable[[], float]
"""Seconds from some moment on."""


@dataclass(slots=True)
class Record:
    """What one of the bots did in all games."""

    name: str
    games: int = 0
    wins: int = 0
    rounds: int = 0
    points: int = 0
    """In all rounds together."""
    busts: int = 0
    flip_sevens: int = 0
    microseconds: Counter[int] = field(default_factory=Counter)
    """How many of the decisions took so long each."""

    def add(self, state: GameState, seat: int) -> None:
        """A round is over, in which the bot had this seat."""
        status = state.seats[seat].status
        self.rounds += 1
        self.points += round_score(state.seats[seat])
        self.busts += status is Status.BUSTED
        self.flip_sevens += status is Status.FLIP7

    @property
    def share(self) -> float:
        """Of the games, how many it won."""
        return self.wins / self.games

    @property
    def error(self) -> float:
        """The standard error of `share`."""
        return sqrt(self.share * (1 - self.share) / self.games)

    def figures(self) -> dict[str, object]:
        """Everything to be reported; shares of all rounds, times in milliseconds."""
        return {
            "bot": self.name,
            "wins": self.wins,
            "win_share": round(self.share, 5),
            "standard_error": round(self.error, 5),
            "round_score": round(self.points / self.rounds, 3),
            "busts": round(self.busts / self.rounds, 4),
            "flip_sevens": round(self.flip_sevens / self.rounds, 4),
            "decision_ms_mean": round(sum(us * n for us, n in self.microseconds.items()) / self._decisions / 1000, 3),
            "decision_ms_p99": self._slowest_percent() / 1000,
        }

    @property
    def _decisions(self) -> int:
        return self.microseconds.total() or 1

    def _slowest_percent(self) -> int:
        """The time, in microseconds, that one decision in a hundred takes or exceeds."""
        left = self._decisions // 100
        for microseconds in sorted(self.microseconds, reverse=True):
            left -= self.microseconds[microseconds]
            if left < 0:
                return microseconds
        return 0


def simulate(
    bots: Mapping[str, Bot], names: Sequence[str], rules: Rules, *, games: int, seed: int, rotate: bool, clock: Clock
) -> list[Record]:
    """One record for each of the `names`, which say who sits where; with `rotate` they move on a seat each game.

    Raises KeyError, BadRules.
    """
    seated = [(bots[name], Record(name)) for name in names]
    for game in range(games):
        first = game % len(names) if rotate else 0
        table = seated[first:] + seated[:first]
        play([bot for bot, _ in table], [record for _, record in table], rules, seed=_secret(seed, game), clock=clock)
    return [record for _, record in seated]


def play(bots: Sequence[Bot], records: Sequence[Record], rules: Rules, *, seed: bytes, clock: Clock) -> None:
    """One game, with bot and record number i on seat i."""
    random = Random(seed)
    state, _ = new_game(rules, len(bots), seed)
    while not isinstance(asked := prompt(state), GameOver):
        if isinstance(asked, RoundOver):
            _score(state, records)
            state, _ = apply(state, NextRound())
            continue
        game = public(state)
        before = clock()
        command = bots[asked.seat].choose(game, random)
        records[asked.seat].microseconds[round((clock() - before) * 1e6)] += 1
        state, _ = apply(state, command)
    _score(state, records)
    for seat, record in enumerate(records):
        record.games += 1
        record.wins += seat == asked.winner


def _score(state: GameState, records: Sequence[Record]) -> None:
    for seat, record in enumerate(records):
        record.add(state, seat)


def _secret(seed: int, game: int) -> bytes:
    """The 32 bytes that one of many games is dealt from."""
    return sha256(f"{seed}:{game}".encode("ascii")).digest()
