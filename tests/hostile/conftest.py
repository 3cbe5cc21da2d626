"""What the tests with hostile visitors share: a server with its limits on, and honest people at it."""

from collections.abc import AsyncIterator, Iterator

import pytest

from app.embedded import EmbeddedRedis
from tests.server import Server, Servers
from tests.sockets.bench import Bench
from tests.sockets.client import Party


@pytest.fixture(scope="module")
def own_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Redis server for one module."""
    embedded = EmbeddedRedis(tmp_path_factory.mktemp("redis"))
    yield embedded.start()
    embedded.stop()


@pytest.fixture(scope="module")
def server(own_redis: str, start_shared_server: Servers) -> Server:
    """The module's server, with the usual limits."""
    return start_shared_server(redis_url=own_redis, bot_delay_ms=0)


@pytest.fixture
async def party(server: Server) -> AsyncIterator[Party]:
    """The honest people of one test."""
    async with Party(server) as guests:
        yield guests


@pytest.fixture
async def bench(own_redis: str) -> AsyncIterator[Bench]:
    """A look into the module's Redis."""
    looking = Bench(own_redis)
    await looking.store.claim(0)  # learns Redis' time
    yield looking
    await looking.close()
