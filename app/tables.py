"""The tables a worker serves: read a room, decide by its rules, commit, and decide again where somebody was first."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from weakref import WeakValueDictionary

from app.metrics import Metrics
from app.names import new_code
from app.protocol import BadMessage, Message, NewRoom
from app.rooms import commands, play, presence, seating
from app.rooms.commands import Circumstances
from app.rooms.config import FIRST_VISIT_MS, GRACE_MS, LEASE_MS, Config
from app.rooms.moments import In, Moment
from app.rooms.refusal import Refusal
from app.rooms.room import Kind, Room, answer_to, remember
from app.rooms.seating import Step
from app.store import Committed, Conflict, DueEntry, Early, Gone, Presence, Store, Unavailable
from app.view import View, change, committed, view

_ATTEMPTS = 8
"""How often a step is decided again after a lost race; each loss means that another step was stored."""
_KNOWN_ROOMS = 5_000
_SEED_BYTES = 32
_VISIT = "visit"


class _Answered(Exception):
    """The command was accepted before; `seq` is its answer."""

    def __init__(self, seq: int) -> None:
        super().__init__(seq)
        self.seq = seq


class _Stale(Exception):
    """The due time belongs to a decision that is closed."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A room as this worker last saw it, and its view."""

    room: Room
    view: View


class Tables:
    """Every command and due time of every room goes through here. Keeps nothing that Redis does not have."""

    def __init__(self, store: Store, config: Config, metrics: Metrics) -> None:
        self._store = store
        self._config = config
        self._metrics = metrics
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.on_due: Callable[[int], None] = lambda at: None
        """Called with each moment (ms) at which a room this worker committed is due next."""

    async def room(self, code: str) -> Room:
        """The newest state of a room. Raises Gone or Unavailable."""
        room = await self._store.load(code)
        if room is None:
            self._known.pop(code, None)
            raise Gone
        if isinstance(room.expires_at, int) and self._store.now() >= room.expires_at:
            raise Gone
        return room

    async def view(self, code: str) -> View | None:
        """The room as everybody sees it, with `seq` and `now`; None: no such room. Raises Unavailable."""
        try:
            room = await self.room(code)
        except Gone:
            return None
        return {**view(room), "seq": room.seq, "now": self._store.now()}

    async def log(self, code: str) -> list[dict[str, object]]:
        """The changes of the current game, in the lobby all so far. Raises Gone or Unavailable."""
        room = await self.room(code)
        return await self._store.changes(code, room.game_seq)

    async def create(self, browser: str, body: NewRoom) -> Room:
        """A new room, as its first change. Raises Refusal, BadMessage or Unavailable."""
        while True:
            code = new_code()
            room, events = commands.create(code, browser, body, self._circumstances())
            first = change(None, None, room, events)
            outcome = await self._store.commit(None, first, presence=Presence(In(FIRST_VISIT_MS)))
            if isinstance(outcome, Committed):
                known = self._remember(_Known(*committed(first, outcome.now)))
                await self._store.lease(known.room, f"{browser}|{_VISIT}", FIRST_VISIT_MS)
                self._metrics.count("rooms_created")
                self._wake(known.room, outcome.now)
                return known.room

    async def join(self, code: str, browser: str, name: object) -> int:
        """A seat for this browser; the one it has, if it has one. Raises Refusal, Gone or Unavailable."""

        def sit(room: Room) -> Step:
            return (room, ()) if room.seat_of(browser) is not None else seating.join(room, browser, name)

        await self._store.lease(await self._newest_known(code), f"{browser}|{_VISIT}", FIRST_VISIT_MS)
        room = await self._step(code, sit)
        seat = room.seat_of(browser)
        assert seat is not None, "a browser that joined has a seat"
        return seat

    async def play(self, code: str, browser: str, message: Message) -> int:
        """Carry out a command; the `seq` that answers it. Raises Refusal, BadMessage, Gone or Unavailable."""

        def carry_out(room: Room) -> Step:
            seq = answer_to(room, browser, message.id)
            if seq is not None:
                raise _Answered(seq)
            after, events = commands.handle(room, browser, message, self._circumstances())
            return (after if after is room else remember(after, browser, message.id)), events

        try:
            room = await self._step(code, carry_out)
        except _Answered as answered:
            return answered.seq
        return room.seq

    async def connect(self, code: str, browser: str, connection: str) -> None:
        """A connection of this browser is alive, for LEASE_MS at first. Raises Gone or Unavailable."""
        await self._lease(await self._newest_known(code), browser, connection, LEASE_MS)
        # Read only now: who announced an absence in between has not seen this lease.
        room = await self.room(code)
        seat = room.seat_of(browser)
        if seat is not None and not room.seats[seat].connected:
            await self.look(code)

    async def keep(self, code: str, browser: str, connection: str) -> None:
        """The connection is still alive. Raises Gone or Unavailable."""
        await self._lease(await self._newest_known(code), browser, connection, LEASE_MS)

    async def disconnect(self, code: str, browser: str, connection: str) -> None:
        """The connection has closed; the table is told unless another one opens soon. Raises Gone or Unavailable."""
        await self._lease(await self._newest_known(code), browser, connection, GRACE_MS)

    async def look(self, code: str) -> None:
        """Judge the room's leases now, until they say nothing more. Raises Gone or Unavailable.

        What was announced is judged again at once, since a lease may have come while it was committed.
        """
        changed = True
        while changed:
            changed = await self._judge(code)

    async def _judge(self, code: str) -> bool:
        """Judge the leases once; whether there was something to announce."""
        seated = {seat.owner for seat in (await self._newest_known(code)).seats}
        leases, now = await self._store.leases(code)
        before = None

        def judge(room: Room) -> Step:
            nonlocal before
            before = room
            # Who sat down after the leases were read has one that is not among them.
            newcomers = {seat.owner: now + GRACE_MS for seat in room.seats if seat.owner and seat.owner not in seated}
            return presence.judge(room, {**newcomers, **leases}, now, self._config)

        room = await self._step(code, judge, watch=lambda after: presence.next_moment(after, leases, now))
        if room is before:
            await self._store.set_presence(code, presence.next_moment(room, leases, now))
        return room is not before

    async def fire(self, entry: DueEntry) -> None:
        """Something is due. Whoever fires it, it happens once. Raises Unavailable."""
        try:
            match entry.kind:
                case "decision":
                    await self._decide(entry)
                case "presence":
                    await self.look(entry.code)
                case _:
                    await self._end(entry)
        except Gone:
            await self._store.forget(entry)

    async def _decide(self, entry: DueEntry) -> None:
        def act(room: Room) -> Step:
            decision = room.decision
            if decision is None or decision.id != entry.number or decision.due is None:
                raise _Stale
            return play.act_for(room, self._config)

        try:
            await self._step(entry.code, act, at_due=True)
        except _Stale:
            await self._store.forget(entry)

    async def _end(self, entry: DueEntry) -> None:
        room = await self._store.load(entry.code)
        if room is None:
            raise Gone
        if await self._store.end(room):
            self._metrics.count("rooms_ended")
            self._known.pop(entry.code, None)

    async def _step(
        self,
        code: str,
        decide: Callable[[Room], Step],
        *,
        at_due: bool = False,
        watch: Callable[[Room], Moment | None] | None = None,
    ) -> Room:
        """Decide on the newest room and commit; the room afterwards, the same object where nothing changed.

        A refusal and a step that alters nothing count only once the room is known to be the newest.
        `at_due`: not before the decision is due. `watch`: when absences are to be looked at next, if that is known.
        """
        async with self._lock(code):
            known = await self._get(code)
            for _ in range(_ATTEMPTS):
                self._remember(known)
                try:
                    after, events = decide(known.room)
                except (Refusal, BadMessage, _Stale):
                    outcome = await self._store.check(known.room)
                    if isinstance(outcome, Conflict):
                        known = _Known(outcome.room, view(outcome.room))
                        continue
                    raise
                if after is known.room:
                    outcome = await self._store.check(known.room)
                else:
                    step = change(known.room, known.view, after, events)
                    outcome = await self._store.commit(
                        known.room,
                        step,
                        not_before=_due(known.room) if at_due else None,
                        presence=_watch(known.room, after, watch),
                    )
                match outcome:
                    case Conflict(room=room):
                        self._metrics.count("conflicts")
                        known = _Known(room, view(room))
                    case Early():
                        return known.room
                    case Committed(now=now):
                        if after is known.room:
                            return after
                        known = self._remember(_Known(*committed(step, now)))
                        self._told(known.room, events, now)
                        return known.room
        raise Unavailable("too many others were first")

    def _told(self, room: Room, events: tuple[object, ...], now: int) -> None:
        self._metrics.count("changes")
        self._metrics.count("events", len(events))
        self._wake(room, now)

    def _wake(self, room: Room, now: int) -> None:
        due = _due(room)
        if due is not None:
            self.on_due(due)

    async def _lease(self, room: Room, browser: str, connection: str, ms: int) -> None:
        """Once a browser has a socket, its sockets alone tell whether it is there."""
        await self._store.lease(room, f"{browser}|{connection}", ms, instead_of=f"{browser}|{_VISIT}")

    async def _get(self, code: str) -> _Known:
        known = self._known.get(code)
        if known is None:
            room = await self.room(code)
            known = _Known(room, view(room))
        return known

    async def _newest_known(self, code: str) -> Room:
        known = self._known.get(code)
        return known.room if known is not None else await self.room(code)

    def _remember(self, known: _Known) -> _Known:
        code = known.room.code
        self._known[code] = known
        self._known.move_to_end(code)
        if len(self._known) > _KNOWN_ROOMS:
            self._known.popitem(last=False)
        return known

    def _lock(self, code: str) -> asyncio.Lock:
        """One step of a room at a time in this worker, so that it does not race with itself."""
        lock = self._locks.get(code)
        if lock is None:
            lock = self._locks[code] = asyncio.Lock()
        return lock

    def _circumstances(self) -> Circumstances:
        return Circumstances(self._config, self._store.now(), lambda: secrets.token_bytes(_SEED_BYTES))


def _due(room: Room) -> int | None:
    """When the open decision of a stored room is due, ms."""
    due = None if room.decision is None else room.decision.due
    return due if isinstance(due, int) else None


def _watch(before: Room, after: Room, watch: Callable[[Room], Moment | None] | None) -> Presence | None:
    """When a commit sets the next look at absences: soon where somebody sat down, or an untimed turn has to wait."""
    if watch is not None:
        return Presence(watch(after))
    former = {before.seats[index].owner for index in before.humans()}
    if any(after.seats[index].owner not in former for index in after.humans()):
        return Presence(In(0))
    decision = after.decision
    if decision is None or decision.seat is None or after.rules.turn_seconds != 0:
        return None
    waited_for = after.seats[decision.seat]
    untimed_absence = waited_for.kind is Kind.HUMAN and not waited_for.connected
    return Presence(In(0)) if untimed_absence else None
