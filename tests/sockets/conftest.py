"""What the tests over real sockets share: a server with its Redis; modules that need other settings have their own."""

from collections.abc import AsyncIterator, Callable, Iterator

import pytest

from app.embedded import EmbeddedRedis
from tests.server import Server, Servers
from tests.sockets.bench import Bench
from tests.sockets.client import Party


@pytest.fixture(scope="module")
def own_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Redis server for the servers of one module, since all that share one serve each other's rooms."""
    embedded = EmbeddedRedis(tmp_path_factory.mktemp("redis"))
    yield embedded.start()
    embedded.stop()


@pytest.fixture(scope="module")
def serve(own_redis: str, start_shared_server: Servers) -> Callable[..., Server]:
    """`serve(turn_seconds=1)` is a running server on the module's Redis; no rates, and bots that move at once."""

    def start(**settings: object) -> Server:
        return start_shared_server(**{"redis_url": own_redis, "rate_limit": "off", "bot_delay_ms": 0, **settings})

    return start


@pytest.fixture(scope="session")
def common_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all modules that are content with it, on a Redis of its own."""
    embedded = EmbeddedRedis(tmp_path_factory.mktemp("common_redis"))
    servers = Servers(tmp_path_factory.mktemp("common"))
    yield servers(redis_url=embedded.start(), rate_limit="off", bot_delay_ms=0)
    servers.close()
    embedded.stop()


@pytest.fixture(scope="module")
def server(common_server: Server) -> Server:
    """The server of a module; those that need other settings have a fixture of this name of their own."""
    return common_server


@pytest.fixture
async def party(server: Server) -> AsyncIterator[Party]:
    """The people of one test."""
    async with Party(server) as guests:
        yield guests


@pytest.fixture
async def bench(server: Server) -> AsyncIterator[Bench]:
    """A look into the server's Redis."""
    looking = Bench(server.environment["FLIP7_REDIS_URL"])
    await looking.store.due.claim(0)  # learns Redis' time
    yield looking
    await looking.close()
