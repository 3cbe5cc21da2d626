"""A game of Flip 7 as a PettingZoo AEC environment: each agent sees what everybody at a table sees.

Actions: 0 hits, 1 stays, 2 + i gives the card in question to the seat i places clockwise from the agent's own. Only
those are legal that the observation's `action_mask` marks. Rounds start by themselves. At the end of the game the
winner's reward is 1 and that of each other agent -1 / (seats - 1).
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from engine import (
    Card,
    Command,
    GameOver,
    Hit,
    NextRound,
    PublicGame,
    PublicSeat,
    RoundOver,
    Rules,
    Status,
    Stay,
    Target,
    TargetPrompt,
    TurnPrompt,
    apply,
    new_game,
    prompt,
    public,
)
from engine.odds import unseen

HIT, STAY, FIRST_TARGET = 0, 1, 2
_ASKED = (Card.FREEZE, Card.FLIP_THREE, Card.SECOND_CHANCE)
_MOST_COPIES = 24.0
"""Of a kind, in two decks."""
_MOST_POINTS = 200.0
"""In one round, about."""


def env(seats: int = 4, rules: Rules | None = None) -> AECEnv[str, Any, Any]:
    """The environment with PettingZoo's usual checks around it. Raises BadRules on `reset`."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(seats, rules)))


class raw_env(AECEnv[str, Any, Any]):  # PettingZoo's own name for it
    """The environment itself; agent `seat_0` has seat 0."""

    metadata: dict[str, Any] = {"name": "flip7_v0", "is_parallelizable": False, "render_modes": []}  # noqa: RUF012
    render_mode = None

    def __init__(self, seats: int = 4, rules: Rules | None = None) -> None:
        super().__init__()
        self._rules = rules or Rules()
        self._random = Random()
        self.possible_agents = [f"seat_{number}" for number in range(seats)]
        length = seats * len(_seat_features(_NOBODY, self._rules)) + len(Card) + len(_ASKED)
        self._observations = spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, (length,), np.float32),
                "action_mask": spaces.Box(0, 1, (FIRST_TARGET + seats,), np.int8),
            }
        )
        self._actions = {agent: spaces.Discrete(FIRST_TARGET + seats) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observations

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same for the same seed."""
        if seed is not None:
            self._random = Random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._state, _ = new_game(self._rules, len(self.agents), self._random.randbytes(32))
        self._go_on()

    def step(self, action: int | None) -> None:
        """Play the action of the agent that is asked. Raises IllegalCommand where the mask forbids it."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._state, _ = apply(self._state, self._command(self._number(agent), int(action)))
        self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent sees, its own seat first, and what it may do now."""
        game, me = public(self._state), self._number(agent)
        count = len(game.seats)
        around = [game.seats[(me + step) % count] for step in range(count)]
        cards = unseen(game)
        asked = getattr(game.prompt, "card", None)
        features = [value for seat in around for value in _seat_features(seat, self._rules)]
        features += [cards[card] / _MOST_COPIES for card in Card] + [float(card is asked) for card in _ASKED]
        mask = np.zeros(FIRST_TARGET + count, np.int8)
        mask[list(_legal(game, me))] = 1
        return {"observation": np.clip(np.array(features, np.float32), 0, 1), "action_mask": mask}

    def render(self) -> None:
        """Nothing is drawn."""

    def close(self) -> None:
        """Nothing is held."""

    def _number(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def _command(self, me: int, action: int) -> Command:
        if action < FIRST_TARGET:
            return Hit(me) if action == HIT else Stay(me)
        return Target(me, (me + action - FIRST_TARGET) % len(self.possible_agents))

    def _go_on(self) -> None:
        """To the next question to an agent, or the end of the game."""
        self.rewards = dict.fromkeys(self.agents, 0.0)
        while isinstance(asked := prompt(self._state), RoundOver):
            self._state, _ = apply(self._state, NextRound())
        if not isinstance(asked, GameOver):
            self.agent_selection = self.possible_agents[asked.seat]
            return
        for number, agent in enumerate(self.possible_agents):
            lost = -1 / max(1, len(self.possible_agents) - 1)
            self.rewards[agent] = 1.0 if number == asked.winner else lost
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]


def _legal(game: PublicGame, me: int) -> Iterator[int]:
    """The actions by which the seat may answer now; none while somebody else is asked."""
    match game.prompt:
        case TurnPrompt(seat, choices) if seat == me:
            yield from (HIT if choice == "hit" else STAY for choice in choices)
        case TargetPrompt(seat, _, targets) if seat == me:
            yield from (FIRST_TARGET + (target - me) % len(game.seats) for target in targets)


def _seat_features(seat: PublicSeat, rules: Rules) -> Sequence[float]:
    """A seat as numbers from 0 to 1."""
    numbers = [float(card in seat.numbers) for card in Card if card.is_number]
    modifiers = [float(card in seat.modifiers) for card in Card if card.rank >= Card.PLUS_2.rank]
    status = [float(seat.status is status) for status in Status]
    points = [seat.round_score / _MOST_POINTS, seat.total / (rules.points + _MOST_POINTS)]
    return [*numbers, *modifiers, float(seat.second_chance), *status, *points]


_NOBODY = PublicSeat(Status.ACTIVE, (), (), False, (), 0, 0)
