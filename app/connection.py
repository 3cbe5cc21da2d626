"""One socket: each change of its room goes out once, in order, and nobody waits for it.

A connection that misses a change, or cannot keep up, is not sent the missing pieces but the whole view anew.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from starlette.websockets import WebSocket

from app import protocol
from app.bus import Published
from app.documents import Head
from app.farewells import Closed, Farewell
from app.metrics import Metrics
from app.pipe import Unavailable

MOST_QUEUED = 64
_STUCK_SECONDS = 5
_RETRY_SECONDS = 0.5


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
        self.sent: Head = 0, ""
        """The change that was sent last."""
        self._socket = socket
        self._metrics = metrics
        self._send_now = send_now
        self._queue: deque[tuple[str, Head | None]] = deque()
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

    def _note_sent(self, last: Head | None) -> None:
        """What was queued has been sent, and `last`."""
        while self._queue:
            self.sent = self._queue.popleft()[1] or self.sent
        self.sent = last or self.sent

    async def _send_queued(self) -> None:
        while self._queue:
            text, change = self._queue.popleft()
            await self._send(text)
            self.sent = change or self.sent

    async def _send(self, text: str) -> None:
        async with asyncio.timeout(_STUCK_SECONDS):
            await self._socket.send_text(text)

    def _put(self, text: str, change: Head | None, *, wait: bool = False) -> None:
        """Send or queue a frame: a change, by its number and digest, or an answer to this connection alone."""
        if self._resting and not wait and self._send_now(*[waiting for waiting, _ in self._queue], text):
            self._note_sent(change)
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
