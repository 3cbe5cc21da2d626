"""What the tests with hostile visitors share: a server with its limits, one without, and honest people at it."""

from collections.abc import AsyncIterator, Iterator

import pytest

from app.embedded import EmbeddedRedis
from tests.server import Server, Servers
from tests.sockets.bench import Bench
from tests.sockets.client import Party


@pytest.fixture(scope="package")
def own_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Redis server for the tests of this folder."""
    embedded = EmbeddedRedis(tmp_path_factory.mktemp("redis"))
    yield embedded.start()
    embedded.stop()


@pytest.fixture(scope="package")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """`servers(turn_seconds=1)` is a running server for the tests of this folder."""
    servers = Servers(tmp_path_factory.mktemp("hostile"))
    yield servers
    servers.close()


@pytest.fixture(scope="package")
def limited(own_redis: str, servers: Servers) -> Server:
    """A server with the usual limits."""
    return servers(redis_url=own_redis, bot_delay_ms=0)


@pytest.fixture(scope="package")
def unlimited(own_redis: str, servers: Servers) -> Server:
    """A server without rates, where those would hide everything else; the strikes stay."""
    return servers(redis_url=own_redis, bot_delay_ms=0, rate_limit="off")


@pytest.fixture
def server(limited: Server) -> Server:
    """The server a test is about; modules that need the other one have a fixture of this name of their own."""
    return limited


@pytest.fixture
async def party(server: Server) -> AsyncIterator[Party]:
    """The honest people of one test."""
    async with Party(server) as guests:
        yield guests


@pytest.fixture
async def bench(own_redis: str) -> AsyncIterator[Bench]:
    """A look into the folder's Redis."""
    looking = Bench(own_redis)
    await looking.store.due.claim(0)  # learns Redis' time
    yield looking
    await looking.close()
