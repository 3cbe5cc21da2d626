"""What a running app consists of; one value on `app.state.services`."""

import time
from dataclasses import dataclass

from app.clock import Clock
from app.hub import Hub
from app.limits import ClientLimits
from app.metrics import Metrics
from app.rooms.room import Room
from app.scores import ScoreStore
from app.settings import Settings
from app.store import Store
from app.tables import Tables


@dataclass(frozen=True, slots=True)
class Services:
    """Everything a request or a socket may need. `build` names this version of the page's files."""

    settings: Settings
    store: Store
    tables: Tables
    scores: ScoreStore
    hub: Hub
    clock: Clock
    limits: ClientLimits
    metrics: Metrics
    build: str

    def seconds_left(self, room: Room) -> int:
        """Whole seconds until the room's end; how long its cookie lives."""
        assert isinstance(room.expires_at, int), "a stored room has an absolute end"
        return max(0, (room.expires_at - self.store.now()) // 1000)


def monotonic_ms() -> int:
    """This worker's own time for rates, in ms; it never goes back."""
    return time.monotonic_ns() // 1_000_000
