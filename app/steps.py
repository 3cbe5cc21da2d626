"""How a step is taken: decide on the newest room known, commit, and decide again where somebody else was first."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from typing import Protocol

from app.commit import Committed, Conflict, Outcome, Owed, Presence
from app.documents import Gone
from app.metrics import Metrics
from app.pipe import Unavailable
from app.protocol import BadMessage
from app.rooms.events import Event
from app.rooms.moments import In, Moment
from app.rooms.refusal import Refusal
from app.rooms.room import Kind, Room
from app.rooms.seating import Step
from app.store import Store
from app.view import Change, View, change, committed, view
from engine.values import value

_ATTEMPTS = 8
"""How often a step is decided again after a lost race; each loss means that another step was stored."""
_KNOWN_ROOMS = 5_000

Watch = Callable[[Room], Moment | None]
"""When the absences of the room, as a step leaves it, are to be looked at next."""


class Asker(Protocol):
    """Whoever asked for a step, and is answered as soon as it is stored."""

    def hold_back(self, change: Change) -> None:
        """The change is being committed."""

    def let_go(self, change: Change, *, stored: bool) -> None:
        """It is `stored`, and the answer follows at once; or it is not, as far as anybody knows."""


class Answered(Exception):
    """The command was accepted before; `seq` is its answer."""

    def __init__(self, seq: int) -> None:
        super().__init__(seq)
        self.seq = seq


class Owing(Exception):
    """An outage has to be made up for before anything fires."""


class Stale(Exception):
    """The due time belongs to a decision that is closed."""


@value
class _Terms:
    """On which terms a step is taken, as `Steps.take` tells them."""

    at_due: bool
    settles: int | None
    watch: Watch | None
    asker: Asker | None


@value
class _Known:
    """A room as this worker last saw it, and its view."""

    room: Room
    view: View


class Steps:
    """Every change of every room that this worker makes. Keeps nothing that Redis does not have."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._lock = lru_cache(_KNOWN_ROOMS)(lambda code: asyncio.Lock())
        """One step of a room at a time in this worker, so that it does not race with itself."""
        self.on_due: Callable[[str, int], None] = lambda code, at: None
        """Called with each room that this worker has committed, and the moment (ms) at which it is due next."""

    async def newest(self, code: str) -> Room:
        """The room as it is stored. Raises Gone or Unavailable."""
        room = await self._store.load(code)
        if room is None or (isinstance(room.expires_at, int) and self._store.now() >= room.expires_at):
            self.forget(code)
            raise Gone
        return room

    async def known(self, code: str) -> Room:
        """The room as this worker last saw it, others may be ahead. Raises Gone or Unavailable."""
        return (await self._get(code)).room

    def forget(self, code: str) -> None:
        """The room is gone."""
        self._known.pop(code, None)

    async def create(self, room: Room, events: tuple[Event, ...], watch: Moment) -> Room | None:
        """Store a new room; None if there is one with this code. Raises Unavailable."""
        first = change(None, None, room, events)
        outcome = await self._store.commit(None, first, presence=Presence(watch))
        return self._stored(first, events, outcome.now) if isinstance(outcome, Committed) else None

    async def take(
        self,
        code: str,
        decide: Callable[[Room], Step],
        *,
        at_due: bool = False,
        settles: int | None = None,
        watch: Watch | None = None,
        asker: Asker | None = None,
    ) -> Room:
        """The room after a step, the same object where it alters nothing. Raises Gone, Unavailable, what `decide` does.

        A refusal, an answer given before and a step that alters nothing count only for the newest room.
        `at_due`: not before the open decision is due; raises Owing where an outage comes first.
        `settles`: so many ms owed for an outage are paid with this, unless somebody else has done so.
        `asker` is told of the change while it is committed.
        """
        terms = _Terms(at_due, settles, watch, asker)
        async with self._lock(code):
            known = await self._get(code)
            for _ in range(_ATTEMPTS):
                room, outcome = await self._attempt(known, decide, terms)
                if isinstance(outcome, Owed):
                    raise Owing
                if not isinstance(outcome, Conflict):
                    return room
                self._metrics.count("conflicts")
                known = self._remember(_Known(outcome.room, view(outcome.room)))
        raise Unavailable("too many others were first")

    async def _attempt(self, known: _Known, decide: Callable[[Room], Step], terms: _Terms) -> tuple[Room, Outcome]:
        """Decide and commit once: the room afterwards, and how it went."""
        before = known.room
        try:
            after, events = decide(before)
        except (Refusal, BadMessage, Answered, Stale):
            outcome = await self._store.check(before)
            if isinstance(outcome, Conflict):
                return before, outcome
            raise
        if after is before:
            return before, await self._store.check(before, settles=terms.settles)
        step = change(before, known.view, after, events)
        outcome = await self._commit(before, step, terms)
        return (self._stored(step, events, outcome.now) if isinstance(outcome, Committed) else before), outcome

    async def _commit(self, before: Room, step: Change, terms: _Terms) -> Outcome:
        """Commit a step, its asker knowing of it meanwhile."""
        not_before = due_at(before) if terms.at_due else None
        presence = _watched(before, step.room, terms.watch)
        outcome: Outcome | None = None
        if terms.asker is not None:
            terms.asker.hold_back(step)
        try:
            outcome = await self._store.commit(
                before, step, not_before=not_before, presence=presence, settles=terms.settles
            )
        finally:
            if terms.asker is not None:
                terms.asker.let_go(step, stored=isinstance(outcome, Committed))
        return outcome

    def _stored(self, step: Change, events: tuple[Event, ...], now: int) -> Room:
        """The room as the commit at `now` stored it; this worker knows it, and when it is due."""
        known = self._remember(_Known(*committed(step, now)))
        self._metrics.count("changes")
        self._metrics.count("events", len(events))
        due = due_at(known.room)
        if due is not None:
            self.on_due(known.room.code, due)
        return known.room

    async def _get(self, code: str) -> _Known:
        known = self._known.get(code)
        if known is None:
            room = await self.newest(code)
            known = self._remember(_Known(room, view(room)))
        return known

    def _remember(self, known: _Known) -> _Known:
        code = known.room.code
        self._known[code] = known
        self._known.move_to_end(code)
        if len(self._known) > _KNOWN_ROOMS:
            self._known.popitem(last=False)
        return known


def due_at(room: Room) -> int | None:
    """When the open decision of a stored room is due, ms."""
    due = None if room.decision is None else room.decision.due
    return due if isinstance(due, int) else None


def _watched(before: Room, after: Room, watch: Watch | None) -> Presence | None:
    """When a commit sets the next look at absences: soon where somebody sat down, or an untimed turn has to wait."""
    if watch is not None:
        return Presence(watch(after))
    if before.seats is not after.seats:
        former = {before.seats[index].owner for index in before.humans()}
        if any(after.seats[index].owner not in former for index in after.humans()):
            return Presence(In(0))
    decision = after.decision
    if decision is None or decision.seat is None or after.rules.turn_seconds != 0:
        return None
    waited_for = after.seats[decision.seat]
    untimed_absence = waited_for.kind is Kind.HUMAN and not waited_for.connected
    return Presence(In(0)) if untimed_absence else None
