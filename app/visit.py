"""One accepted WebSocket until it closes: read, hand to the tables, write. Nothing here knows the game."""

import asyncio
import logging
import secrets
from collections.abc import Mapping
from contextlib import suppress

from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect

from app import protocol
from app.connection import Connection
from app.documents import Gone, Head, TooNew
from app.farewells import ABUSE, NO_SUCH_ROOM, REMOVED, RESTARTING, ROOM_EXPIRED, Closed
from app.limits import ConnectionLimits
from app.pipe import Unavailable
from app.protocol import MOST_FRAME_BYTES, BadMessage, CommandMessage
from app.rooms.refusal import Refusal
from app.rooms.room import Room
from app.services import Services, monotonic_ms
from app.steps import Asker
from app.store import MOST_MISSED
from app.view import Change

log = logging.getLogger("flip7.visit")

_SEQ_DIGITS = 15
"""No change has a longer number."""
_LEASE_SECONDS = 15
"""How often a connection's lease is renewed."""
_FAREWELL_SECONDS = 3
"""How long the writer may take to say goodbye; when the server stops, the transport hangs up before that."""
_PENALTY_SECONDS = 0.02
"""How long a message over the rate waits, and all that follow it: a flood is slowed down to where it comes from."""


class Visit:
    """One accepted socket until it closes: a reader, a writer and a lease."""

    def __init__(self, services: Services, socket: WebSocket, code: str, browser: str) -> None:
        self._services = services
        self._socket = socket
        self._seen = _head_named(socket.query_params)
        self._limits = ConnectionLimits(limited=services.settings.rate_limit)
        ways = {"send_now": socket.state.send_now} if hasattr(socket.state, "send_now") else {}
        self._connection = Connection(socket, code, browser, secrets.token_hex(6), services.metrics, **ways)
        self._welcomed = False

    async def run(self) -> None:
        """Serve the socket; returns once it is closed, with no task left behind."""
        connection = self._connection
        self._services.hub.add(connection)
        tasks = [asyncio.create_task(job) for job in (self._write(), self._read(), self._keep_lease())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._services.hub.discard(connection)
            for task in tasks:
                task.cancel()
            for outcome in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(outcome, Exception):
                    log.error("a connection broke", exc_info=outcome)
            with suppress(Gone, Unavailable):
                await self._services.tables.disconnect(connection.code, connection.browser, connection.number)

    async def _write(self) -> None:
        try:
            closed = await self._connection.write(self._welcome)
            await self._socket.close(closed.close_code)
        except (WebSocketDisconnect, RuntimeError):
            return  # the peer was faster
        except TimeoutError:
            abort = getattr(self._socket.state, "abort_transport", None)
            if abort is not None:
                abort()

    async def _keep_lease(self) -> None:
        connection = self._connection
        while True:
            await asyncio.sleep(_LEASE_SECONDS)
            with suppress(Gone, Unavailable):
                await self._services.tables.keep(connection.code, connection.browser, connection.number)

    async def _welcome(self, connection: Connection) -> tuple[str, int, str]:
        """The whole view for this connection, and what it has missed; the first one also takes its lease."""
        tables = self._services.tables
        first = not self._welcomed
        try:
            if first:
                await tables.connect(connection.code, connection.browser, connection.number)
            room = await tables.room(connection.code)
            missed = await self._missed(room)
        except Gone:
            raise Closed(NO_SUCH_ROOM if first else ROOM_EXPIRED) from None
        except TooNew:
            raise Closed(RESTARTING) from None
        if connection.browser in room.removed:
            raise Closed(REMOVED)
        self._welcomed = True
        return self._services.welcome(room, connection.browser, missed), room.seq, room.digest

    async def _missed(self, room: Room) -> list[dict[str, object]] | None:
        """The changes since the one this client saw last, if it is one of this room's history and not too old."""
        seq, digest = self._connection.sent if self._welcomed else self._seen
        if not digest or not 1 <= seq <= room.seq or room.seq - seq > MOST_MISSED:
            return None
        known, *missed = await self._services.store.changes(room.code, seq, MOST_MISSED + 1) or [{}]
        if known.get("seq") != seq or known.get("digest") != digest:
            return None
        return [change for change in missed if int(str(change["seq"])) <= room.seq]

    async def _read(self) -> None:
        while not self._connection.is_ending:
            frame = await self._socket.receive()
            if frame["type"] == "websocket.disconnect":
                if frame.get("code") != RESTARTING.close_code:
                    return
                self._connection.end(RESTARTING)
                break
            text = frame.get("text")
            answer = await self._answer(
                text if text is not None else frame.get("bytes") or b"", is_text=text is not None
            )
            if answer is not None:
                self._connection.tell(answer)
        await asyncio.sleep(_FAREWELL_SECONDS)  # the writer says goodbye, which ends the visit

    async def _answer(self, frame: str | bytes, *, is_text: bool) -> str | None:
        """What the sender of one frame is told; size first, then rate, then everything else."""
        size = len(frame) if isinstance(frame, bytes) else len(frame.encode())
        if size > MOST_FRAME_BYTES:
            return self._strike(None, "too_large", f"A message has at most {MOST_FRAME_BYTES} bytes.")
        try:
            if not is_text:
                raise BadMessage("send text, not binary")
            message = protocol.read_message(frame)
        except BadMessage as bad:
            return await self._answer_nonsense(bad)
        take = self._limits.take_ping if message.do == "ping" else self._limits.take_message
        if not take(monotonic_ms()):
            return await self._slow_down(message.id)
        if message.do == "ping":
            return protocol.pong(message.id, self._services.store.now())
        return await self._carry_out(message)

    async def _answer_nonsense(self, bad: BadMessage) -> str:
        """A strike, beyond the rate too."""
        within = self._limits.take_message(monotonic_ms())
        refusal = self._nonsense(bad.id, bad)
        return refusal if within else await self._slow_down(bad.id)

    async def _slow_down(self, command_id: str | None) -> str:
        """A message over the rate waits, and so do those behind it."""
        self._services.metrics.count("rate_limited")
        await asyncio.sleep(_PENALTY_SECONDS)
        return self._error(command_id, "rate_limited", "Too many messages. Wait a moment.")

    async def _carry_out(self, message: CommandMessage) -> str:
        connection = self._connection
        try:
            seq = await self._services.tables.play(connection.code, connection.browser, message, self._asker)
        except Refusal as refusal:
            self._services.metrics.count("refusals")
            return self._error(message.id, refusal.code, refusal.message, refusal.suggestion)
        except BadMessage as bad:
            return self._nonsense(message.id, bad)
        except Gone:
            connection.end(ROOM_EXPIRED)
            return self._error(message.id, "no_such_room", ROOM_EXPIRED.message)
        except Unavailable as unavailable:
            if isinstance(unavailable, TooNew):
                connection.end(RESTARTING)  # the same again reaches a newer worker
            return self._error(message.id, "unavailable", "The table cannot be reached. Send the same again.")
        return protocol.ack(message.id, seq)

    @property
    def _asker(self) -> Asker | None:
        """A change and its answer go out in one write; not where the answer has to wait for replicas."""
        return self if self._services.settings.durability == 0 else None

    def hold_back(self, change: Change) -> None:
        """What is published of it waits for the answer."""
        self._services.hub.hold_back(change)

    def let_go(self, change: Change, *, stored: bool) -> None:
        """The answer follows, if it is stored."""
        self._services.hub.let_go(change, self._connection if stored else None)

    def _nonsense(self, command_id: str | None, bad: BadMessage) -> str:
        return self._strike(command_id, "bad_message", f"That message makes no sense: {bad}.")

    def _strike(self, command_id: str | None, code: str, message: str) -> str:
        """Twenty bad frames in ten seconds end the connection."""
        self._services.metrics.count("bad_messages")
        if self._limits.strike(monotonic_ms()):
            self._connection.end(ABUSE)
        return self._error(command_id, code, message)

    def _error(self, command_id: str | None, code: str, message: str, suggestion: str | None = None) -> str:
        return protocol.error(command_id, code, message, self._connection.seq, suggestion)


def _head_named(query: Mapping[str, str]) -> Head:
    """The change that a client saw last, as its handshake names it; 0 where it names none."""
    after, digest = query.get("after", ""), query.get("digest", "")
    is_number = after.isascii() and after.isdigit() and len(after) <= _SEQ_DIGITS
    return (int(after), digest) if is_number else (0, "")
