"""What operators see: counters over all workers, kept in Redis, as Prometheus text. No room codes."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

import orjson

from app.pipe import Unavailable
from app.store import Store

_COUNTERS = {
    "rooms_created": "Rooms created",
    "rooms_ended": "Rooms that reached their end",
    "changes": "Changes committed",
    "events": "Events in those changes",
    "conflicts": "Steps decided again because another worker was first",
    "refusals": "Commands refused",
    "bad_messages": "Frames that were too large or malformed",
    "rate_limited": "Frames over a rate",
    "connections": "WebSocket connections accepted",
    "overflows": "Connections sent a fresh view because they fell behind",
    "due_fired": "Due times fired",
    "due_failed": "Due times that could not be fired and were left to a later attempt",
    "quarantined": "Due times that fail again and again and are tried ever less often",
    "outages_made_up": "Rooms that got back what an outage of all workers or of Redis took",
}
_GAUGES = {"sockets": "WebSocket connections open now", "tables": "Rooms with a connection here"}
# One hash tag, so that one call can touch both in a cluster too.
_KEY = "{f7:metrics}"
_WORKERS_KEY = "{f7:metrics}:workers"
_KEEP_SECONDS = 7 * 86_400
_SILENT_MS = 15_000
"""A worker that has said nothing for so long has no sockets any more."""
_FLUSH_SECONDS = 5


class Metrics:
    """Counts in memory and adds the sums up in Redis every few seconds."""

    def __init__(self, gauges: Callable[[], Mapping[str, int]] = dict) -> None:
        self._fresh: Counter[str] = Counter()
        self._worker = secrets.token_hex(6)
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
        report = orjson.dumps([store.now(), self.gauges()])
        try:
            await store.link.call(
                _KEY,
                ("MULTI",),  # no key is without an expiry at any moment, whatever ends meanwhile
                *(("HINCRBY", _KEY, name, by) for name, by in fresh.items()),
                ("EXPIRE", _KEY, _KEEP_SECONDS),
                ("HSET", _WORKERS_KEY, self._worker, report),
                ("EXPIRE", _WORKERS_KEY, _KEEP_SECONDS),
                ("EXEC",),
            )
        except BaseException:
            self._fresh.update(fresh)
            raise

    async def text(self, store: Store) -> str:
        """All sums in Prometheus' text format. Raises Unavailable."""
        await self.flush(store)
        counted, reports = await store.link.call(_KEY, ("HGETALL", _KEY), ("HGETALL", _WORKERS_KEY))
        sums = {name.decode(): int(by) for name, by in _pairs(counted)}
        now: Counter[str] = Counter()
        for worker, report in _pairs(reports):
            at, gauges = orjson.loads(report)
            if at > store.now() - _SILENT_MS:
                now.update(gauges)
            else:
                await store.link.call(_KEY, ("HDEL", _WORKERS_KEY, worker))
        lines: list[str] = []
        for kind, texts, values in (("counter", _COUNTERS, sums), ("gauge", _GAUGES, now)):
            for name, text in texts.items():
                full = f"flip7_{name}_total" if kind == "counter" else f"flip7_{name}"
                lines += [f"# HELP {full} {text}", f"# TYPE {full} {kind}", f"{full} {values.get(name, 0)}"]
        return "\n".join(lines) + "\n"


def _pairs(flat: Sequence[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """The fields of a hash as Redis lists them."""
    return zip(flat[::2], flat[1::2], strict=True)
