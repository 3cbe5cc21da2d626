"""A peer made by hand: bytes out, frames in. It may break every rule of TCP manners, HTTP and WebSocket."""

import asyncio
import contextlib
import json
import os
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Self

CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
FIN = 0x80

PATIENCE_SECONDS = 25.0
"""How long the server may take to end what it should end."""


def frame(
    opcode: int, payload: bytes = b"", *, fin: bool = True, reserved: int = 0, mask: bool = True, length: bytes = b""
) -> bytes:
    """One WebSocket frame; `length` replaces the length the payload has, `reserved` are its three reserved bits."""
    size = len(payload)
    if not length:
        length = (
            bytes([size])
            if size < 126
            else b"\x7e" + struct.pack("!H", size)
            if size < 65_536
            else b"\x7f" + struct.pack("!Q", size)
        )
    head = bytes([(FIN if fin else 0) | reserved << 4 | opcode, length[0] | (0x80 if mask else 0)]) + length[1:]
    if not mask:
        return head + payload
    key = os.urandom(4)
    pad = (key * (size // 4 + 1))[:size]
    masked = int.from_bytes(payload, "big") ^ int.from_bytes(pad, "big")
    return head + key + masked.to_bytes(size, "big")


def text(content: object) -> bytes:
    """A text frame of this JSON."""
    return frame(TEXT, json.dumps(content).encode())


def request(line: str, *headers: str | bytes, body: bytes = b"") -> bytes:
    """A request as it goes over the wire."""
    lines = [line.encode("latin-1"), *(h if isinstance(h, bytes) else h.encode("latin-1") for h in headers)]
    return b"\r\n".join([*lines, b"", b""]) + body


HANDSHAKE = {
    "Host": "localhost",
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


def handshake(path: str, line: str = "GET {} HTTP/1.1", **changed: str | None) -> bytes:
    """A WebSocket's opening request; `changed` headers have `_` for `-`, and None leaves one out."""
    given = {name.replace("_", "-"): value for name, value in changed.items()}
    headers = {**{name: value for name, value in HANDSHAKE.items() if name not in given}, **given}
    return request(line.format(path), *(f"{name}: {value}" for name, value in headers.items() if value is not None))


@dataclass
class Outcome:
    """How the server treated a peer."""

    statuses: list[int] = field(default_factory=list)
    """The status of each HTTP answer."""
    close: int | None = None
    """The code of its close frame; None: it sent none, 1005: one without code."""
    byes: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    """The types of the frames it sent, the code of each error."""


class Peer:
    """One TCP connection to the server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.outcome = Outcome()

    @classmethod
    async def connect(cls, port: int) -> Self:
        return cls(*await asyncio.open_connection("127.0.0.1", port, limit=2**20))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.reset()

    async def send(self, data: bytes) -> bool:
        """Send bytes; whether the server was still there to take them."""
        with contextlib.suppress(ConnectionError):
            self._writer.write(data)
            await self._writer.drain()
            return not self._writer.is_closing() and not self._reader.at_eof()
        return False

    def send_unread(self, data: bytes) -> None:
        """Hand bytes to the operating system without waiting for anything."""
        self._writer.write(data)

    def reset(self) -> None:
        """Hang up at once, with what was not read yet unread."""
        transport = self._writer.transport
        raw = transport.get_extra_info("socket")
        if raw is not None and not transport.is_closing():
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        transport.abort()

    def half_close(self) -> None:
        """Say that nothing more will be sent."""
        with contextlib.suppress(OSError):
            self._writer.write_eof()

    async def shake(self, path: str, **changed: str | None) -> bool:
        """An opening handshake that should succeed; whether it did."""
        await self.send(handshake(path, **changed))
        return await self.status() == 101

    async def status(self) -> int | None:
        """The status of the next HTTP answer; its headers are read, not its body. None: there is none."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            try:
                head = await self._reader.readuntil(b"\r\n\r\n")
            except (asyncio.IncompleteReadError, ConnectionError):
                return None
        self.outcome.statuses.append(int(head.split(b" ", 2)[1]))
        return self.outcome.statuses[-1]

    async def answer(self) -> dict[str, object] | None:
        """The next text frame; None once the server closes. Neither its pings nor its close frame are answered."""
        while (received := await self._frame()) is not None:
            opcode, payload = received
            if opcode == CLOSE:
                self.outcome.close = struct.unpack("!H", payload[:2])[0] if payload else 1005
                return None
            if opcode == TEXT:
                told: dict[str, object] = json.loads(payload)
                kind = str(told["type"])
                self.outcome.answers.append(str(told["code"]) if kind == "error" else kind)
                if kind == "bye":
                    self.outcome.byes.append(str(told["code"]))
                return told
        return None

    async def reply(self) -> dict[str, object] | None:
        """The next answer to a message, past the changes that everybody is told."""
        told = await self.answer()
        while told is not None and told["type"] in ("change", "welcome"):
            told = await self.answer()
        return told

    async def to_the_end(self) -> Outcome:
        """Read until the server closes, or hangs up."""
        while await self.answer() is not None:
            pass
        return self.outcome

    async def answers_to_the_end(self) -> Outcome:
        """Read HTTP answers until the server hangs up."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            with contextlib.suppress(ConnectionError):
                everything = await self._reader.read(-1)
                heads = [part for part in everything.split(b"HTTP/1.1 ")[1:] if part[:3].isdigit()]
                self.outcome.statuses += [int(part[:3]) for part in heads]
        return self.outcome

    async def farewell(self) -> Outcome:
        """Say goodbye as one should, and read to the end."""
        await self.send(frame(CLOSE, struct.pack("!H", 1000)))
        return await self.to_the_end()

    async def _frame(self) -> tuple[int, bytes] | None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            try:
                first, size = await self._reader.readexactly(2)
                assert first & 0x70 == 0 and size < 128, "the server keeps to the rules"
                if size >= 126:
                    size = int.from_bytes(await self._reader.readexactly(2 if size == 126 else 8), "big")
                return first & 0x0F, await self._reader.readexactly(size)
            except (asyncio.IncompleteReadError, ConnectionError):
                return None


@asynccontextmanager
async def crowd(port: int, count: int) -> AsyncIterator[list[Peer]]:
    """So many TCP connections, reset at the end."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(await Peer.connect(port)) for _ in range(count)]
