"""One who never reads, or says nothing at all, costs nobody else anything, and is let go."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest
from fastapi import WebSocket
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidMessage

import app.socket
from app.connection import MOST_QUEUED, Connection
from app.documents import Gone
from app.embedded import EmbeddedRedis
from app.lookup import find_room
from app.rooms.config import GRACE_MS
from app.rooms.room import Room
from app.transport import TableProtocol
from tests.chaos.here import Here, served_here
from tests.chaos.regulars import Regular, all_of, regulars
from tests.chaos.rooms_here import agree, rest
from tests.sockets.client import Browser, new_room

STUCK_SECONDS = 5.0
"""So long without any progress, and a socket is cut off."""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Redis of these tests' own."""
    embedded = EmbeddedRedis(tmp_path_factory.mktemp("redis"))
    yield embedded.start()
    embedded.stop()


@asynccontextmanager
async def deaf(server: Here, browser: Browser) -> AsyncIterator[socket.socket]:
    """A socket of a browser that shakes hands and never reads again, with small buffers so that it shows soon."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
    raw.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(raw, ("127.0.0.1", server.port))
    cookie = "".join(f"Cookie: {value}\r\n" for value in browser.headers.values())
    request = (
        f"GET /ws/{browser.code} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n{cookie}"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    await loop.sock_sendall(raw, request.encode())
    assert (await loop.sock_recv(raw, 12)).endswith(b"101")
    try:
        yield raw
    finally:
        raw.close()


def connections(server: Here, browser: Browser) -> list[Connection]:
    """The sockets the server has of a browser."""
    return [each for each in server.services.hub.connections() if each.browser == browser.id]


def with_little_room(connection: Connection) -> TableProtocol:
    """The protocol below a connection, left with a small buffer of the system's, which else grows for a long time."""
    protocol: TableProtocol = connection._send_now.__self__  # type: ignore[attr-defined]
    protocol.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    return protocol


async def lease_ms(server: Here, browser: Browser) -> int:
    """For how many ms from now a browser counts as being there."""
    leases, now, _ = await server.services.store.leases(browser.code)
    return leases.get(browser.id, now) - now


async def latencies(people: list[Regular], seconds: float) -> list[float]:
    """How long each command took to be acknowledged, in a while of play, s."""
    for person in people:
        person.kept.took.clear()
    await asyncio.sleep(seconds)
    return [took for person in people for took in person.kept.took]


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[round(part * (len(values) - 1))]


async def test_one_who_never_reads_is_cut_off_and_disturbs_nobody(url: str, full: bool) -> None:
    """What waits for it stays bounded, and its lease ends with it; the others' answers come as before."""
    async with served_here(url) as server, regulars(server, 1, think=0.0) as (people,):
        before = await latencies(people, 10 if full else 1)
        stranger = Browser(server, people[0].browser.code, "a" * 32)  # type: ignore[arg-type]
        async with deaf(server, stranger):
            await all_of(people, lambda _: connections(server, stranger))
            (stuck,) = connections(server, stranger)
            with_little_room(stuck)
            began, most, beside = 0.0, 0, []
            async with asyncio.timeout(90):
                while connections(server, stranger):
                    beside += await latencies(people, 0.1)
                    most = max(most, len(stuck._queue))
                    began = began or (time.monotonic() if stuck._queue else 0.0)
            lasted = time.monotonic() - began
            assert await lease_ms(server, stranger) <= GRACE_MS
        await rest(people)
        await agree(people, server)
        assert not any(person.kept.doubled for person in people)
    ratio = percentile(beside, 0.99) / percentile(before, 0.99)
    print(
        f"\ncut off after {lasted:.1f} s, at most {most} frames waited; p99 of the others {ratio:.2f} times as before"
    )
    assert 1 < most <= MOST_QUEUED
    assert lasted < 2 * STUCK_SECONDS
    assert not full or ratio < 3


async def test_what_still_waits_for_a_dead_peer_does_not_keep_it_alive(url: str) -> None:
    """A connection that answers no ping is ended even where what was written before cannot be flushed."""
    async with served_here(url) as server, regulars(server, 1, think=0.0) as (people,):
        stranger = Browser(server, people[0].browser.code, "a" * 32)  # type: ignore[arg-type]
        async with deaf(server, stranger):
            await all_of(people, lambda _: connections(server, stranger))
            (stuck,) = connections(server, stranger)
            protocol = with_little_room(stuck)
            await all_of(people, lambda _: protocol.transport.get_write_buffer_size() > 20_000)
            await rest(people)
            assert protocol.writable.is_set() and protocol.transport.get_write_buffer_size() > 0
            protocol.keepalive_timeout()
            await all_of(people, lambda _: not connections(server, stranger), seconds=STUCK_SECONDS / 2)
            assert protocol.disconnected and protocol.transport.get_write_buffer_size() == 0


async def test_one_who_answers_no_ping_is_absent_soon(url: str) -> None:
    """A connection that is dead without a word: nobody takes it for alive because the server keeps its lease."""
    async with served_here(url, ping_seconds=0.2) as server:
        ada = await new_room(server)  # type: ignore[arg-type]
        async with deaf(server, ada):
            async with asyncio.timeout(10):
                while not connections(server, ada):
                    await asyncio.sleep(0.01)
                assert await lease_ms(server, ada) > GRACE_MS
                while await lease_ms(server, ada) > GRACE_MS:
                    await asyncio.sleep(0.05)
        assert connections(server, ada) == []


@pytest.mark.parametrize("known", [True, False], ids=["a room", "no such room"])
async def test_one_who_is_lost_before_being_let_in_has_left(
    url: str, known: bool, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The line breaks while the room is looked up, and nobody has told the server's protocol yet: no error."""
    looked_up = asyncio.Event()

    async def find_room_and_break(socket: WebSocket, code: str) -> Room:
        room = await find_room(socket, code) if known else None
        socket.scope["state"]["abort_transport"]()
        looked_up.set()
        if room is None:
            raise Gone
        return room

    async with served_here(url) as server:
        ada = await new_room(server)  # type: ignore[arg-type]
        monkeypatch.setattr(app.socket, "find_room", find_room_and_break)
        with pytest.raises(InvalidMessage):
            await connect(f"{server.ws_url}/ws/{ada.code}")
        await looked_up.wait()
    assert "ERROR" not in capfd.readouterr().err
