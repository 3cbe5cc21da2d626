"""What a running app consists of; one value on `app.state.services`."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from app import origin, protocol
from app.clock import Clock
from app.hub import Hub
from app.limits import ClientLimits
from app.metrics import Metrics
from app.rooms.moments import Moment
from app.rooms.room import Room
from app.scores import ScoreStore
from app.settings import Settings
from app.store import Store
from app.tables import Tables
from app.view import view, you


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

    def seconds_until(self, end: Moment) -> int:
        """Whole seconds until the end of something that is stored; how long its cookie lives."""
        assert isinstance(end, int), "what is stored has an absolute end"
        return max(0, (end - self.store.now()) // 1000)

    def address(self, connection: HTTPConnection, path: str) -> str:
        """What others type to reach a path of this site."""
        return origin.public_url(connection, self.settings.public_url) + path

    def is_https(self, connection: HTTPConnection) -> bool:
        """Whether browsers come over TLS, so that cookies may insist on it."""
        return origin.is_https(connection, self.settings.public_url)

    def welcome(self, room: Room, browser: str | None, missed: Sequence[object] | None = None) -> str:
        """The whole truth for one browser, which its page comes with and its socket begins with."""
        return protocol.welcome(
            build=self.build,
            you=you(room, browser),
            seq=room.seq,
            digest=room.digest,
            missed=missed,
            now=self.store.now(),
            view=view(room),
        )


def services_of(connection: HTTPConnection) -> Services:
    """Those of the app that a request or a socket has come to."""
    services: Services = connection.app.state.services
    return services


def monotonic_ms() -> int:
    """This worker's own time for rates, in ms; it never goes back."""
    return time.monotonic_ns() // 1_000_000
