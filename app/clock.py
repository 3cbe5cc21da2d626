"""Fires what is due: a turn's timeout, a bot's move, the next round, an absence and a room's end are the same thing."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from app.documents import TooNew
from app.due import CLAIM_LEASE_MS, DueEntry
from app.metrics import Metrics
from app.pipe import Unavailable
from app.store import Store
from app.tables import Tables

_BATCH = 64
_MOST_AT_ONCE = 256
_FAILURES_UNTIL_QUARANTINE = 5
_LONGEST_QUARANTINE_MS = 60_000
_LONGEST_SLEEP_MS = 250
_AFTER_FAILURE_SECONDS = 0.25
_DEFERENCE_MS = 300
"""How long a worker that is no longer up to date leaves what is due to newer ones, which can serve every room."""
_DEFERRING_MS = 30_000
"""How long it does so after it has met a room that it cannot read."""
_TRIES = round(CLAIM_LEASE_MS / 1000 / _AFTER_FAILURE_SECONDS)

log = logging.getLogger("flip7.clock")


class Clock:
    """Looks at the due times, at each share of the shards by itself, so that none waits for a node that is away."""

    def __init__(self, store: Store, tables: Tables, metrics: Metrics) -> None:
        self._store = store
        self._tables = tables
        self._metrics = metrics
        self._alarms = [_Alarm(store.now) for _ in range(store.due.shares)]
        self._stopping = False
        self._defers_until = 0
        self._firing: set[asyncio.Task[None]] = set()
        self._failures: Counter[DueEntry] = Counter()
        tables.call_on_due(self.expect)

    def expect(self, code: str, at: int) -> None:
        """Something of room `code` is due at `at` (ms on Redis' clock)."""
        self._alarms[self._store.due.share_of(code)].set(at)

    async def run(self) -> None:
        """Fire until told to stop, or cancelled."""
        async with asyncio.TaskGroup() as shares:
            for share, alarm in enumerate(self._alarms):
                shares.create_task(self._serve(share, alarm))

    def stop(self) -> None:
        """Claim no more; what is claimed is still fired, since nobody else could before the claim has lapsed."""
        self._stopping = True
        for alarm in self._alarms:
            alarm.set(0)

    async def finish(self) -> None:
        """Wait for what is being fired."""
        if self._firing:
            await asyncio.wait(self._firing)

    async def _serve(self, share: int, alarm: "_Alarm") -> None:
        while not self._stopping:
            alarm.clear()
            try:
                deference = _DEFERENCE_MS if self._store.now() < self._defers_until else 0
                claim = await self._store.due.claim(_BATCH, share, deference_ms=deference)
            except Unavailable:
                await asyncio.sleep(_AFTER_FAILURE_SECONDS)
                continue
            for entry in claim.entries:
                task = asyncio.create_task(self._fire(entry))
                self._firing.add(task)
                task.add_done_callback(self._firing.discard)
            if len(self._firing) >= _MOST_AT_ONCE:
                await asyncio.wait(self._firing, return_when=asyncio.FIRST_COMPLETED)
            if len(claim.entries) < _BATCH:
                if claim.next_at is not None:
                    alarm.set(claim.next_at)
                await alarm.sleep()

    async def _fire(self, entry: DueEntry) -> None:
        """Fire a claimed entry; while Redis is away, again and again for as long as it is claimed."""
        for _ in range(_TRIES):
            try:
                await self._tables.fire(entry)
            except TooNew:
                self._defers_until = self._store.now() + _DEFERRING_MS
                return
            except Unavailable:
                self._metrics.count("due_failed")
                await asyncio.sleep(_AFTER_FAILURE_SECONDS)
                continue
            except Exception:
                self._metrics.count("due_failed")
                log.exception("a %s of a room could not be fired", entry.kind)
                with suppress(Unavailable):
                    await self._quarantine(entry)
                return
            self._metrics.count("due_fired")
            self._failures.pop(entry, None)
            return

    async def _quarantine(self, entry: DueEntry) -> None:
        """What fails again and again is tried ever less often, so that it keeps nobody else waiting."""
        self._failures[entry] += 1
        if self._failures[entry] == _FAILURES_UNTIL_QUARANTINE:
            self._metrics.count("quarantined")
            log.error("a %s of a room fails again and again and is left alone for longer and longer", entry.kind)
        wait = min(CLAIM_LEASE_MS * 2 ** min(self._failures[entry], 10), _LONGEST_QUARANTINE_MS)
        await self._store.due.postpone(entry, wait)


class _Alarm:
    """Sleeps until the next moment it is told of, at most a quarter of a second."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._at: int | None = None
        self._moved = asyncio.Event()

    def clear(self) -> None:
        """Forget the moments told so far: they are looked at now."""
        self._at = None

    def set(self, at: int) -> None:
        """Wake at `at` (ms on Redis' clock), if not before."""
        if self._at is None or at < self._at:
            self._at = at
            self._moved.set()

    async def sleep(self) -> None:
        """Until the next known moment, or until a nearer one becomes known and has come."""
        until = self._now() + _LONGEST_SLEEP_MS
        while True:
            self._moved.clear()
            left = ((until if self._at is None else min(until, self._at)) - self._now()) / 1000
            if left <= 0:
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._moved.wait()
