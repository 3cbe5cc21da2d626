"""Several workers on one Redis, and ways to make them end: one program with many, and one that serves by itself."""

import asyncio
import os
import random
import signal

from redis import Redis

from app.shards import CHANNELS
from tests.server import Server, Servers, eventually, workers

SETTINGS = {"rate_limit": "off", "bot_delay_ms": 200, "turn_seconds": 3, "round_pause_seconds": 1}
START_SECONDS = 60


class Fleet:
    """`many`: a program that keeps several workers; `single`: one that is a worker itself; `serving`: who is up."""

    def __init__(self, servers: Servers, redis_url: str, together: int) -> None:
        """`together`: how many workers the first program has."""
        self.redis_url = redis_url
        self._together = together
        self._redis = Redis.from_url(redis_url)
        self.many = servers.prepare(redis_url=redis_url, workers=together, **SETTINGS)
        self.single = servers.prepare(redis_url=redis_url, **SETTINGS)
        for server in (self.many, self.single):
            server.launch()
        for server in (self.many, self.single):
            server.wait_ready(START_SECONDS)
        self.serving: list[Server] = [self.many, self.single]
        self._until_whole()

    @property
    def redis_pid(self) -> int:
        """The process of the Redis server."""
        return int(self._redis.info("server")["process_id"])

    def close(self) -> None:
        """Give the connection to Redis back."""
        self._redis.close()

    async def whole(self) -> None:
        """Wait until as many workers as there should be hear of changes."""
        await asyncio.to_thread(self._until_whole)

    async def kill(self, chance: random.Random) -> None:
        """SIGKILL for any worker; another one comes in its place."""
        victims = sorted(workers(self.many))
        victim = chance.choice([*victims, self.single.pid])
        if victim == self.single.pid:
            await self.stop_single(signal.SIGKILL)
            await self.start_single()
        else:
            os.kill(victim, signal.SIGKILL)
            await asyncio.to_thread(eventually, lambda: victim not in workers(self.many))
            await self.whole()

    async def roll(self) -> None:
        """SIGTERM for one worker after the other, each one's successor being there before the next one goes."""
        former = workers(self.many)
        os.kill(self.many.pid, signal.SIGHUP)
        await asyncio.to_thread(eventually, lambda: not former & workers(self.many), START_SECONDS)
        await self.stop_single(signal.SIGTERM)
        await self.start_single()

    async def stop_single(self, number: signal.Signals) -> int:
        """End the single worker; the exit status."""
        self.serving.remove(self.single)
        os.kill(self.single.pid, number)
        return await asyncio.to_thread(self.single.wait_ended)

    async def start_single(self) -> None:
        """Start the single worker again."""
        self.single.launch()
        await asyncio.to_thread(self.single.wait_ready, START_SECONDS)
        self.serving.append(self.single)
        await self.whole()

    def _until_whole(self) -> None:
        eventually(lambda: self._listening() == self._together + 1, START_SECONDS)

    def _listening(self) -> int:
        """How many workers are subscribed to what happens."""
        return int(self._redis.pubsub_numsub(CHANNELS[0])[0][1])
