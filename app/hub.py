"""The sockets of this worker: each change goes to every socket of its room, once, in order, and waits for none of them.

A connection that misses a change, or cannot keep up, is not sent the missing pieces but the whole view anew.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

from starlette.websockets import WebSocket

from app import protocol
from app.bus import Published, Subscription
from app.metrics import Metrics
from app.pipe import Unavailable
from app.rooms import seating
from app.store import Store
from app.view import Change

MOST_QUEUED = 64
_STUCK_SECONDS = 5
_HEADS_SECONDS = 4
_RETRY_SECONDS = 0.5

log = logging.getLogger("flip7.hub")


@dataclass(frozen=True, slots=True)
class Farewell:
    """Why the server ends a connection: what it says first, and the close code."""

    code: str
    message: str
    close_code: int


class Closed(Exception):
    """The server ends this connection. One for each, since a raised exception keeps all that it went through."""

    def __init__(self, why: Farewell) -> None:
        super().__init__(why.code)
        self.why = why


ROOM_EXPIRED = Farewell("room_expired", "This room has closed.", 4000)
REMOVED = Farewell("removed", seating.REMOVED, 4001)
NO_SUCH_ROOM = Farewell("no_such_room", "No table with that code. Check the link or start a new one.", 4002)
ABUSE = Farewell("abuse", "Too many messages that make no sense.", 4008)
TOO_MANY = Farewell("too_many_connections", "Too many connections from your network.", 4009)
RESTARTING = Farewell("restarting", "The table comes back in a moment.", 1012)
OVERLOADED = Farewell("overloaded", "The table is busy. Try again in a moment.", 1013)


class Connection:
    """One socket of one browser in one room: a bounded queue, and the writer that empties it.

    Where the writer is not at work and the peer keeps up, `send_now` sends without either; it says whether it did.
    """

    def __init__(
        self,
        socket: WebSocket,
        code: str,
        browser: str,
        number: str,
        metrics: Metrics,
        send_now: Callable[..., bool] = lambda *texts: False,
    ) -> None:
        self.code = code
        self.browser = browser
        self.number = number
        self.seq = 0
        self.digest = ""
        """The change this connection has been told last, or is queued to be: its number and digest."""
        self.sent: tuple[int, str] = 0, ""
        """The change that was sent last."""
        self._socket = socket
        self._metrics = metrics
        self._send_now = send_now
        self._queue: deque[tuple[str, tuple[int, str] | None]] = deque()
        self._resting = False
        """Whether the writer waits for something to do."""
        self._held: deque[Published] | None = deque()
        self._refresh = True
        self._end: Farewell | None = None
        self._wake = asyncio.Event()
        self._wake.set()

    @property
    def in_step(self) -> bool:
        """Whether it has its view and is told each change; else a fresh view is on its way."""
        return self._held is None

    @property
    def is_ending(self) -> bool:
        """Whether the server is saying goodbye."""
        return self._end is not None

    def tell(self, text: str) -> None:
        """Queue an answer to this connection alone."""
        self._put(text, None)

    def offer(self, change: Published, *, answer_follows: bool = False) -> None:
        """Queue a change of the room; a gap or a fork makes the whole view due instead, a place of one's own too.

        `answer_follows`: with the next `tell`, in this turn of the loop, and both go out together.
        """
        if self._held is not None:
            self._held.append(change)
            if len(self._held) > MOST_QUEUED:
                self._held.popleft()
            return
        if change.frame is None or change.seq < self.seq or change.digest == self.digest:
            return
        if change.seq == self.seq + 1 and change.before == self.digest:
            self.seq, self.digest = change.seq, change.digest
            self._put(change.frame, (change.seq, change.digest), wait=answer_follows)
        else:
            self.renew()
        if self.browser in change.concerned:
            self.renew()

    def renew(self) -> None:
        """Make a fresh view due."""
        self._refresh = True
        if self._held is None:
            self._held = deque()
        self._wake.set()

    def end(self, why: Farewell) -> None:
        """Say goodbye after what is queued."""
        self._end = why
        self._wake.set()

    async def write(self, welcome: "Welcome") -> Farewell:
        """Send what is queued until somebody ends the connection; why. Raises WebSocketDisconnect or TimeoutError."""
        while True:
            self._resting = True
            await self._wake.wait()
            self._resting = False
            self._wake.clear()
            while self._refresh and self._end is None:
                await self._send_view(welcome)
            await self._send_queued()
            if self._end is not None:
                await self._send(protocol.bye(self._end.code, self._end.message))
                return self._end

    async def _send_view(self, welcome: "Welcome") -> None:
        """Answers queued so far go first; changes that arrive meanwhile are held, and told where they are newer."""
        self._refresh = False
        await self._send_queued()  # what this connection has been sent decides what it has missed
        try:
            text, self.seq, self.digest = await welcome(self)
        except Closed as closed:
            self.end(closed.why)
            return
        except Unavailable:
            self._refresh = True
            await asyncio.sleep(_RETRY_SECONDS)
            return
        await self._send_queued()
        await self._send(text)
        self.sent = self.seq, self.digest
        if self._refresh:
            return  # another one is due already: changes go on being held
        held, self._held = self._held or deque(), None
        for change in held:
            self.offer(change)

    async def _send_queued(self) -> None:
        while self._queue:
            text, change = self._queue.popleft()
            await self._send(text)
            self.sent = change or self.sent

    async def _send(self, text: str) -> None:
        async with asyncio.timeout(_STUCK_SECONDS):
            await self._socket.send_text(text)

    def _put(self, text: str, change: tuple[int, str] | None, *, wait: bool = False) -> None:
        """Send or queue a frame: a change, by its number and digest, or an answer to this connection alone."""
        if self._resting and not wait and self._send_now(*(waiting for waiting, _ in self._queue), text):
            for _, sent in (*self._queue, (text, change)):
                self.sent = sent or self.sent
            self._queue.clear()
            return
        if len(self._queue) >= MOST_QUEUED:
            answers = [waiting for waiting in self._queue if waiting[1] is None]
            self._queue = deque(answers if len(answers) < MOST_QUEUED else ())
            self._metrics.count("overflows")
            self.renew()
        if change is None or self._held is None:
            self._queue.append((text, change))
        if not wait:
            self._wake.set()


Welcome = Callable[[Connection], Awaitable[tuple[str, int, str]]]
"""Makes the `welcome` frame for a connection; also the number and digest of the change it tells up to.

Raises Closed or Unavailable.
"""


class Hub:
    """Which sockets are here, and what comes from Redis for them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rooms: dict[str, set[Connection]] = {}
        self._own: dict[tuple[str, str], Published | None] = {}
        """By room and digest: rooms of the same history have the same digests."""

    def add(self, connection: Connection) -> None:
        """From now on the connection hears of its room; it holds changes back until it has its first view."""
        self._rooms.setdefault(connection.code, set()).add(connection)

    def discard(self, connection: Connection) -> None:
        """The socket is gone."""
        here = self._rooms.get(connection.code)
        if here is not None:
            here.discard(connection)
            if not here:
                del self._rooms[connection.code]

    def connections(self) -> list[Connection]:
        """Every connection of this worker."""
        return [connection for here in self._rooms.values() for connection in here]

    def gauges(self) -> dict[str, int]:
        """How many sockets and rooms are here."""
        return {"sockets": sum(map(len, self._rooms.values())), "tables": len(self._rooms)}

    def hold_back(self, change: Change) -> None:
        """What is published of a change that this worker is committing waits for the answer to that."""
        self._own[change.room.code, change.room.digest] = None

    def let_go(self, change: Change, answered: Connection | None) -> None:
        """Forward what has been published of it; `answered` is told the answer in this turn of the loop, too."""
        published = self._own.pop((change.room.code, change.room.digest), None)
        if published is not None:
            self._forward(published, answered)

    async def listen(self) -> None:
        """Forward what is published, until cancelled. After a lost link whoever missed something gets a fresh view."""
        while True:
            try:
                subscription = await Subscription.open(self._store.link)
            except Unavailable:
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            try:
                await self._catch_up()
                while True:
                    change = await subscription.next()
                    if change is not None:
                        self._forward(change)
            except Unavailable:
                log.warning("the link to Redis was lost; subscribing again")
            finally:
                await subscription.close()

    async def _catch_up(self) -> None:
        """Subscribed anew: what was published before that is nowhere but in the stored rooms."""
        heads: dict[str, tuple[int, str] | None] = {}
        with suppress(Unavailable):
            heads = await self._store.heads(list(self._rooms))
        for connection in self.connections():
            if not connection.in_step or heads.get(connection.code) != (connection.seq, connection.digest):
                connection.renew()

    async def compare_heads(self) -> None:
        """Publishing is a hint, the stored room is the truth: look every few seconds whether somebody is behind."""
        while True:
            await asyncio.sleep(_HEADS_SECONDS)
            behind = await self._behind()
            if behind:
                await asyncio.sleep(_RETRY_SECONDS)  # what was on its way is here now
                for connection, digest in (await self._behind()).items():
                    if behind.get(connection) == digest:
                        connection.renew()

    async def _behind(self) -> dict[Connection, str]:
        """The connections whose last change is not the room's, with that change's digest."""
        try:
            heads = await self._store.heads(list(self._rooms))
        except Unavailable:
            return {}
        found: dict[Connection, str] = {}
        for code, head in heads.items():
            for connection in self._rooms.get(code, ()):
                if connection.in_step and head != (connection.seq, connection.digest):
                    found[connection] = connection.digest
        return found

    def _forward(self, change: Published, answered: Connection | None = None) -> None:
        if (change.code, change.digest) in self._own:
            self._own[change.code, change.digest] = change
            return
        former = self._own.pop((change.code, change.before), None)
        if former is not None:
            self._forward(former)
        here = self._rooms.get(change.code)
        if not here:
            return
        for connection in list(here):
            if change.frame is None:
                connection.end(ROOM_EXPIRED)
            else:
                connection.offer(change, answer_follows=connection is answered)
