"""What is cancelled ends: a server that stops, and a socket that closes, wait for their tasks."""

import asyncio

import pytest
from redis.asyncio import Redis

from app.clock import Clock
from app.metrics import Metrics
from app.rooms.config import Config
from app.store import Store
from app.tables import Tables

CONFIG = Config(turn_seconds=75, room_ms=60_000, bot_delay_ms=0, round_pause_ms=0)


@pytest.fixture
async def store(redis: Redis, redis_url: str) -> Store:
    """A store whose connection is open."""
    store = Store(redis_url)
    await store.ping()
    return store


async def ends_when_cancelled(task: "asyncio.Task[object]", after: float) -> bool:
    """Whether a task that runs for ever ends within a second of being cancelled at some moment."""
    await asyncio.sleep(after)
    task.cancel()
    done, _ = await asyncio.wait([task], timeout=1)
    return bool(done)


async def test_waiting_for_redis_can_be_cancelled_at_any_moment(store: Store) -> None:
    """Also in the moment in which something has just been written or read."""

    async def ask_for_ever() -> None:
        while True:
            await store.due.claim(0)

    for number in range(200):
        assert await ends_when_cancelled(asyncio.create_task(ask_for_ever()), number % 20 * 0.0002)
    await store.close()


async def test_the_clock_can_be_cancelled_at_any_moment(store: Store) -> None:
    metrics = Metrics()
    for number in range(100):
        clock = Clock(store, Tables(store, CONFIG, metrics), metrics)
        running = asyncio.create_task(clock.run())
        await asyncio.sleep(0)
        clock.expect("", store.now() + number % 5)
        assert await ends_when_cancelled(running, number % 20 * 0.0003)
    await store.close()
