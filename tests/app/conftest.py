"""What the tests of the app share."""

from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    """A client of the run's own Redis server, which is empty when the test starts."""
    client = Redis.from_url(redis_url)
    await client.flushall()
    yield client
    await client.aclose()
