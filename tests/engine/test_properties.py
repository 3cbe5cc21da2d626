"""What holds in every game, whatever the rules, the seats, the cards and the moves."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    Card,
    Command,
    Event,
    GameOver,
    GameState,
    Hit,
    IllegalCommand,
    NextRound,
    RoundOver,
    Rules,
    Scripted,
    Seeded,
    Status,
    Stay,
    Target,
    TargetPrompt,
    apply,
    deck_for,
    event_json,
    new_game,
    prompt,
    public,
    start_game,
    state_from_json,
    state_to_json,
)
from engine.bots import choose
from engine.cards import in_order, read_cards
from engine.events import RoundScored
from engine.notation import read_command, read_position, write_command, write_position
from engine.rules import BustedCards, FirstFreeze, FlipThreeBust, Length, SecondChanceUse
from engine.shuffle import shuffle
from engine.state import active_seats
from engine.values import replace
from tests.engine.table import everything
from tests.engine.watcher import Watcher

all_rules = st.builds(
    Rules,
    opening_deal=st.booleans(),
    flip_three_bust=st.sampled_from(get_args(FlipThreeBust)),
    second_chance_use=st.sampled_from(get_args(SecondChanceUse)),
    first_freeze=st.sampled_from(get_args(FirstFreeze)),
    busted_cards=st.sampled_from(get_args(BustedCards)),
    length=st.sampled_from(get_args(Length)),
    points=st.sampled_from((10, 100, 200, 1000)),
    rounds=st.integers(1, 6),
)
ACTIONS = in_order([*Card, *read_cards("freeze flip_three second_chance") * 9])
"""A deck in which actions set off actions all the time."""


@dataclass(frozen=True)
class Table:
    """What a random game starts with."""

    rules: Rules
    seats: int
    seed: int
    full: bool
    """The deck of so many seats, or else `ACTIONS`."""

    @property
    def deck(self) -> tuple[Card, ...]:
        return deck_for(self.seats) if self.full else ACTIONS

    def start(self) -> tuple[GameState, tuple[Event, ...]]:
        seed = Random(self.seed).randbytes(32)
        if self.full:
            return new_game(self.rules, self.seats, seed)
        draw_pile, shuffles = shuffle(self.deck, Seeded(seed))
        return start_game(self.rules, totals=[0] * self.seats, dealer=0, draw_pile=draw_pile, shuffles=shuffles)


sizes = st.one_of(st.integers(1, 8), st.sampled_from((7, 8, 18, 19, 36)))
tables = st.builds(Table, all_rules, sizes, st.integers(0, 2**32), st.booleans()).map(
    lambda table: table if table.rules.length != "challenge" else replace(table, seats=1)
)


def legal(state: GameState) -> list[Command]:
    """Every command that the open question allows."""
    asked = prompt(state)
    if isinstance(asked, GameOver):
        return []
    if isinstance(asked, RoundOver):
        return [NextRound()]
    if isinstance(asked, TargetPrompt):
        return [Target(asked.seat, target) for target in asked.choices]
    return [Hit(asked.seat) if choice == "hit" else Stay(asked.seat) for choice in asked.choices]


def every(state: GameState) -> Iterator[Command]:
    """Every command there is at this table, and some that are not."""
    for seat in range(-1, len(state.seats) + 1):
        yield from (Hit(seat), Stay(seat), *(Target(seat, target) for target in range(-1, len(state.seats) + 1)))
    yield NextRound()


def game(table: Table) -> Iterator[tuple[tuple[Event, ...], GameState]]:
    """A whole game of random legal commands, at most 400: each step's events and the state after it."""
    random = Random(table.seed)
    eager = random.random()  # from players who choose anything to players who always hit
    state, events = table.start()
    yield events, state
    for _ in range(400):
        commands = legal(state)
        if not commands:
            return
        state, events = apply(state, commands[0] if random.random() < eager else random.choice(commands))
        yield events, state


@settings(max_examples=80, deadline=None)
@given(tables)
def test_after_every_command_the_table_is_in_order(table: Table) -> None:
    for events, state in game(table):
        assert everything(state) == table.deck
        assert len(public(state).seats) == table.seats
        for seat in state.seats:
            assert seat.hand.cards().count("second_chance") <= 1
            distinct = len(set(seat.hand.numbers)) == len(seat.hand.numbers)
            assert distinct or seat.status is Status.BUSTED
            assert (len(set(seat.hand.numbers)) == 7) == (seat.status is Status.FLIP7)
        if any(isinstance(event, RoundScored) for event in events):
            assert not active_seats(state.seats) and not state.agenda
            assert state.rounds[-1] == tuple(seat.round_score for seat in public(state).seats)


@settings(max_examples=40, deadline=None)
@given(tables, st.integers(0, 40))
def test_exactly_the_offered_choices_are_accepted(table: Table, stride: int) -> None:
    for number, (_, state) in enumerate(game(table)):
        if number % 41 != stride:
            continue
        offered = legal(state)
        for command in every(state):
            if command in offered:
                apply(state, command)
                offered.remove(command)
            else:
                with pytest.raises(IllegalCommand):
                    apply(state, command)
        assert offered == []


@settings(max_examples=60, deadline=None)
@given(tables)
def test_a_state_survives_json_and_notation(table: Table) -> None:
    for _, state in game(table):
        text = json.dumps(state_to_json(state))
        assert state_from_json(json.loads(text)) == state
        assert read_position(write_position(state, secrets=True)) == state
        for command in legal(state):
            assert read_command(write_command(command)) == command


@settings(max_examples=40, deadline=None)
@given(tables)
def test_a_state_stays_what_it_was(table: Table) -> None:
    states = [(state, json.dumps(state_to_json(state))) for _, state in game(table)]
    assert [json.dumps(state_to_json(state)) for state, _ in states] == [text for _, text in states]


@settings(max_examples=40, deadline=None)
@given(tables)
def test_the_same_seed_and_commands_give_the_same_game(table: Table) -> None:
    assert list(game(table)) == list(game(table))


@settings(max_examples=60, deadline=None)
@given(tables)
def test_the_events_alone_tell_the_whole_table(table: Table) -> None:
    watcher = Watcher(seats=table.seats, cards=len(table.deck), busted_cards=table.rules.busted_cards)
    for events, state in game(table):
        for event in events:
            watcher.see(event_json(event))
        watcher.check(public(state))


@settings(max_examples=40, deadline=None)
@given(tables)
def test_what_is_shown_hides_the_order_of_the_draw_pile(table: Table) -> None:
    for _, state in game(table):
        hidden = replace(state, draw_pile=in_order(state.draw_pile), shuffles=Scripted())
        assert public(hidden) == public(state)


@settings(max_examples=40, deadline=None)
@given(tables)
def test_every_round_ends(table: Table) -> None:
    random = Random(table.seed)
    eager = random.random()  # from always staying to hitting for ever
    state, _ = table.start()
    for _ in range(1000):
        if state.rounds:
            return
        commands = legal(state)
        state, _ = apply(state, commands[0] if random.random() < eager else random.choice(commands))
    pytest.fail(write_position(state))


@settings(max_examples=15, deadline=None)
@given(tables)
def test_a_game_between_bots_ends(table: Table) -> None:
    real = replace(table, full=True, rules=replace(table.rules, points=min(table.rules.points, 200)))
    state, _ = real.start()
    for move in range(10_000):
        if isinstance(prompt(state), GameOver):
            return
        state, _ = apply(state, choose(public(state), seed=move))
    pytest.fail(write_position(state))
