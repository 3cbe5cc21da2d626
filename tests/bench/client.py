"""Clients as lean as they can be, since they share the machine with what they measure."""

import asyncio
import base64
import os
import re
from collections.abc import Callable
from typing import Any, Self, cast

import orjson

_CONTINUED, _TEXT, _CLOSE, _PING = 0x0, 0x1, 0x8, 0x9
_UNMASKED = b"\0\0\0\0"
"""The mask is the client's to choose; with this one the payload stays as it is."""


def websocket_frame(opcode: int, payload: bytes) -> bytes:
    """One whole frame as a client sends it; at most 64 KiB."""
    size = len(payload)
    if size < 126:
        return bytes((0x80 | opcode, 0x80 | size)) + _UNMASKED + payload
    return bytes((0x80 | opcode, 0x80 | 126)) + size.to_bytes(2, "big") + _UNMASKED + payload


class Socket(asyncio.Protocol):
    """One WebSocket without extensions; hands over the bytes of each text frame."""

    def __init__(self, path: str, cookie: str, on_text: Callable[[bytes], None], on_lost: Callable[[], None]) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.received = 0
        """Bytes of frames so far, headers included."""
        self.close_code: int | None = None
        self._path = path
        self._cookie = cookie
        self._on_text = on_text
        self._on_lost = on_lost
        self._rest = b""
        self._handshaken = False
        self._transport: asyncio.Transport | None = None

    @property
    def transport(self) -> asyncio.Transport:
        assert self._transport is not None
        return self._transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's own class does not inherit from it
        key = base64.b64encode(os.urandom(16)).decode()
        self._transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nCookie: {self._cookie}\r\n\r\n".encode()
        )

    def send(self, text: bytes) -> None:
        """Send a text frame."""
        self.transport.write(websocket_frame(_TEXT, text))

    def close(self) -> None:
        """Leave at once."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        at = 0
        if not self._handshaken:
            at = self._handshake(data)
        end = len(data)
        while self._handshaken and end - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if end < start + size:
                break
            self.received += start + size - at
            self._frame(data[at] & 0x0F, data[start : start + size])
            at = start + size
        self._rest = data[at:]

    def _handshake(self, data: bytes) -> int:
        """How many bytes of `data` belong to the handshake's answer once that is whole, else 0."""
        head, blank, _ = data.partition(b"\r\n\r\n")
        if not blank:
            return 0
        if not head.startswith(b"HTTP/1.1 101"):
            self._fail(ConnectionError(head.split(b"\r\n", 1)[0].decode(errors="replace")))
            self.transport.abort()
            return 0
        self._handshaken = True
        if not self.opened.done():
            self.opened.set_result(None)
        return len(head) + len(blank)

    def _frame(self, opcode: int, payload: bytes) -> None:
        if opcode == _TEXT:
            self._on_text(payload)
        elif opcode == _PING:
            self.transport.write(websocket_frame(0xA, payload))
        elif opcode == _CLOSE:
            self.close_code = int.from_bytes(payload[:2], "big")
            self.transport.write(websocket_frame(_CLOSE, payload[:2]))
        else:
            assert opcode != _CONTINUED, "the server sends whole frames"

    def connection_lost(self, exc: Exception | None) -> None:
        self._fail(exc or ConnectionError("closed"))
        self._on_lost()

    def _fail(self, why: Exception) -> None:
        if not self.opened.done():
            self.opened.set_exception(why)


class Http:
    """One kept-alive HTTP connection that asks one thing at a time."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, port: int) -> Self:
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def post(self, path: str, body: object, cookie: str = "") -> tuple[Any, str]:
        """POST JSON; the answer's JSON, and the cookie it sets. Raises ConnectionError for any status but 2xx."""
        content = orjson.dumps(body)
        self._writer.write(
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nCookie: {cookie}\r\n"
            f"Content-Length: {len(content)}\r\n\r\n".encode()
            + content
        )
        head = await self._reader.readuntil(b"\r\n\r\n")
        size = re.search(rb"(?im)^content-length: (\d+)", head)
        assert size is not None, "the server says how long its answers are"
        answer = await self._reader.readexactly(int(size[1]))
        if not head.startswith(b"HTTP/1.1 2"):
            raise ConnectionError(f"{path}: {head.partition(bytes([13]))[0].decode()} {answer[:200]!r}")
        given = re.search(rb"(?im)^set-cookie: ([^;\r]*)", head)
        return orjson.loads(answer), given[1].decode() if given else ""

    def close(self) -> None:
        self._writer.close()
