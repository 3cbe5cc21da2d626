"""The environment passes PettingZoo's own tests, and plays the game that the engine plays."""

import warnings
from collections.abc import Sequence

import pytest
from pettingzoo.test import api_test, seed_test

from engine import PRESETS, Rules
from rl.env import FIRST_TARGET, HIT, STAY, env, raw_env


@pytest.mark.parametrize("seats", [2, 4])
def test_it_passes_the_api_test(seats: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # advice about wrappers and documentation
        api_test(env(seats), num_cycles=300)


def test_it_passes_the_seed_test() -> None:
    seed_test(env, num_cycles=60)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_a_game_ends_with_one_winner(rules: Rules) -> None:
    seats = 1 if rules.length == "challenge" else 3
    game = env(seats, rules)
    game.reset(seed=1)
    rewards = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        observation, reward, over, _, _ = game.last()
        rewards[agent] += reward
        game.step(None if over else _first_legal(observation["action_mask"]))
    if seats > 1:
        assert sorted(rewards.values()) == [-0.5, -0.5, 1.0]


def _first_legal(mask: Sequence[int]) -> int:
    """Stay if that is legal, else hit, else the first target: so the game ends."""
    legal = [action for action, may in enumerate(mask) if may]
    return STAY if STAY in legal else legal[0]


def test_only_who_is_asked_may_act() -> None:
    game = raw_env(3)
    game.reset(seed=2)
    masks = {agent: game.observe(agent)["action_mask"] for agent in game.agents}
    asked = game.agent_selection
    assert masks[asked][HIT] or masks[asked][FIRST_TARGET:].any()
    assert not any(mask.any() for agent, mask in masks.items() if agent != asked)
