"""What the domain needs to know of the settings, and how long things take."""

from engine.values import value

SHORT_TURN_MS = 15_000
"""The turn of somebody who missed MISSES_UNTIL_SHORT in a row."""
LEAST_AFTER_OUTAGE_MS = 15_000
"""What a human has left to decide once an outage is over."""
MORE_TIME_MS = 60_000
MORE_TIMES = 10
"""How often a seat may take a minute more in one game."""
MISSES_UNTIL_SHORT = 2
MISSES_UNTIL_BOT = 3
MISSES_UNTIL_BOT_OFFLINE = 2
FAST_PACE_MS = 250
THINKING_SPREAD_MS = 200
_SCATTER = 2_654_435_761
"""About 2**32 divided by the golden ratio: multiples of it lie evenly, and in no order that shows."""

GRACE_MS = 5_000
"""From the close of a seat's last socket until the table is told; a refresh stays below it."""
LEASE_MS = 45_000
"""How long a connection counts as alive without a sign of life."""
FIRST_VISIT_MS = 15_000
"""How long somebody who joined over HTTP counts as connected before a socket opens."""
GONE_MS = 60_000
"""After so long an absence a host, a reservation and an untimed turn pass on."""
LOBBY_GONE_MS = 120_000
"""After so long an absence a seat in the lobby is freed."""

REACTION_PAUSE_MS = 3_000
REACTION_WINDOW_MS = 60_000
REACTIONS_PER_WINDOW = 6


@value
class Config:
    """Times and lengths that the settings fix for all rooms of a server."""

    turn_seconds: int
    room_ms: int
    bot_delay_ms: int
    round_pause_ms: int
    limited: bool = True
    """Whether reactions have a rate."""

    def thinking_ms(self, decision: int, *, pace: str, doubt: float) -> int:
        """How long a bot thinks over decision number `decision`, the same on every worker.

        By half it is chance, by half how close the decision is: `doubt` goes from 0 to 1.
        """
        if self.bot_delay_ms == 0:
            return 0
        base = min(self.bot_delay_ms, FAST_PACE_MS) if pace == "fast" else self.bot_delay_ms
        spread = min(THINKING_SPREAD_MS, base // 2)
        return base - spread + lot(decision) % (spread + 1) + round(spread * doubt)


def lot(decision: int) -> int:
    """What chance gives to a decision, below 2**32: the same on every worker, so that whoever is first acts alike."""
    return decision * _SCATTER % 2**32
