"""What operators see: counters over all workers, kept in Redis, as Prometheus text. No room codes."""

import asyncio
import os
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from app.store import Store, Unavailable, reachable

_COUNTERS = {
    "rooms_created": "Rooms created",
    "rooms_ended": "Rooms that reached their end",
    "changes": "Changes committed",
    "events": "Events in those changes",
    "conflicts": "Steps decided again because another worker was first",
    "refusals": "Commands refused",
    "bad_messages": "Frames that were too large or malformed",
    "rate_limited": "Frames and requests over a rate",
    "connections": "WebSocket connections accepted",
    "overflows": "Connections sent a fresh view because they fell behind",
    "due_fired": "Due times fired",
    "due_failed": "Due times that could not be fired and were left to a later attempt",
}
_GAUGES = {"sockets": "WebSocket connections open now", "tables": "Rooms with a connection here"}
_KEY = "f7:metrics"
_WORKER_KEY = "f7:metrics:worker:{}"
_KEEP_SECONDS = 7 * 86_400
_WORKER_SECONDS = 15
_FLUSH_SECONDS = 5


class Metrics:
    """Counts in memory and adds the sums up in Redis every few seconds."""

    def __init__(self, gauges: Callable[[], Mapping[str, int]] = dict) -> None:
        self._fresh: Counter[str] = Counter()
        self.gauges = gauges
        """Called for this worker's gauges."""

    def count(self, name: str, by: int = 1) -> None:
        """Add to a counter."""
        assert name in _COUNTERS
        self._fresh[name] += by

    async def keep_flushing(self, store: Store) -> None:
        """Add up until cancelled; what cannot be written now is kept."""
        while True:
            await asyncio.sleep(_FLUSH_SECONDS)
            try:
                await self.flush(store)
            except Unavailable:
                continue

    async def flush(self, store: Store) -> None:
        """Add what was counted since the last time to the sums of all workers. Raises Unavailable."""
        fresh, self._fresh = self._fresh, Counter()
        worker = _WORKER_KEY.format(os.getpid())
        try:
            with reachable():
                pipe = store.redis.pipeline(transaction=False)
                for name, by in fresh.items():
                    pipe.hincrby(_KEY, name, by)
                pipe.expire(_KEY, _KEEP_SECONDS)
                pipe.hset(worker, mapping={name: value for name, value in self.gauges().items()})
                pipe.expire(worker, _WORKER_SECONDS)
                await pipe.execute()
        except BaseException:
            self._fresh.update(fresh)
            raise

    async def text(self, store: Store) -> str:
        """All sums in Prometheus' text format. Raises Unavailable."""
        await self.flush(store)
        now: Counter[str] = Counter()
        with reachable():
            sums = _numbers(await store.redis.hgetall(_KEY))
            async for key in store.redis.scan_iter(match=_WORKER_KEY.format("*"), count=1000):
                now.update(_numbers(await store.redis.hgetall(key)))
        lines: list[str] = []
        for kind, texts, values in (("counter", _COUNTERS, sums), ("gauge", _GAUGES, now)):
            for name, text in texts.items():
                full = f"flip7_{name}_total" if kind == "counter" else f"flip7_{name}"
                lines += [f"# HELP {full} {text}", f"# TYPE {full} {kind}", f"{full} {values.get(name, 0)}"]
        return "\n".join(lines) + "\n"


def _numbers(stored: Mapping[Any, Any]) -> dict[str, int]:
    return {name.decode(): int(value) for name, value in stored.items()}
