"""How much one connection and one address may ask for, on a server with the usual limits."""

from collections.abc import Callable
from dataclasses import replace

import httpx
import pytest

from app.services import monotonic_ms
from tests.chaos.here import served_here
from tests.server import Server
from tests.sockets.bench import Bench
from tests.sockets.client import Browser, Party, http, new_room, send_text


@pytest.fixture(scope="module")
def server(serve: Callable[..., Server]) -> Server:
    """A server that limits rates."""
    return serve(rate_limit="on")


async def test_twenty_messages_in_ten_seconds_and_twenty_pings_of_their_own(party: Party) -> None:
    (ada,) = await party.lobby("Ada")
    answers = [await ada.do("hit", decision=1) for _ in range(21)]
    assert [answer["code"] for answer in answers] == ["wrong_phase"] * 20 + ["rate_limited"]
    pings = [await ada.do("ping") for _ in range(21)]
    assert [answer["type"] for answer in pings] == ["pong"] * 20 + ["error"]
    assert pings[-1]["code"] == "rate_limited"
    assert (await party.sit(ada.browser)).seat == 0


async def test_pings_leave_the_rate_of_other_messages_alone(party: Party) -> None:
    (ada,) = await party.lobby("Ada")
    for _ in range(20):
        await ada.settle()
    await ada.play("rename", name="Ada L.")


async def test_size_comes_before_the_rate_and_strikes_count_beyond_it(party: Party) -> None:
    """Nonsense over the rate is `rate_limited`, with its id where readable, and still a strike."""
    (ada,) = await party.lobby("Ada")
    for _ in range(20):
        await ada.do("hit", decision=1)
    assert (await send_text(ada, "x" * 5000))["code"] == "too_large"
    answer = await send_text(ada, '{"id":"a","do":"fold"}')
    assert (answer["code"], answer["id"]) == ("rate_limited", "a")
    for _ in range(18):
        await ada.socket.send("{}")
    assert await ada.until_closed() == 4008


async def test_reactions_one_in_three_seconds_whatever_the_tab(party: Party) -> None:
    (ada,) = await party.lobby("Ada")
    tab = await party.sit(ada.browser)
    await ada.play("react", reaction="nice")
    await tab.until_event("reacted", seat=0, reaction="nice")
    assert await tab.refused("react", reaction="ouch") == "rate_limited"


async def test_reactions_six_in_a_minute(party: Party, bench: Bench) -> None:
    (ada,) = await party.lobby("Ada")

    async def said_seconds_ago(*seconds: int) -> None:
        now = await bench.now()
        times = tuple(now - 1000 * ago for ago in seconds)
        await bench.alter(ada, lambda room: room.with_seat(0, replace(room.seats[0], reactions=times)))

    await said_seconds_ago(55, 50, 40, 30, 20, 10)
    assert await ada.refused("react", reaction="nice") == "rate_limited"
    await said_seconds_ago(61, 50, 40, 30, 20, 4)
    await ada.play("react", reaction="nice")
    await said_seconds_ago(50, 2)
    assert await ada.refused("react", reaction="nice") == "rate_limited"


async def test_a_hundred_and_twenty_sockets_of_one_address(party: Party) -> None:
    """One more is told that it need not try again; a place that is given up is free again."""
    host = await new_room(party.server)
    tables = [await party.sit(host)]
    while len(tables) < 200:
        table = await party.open(Browser(party.server, host.code))
        if (await table.receive())["type"] == "bye":
            break
        tables.append(table)
    assert table.bye is not None and table.bye["code"] == "too_many_connections"
    assert await table.until_closed() == 4009
    assert len(tables) <= 120
    await party.drop(tables.pop())
    while True:
        table = await party.open(Browser(party.server, host.code))
        if (await table.receive())["type"] == "welcome":
            break


async def test_thirty_wrong_codes_a_minute(party: Party) -> None:
    """Then it is 429 with the seconds to wait, on the socket 1013; whoever has a seat still gets in."""
    host = await new_room(party.server)
    async with http(party.server) as client:
        answers = [await client.get("/api/rooms/22222222") for _ in range(31)]
        assert [answer.status_code for answer in answers] == [404] * 30 + [429]
        assert answers[-1].json()["error"] == "rate_limited"
        assert 0 < int(answers[-1].headers["Retry-After"]) <= 60
        assert (await client.get(f"/api/rooms/{host.code}")).status_code == 429
    stranger = await party.open(Browser(party.server, host.code))
    assert await stranger.until_closed() == 1013
    assert (await host.get(f"/api/rooms/{host.code}")).status_code == 200
    assert (await party.sit(host)).seat == 0


async def test_sixty_new_rooms_an_hour(party: Party) -> None:
    """A body that makes no sense costs nothing."""
    async with http(party.server) as client:
        assert (await client.post("/api/rooms", json={})).status_code == 400
        for _ in range(60):
            answer = await client.post("/api/rooms", json={"name": "Ada"})
            if answer.status_code == 429:
                break
        answer = await client.post("/api/rooms", json={"name": "Ada"})
        assert answer.status_code == 429
        assert answer.json()["error"] == "rate_limited"
        assert 0 < int(answer.headers["Retry-After"]) <= 3600


@pytest.mark.parametrize("asked", ["log", "odds"])
async def test_logs_and_odds_have_a_rate_each(own_redis: str, asked: str) -> None:
    """For whoever has a seat, too; a code of no room is answered as ever."""
    async with served_here(own_redis, rate_limit="on") as here, httpx.AsyncClient(base_url=here.url) as client:
        room = f"/api/rooms/{(await client.post('/api/rooms', json={'name': 'Ada'})).json()['code']}"
        windows = {"log": here.services.limits.logs, "odds": here.services.limits.odds}
        assert (await client.get(f"{room}/{asked}")).status_code == 200
        for _ in range(599):
            windows[asked].add("127.0.0.1", monotonic_ms())
        answer = await client.get(f"{room}/{asked}")
        assert (answer.status_code, answer.json()["error"]) == (429, "rate_limited")
        assert 0 < int(answer.headers["Retry-After"]) <= 60
        assert (await client.get(f"/api/rooms/22222222/{asked}")).status_code == 404
        (other,) = windows.keys() - {asked}
        assert {(await client.get(path)).status_code for path in (room, f"{room}/{other}")} == {200}
