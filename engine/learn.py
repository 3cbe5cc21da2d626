"""What Shark knows from experience: how rounds end, counted in games that bots play among themselves."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random

from engine.bots.bot import Bot
from engine.bots.outlook import BUCKETS, NEEDS, bucket, need_bucket
from engine.cards import Card
from engine.commands import NextRound
from engine.game import apply, new_game
from engine.prompt import GameOver, RoundOver, prompt
from engine.public import public
from engine.rules import FLIP_7_NUMBERS, Rules
from engine.scoring import round_score, score
from engine.state import GameState, Hand, Seat, active_seats

Counts = Counter[int]

STEP = 3

HEADING = '''"""How rounds end, counted in games of the bots among themselves: written by `python -m engine learn`."""
# ruff: noqa: E501

from engine.bots.table import Tables, read
'''


def _counters(length: int) -> list[Counts]:
    return [Counter() for _ in range(length)]


@dataclass(slots=True)
class Experience:
    """Counted round ends; a seat that is saved by a Second Chance has the second half of the buckets."""

    rounds: list[Counts] = field(default_factory=lambda: _counters(len(NEEDS) + 1))
    """The round scores, by how many points the seat lacked before the round."""
    endings: list[Counts] = field(default_factory=lambda: _counters(2 * BUCKETS))
    """The points an active seat still added, -1 where it lost what it had; by its round score."""
    chases: list[Counts] = field(default_factory=lambda: _counters(2 * BUCKETS))
    """The points it would have added at most before a bust, had it never stayed."""


def learn(bots: Sequence[Bot], *, games: int, seed: int) -> Experience:
    """What happens in so many games among these bots by the preset `table`."""
    found = Experience()
    for game in range(games):
        for played in _rounds(bots, sha256(f"{seed}:{game}".encode("ascii")).digest()):
            _add_round(found, played)
    return found


def written(experience: Experience) -> str:
    """The module engine/bots/experience.py."""
    tables = {"ROUNDS": experience.rounds, "ENDINGS": experience.endings, "CHASES": experience.chases}
    texts = [f'{name}: Tables = read("""\n{_lines(table)}\n""")\n' for name, table in tables.items()]
    return "\n".join([HEADING, *texts])


def _lines(table: Sequence[Counts]) -> str:
    return "\n".join(" ".join(_shares(counts)) for counts in table)


def _shares(counts: Counts) -> Iterator[str]:
    """`points:share`, shares of 10,000; those that round to nothing are left out."""
    for points, count in sorted(counts.items()):
        share = round(10_000 * count / counts.total())
        if share:
            yield f"{points}:{share}"


def _rounds(bots: Sequence[Bot], secret: bytes) -> Iterator[list[GameState]]:
    """Each round's states in which somebody had to decide, and the one at its end."""
    random = Random(secret)
    state, _ = new_game(Rules(), len(bots), secret)
    states: list[GameState] = []
    while True:
        states.append(state)
        asked = prompt(state)
        if isinstance(asked, RoundOver | GameOver):
            yield states
            states = []
            if isinstance(asked, GameOver):
                return
            state, _ = apply(state, NextRound())
        else:
            state, _ = apply(state, bots[asked.seat].choose(public(state), random))


def _add_round(found: Experience, states: list[GameState]) -> None:
    *before, end = states
    finals = [round_score(seat) for seat in end.seats]
    for seat, final in zip(end.seats, finals, strict=True):
        found.rounds[need_bucket(end.rules.points - (seat.total - final))][final] += 1
    for state in before:
        for number in active_seats(state.seats):
            seat = state.seats[number]
            points = round_score(seat)
            kind = bucket(points, seat.hand.second_chance)
            found.endings[kind][_coarse(finals[number] - points)] += 1
            found.chases[kind][_coarse(_most(seat, state.draw_pile) - points)] += 1


def _coarse(added: int) -> int:
    """To the nearest multiple of three; -1 for a loss: so the tables are short, and quick to go through."""
    return -1 if added < 0 else STEP * round(added / STEP)


def _most(seat: Seat, cards: Sequence[Card]) -> int:
    """The best score on the way to a bust or a Flip 7, were all these cards dealt to the seat; actions do nothing."""
    hand = seat.hand
    for card in cards:
        if card in hand.numbers and not hand.second_chance:
            break
        if card in hand.numbers:
            hand = Hand(hand.numbers, hand.modifiers)
        elif card not in (Card.FREEZE, Card.FLIP_THREE):
            hand = hand.with_card(card)
        if len(hand.numbers) == FLIP_7_NUMBERS:
            return score(hand, flip_seven=True)
    return score(hand, flip_seven=False)
