"""A room's end: everybody is told, nothing of it stays; and no key in Redis is ever without an end."""

import asyncio
from collections.abc import Callable

import pytest

from app.shards import keys_of
from tests.server import Server
from tests.sockets.bench import Bench
from tests.sockets.client import Browser, Party, careful, new_room, play_on, together

ROOM_SECONDS = 3


@pytest.fixture(scope="module")
def server(serve: Callable[..., Server]) -> Server:
    """A server whose rooms live as long as usual."""
    return serve()


@pytest.fixture(scope="module")
def brief(serve: Callable[..., Server]) -> Server:
    """Another one on the same Redis, whose rooms live for three seconds."""
    return serve(room_seconds=ROOM_SECONDS)


async def test_when_the_time_is_over_everybody_is_told_and_nothing_stays(brief: Server, bench: Bench) -> None:
    """In the lobby and in the middle of a turn, whatever its deadline; people on other workers too."""
    async with Party(brief) as party:
        ada, bo, cy = await party.game("Ada", "Bo", "Cy", seats=3)
        (lobby,) = await party.lobby("Di", seats=3)
        watcher = await party.watcher(ada.browser.code)
        ends = ada.view["expires_at"]
        assert 0 < ends - await bench.now() <= ROOM_SECONDS * 1000
        await bench.lay("A* 5 | B 9 | C 7", ada, bo, cy, watcher)
        for table in (ada, bo, cy, watcher, lobby):
            assert await table.until_closed() == 4000
            assert table.bye is not None and table.bye["code"] == "room_expired"
        assert 0 <= await bench.now() - lobby.view["expires_at"] <= 5000
        left = await bench.keys()
        for code in (ada.browser.code, lobby.browser.code):
            assert not [key for key in left if code in key]
            assert not [member for member in await bench.due(code) if code in member]
            answer = await Browser(brief, code).get(f"/api/rooms/{code}")
            assert (answer.status_code, answer.json()["error"]) == (404, "no_such_room")
            answer = await Browser(brief, code).post("/join", {"name": "Late"})
            assert (answer.status_code, answer.json()["error"]) == (404, "no_such_room")
            late = await party.open(Browser(brief, code))
            assert await late.until_closed() == 4002
        assert "Traceback" not in brief.log()


async def test_a_room_that_ended_while_nobody_served_it(serve: Callable[..., Server], bench: Bench) -> None:
    """It is gone at once for whoever asks, and its keys as soon as somebody serves it again."""
    server = serve(room_seconds=1)
    host = await new_room(server)
    room = await bench.room(host.code)
    assert isinstance(room.expires_at, int)
    await asyncio.to_thread(server.kill)
    await asyncio.sleep(max(0, room.expires_at - await bench.now()) / 1000)
    await asyncio.to_thread(server.start)
    assert (await host.get(f"/api/rooms/{host.code}")).status_code == 404
    async with asyncio.timeout(5):
        while [key for key in await bench.keys() if host.code in key]:
            await asyncio.sleep(0.01)


async def test_no_key_is_without_an_end(party: Party, bench: Bench) -> None:
    """Looked at all the time while games are played: each key goes by itself a few minutes after its room."""
    immortal: set[str] = set()
    looked, over = 0, asyncio.Event()

    async def look() -> None:
        nonlocal looked
        while not over.is_set():
            immortal.update(key for key, seconds in (await bench.keys()).items() if seconds == -1)
            looked += 1

    looking = asyncio.create_task(look())
    ada, bo = await party.game("Ada", "Bo", seats=4, rules={"points": 50})
    await asyncio.gather(play_on(ada, careful, "game_over"), play_on(bo, careful, "game_over"))
    await together(ada, bo)
    await bo.play("leave")
    await party.drop(bo)
    await bench.gone_for(ada, 6000)
    assert (await ada.browser.get("/metrics")).status_code == 200
    over.set()
    await looking
    assert looked > 10
    assert not immortal
    keys = await bench.keys()
    own = [seconds for key, seconds in keys.items() if ada.browser.code in key]
    assert len(own) == 3
    assert all(43_200 < seconds <= 43_200 + 300 for seconds in own)
    assert 43_200 < keys[keys_of(ada.browser.code).due] <= 43_200 + 300
