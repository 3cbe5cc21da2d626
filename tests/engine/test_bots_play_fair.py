"""Every bot in random positions of random games: its answer is legal, and hangs on nothing that is hidden."""

from collections.abc import Iterator
from random import Random

import pytest

from engine import GameOver, GameState, NextRound, RoundOver, Rules, apply, new_game, prompt, public
from engine.bots import ALL_BOTS
from engine.rules import Length
from engine.shuffle import Seeded
from engine.values import replace

SEATS = (1, 2, 3, 4, 5, 6, 6, 8, 18, 19)


def random_rules(random: Random, seats: int) -> Rules:
    """Any house rules, with a goal that is near or far."""
    lengths: list[Length] = ["points", "rounds"] + (["challenge"] if seats == 1 else [])  # type: ignore[list-item]
    return Rules(
        opening_deal=random.random() < 0.5,
        flip_three_bust=random.choice(["stop", "finish"]),
        second_chance_use=random.choice(["play_on", "bank"]),
        first_freeze=random.choice(["any", "self"]),
        busted_cards=random.choice(["stay", "discard"]),
        length=random.choice(lengths),
        points=random.choice([50, 200, 500, 1200]),
        rounds=random.randint(1, 6),
    )


def positions(seed: int, wanted: int) -> Iterator[tuple[GameState, Random]]:
    """So many states in which a seat has to decide, reached by bots that take turns at each seat."""
    random = Random(seed)
    seats = random.choice(SEATS)
    state, _ = new_game(random_rules(random, seats), seats, random.randbytes(32))
    while wanted:
        asked = prompt(state)
        if isinstance(asked, GameOver):
            seats = random.choice(SEATS)
            state, _ = new_game(random_rules(random, seats), seats, random.randbytes(32))
        elif isinstance(asked, RoundOver):
            state, _ = apply(state, NextRound())
        else:
            yield state, random
            wanted -= 1
            bot = ALL_BOTS[random.choice(["random", "steady", "gambler"])]
            state, _ = apply(state, bot.choose(public(state), random))


def otherwise_hidden(state: GameState, random: Random) -> GameState:
    """The same table with another order of the draw pile and another secret."""
    pile = random.sample(state.draw_pile, len(state.draw_pile))
    return replace(state, draw_pile=tuple(pile), shuffles=Seeded(random.randbytes(32)))


@pytest.mark.parametrize("name", ALL_BOTS)
def test_it_answers_legally_and_knows_nothing_hidden(name: str, full: bool) -> None:
    bot = ALL_BOTS[name]
    for number, (state, random) in enumerate(positions(len(name), 100_000 // len(ALL_BOTS) if full else 150)):
        command = bot.choose(public(state), Random(number))
        apply(state, command)  # raises where it is not legal
        assert bot.choose(public(otherwise_hidden(state, random)), Random(number)) == command
