"""What no app ever sees: requests without end, in a row, too large or never sent, and frames that are no messages."""

import asyncio
import resource
import socket
import sys

import pytest

from app import __main__ as program
from app.wire import MOST_HEAD_BYTES, MOST_UNHEARD, REQUEST_SECONDS
from tests.hostile.wire import CONT, PATIENCE_SECONDS, PING, PONG, TEXT, Peer, crowd, frame, handshake, request, text
from tests.server import Server, Servers
from tests.sockets.bench import Bench
from tests.sockets.client import Party, http, new_room

UNFINISHED = [
    b"",
    b"G",
    b"GET /healthz HTTP/1.1\r\nHost: x\r\n",
    handshake("/ws/22222222")[:-2],
    request("POST /api/rooms HTTP/1.1", "Host: x", "Content-Length: 20") + b'{"name":',
    request("POST /api/rooms HTTP/1.1", "Host: x", "Transfer-Encoding: chunked") + b'8\r\n{"name":\r\n',
    request("GET /healthz HTTP/1.1", "Host: x", "Connection: Upgrade", "Upgrade: h2c") + b"\x00",
]


async def served(server: Server) -> bool:
    """Whether somebody honest is served."""
    async with http(server) as client:
        return (await client.get("/healthz")).status_code == 200


async def drip(peer: Peer) -> None:
    """A byte now and then, so that the connection never is silent."""
    while await peer.send(b"a"):
        await asyncio.sleep(0.5)


async def test_a_request_has_ten_seconds(server: Server, party: Party) -> None:
    """Silent or dripping, from its first byte or before it; the server hangs up, and serves others all the while."""
    loop = asyncio.get_running_loop()
    (ada,) = await party.lobby("Ada")
    starts = UNFINISHED * 2
    async with crowd(server.port, len(starts)) as peers:
        began = loop.time()
        for peer, start in zip(peers, starts, strict=True):
            await peer.send(start)
        dripping = [asyncio.create_task(drip(peer)) for peer in peers[len(UNFINISHED) :]]
        endings = [asyncio.create_task(peer.answers_to_the_end()) for peer in peers]
        assert await served(server)
        outcomes = await asyncio.gather(*endings)
        assert REQUEST_SECONDS - 1 < loop.time() - began < REQUEST_SECONDS + 10
        assert {status for outcome in outcomes for status in outcome.statuses} <= {200, 400}, outcomes
        await asyncio.gather(*dripping)
    await ada.settle()


async def test_more_silent_strangers_than_a_shell_allows_files(start_server: Servers) -> None:
    """The server takes what the system grants, so that a thousand of them do not lock the others out."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (200, hard))
    try:
        server = start_server()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    async with crowd(server.port, 300):
        assert await served(server)


@pytest.mark.parametrize(
    ("filler", "honest"), [(b"X-More: " + b"y" * 90 + b"\r\n", 250), (b"X-More: ", 1)], ids=["many", "one"]
)
async def test_headers_have_an_end(server: Server, filler: bytes, honest: int) -> None:
    """32 KiB of them are more than any browser sends; in whatever pieces they come."""
    start = request("GET /healthz HTTP/1.1", "Host: x")[:-2]
    async with await Peer.connect(server.port) as peer:
        await peer.send(start + filler * honest + b"\r\n\r\n")
        assert await peer.status() == 200
    for pieces in (1, 50):
        async with await Peer.connect(server.port) as peer:
            await peer.send(start + filler)
            for _ in range(pieces):
                await peer.send(b"y" * (2 * MOST_HEAD_BYTES // pieces))
            assert (await peer.answers_to_the_end()).statuses in ([400], [])
    async with await Peer.connect(server.port) as peer:
        await peer.send(start + (b"X-More: " + b"y" * 100 + b"\r\n") * 400 + b"\r\n")
        assert (await peer.answers_to_the_end()).statuses in ([400], [])
    assert await served(server)


async def test_trailers_are_headers(server: Server) -> None:
    body = request("POST /api/rooms HTTP/1.1", "Host: x", "Transfer-Encoding: chunked") + b"2\r\n{}\r\n0\r\n"
    async with await Peer.connect(server.port) as peer:
        await peer.send(body + b"X-More: " + b"y" * 2 * MOST_HEAD_BYTES)
        assert (await peer.answers_to_the_end()).statuses in ([400], [])


async def test_only_the_first_of_several_requests_at_once_is_answered(server: Server) -> None:
    """Then the server hangs up, which HTTP allows; one after the other, on one connection, all are."""
    one = request("GET /healthz HTTP/1.1", "Host: x")
    async with await Peer.connect(server.port) as peer:
        await peer.send(one + one + b"GARBAGE")
        assert (await peer.answers_to_the_end()).statuses == [200]
    async with await Peer.connect(server.port) as peer:
        await peer.send(one + handshake("/ws/22222222"))
        assert (await peer.answers_to_the_end()).statuses == [200]
    async with http(server) as client:
        assert [(await client.get("/healthz")).status_code for _ in range(5)] == [200] * 5


async def test_frames_that_are_no_messages_are_counted(server: Server, party: Party) -> None:
    """Pings, pongs and pieces: a hundred in ten seconds pass, the next one ends the connection with 1008."""
    host = await new_room(server)
    for unheard in (frame(PING, b"?"), frame(PONG, b"?"), frame(CONT, fin=False)):
        async with await Peer.connect(server.port) as peer:
            assert await peer.shake(f"/ws/{host.code}")
            start = frame(TEXT, b'{"id":"a","do":"ping"', fin=False) if unheard[0] == CONT else b""
            await peer.send(start + unheard * MOST_UNHEARD)
            await peer.send(frame(CONT, b"}") if start else text({"id": "a", "do": "ping"}))
            told = await peer.reply()
            assert told is not None and told["type"] == "pong"
            await peer.send(unheard)
            outcome = await peer.to_the_end()
            assert outcome.close == (1002 if start else 1008)


async def test_a_flood_is_slowed_down_to_where_it_comes_from(server: Server, party: Party) -> None:
    """What is over the rate waits its turn, while others are served; nothing of it is kept in memory."""
    (ada,) = await party.lobby("Ada")
    async with await Peer.connect(server.port) as peer:
        assert await peer.shake(f"/ws/{ada.browser.code}")
        flood = asyncio.create_task(peer.send(text({"id": "a", "do": "ping"}) * 1_000_000))
        for _ in range(60):
            assert await peer.reply() is not None
        assert peer.outcome.answers.count("rate_limited") >= 39
        await ada.settle()
        assert not flood.done(), "the server has taken all of it"
        flood.cancel()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep such connections")
async def test_whoever_reads_nothing_is_hung_up_on_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the system, whatever the connection waits for; here after two seconds."""
    monkeypatch.setattr(program, "_UNREAD_MS", 2000)
    loop = asyncio.get_running_loop()
    (listener,) = program.bind("127.0.0.1", 0)
    with listener, socket.socket() as stranger:
        listener.listen()
        stranger.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stranger.connect(listener.getsockname())
        connection, _ = listener.accept()
        with connection:
            connection.setblocking(False)
            began = loop.time()
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await loop.sock_sendall(connection, b"x" * 20_000_000)
            assert 1.5 < loop.time() - began < PATIENCE_SECONDS - 5


async def test_hanging_up_while_the_server_makes_up_its_mind(server: Server, party: Party, bench: Bench) -> None:
    """Before it has accepted, refused or answered; whatever it does then goes nowhere, and is no error."""
    (ada,) = await party.lobby("Ada")
    code = ada.browser.code
    await bench.redis.client_pause(500)
    async with crowd(server.port, 12) as peers:
        for number, peer in enumerate(peers):
            path = (f"/ws/{code}", f"/ws/{code}?after=1&digest=x", "/ws/22222222")[number % 3]
            await peer.send(request(f"GET /api/rooms/{code} HTTP/1.1", "Host: x") if number > 8 else handshake(path))
        assert await served(server)  # it has read what came before
    await bench.redis.ping()
    await ada.play("rename", name="Ada L.")
    assert not server.errors()
