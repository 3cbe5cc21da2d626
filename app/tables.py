"""The tables a worker serves: what browsers ask, what connections tell, and what is due."""

import asyncio
import secrets
from collections.abc import Callable
from datetime import UTC, datetime

from app.documents import Gone
from app.due import DueEntry
from app.metrics import Metrics
from app.names import new_code
from app.protocol import CommandMessage, NewRoom
from app.rooms import commands, deadlines, play, presence, seating
from app.rooms.commands import Circumstances
from app.rooms.config import FIRST_VISIT_MS, GRACE_MS, LEASE_MS, Config
from app.rooms.devices import device_of, person
from app.rooms.moments import In
from app.rooms.room import Room, answer_to, remember
from app.rooms.seating import Step
from app.steps import Answered, Asker, Owing, Stale, Steps
from app.store import Store
from engine.values import replace

_SEED_BYTES = 32
_VISIT = "visit"


class Tables:
    """Every command and due time of every room goes through here. Keeps nothing that Redis does not have."""

    def __init__(self, store: Store, config: Config, metrics: Metrics) -> None:
        self._store = store
        self._config = config
        self._metrics = metrics
        self._steps = Steps(store, metrics)

    def call_on_due(self, told: Callable[[str, int], None]) -> None:
        """`told` is called with each room this worker has committed, and the moment (ms) at which it is due next."""
        self._steps.on_due = told

    async def room(self, code: str) -> Room:
        """The newest state of a room. Raises Gone or Unavailable."""
        return await self._steps.newest(code)

    async def log(self, code: str) -> list[dict[str, object]]:
        """The changes of the current game, in the lobby all so far. Raises Gone or Unavailable."""
        room = await self.room(code)
        return await self._store.changes(code, room.game_seq)

    async def create(self, browser: str, body: NewRoom) -> Room:
        """A new room, as its first change. Raises Refusal, BadMessage or Unavailable."""
        about = await self._of_the_day() if body.daily else self._circumstances()
        while True:
            room, events = commands.create(new_code(), browser, body, about)
            stored = await self._steps.create(room, events, In(FIRST_VISIT_MS))
            if stored is not None:
                await self._store.lease(stored, f"{browser}|{_VISIT}", FIRST_VISIT_MS)
                self._metrics.count("rooms_created")
                return stored

    async def join(self, code: str, browser: str, name: object) -> int:
        """A seat for this browser; the one it has, if it has one. Raises Refusal, Gone or Unavailable."""

        def sit(room: Room) -> Step:
            return (room, ()) if room.seat_of(browser) is not None else seating.join(room, browser, name)

        await self._store.lease(await self._steps.known(code), f"{browser}|{_VISIT}", FIRST_VISIT_MS)
        room = await self._steps.take(code, sit)
        seat = room.seat_of(browser)
        assert seat is not None, "a browser that joined has a seat"
        return seat

    async def play(self, code: str, browser: str, message: CommandMessage, asker: Asker | None = None) -> int:
        """Carry out a command; the `seq` that answers it. Raises Refusal, BadMessage, Gone or Unavailable.

        `asker` is told of the change that it makes.
        """

        browser = person(browser, message.local)

        def carry_out(room: Room) -> Step:
            seq = answer_to(room, browser, message.id)
            if seq is not None:
                raise Answered(seq)
            after, events = commands.handle(room, browser, message, self._circumstances())
            return (after if after is room else remember(after, browser, message.id)), events

        try:
            return (await self._steps.take(code, carry_out, asker=asker)).seq
        except Answered as answered:
            return answered.seq

    async def connect(self, code: str, browser: str, connection: str) -> None:
        """A connection of this browser is alive, for LEASE_MS at first. Raises Gone or Unavailable."""
        await self._lease(code, browser, connection, LEASE_MS)
        # Read only now: who announced an absence in between has not seen this lease.
        room = await self.room(code)
        if not all(room.seats[seat].connected for seat in room.seats_at(browser).values()):
            await self._store.due.notice_outage(code)
            await self.look(code)

    async def keep(self, code: str, browser: str, connection: str) -> None:
        """The connection is still alive. Raises Gone or Unavailable."""
        await self._lease(code, browser, connection, LEASE_MS)

    async def disconnect(self, code: str, browser: str, connection: str) -> None:
        """The connection has closed; the table is told unless another one opens soon. Raises Gone or Unavailable."""
        await self._lease(code, browser, connection, GRACE_MS)

    async def look(self, code: str) -> None:
        """Judge the room's leases now, until they say nothing more. Raises Gone or Unavailable.

        What was announced is judged again at once, since a lease may have come while it was committed.
        """
        changed = True
        while changed:
            changed = await self._judge(code)

    async def _judge(self, code: str) -> bool:
        """Judge the leases once; whether there was something to announce."""
        seated = {seat.owner for seat in (await self.room(code)).seats}
        leases, now, owed = await self._store.leases(code)
        if owed:
            await self._make_up(code)
            return True
        before = None

        def judge(room: Room) -> Step:
            nonlocal before
            before = room
            # Who sat down after the leases were read has one that is not among them.
            fresh = [seat.owner for seat in room.seats if seat.owner and seat.owner not in seated]
            newcomers = {device_of(owner): now + GRACE_MS for owner in fresh}
            return presence.judge(room, {**newcomers, **leases}, now, self._config)

        room = await self._steps.take(code, judge, watch=lambda after: presence.next_moment(after, leases, now))
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
                case "outage":
                    await self._make_up(entry.code)
                    await self._store.due.forget(entry)
                case _:
                    await self._end(entry)
        except Gone:
            await self._store.due.forget(entry)

    async def _decide(self, entry: DueEntry) -> None:
        def act(room: Room) -> Step:
            decision = room.decision
            if decision is None or decision.id != entry.number or decision.due is None:
                raise Stale
            return play.act_for(room, self._config)

        thought = play.long_thought(await self._steps.known(entry.code))
        if thought is not None:
            await asyncio.to_thread(thought)  # everybody else's moves go on meanwhile
        try:
            await self._steps.take(entry.code, act, at_due=True)
        except Stale:
            await self._store.due.forget(entry)
        except Owing:
            await self._make_up(entry.code)

    async def _make_up(self, code: str) -> None:
        """Give the room back what an outage took. Raises Gone or Unavailable."""
        lost_ms = await self._store.owed(code)
        if lost_ms is not None:
            await self._steps.take(
                code, lambda room: (deadlines.make_up(room, lost_ms, self._store.now()), ()), settles=lost_ms
            )
            self._metrics.count("outages_made_up")

    async def _end(self, entry: DueEntry) -> None:
        room = await self._store.load(entry.code)
        if room is None:
            raise Gone
        if await self._store.end(room):
            self._metrics.count("rooms_ended")
            self._steps.forget(entry.code)

    async def _lease(self, code: str, browser: str, connection: str, ms: int) -> None:
        """Once a browser has a socket, its sockets alone tell whether it is there."""
        room = await self._steps.known(code)
        await self._store.lease(room, f"{browser}|{connection}", ms, instead_of=f"{browser}|{_VISIT}")

    async def _of_the_day(self) -> Circumstances:
        """A new room's, with the day's own seed."""
        about = self._circumstances()
        day = datetime.fromtimestamp(about.now / 1000, UTC).date().isoformat()
        seed = await self._store.seed_of(day, about.new_seed())
        return replace(about, new_seed=lambda: seed, day=day)

    def _circumstances(self) -> Circumstances:
        return Circumstances(self._config, self._store.now(), lambda: secrets.token_bytes(_SEED_BYTES))
