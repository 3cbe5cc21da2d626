"""A flood is parsed in bites: nothing of it is lost or changes its order, and little of it waits inside."""

import asyncio
from random import Random
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from app.wire import FrameProtocol
from tests.hostile.wire import CLOSE, CONT, PING, TEXT, frame, handshake

MOST_WAITING = 200


class Wire(asyncio.Transport):
    """A connection whose other end is the test."""

    def __init__(self) -> None:
        super().__init__()
        self.closing = False
        self.reading = True

    def write(self, data: Any) -> None: ...

    def close(self) -> None:
        self.closing = True

    def is_closing(self) -> bool:
        return self.closing

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


class Listener:
    """An app that listens; `heard` is what it has heard."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (event := await receive())["type"] == "websocket.receive":
            self.heard.append(event["text"])


async def opened() -> tuple[FrameProtocol, Wire, Listener]:
    """A connection after its handshake."""
    listener, wire = Listener(), Wire()
    config = uvicorn.Config(listener, ws=FrameProtocol, ws_max_size=65_536, ws_per_message_deflate=False)
    config.load()
    protocol = FrameProtocol(config, ServerState(), {})
    protocol.connection_made(wire)
    protocol.data_received(handshake("/"))
    async with asyncio.timeout(20):
        while not protocol.handshake_complete:
            await asyncio.sleep(0)
    return protocol, wire, listener


async def heard_all(protocol: FrameProtocol, listener: Listener, count: int) -> None:
    """Wait until the app has heard so many messages; little waits meanwhile."""
    async with asyncio.timeout(20):
        while len(listener.heard) < count:
            assert protocol.queue.qsize() < MOST_WAITING
            await asyncio.sleep(0)


async def test_one_read_full_of_frames() -> None:
    """Ten thousand of them: parsing goes on when the app has taken what there is, and then reading does."""
    protocol, wire, listener = await opened()
    protocol.data_received(frame(TEXT, b"?") * 10_000)
    assert not wire.reading
    await heard_all(protocol, listener, 10_000)
    async with asyncio.timeout(20):
        while not wire.reading:
            await asyncio.sleep(0)
    protocol.connection_lost(None)


async def test_reading_goes_on_for_a_single_command_and_rests_for_more() -> None:
    protocol, wire, listener = await opened()
    protocol.data_received(frame(TEXT, b"1"))
    assert wire.reading
    protocol.data_received(frame(TEXT, b"2"))
    assert not wire.reading, "the app has not taken the first"
    await heard_all(protocol, listener, 2)
    assert listener.heard == ["1", "2"] and wire.reading
    protocol.connection_lost(None)


async def test_a_peers_close_behind_what_the_app_never_takes() -> None:
    """The server closes meanwhile, and does not wait for what is here already."""
    protocol, wire, _ = await opened()
    protocol.data_received(frame(TEXT, b"1"))
    protocol.data_received(frame(TEXT, b"2") + frame(CLOSE, (1000).to_bytes(2, "big")))
    await protocol.send({"type": "websocket.close", "code": 1000, "reason": ""})
    async with asyncio.timeout(5):
        while not wire.closing:
            await asyncio.sleep(0)
    protocol.connection_lost(None)


async def test_the_same_messages_in_whatever_pieces_they_come() -> None:
    rng = Random(7)
    told = [f"{number} " + "x" * rng.choice((0, 1, 100, 3000, 60_000)) for number in range(200)]
    stream = b""
    for message in told:
        data, cut = message.encode(), rng.randrange(len(message))
        whole = frame(TEXT, data)
        pieces = frame(TEXT, data[:cut], fin=False) + frame(PING) + frame(CONT, data[cut:])
        stream += pieces if rng.random() < 0.2 else whole
    for largest in (7000, 1_000_000):
        protocol, wire, listener = await opened()
        rest = stream
        while rest:
            size = rng.randrange(1, largest)
            protocol.data_received(rest[:size])
            rest = rest[size:]
            async with asyncio.timeout(20):
                while not wire.reading:
                    await asyncio.sleep(0)
        await heard_all(protocol, listener, len(told))
        assert listener.heard == told
        protocol.connection_lost(None)
