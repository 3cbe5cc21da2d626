"""Workers without sockets: tables and a clock on a Redis that others use too."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from app.bus import Published, Subscription
from app.clock import Clock
from app.metrics import Metrics
from app.rooms.config import Config
from app.rooms.room import Room
from app.store import Store
from app.tables import Tables


@dataclass
class Worker:
    """What one process would have of its own."""

    store: Store
    tables: Tables
    clock: Clock
    metrics: Metrics


@asynccontextmanager
async def worker(redis_url: str, config: Config, *, ticking: bool = True, replicas: int = 0) -> AsyncIterator[Worker]:
    """A worker, whose clock runs if it is `ticking`."""
    store, metrics = Store(redis_url, replicas=replicas), Metrics()
    tables = Tables(store, config, metrics)
    clock = Clock(store, tables, metrics)
    running = asyncio.create_task(clock.run()) if ticking else None
    try:
        yield Worker(store, tables, clock, metrics)
    finally:
        if running is not None:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
        await clock.finish()
        await store.close()


async def hear(subscription: Subscription, enough: Callable[[list[Published]], object]) -> list[Published]:
    """What was published, up to where it is enough; the subscription is closed then."""
    heard: list[Published] = []
    async with asyncio.timeout(30):
        while not enough(heard):
            await subscription.hear(heard.append)
    await subscription.close()
    return heard


async def until(store: Store, code: str, test: Callable[[Room], object]) -> Room:
    """The stored room, once the test holds for it."""
    async with asyncio.timeout(30):
        while True:
            room = await store.load(code)
            if room is not None and test(room):
                return room
            await asyncio.sleep(0.005)
