"""Fires what is due: a turn's timeout, a bot's move, the next round, an absence and a room's end are the same thing."""

import asyncio
import logging
from collections import Counter
from contextlib import suppress

from app.metrics import Metrics
from app.pipe import Unavailable
from app.store import CLAIM_LEASE_MS, Claim, DueEntry, Store, TooNew
from app.tables import Tables

_BATCH = 64
_MOST_AT_ONCE = 256
_FAILURES_UNTIL_QUARANTINE = 5
_LONGEST_QUARANTINE_MS = 60_000
_LONGEST_SLEEP_MS = 250
_AFTER_FAILURE_SECONDS = 0.25

log = logging.getLogger("flip7.clock")


class Clock:
    """Looks at the due times; sleeps until the next one it knows of, at most a quarter of a second."""

    def __init__(self, store: Store, tables: Tables, metrics: Metrics) -> None:
        self._store = store
        self._tables = tables
        self._metrics = metrics
        self._wake = asyncio.Event()
        self._next_at: int | None = None
        self._firing: set[asyncio.Task[None]] = set()
        self._failures: Counter[DueEntry] = Counter()
        tables.call_on_due(self.expect)

    def expect(self, at: int) -> None:
        """Something of this worker's own is due at `at` (ms on Redis' clock)."""
        if self._next_at is None or at < self._next_at:
            self._next_at = at
            self._wake.set()

    async def run(self) -> None:
        """Fire until cancelled."""
        while True:
            try:
                claim = await self._claim()
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
                await self._sleep()

    async def finish(self) -> None:
        """Wait for what is being fired."""
        if self._firing:
            await asyncio.wait(self._firing)

    async def _claim(self) -> Claim:
        self._wake.clear()
        self._next_at = None
        claim = await self._store.claim(_BATCH)
        if claim.next_at is not None:
            self.expect(claim.next_at)
        return claim

    async def _sleep(self) -> None:
        """Until the next known moment, or until a nearer one becomes known."""
        until = self._store.now() + _LONGEST_SLEEP_MS
        while True:
            self._wake.clear()
            target = until if self._next_at is None else min(until, self._next_at)
            left = (target - self._store.now()) / 1000
            if left <= 0:
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._wake.wait()

    async def _fire(self, entry: DueEntry) -> None:
        try:
            await self._tables.fire(entry)
        except TooNew:
            return  # a newer worker fires it, at the latest once this claim has lapsed
        except Unavailable:
            self._metrics.count("due_failed")
        except Exception:
            self._metrics.count("due_failed")
            log.exception("a %s of a room could not be fired", entry.kind)
            with suppress(Unavailable):
                await self._quarantine(entry)
        else:
            self._metrics.count("due_fired")
            self._failures.pop(entry, None)

    async def _quarantine(self, entry: DueEntry) -> None:
        """What fails again and again is tried ever less often, so that it keeps nobody else waiting."""
        self._failures[entry] += 1
        if self._failures[entry] == _FAILURES_UNTIL_QUARANTINE:
            self._metrics.count("quarantined")
            log.error("a %s of a room fails again and again and is left alone for longer and longer", entry.kind)
        wait = min(CLAIM_LEASE_MS * 2 ** min(self._failures[entry], 10), _LONGEST_QUARANTINE_MS)
        await self._store.postpone(entry, wait)
