"""A worker that is told to stop finishes what is under way, tells everybody to come back, and waits for nobody."""

import asyncio
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Callable

from app.rooms.stored import SCHEMA
from app.shards import keys_of
from tests.chaos import newer
from tests.chaos.fleet import SETTINGS, Fleet
from tests.chaos.history import check_histories, log_of
from tests.chaos.play import Crowd
from tests.server import Servers
from tests.sockets.bench import Bench
from tests.sockets.client import Browser, Party, new_room

BURST = 40


async def test_what_was_begun_is_answered_before_the_goodbye(fleet: Fleet, party: Party, bench: Bench) -> None:
    """Nothing is done of which its sender is not told, though the worker is told to stop in the midst of it."""
    tables = [await party.sit(await new_room(fleet.single), server=fleet.single) for _ in range(5)]
    for table in tables:
        for number in range(BURST):
            await table.send("rename", name=f"Ada {number}")
    await tables[0].until(lambda: tables[0].answers)
    stopped = asyncio.create_task(fleet.stop_single(signal.SIGTERM))
    for table in tables:
        assert await table.until_closed() == 1012
        assert table.bye is not None and table.bye["code"] == "restarting"
        assert json.loads(table.frames[-1]) == table.bye
        log = await log_of(bench.store, table.browser.code)
        done = [change["seq"] for change in log if change["events"][0]["type"] == "renamed"]
        assert done == [answer["seq"] for answer in table.answers.values()]
    assert await stopped == 0
    await fleet.start_single()


async def test_nobody_holds_up_a_worker_that_stops(
    fleet: Fleet, party: Party, bench: Bench, full: bool, figures: Callable[[str], None]
) -> None:
    """A Redis that does not answer, and peers that say nothing more: everybody else is told, and it ends."""
    ada = await party.sit(await new_room(fleet.single, "Ada"), server=fleet.single)
    code = ada.browser.code
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    silent = f"GET /ws/{code} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{key}\r\n"
    peers = [socket.create_connection(("127.0.0.1", fleet.single.port)) for _ in range(3)]
    for peer, said in zip(peers, (silent, silent[:40], ""), strict=True):
        peer.sendall(said.encode())
    peers[0].recv(1)
    redis = fleet.redis_pid
    os.kill(redis, signal.SIGSTOP)
    try:
        await ada.send("rename", id="on its way", name="Countess")
        began = time.monotonic()
        stopped = asyncio.create_task(fleet.stop_single(signal.SIGTERM))
        assert await ada.until_closed() == 1012
        assert ada.bye is not None and ada.bye["code"] == "restarting"
        assert await stopped == 0
    finally:
        os.kill(redis, signal.SIGCONT)
        for peer in peers:
            peer.close()
    took = time.monotonic() - began
    figures(f"A worker that could not reach Redis ended {took:.2f} s after SIGTERM")
    await fleet.start_single()
    ada = await party.sit(ada.browser, path=f"/ws/{code}?after={ada.seq}&digest={ada.digest}", server=fleet.single)
    await ada.play("rename", id="on its way", name="Countess")
    log = await log_of(bench.store, code)
    assert [event["name"] for change in log for event in change["events"] if event["type"] == "renamed"] == ["Countess"]
    if full:
        assert took < 5


async def test_a_newer_version_takes_over_room_by_room(
    fleet: Fleet, party: Party, bench: Bench, start_server: Servers
) -> None:
    """Old workers leave alone what a newer one has written; their people are told to come back, and find it."""
    later = start_server.prepare(redis_url=fleet.redis_url, **SETTINGS)
    later.command = [sys.executable, "-m", newer.__name__]
    crowd = Crowd(party, [*fleet.serving])
    await crowd.fill(3)
    async with crowd.playing():
        await asyncio.to_thread(later.start)
        crowd.servers[:] = [later]
        await crowd.until(lambda: all(player.table and player.server is later for player in crowd.players), 60)
        await crowd.until_moved()
    stranger = Browser(fleet.single, crowd.rooms[0].code)
    assert (await stranger.get(f"/api/rooms/{stranger.code}")).status_code == 503
    assert await (await party.open(stranger)).until_closed() == 1013
    await check_histories(crowd, bench.store)
    assert {gone.bye for player in crowd.players for gone in player.breaks} == {"restarting"}
    for room in crowd.rooms:
        document = json.loads(await bench.redis.get(keys_of(room.code).document) or "")
        assert document["schema"] == SCHEMA + 1 and "ids" in document and "answered" not in document
    await asyncio.to_thread(later.terminate)
    await bench.redis.delete(*(keys_of(room.code).document for room in crowd.rooms))
