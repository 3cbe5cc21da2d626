"""Flip 7 for reinforcement learning: `rl.env.env()` is a PettingZoo AEC environment. Needs the extra `rl`."""
