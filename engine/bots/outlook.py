"""How likely a seat wins the game once it ends the round with so many points: the measure of all that Shark does."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import erf, fsum, prod, sqrt
from operator import mul

from engine.bots.experience import CHASES, ENDINGS, ROUNDS
from engine.public import PublicGame, PublicSeat
from engine.status import Status

NEEDS = (20, 40, 60, 90)
"""Up to so many points before the goal rounds are counted apart: players play otherwise near it."""
BUCKETS = 11
"""Round scores are counted in steps of four, from 40 on together."""
CHASE = 0.5
"""How far rivals are believed to go on until they are ahead, once somebody has banked the goal; 0: not at all."""
LATER = 0.5
"""The share that goes to the other one of a round in which both reach the goal."""

_FARTHEST = 500
"""The longest way to a goal that is looked at as it is; longer ones are scaled down to it."""
_SLOWEST = 12
"""Points a round; everybody makes more on average, so that a goal is reached in time almost surely."""
_DEVIATION = 15.0
"""How far a round's points are from their mean, as a standard deviation."""
_OWN_LUCK = ((-sqrt(3), 1 / 6), (0.0, 2 / 3), (sqrt(3), 1 / 6))
"""A bell curve in three points: how many deviations from the mean, and how likely."""
_HORIZON = 2 + _FARTHEST // _SLOWEST
_SURE = 0.9995
_KNOWN = 1 << 14

Chances = tuple[float, ...]
Ending = tuple[float, int, bool, bool]
"""How the round may go on for a seat: the chance, its points then, whether it is saved and whether still active."""


def need_bucket(need: int) -> int:
    """Which of `ROUNDS` tells of seats that lack so many points."""
    return sum([need > most for most in NEEDS])


def bucket(points: int, saved: bool) -> int:
    """Which of `ENDINGS` and `CHASES` tells of seats with such a hand."""
    return min(points // 4, BUCKETS - 1) + (BUCKETS if saved else 0)


def as_it_is(seat: PublicSeat) -> Ending:
    """What everybody sees of a seat."""
    return 1.0, seat.round_score, seat.second_chance, seat.status is Status.ACTIVE


class Outlook:
    """The chance to win, by the points with which the seat `me` ends the round.

    `others` says how the round may go on for rivals where that is not what it looks like now.
    """

    def __init__(self, game: PublicGame, me: int, others: Mapping[int, Sequence[Ending]] | None = None) -> None:
        changed = others or {}
        self._rules = game.rules
        self._total = game.seats[me].total
        self._left = max(0, game.rules.rounds - game.round)
        self._rivals = [
            (seat.total, changed.get(number) or (as_it_is(seat),))
            for number, seat in enumerate(game.seats)
            if number != me
        ]
        self._ahead = self._race() if game.rules.length == "points" else []
        self._expected = self._means() if game.rules.length == "rounds" else []
        self._values: dict[int, float] = {}
        self._open: dict[tuple[int, bool], float] = {}

    def __call__(self, points: int) -> float:
        value = self._values.get(points)
        if value is None:
            value = self._values[points] = self._value(points)
        return value

    def still_active(self, points: int, saved: bool) -> float:
        """The chance to win for `me` as long as it is in the round, played on as rounds usually go, or better."""
        hand = points, saved
        value = self._open.get(hand)
        if value is None:
            as_usual = sum([chance * self(final) for chance, final in _finals(points, saved)])
            value = self._open[hand] = max(as_usual, self._set_on(points, saved))
        return value

    def _set_on(self, points: int, saved: bool) -> float:
        """The chance to win if `me` never stays below a score, the best one for that, and does at it or beyond."""
        lost, best, reached = self(0), 0.0, 0.0
        for most, chance in reversed(CHASES[bucket(points, saved)]):
            reached += chance
            best = max(best, lost + reached * (self(points + most) - lost))
        return best

    def _race(self) -> list[float]:
        """For each round to come: the chance that no rival has the goal before it, or gets ahead in it."""
        horizon = 2 + min(self._rules.points, _FARTHEST) // _SLOWEST
        ahead = [1.0] * (horizon - 1)
        for total, endings in self._rivals:
            need = self._need(total)
            reached = _mixed([(chance, _reached(need, *hand, horizon)) for chance, *hand in endings], horizon)
            ahead = list(map(mul, ahead, [1 - (1 - LATER) * a - LATER * b for a, b in pairwise(reached)]))
        return ahead

    def _means(self) -> list[float]:
        """The total that each rival is expected to have after this round."""
        return [sum([chance * _mean(*hand) for chance, *hand in endings], total) for total, endings in self._rivals]

    def _need(self, total: int) -> int:
        need = self._rules.points - total
        return need if self._rules.points <= _FARTHEST else -(-need * _FARTHEST // self._rules.points)

    def _value(self, points: int) -> float:
        mine = self._total + points
        if self._rules.length == "challenge":
            return reach(self._need(mine))[min(self._left, _HORIZON - 1)]
        if self._rules.length == "rounds" and self._left:
            return self._after_rounds(mine)
        if self._rules.length == "rounds" or mine >= self._rules.points:
            return self._highest(mine)
        return fsum(map(mul, _STEPS[self._need(mine)], self._ahead))

    def _highest(self, mine: int) -> float:
        """The chance that no rival ends this round, which is the last one, ahead of `mine`; a tie is half a win."""
        value = 1.0
        for total, endings in self._rivals:
            value *= sum([chance * _below(mine - total, *hand) for chance, *hand in endings])
        return value

    def _after_rounds(self, mine: int) -> float:
        """The chance to be ahead after the rounds that are left, each seat's points in them being a bell curve."""
        spread = _DEVIATION * sqrt(self._left)
        return sum([share * self._ahead_with(mine + luck * spread, spread) for luck, share in _OWN_LUCK])

    def _ahead_with(self, mine: float, spread: float) -> float:
        """The chance that no rival gets ahead of `mine` with as many rounds more."""
        return prod([(1 + erf((mine - expected) / (spread * sqrt(2)))) / 2 for expected in self._expected])


@lru_cache(_KNOWN)
def _finals(points: int, saved: bool) -> tuple[tuple[float, int], ...]:
    """How an active seat may end the round: chances and points."""
    return tuple((chance, points + added if added >= 0 else 0) for added, chance in ENDINGS[bucket(points, saved)])


@lru_cache(_KNOWN)
def _reached(need: int, points: int, saved: bool, active: bool, horizon: int) -> Chances:
    """The chances that a seat which lacks `need` has the goal after this round, after the next, …"""
    if not active:
        return reach(need - points)
    return _mixed([(chance, reach(need - final)) for chance, final in _finals(points, saved)], horizon)


@lru_cache(_KNOWN)
def _below(lead: int, points: int, saved: bool, active: bool) -> float:
    """The chance that a seat ends the round with less than `lead` points, having half of those for as many."""
    if not active:
        return _half_ties(points, lead)
    ends = sum([chance * _half_ties(final, lead) for chance, final in _finals(points, saved)])
    chases = sum([chance * _half_ties(points + most, lead) for most, chance in CHASES[bucket(points, saved)]])
    return (1 - CHASE) * ends + CHASE * chases


def _mixed(rows: Sequence[tuple[float, Chances]], length: int) -> Chances:
    """What may happen with the chances of each possibility, in the mean."""
    if len(rows) == 1:
        return rows[0][1][:length]
    mixed = [0.0] * length
    for chance, row in rows:
        mixed = [sofar + chance * more for sofar, more in zip(mixed, row, strict=False)]
    return tuple(mixed)


def _half_ties(points: int, lead: int) -> float:
    return 1.0 if points < lead else 0.5 if points == lead else 0.0


@lru_cache(_KNOWN)
def _mean(points: int, saved: bool, active: bool) -> float:
    return sum([chance * final for chance, final in _finals(points, saved)]) if active else points


def reach(need: int) -> Chances:
    """The chances that a seat which lacks so many points has them after this round, after the next, …"""
    return _REACH[max(0, min(need, _FARTHEST))]


def _all_reaches() -> Iterator[Chances]:
    """`reach` of 0, 1, 2, … points: a round's points lead to what is known of fewer."""
    rows: list[Chances] = [(1.0,) * _HORIZON]
    yield rows[0]
    for need in range(1, _FARTHEST + 1):
        scores = [(chance, rows[max(0, need - points)]) for points, chance in ROUNDS[need_bucket(need)] if points]
        nothing = next((chance for points, chance in ROUNDS[need_bucket(need)] if not points), 0.0)
        row = [0.0]
        while row[-1] < _SURE and len(row) < _HORIZON:
            row.append(nothing * row[-1] + sum([chance * former[len(row) - 1] for chance, former in scores]))
        row += [1.0] * (_HORIZON - len(row))
        rows.append(tuple(row))
        yield rows[-1]


_REACH = tuple(_all_reaches())
_STEPS = tuple(tuple(now - before for before, now in pairwise(row)) for row in _REACH)
"""The chances to get there in the first round to come, in the second, …"""
