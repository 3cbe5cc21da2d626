"""uvicorn's WebSocket protocol, made to get on with peers that misbehave, and to take its leave."""

from functools import lru_cache

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from websockets.http11 import Request

from app import protocol
from app.farewells import RESTARTING
from app.wire import FrameProtocol

_FAREWELL_SECONDS = 2.0
"""How long the app of a server that stops may take to end a connection."""
_ECHO_SECONDS = 1.0
"""How long a peer may take to confirm the close of a server that stops."""
_WHOLE_TEXT = 0x81
"""How a frame with the whole of a text begins."""


@lru_cache(maxsize=8)
def text_frame(text: str) -> bytes:
    """The frame of a text, whole and not masked (RFC 6455, 5.2); all sockets of a room are sent the same one."""
    payload = text.encode()
    size = len(payload)
    if size < 126:
        return b"%c%c%b" % (_WHOLE_TEXT, size, payload)
    if size < 1 << 16:
        return b"%c%c%b%b" % (_WHOLE_TEXT, 126, size.to_bytes(2, "big"), payload)
    return b"%c%c%b%b" % (_WHOLE_TEXT, 127, size.to_bytes(8, "big"), payload)


class TableProtocol(FrameProtocol):
    """Hands the app two ways past ASGI in the socket's state.

    `abort_transport`: closing politely would wait for the peer for ever. `send_now`: a change goes to many sockets, and
    most of what sending it takes is the way through the layers and a task switch for each.
    """

    def handle_connect(self, event: Request) -> None:
        """Put both into the scope before the app's task has begun to run."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"]["abort_transport"] = self.transport.abort
            self.scope["state"]["send_now"] = self.send_now

    def connection_lost(self, exc: Exception | None) -> None:
        """Take both back: the scope and the protocol would keep each other in memory until the collector finds them."""
        super().connection_lost(exc)
        if hasattr(self, "scope"):
            self.scope["state"].clear()

    def send_now(self, *texts: str) -> bool:
        """Write text frames, unless the peer has some catching up to do or is gone; whether they were written."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(b"".join(map(text_frame, texts)))
        return True

    async def send(self, message: ASGISendEvent) -> None:
        """A peer that is lost before it was let in has left; the base class would report an app that forgot it."""
        if self.transport.is_closing() and not self.handshake_complete:
            raise ClientDisconnected
        await super().send(message)

    def data_received(self, data: bytes) -> None:
        """Answer what is no handshake and hang up, where the base class would wait for the peer to leave."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def keepalive_timeout(self) -> None:
        """The peer is dead: what cannot be flushed any more must not keep the connection open."""
        super().keepalive_timeout()
        if self.transport.get_write_buffer_size() > 0:
            self.transport.abort()

    def shutdown(self) -> None:
        """The server stops: the app hears of it after all that was received before, and ends the connection itself."""
        if self.handshake_complete and not self.close_sent:
            self.stop_keepalive()
            self.close_timeout = _ECHO_SECONDS
            self.queue.put_nowait({"type": "websocket.disconnect", "code": RESTARTING.close_code})
            self.loop.call_later(_FAREWELL_SECONDS, self._hang_up)
        else:
            super().shutdown()

    def _hang_up(self) -> None:
        """End a connection whose app waits for Redis, or whose peer reads nothing."""
        if self.close_sent or self.transport.is_closing():
            return
        if self.writable.is_set():
            self.conn.send_text(protocol.bye(RESTARTING.code, RESTARTING.message).encode())
            super().shutdown()
        else:
            self.transport.abort()
