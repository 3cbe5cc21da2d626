"""The short way to a socket: only where nothing is ahead, and never past what waits."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from websockets.frames import Frame, Opcode

from app.bus import Published
from app.connection import Connection
from app.farewells import ROOM_EXPIRED, Farewell
from app.metrics import Metrics
from app.transport import text_frame


class Wire:
    """A peer that takes frames at once while `keeps_up`; a polite send waits until it does again."""

    def __init__(self) -> None:
        self.keeps_up = asyncio.Event()
        self.at_once: list[tuple[str, ...]] = []
        self.sent: list[str] = []

    def send_now(self, *texts: str) -> bool:
        if self.keeps_up.is_set():
            self.at_once.append(texts)
            self.sent += texts
        return self.keeps_up.is_set()

    async def send_text(self, text: str) -> None:
        await self.keeps_up.wait()
        self.sent.append(text)


@asynccontextmanager
async def connected(wire: Wire) -> AsyncIterator[tuple[Connection, "asyncio.Task[Farewell]"]]:
    """A connection that has its view, whose writer rests."""
    wire.keeps_up.set()
    connection = Connection(wire, "QK7X4TDM", "ada", "1", Metrics(), wire.send_now)  # type: ignore[arg-type]

    async def welcome(connection: Connection) -> tuple[str, int, str]:
        return "welcome", 1, "d1"

    writer = asyncio.create_task(connection.write(welcome))
    async with asyncio.timeout(20):
        while not connection.in_step:
            await asyncio.sleep(0)
    try:
        yield connection, writer
    finally:
        writer.cancel()
        await asyncio.gather(writer, return_exceptions=True)


async def test_a_peer_that_keeps_up_is_sent_everything_at_once() -> None:
    wire = Wire()
    async with connected(wire) as (connection, _):
        await asyncio.sleep(0)
        connection.tell("a")
        connection.tell("b")
        assert wire.at_once == [("a",), ("b",)]
        assert wire.sent == ["welcome", "a", "b"]


async def test_nothing_overtakes_what_waits() -> None:
    wire = Wire()
    async with connected(wire) as (connection, writer):
        await asyncio.sleep(0)
        wire.keeps_up.clear()
        connection.tell("a")
        await asyncio.sleep(0)
        wire.keeps_up.set()
        connection.tell("b")  # the writer is in the middle of a
        connection.end(ROOM_EXPIRED)
        assert await asyncio.wait_for(writer, 20) is ROOM_EXPIRED
        assert wire.at_once == []
        assert wire.sent[:-1] == ["welcome", "a", "b"]


async def test_what_the_writer_has_not_begun_with_goes_ahead_in_the_same_write() -> None:
    wire = Wire()
    async with connected(wire) as (connection, _):
        await asyncio.sleep(0)
        wire.keeps_up.clear()
        connection.tell("a")
        wire.keeps_up.set()
        connection.tell("b")
        assert wire.at_once == [("a", "b")]


async def test_a_change_goes_out_with_the_answer_that_follows_it() -> None:
    wire = Wire()
    async with connected(wire) as (connection, _):
        await asyncio.sleep(0)
        connection.offer(Published("QK7X4TDM", 2, "d1", "d2", frozenset(), "change"), answer_follows=True)
        assert wire.at_once == []
        connection.tell("ack")
        assert wire.at_once == [("change", "ack")]
        assert connection.sent == (2, "d2")


async def test_a_change_whose_answer_cannot_go_at_once_still_comes_before_it() -> None:
    wire = Wire()
    async with connected(wire) as (connection, writer):
        await asyncio.sleep(0)
        wire.keeps_up.clear()
        connection.offer(Published("QK7X4TDM", 2, "d1", "d2", frozenset(), "change"), answer_follows=True)
        connection.tell("ack")
        wire.keeps_up.set()
        connection.end(ROOM_EXPIRED)
        assert await asyncio.wait_for(writer, 20) is ROOM_EXPIRED
        assert wire.sent[:-1] == ["welcome", "change", "ack"]


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_a_frame_is_the_one_the_library_makes(size: int) -> None:
    text = "é" * (size // 2) + "x" * (size % 2)
    assert text_frame(text) == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
