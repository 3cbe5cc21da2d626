"""What the tests share in which workers die while people play."""

from collections.abc import AsyncIterator, Callable, Iterator

import pytest

from app.embedded import EmbeddedRedis
from tests.chaos.fleet import Fleet
from tests.server import Servers
from tests.sockets.bench import Bench
from tests.sockets.client import PATIENCE_SECONDS, Party

_FIGURES = pytest.StashKey[list[str]]()


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """`figures("…")` adds what was measured to the end of the run's report."""
    return request.config.stash.setdefault(_FIGURES, []).append


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Tell what was measured."""
    for figure in config.stash.get(_FIGURES, []):
        terminalreporter.write_line(figure)


@pytest.fixture(scope="session")
def fleet(tmp_path_factory: pytest.TempPathFactory, full: bool) -> Iterator[Fleet]:
    """Workers on a Redis of their own: three, in the full form four."""
    embedded = EmbeddedRedis(tmp_path_factory.mktemp("redis"))
    servers = Servers(tmp_path_factory.mktemp("fleet"))
    fleet = Fleet(servers, embedded.start(), together=3 if full else 2)
    yield fleet
    servers.close()
    fleet.close()
    embedded.stop()


@pytest.fixture
async def party(fleet: Fleet) -> AsyncIterator[Party]:
    """The people of one test."""
    async with Party(fleet.single) as guests:
        yield guests


@pytest.fixture
async def bench(fleet: Fleet, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bench]:
    """A look into the fleet's Redis, which is waited for as long as a test waits, not as a player does."""
    monkeypatch.setattr("app.pipe._ANSWER_SECONDS", PATIENCE_SECONDS)
    looking = Bench(fleet.redis_url)
    await looking.store.due.claim(0)  # learns Redis' time
    yield looking
    await looking.close()
