"""uvicorn's WebSocket protocol, with a way to cut a connection whose peer has stopped reading."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request


class TableProtocol(WebSocketsSansIOProtocol):
    """Hands the app `abort_transport` in the socket's state: closing politely would wait for the peer for ever."""

    def handle_connect(self, event: Request) -> None:
        """Put the way out into the scope before the app's task has begun to run."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"]["abort_transport"] = self.transport.abort
