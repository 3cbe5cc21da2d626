"""What one address may ask for, where addresses can be claimed, shared and thrown away."""

import asyncio
import tracemalloc
from contextlib import AsyncExitStack

import httpx
import pytest

from app import limits
from tests.hostile.wire import Peer
from tests.server import Server, Servers
from tests.sockets.client import http, new_room

WRONG = "/api/rooms/22222222"
MOST_ADDRESSES = limits.ADDRESSES
SOCKETS, NEW_ROOMS, WRONG_CODES = 120, 60, 30


@pytest.fixture
def direct(own_redis: str, start_server: Servers) -> Server:
    """A server that believes no proxy."""
    return start_server(redis_url=own_redis, bot_delay_ms=0, trusted_proxies="192.0.2.1")


async def asked(client: httpx.AsyncClient, address: str, path: str = WRONG) -> int:
    """The status for somebody whom the proxy says to come from this address."""
    return (await client.get(path, headers={"X-Forwarded-For": address})).status_code


async def test_guesses_are_counted_wherever_they_are_made(server: Server) -> None:
    """Pages, QR codes, the API and sockets have one count; an address of one's own is not concerned."""
    host = await new_room(server)
    address = "198.51.100.7"
    paths = [WRONG, "/r/22222222", "/r/22222222/qr.svg", f"{WRONG}/log", "/api/rooms/not-a-code"]
    async with http(server) as client:
        for number in range(WRONG_CODES - 1):
            assert await asked(client, address, paths[number % len(paths)]) == 404
        for code, expected in (("22222222", 4002), ("22222222", 1013), (host.code, 1013)):
            async with await Peer.connect(server.port) as peer:
                assert await peer.shake(f"/ws/{code}", X_Forwarded_For=address)
                assert (await peer.to_the_end()).close == expected
        assert {await asked(client, address, path) for path in [*paths, f"/r/{host.code}"]} == {429}
        joining = await client.post(f"{WRONG}/join", json={"name": "Eve"}, headers={"X-Forwarded-For": address})
        assert joining.status_code == 429 and int(joining.headers["Retry-After"]) <= 60
        assert await asked(client, "198.51.100.8") == 404


async def test_another_address_in_the_same_network_or_spelling_is_no_other(server: Server) -> None:
    """An IPv6 subscriber has a whole /64; an IPv4 address may be written as IPv6."""
    async with http(server) as client:
        for number in range(WRONG_CODES):
            assert await asked(client, f"2001:db8:1:2:{number:x}::{number + 1:x}") == 404
        assert await asked(client, "2001:db8:1:2:ffff::") == 429
        assert await asked(client, "2001:db8:1:3::1") == 404
        for _ in range(WRONG_CODES):
            assert await asked(client, "198.51.100.20") == 404
        assert await asked(client, "::ffff:198.51.100.20") == 429


async def test_what_a_client_claims_of_itself_is_not_believed(server: Server, direct: Server) -> None:
    """Neither before the address its proxy has added, nor where there is no proxy."""
    for site, suffix in ((server, ", 198.51.100.30"), (direct, "")):
        async with http(site) as client:
            statuses = [await asked(client, f"203.0.113.{number}{suffix}") for number in range(WRONG_CODES + 1)]
        assert statuses == [404] * WRONG_CODES + [429]


async def test_new_rooms_are_counted_whoever_asks(server: Server) -> None:
    """Sixty an hour for an address; cookies and names make no difference, and others go on."""
    async with http(server) as client:

        async def create(address: str, number: int) -> int:
            headers = {"X-Forwarded-For": address, "Cookie": f"f7_{number}=x"}
            return (await client.post("/api/rooms", json={"name": f"Eve {number}"}, headers=headers)).status_code

        assert {await create("198.51.100.40", number) for number in range(NEW_ROOMS)} == {201}
        assert {await create("198.51.100.40", number) for number in range(3)} == {429}
        assert await create("198.51.100.41", 0) == 201


async def test_sockets_are_counted_however_they_end(server: Server) -> None:
    """120 at once in all rooms together; one that is refused takes no place, one that breaks gives its place back."""
    paths = [f"/ws/{(await new_room(server)).code}" for _ in range(2)]
    address = "198.51.100.50"

    async def arrives(stack: AsyncExitStack, number: int) -> bool:
        peer = await stack.enter_async_context(await Peer.connect(server.port))
        assert await peer.shake(paths[number % 2], X_Forwarded_For=address)
        told = await peer.answer()
        assert told is not None
        if told["type"] == "bye":
            assert (await peer.to_the_end()).close == 4009
        return told["type"] == "welcome"

    for _ in range(2):
        async with AsyncExitStack() as crowd:
            assert all([await arrives(crowd, number) for number in range(SOCKETS)])
            assert not any([await arrives(crowd, number) for number in range(5)])
        async with AsyncExitStack() as alone, asyncio.timeout(20):
            while not await arrives(alone, 0):
                continue  # the server has yet to notice the resets
        async with asyncio.timeout(20):
            while await sockets_of(server):
                await asyncio.sleep(0.05)


async def sockets_of(server: Server) -> int:
    """How many sockets the server says it has."""
    async with http(server) as client:
        lines = (await client.get("/metrics")).text.splitlines()
    return int(next(line for line in lines if line.startswith("flip7_sockets ")).split()[1])


def test_addresses_without_end_take_no_memory_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever each of them has used up, and whatever a proxy calls them: 25 MB if all are as busy as can be."""
    known = 8
    monkeypatch.setattr(limits, "ADDRESSES", known)
    counts = limits.ClientLimits(limited=True)
    tracemalloc.start()
    sizes = []
    for batch in range(1, 3):
        for number in range(2 * known):
            address = f"2001:db8:{batch:x}:{number:x}::1" if number % 2 else f"{batch}-{number}" + "x" * 30_000
            for window in (value for value in vars(counts).values() if isinstance(value, limits.AddressWindow)):
                for now in range(1000, 2000):
                    window.add(address, now)
            assert counts.sockets.open(address)
            counts.sockets.close(address)
        sizes.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    assert sizes[0] < 25_000_000 * known / MOST_ADDRESSES
    assert sizes[1] < sizes[0] * 1.1
