"""Whole games as text: `python -m tests.engine.playthrough SEATS SEED [RULES…]` records one played by bots.

The first line names what the game starts with; `>` begins a command, `=` the position after a round; every other line
is an event.
"""

import sys
from collections.abc import Callable, Iterator

from engine import Command, GameOver, GameState, RoundOver, apply, new_game, prompt, public
from engine.bots import choose
from engine.notation import read_command, read_position, write_command, write_position
from tests.engine.table import told

Player = Callable[[GameState], Command | None]


def transcript(header: str, player: Player) -> Iterator[str]:
    """The lines of a game that starts as `header` says; it ends when the player has no command."""
    seats, seed, *rules = header.removeprefix("# seats ").replace(" seed ", " ").split()
    state, events = new_game(read_position(f"A; rules {' '.join(rules)}").rules, int(seats), bytes.fromhex(seed))
    yield header
    yield from told(events)
    while command := player(state):
        yield f"> {write_command(command)}"
        state, events = apply(state, command)
        yield from told(events)
        if isinstance(prompt(state), RoundOver | GameOver):
            yield f"= {write_position(state)}"


def replayed(text: str) -> str:
    """The transcript of the commands in a transcript."""
    lines = text.splitlines()
    commands = iter([read_command(line[2:]) for line in lines if line.startswith("> ")])
    return "\n".join([*transcript(lines[0], lambda _: next(commands, None)), ""])


def bot(state: GameState) -> Command | None:
    """The bot's command; none after the game."""
    return None if isinstance(prompt(state), GameOver) else choose(public(state), seed=len(state.draw_pile))


if __name__ == "__main__":
    seats, seed, *rules = sys.argv[1:]
    for line in transcript(" ".join(["# seats", seats, "seed", seed, *(rules or ["table"])]), bot):
        print(line)
