"""uvicorn's WebSocket protocol, made to get on with peers that misbehave, and to take its leave."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from app import protocol
from app.hub import RESTARTING


class TableProtocol(WebSocketsSansIOProtocol):
    """Hands the app `abort_transport` in the socket's state: closing politely would wait for the peer for ever."""

    def handle_connect(self, event: Request) -> None:
        """Put the way out into the scope before the app's task has begun to run."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"]["abort_transport"] = self.transport.abort

    def data_received(self, data: bytes) -> None:
        """Answer what is no handshake and hang up, where the base class would wait for the peer to leave."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """Text that is not UTF-8 counts as binary, so that it is answered like any frame that makes no sense."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()

    def shutdown(self) -> None:
        """The server stops: say that the table comes back, then close."""
        if self.handshake_complete and not self.close_sent:
            self.conn.send_text(protocol.bye(RESTARTING.code, RESTARTING.message).encode())
        super().shutdown()
