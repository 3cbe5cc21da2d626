"""uvicorn's protocols, made to bear peers that send too much, too slowly, too early: what one sends costs no other."""

import asyncio
from contextlib import suppress

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

MOST_HEAD_BYTES = 32 * 1024
REQUEST_SECONDS = 10.0
"""How long a peer may take over one request; also until it begins with its first."""
MOST_UNHEARD = 100
"""How many frames that are no message (pings, pongs, pieces of one) a peer may send in UNHEARD_SECONDS."""
UNHEARD_SECONDS = 10.0
_BITE_BYTES = 1024
_CLOSING_PAUSE_SECONDS = 0.02


class _Refused(Exception):
    """Raised inside the parser, which ends it: the base class answers 400 and hangs up."""


class RequestProtocol(HttpToolsProtocol):
    """One request at a time: whole in REQUEST_SECONDS, and all of it but its body in MOST_HEAD_BYTES.

    The base class waits for ever, keeps any amount of headers, and queues as many requests as fit into a packet. Who
    sends the next request before the answer is answered once and hung up on, as HTTP allows; no browser does.
    """

    _patience: asyncio.TimerHandle | None = None
    _head_bytes = 0
    _broken = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request, but not for long."""
        super().connection_made(transport)
        self._be_patient()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing more will come; the base class goes on waiting for the next request where the peer has broken off."""
        self._rest()
        self._unset_keepalive_if_required()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse, unless what came before made no sense."""
        if self._broken:
            return
        if self._patience is None:
            self._be_patient()
        self._head_bytes += len(data)
        super().data_received(data)
        if self._head_bytes > MOST_HEAD_BYTES and not self.transport.is_closing():
            self.send_400_response("Too much of a request.")

    def on_headers_complete(self) -> None:
        """Begin with the request, if the one before is done."""
        if self._is_answering() or self._sent_bytes() > MOST_HEAD_BYTES:
            raise _Refused
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Bodies are no heads; the app limits them."""
        self._head_bytes -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is here; how long its answer takes is not up to the peer."""
        self._rest()
        self._head_bytes = 0
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Leave the connection to the WebSocket protocol; the parser and this one would keep each other in memory."""
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]

    def send_400_response(self, msg: str) -> None:
        """Hang up, after the answer that is under way."""
        self._broken = True
        if self._is_answering():
            self.cycle.keep_alive = False
        else:
            super().send_400_response(msg)

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.more_body and not self.cycle.response_complete

    def _sent_bytes(self) -> int:
        return len(self.url) + sum(len(name) + len(value) for name, value in self.headers)

    def _be_patient(self) -> None:
        self._patience = self.loop.call_later(REQUEST_SECONDS, self.transport.close)

    def _rest(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


class FrameProtocol(WebSocketsSansIOProtocol):
    """Parses a little at a time, more only once the app has taken that, and counts what the app never sees.

    What arrives at once can be forty thousand frames, and parsing those would hold up everybody for half a second.
    Reading is paused while something is unparsed; the base class pauses it for each message until the app has taken it,
    though that is nearly always a single command.
    """

    _unparsed = b""
    _parsing: asyncio.Handle | None = None
    _unheard = 0
    _unheard_since = 0.0

    def data_received(self, data: bytes) -> None:
        """Parse at once what is a handshake, or no more than a command and comes alone, which is nearly everything."""
        if not self.handshake_initiated or not (self._unparsed or self.read_paused or len(data) > _BITE_BYTES):
            super().data_received(data)
            return
        self._unparsed += data
        self.transport.pause_reading()
        self._parse_soon()

    async def receive(self) -> ASGIReceiveEvent:
        """The app's next event; when it has taken the last one there is time for more."""
        event = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            if self._unparsed:
                self._parse_soon()
        return event

    async def send(self, message: ASGISendEvent) -> None:
        """After the server's close frame nothing waits for the app any more: the peer's own may be what is unparsed."""
        await super().send(message)
        if self._unparsed:
            self._parse_soon()

    def send_receive_event_to_app(self) -> None:
        """Hand the app a whole message; no more are parsed until it has taken that.

        Text that is not UTF-8 counts as binary, so that it is answered like any frame that makes no sense.
        """
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        event: ASGIReceiveEvent = {"type": "websocket.receive", "bytes": data}
        if self.curr_msg_data_type == "text":
            with suppress(UnicodeDecodeError):
                event = {"type": "websocket.receive", "text": data.decode()}
        self.queue.put_nowait(event)
        self.read_paused = True

    def handle_ping(self) -> None:
        """Answer, if there are not too many."""
        super().handle_ping()
        self._count_unheard()

    def handle_pong(self, event: Frame) -> None:
        """Note that the peer is alive, if there are not too many."""
        super().handle_pong(event)
        self._count_unheard()

    def handle_cont(self, event: Frame) -> None:
        """Keep the next piece of a message, if there are not too many."""
        super().handle_cont(event)
        if not event.fin:
            self._count_unheard()

    def _parse_soon(self) -> None:
        """Nobody waits for what comes after the server's close frame, except that the peer's own may be in it."""
        if self._parsing is None and not self.read_paused:
            pause = _CLOSING_PAUSE_SECONDS if self.close_sent else 0
            self._parsing = self.loop.call_later(pause, self._parse_some)

    def _parse_some(self) -> None:
        self._parsing = None
        if self.transport.is_closing():
            self._unparsed = b""
            return
        some, self._unparsed = self._unparsed[:_BITE_BYTES], self._unparsed[_BITE_BYTES:]
        super().data_received(some)
        if self._unparsed:
            self._parse_soon()
        else:
            self.transport.resume_reading()

    def _count_unheard(self) -> None:
        now = self.loop.time()
        if now - self._unheard_since > UNHEARD_SECONDS:
            self._unheard, self._unheard_since = 0, now
        self._unheard += 1
        if self._unheard > MOST_UNHEARD and not self.close_sent and not self.transport.is_closing():
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too many frames that are no message")
            self.handle_parser_exception()
