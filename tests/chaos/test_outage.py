"""Outages: nobody loses a turn, a seat or an acknowledged move to a server that was away."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from redis import Redis

from app.commit import Committed
from app.due import OUTAGE_MS
from app.protocol import NewRoom
from app.rooms.config import LEASE_MS, Config
from app.rooms.room import Room
from app.shards import keys_of
from app.view import change, view
from tests.app.workers import Worker, until, worker
from tests.chaos.here import served_here
from tests.chaos.redis_nodes import Node
from tests.chaos.regulars import Regular, all_of, regulars
from tests.chaos.rooms_here import agree, log_of, logs_of, lost, rest, say

CONFIG = Config(turn_seconds=60, room_ms=3_600_000, bot_delay_ms=0, round_pause_ms=12_000)
MINUTE = 60_000


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A Redis with an append-only file, as the private one has it."""
    running = Node(tmp_path_factory.mktemp("redis") / "node", appendonly="yes", appendfsync="always").start()
    yield running
    running.close()


@pytest.fixture
def url(node: Node) -> str:
    """The address of an empty Redis."""
    node.redis.flushall()
    return f"redis://127.0.0.1:{node.port}"


@asynccontextmanager
async def idle_workers(url: str) -> AsyncIterator[tuple[Worker, Worker]]:
    """Two workers whose clocks stand still: what is due fires when a test says so."""
    async with worker(url, CONFIG, ticking=False) as one, worker(url, CONFIG, ticking=False) as other:
        yield one, other


async def two_people(one: Worker) -> Room:
    """A game of Ada, Bo and a bot in which a human is asked; another one where the deal has put both out at once."""
    room = await one.tables.create("ada", NewRoom(name="Ada", seats=3))
    await one.tables.join(room.code, "bo", "Bo")
    for browser in ("ada", "bo"):
        await one.tables.connect(room.code, browser, "1")
    await say(one, room.code, "ada", do="start", id="start")
    room = await one.tables.room(room.code)
    while not (room.decision and room.decision.deadline):
        await fire_all(one)
        room = await one.tables.room(room.code)
    return room if room.decision.seat is not None else await two_people(one)


async def fire_all(*workers: Worker) -> None:
    """Everything that is due now fires, at several workers at the same time."""
    entries = (await workers[0].store.due.claim(64)).entries
    await asyncio.gather(*(each.tables.fire(entry) for entry in entries for each in workers))


def neglect(redis: Redis, code: str, ms: int) -> None:
    """As if nobody had served the shard of a room for so long; its leases and its open decision are as old."""
    keys = keys_of(code)
    now = int(redis.time()[0]) * 1000  # type: ignore[index]
    redis.set(keys.served, now - ms, keepttl=True)
    for member, score in redis.zrange(keys.leases, 0, -1, withscores=True):  # type: ignore[union-attr]
        redis.zadd(keys.leases, {member: score - ms})


async def run_out(one: Worker, room: Room, ms: int) -> Room:
    """Let the open decision have been due `ms` ago."""
    assert room.decision is not None
    moment = one.store.now() - ms
    later = replace(room, decision=replace(room.decision, deadline=moment, due=moment))
    assert isinstance(await one.store.commit(room, change(room, view(room), later, ())), Committed)
    return await one.tables.room(room.code)


async def test_lost_time_is_given_back_once(url: str, node: Node) -> None:
    """Whoever notices, and however many at once: the deadline moves by the gap, in a change without events."""
    async with idle_workers(url) as (one, other):
        room = await two_people(one)
        neglect(node.redis, room.code, MINUTE)
        await one.store.due.claim(0)
        gap = await one.store.owed(room.code)
        assert gap is not None and MINUTE <= gap < MINUTE + 3_000
        await fire_all(one, other, one)
        after = await one.tables.room(room.code)
        assert room.decision is not None and after.decision is not None
        assert after.decision.deadline == int(room.decision.deadline or 0) + gap  # type: ignore[call-overload]
        assert after.decision.due == after.decision.deadline
        assert after.seq == room.seq + 1
        assert (await log_of(one, room.code))[-1]["events"] == []
        await fire_all(one, other)
        assert await one.tables.room(room.code) == after


async def test_who_ran_out_of_time_meanwhile_has_fifteen_seconds(url: str, node: Node) -> None:
    async with idle_workers(url) as (one, other):
        room = await run_out(one, await two_people(one), 2 * MINUTE)
        neglect(node.redis, room.code, MINUTE)
        await fire_all(one, other)
        after = await one.tables.room(room.code)
        assert after.decision is not None and room.decision is not None
        assert after.decision.id == room.decision.id
        assert 14_000 < int(after.decision.deadline or 0) - one.store.now() <= 15_000  # type: ignore[call-overload]


async def test_a_short_gap_moves_nothing(url: str, node: Node) -> None:
    async with idle_workers(url) as (one, _):
        room = await two_people(one)
        neglect(node.redis, room.code, OUTAGE_MS - 1_500)
        await fire_all(one)
        assert await one.tables.room(room.code) == room


async def test_gaps_add_up_until_they_are_made_up_for(url: str, node: Node) -> None:
    async with idle_workers(url) as (one, _):
        room = await two_people(one)
        for _ in range(2):
            neglect(node.redis, room.code, MINUTE)
            await one.store.due.claim(0)
        gap = await one.store.owed(room.code)
        assert gap is not None and 2 * MINUTE <= gap < 2 * MINUTE + 6_000
        node.redis.zadd(keys_of(room.code).due, {f"{room.code}|outage|0": 0})
        await fire_all(one)
        after = await one.tables.room(room.code)
        assert room.decision is not None and after.decision is not None
        assert after.decision.deadline == int(room.decision.deadline or 0) + gap  # type: ignore[call-overload]


@pytest.mark.parametrize("minutes", [1, 10])
async def test_nobody_was_absent_during_an_outage(url: str, node: Node, minutes: int) -> None:
    """Not even where somebody's move comes before anything is made up for; who stays away is away 45 s later."""
    async with idle_workers(url) as (one, other):
        room = await two_people(one)
        assert room.decision is not None and room.decision.seat is not None
        neglect(node.redis, room.code, minutes * MINUTE)
        await one.store.due.claim(0)
        mover = room.seats[room.decision.seat].owner or ""
        kind = {"do": "hit"} if room.decision.kind == "turn" else {"do": "target", "target": room.decision.seat}
        await say(one, room.code, mover, id="m", decision=room.decision.id, **kind)
        assert await one.store.owed(room.code) is None
        leases, now, owed = await one.store.leases(room.code)
        assert not owed and all(now < end <= now + LEASE_MS for end in leases.values())
        node.redis.zadd(keys_of(room.code).due, {f"{room.code}|presence|0": 0})
        await fire_all(one, other)
        after = await one.tables.room(room.code)
        assert all(seat.connected for seat in after.seats[:2])


async def test_a_lobby_keeps_its_people(url: str, node: Node) -> None:
    """However long the outage; an absence from before it goes on where it was."""
    async with idle_workers(url) as (one, other):
        room = await one.tables.create("ada", NewRoom(name="Ada", seats=4))
        await one.tables.join(room.code, "bo", "Bo")
        await one.tables.connect(room.code, "ada", "1")
        await one.tables.connect(room.code, "bo", "1")
        await one.tables.disconnect(room.code, "bo", "1")
        neglect(node.redis, room.code, 30 * MINUTE)
        node.redis.zadd(keys_of(room.code).due, {f"{room.code}|presence|0": 0})
        await fire_all(one, other)
        after = await one.tables.room(room.code)
        assert [seat.name for seat in after.seats[:2]] == ["Ada", "Bo"]
        assert after.seats[0].connected
        assert after.host == 0


async def test_who_comes_back_first_is_told_nothing_wrong_of_the_others(url: str, node: Node) -> None:
    """A socket may open before the shard is claimed for the first time."""
    async with idle_workers(url) as (one, _):
        room = await two_people(one)
        await one.tables.disconnect(room.code, "bo", "1")
        node.redis.zadd(keys_of(room.code).leases, {"bo|1": 0})
        await one.tables.look(room.code)
        assert not (await one.tables.room(room.code)).seats[1].connected
        neglect(node.redis, room.code, MINUTE)
        await one.tables.connect(room.code, "bo", "2")
        assert all(seat.connected for seat in (await one.tables.room(room.code)).seats[:2])


async def test_bots_are_not_delayed(url: str, node: Node) -> None:
    async with idle_workers(url) as (one, _):
        room = await one.tables.create("ada", NewRoom(name="Ada", seats=3, start=True))
        await say(one, room.code, "ada", do="leave", id="leave")
        neglect(node.redis, room.code, MINUTE)
    async with worker(url, CONFIG) as ticking:
        started = time.monotonic()
        await until(ticking.store, room.code, lambda room: room.between_rounds)
        assert time.monotonic() - started < 10
        assert await ticking.store.owed(room.code) is None
        assert node.redis.zcard(keys_of(room.code).owed) == 0


async def test_redis_killed_and_started_again_loses_nothing(url: str, node: Node, full: bool) -> None:
    """From its append-only file: every acknowledged command is there, and play goes on."""
    silences = []
    async with served_here(url) as server, regulars(server, 50 if full else 6, think=0.01) as tables:
        people = [person for table in tables for person in table]
        for _ in range(20 if full else 2):
            already = {person: len(person.kept.acks) for person in people}
            await all_of(people, lambda person, already=already: len(person.kept.acks) > already[person])  # type: ignore[misc]
            await asyncio.to_thread(node.kill)
            await asyncio.to_thread(node.start)
            back = time.monotonic()
            await all_of(people, lambda person, back=back: person.acked_since(back) >= 2)  # type: ignore[misc]
            silences.append(max(person.silence_after(back) for person in people))
            assert all(seconds > 0 for seconds in expiries(node).values())
        await rest(people)
        await agree(people, server)
        logs = await logs_of(server, people)
        assert not any(lost(person, logs[person.browser.code]) for person in people)
        await nothing_counts_twice(people)
    print(f"\nplay went on {max(silences):.2f} s after Redis was back, at the latest")
    assert not full or max(silences) < 3


async def nothing_counts_twice(people: list[Regular]) -> None:
    """The newest acknowledged command of each, sent again, has the same answer and changes nothing."""
    for person in people:
        command = next(reversed(person.kept.acks))
        again = await person.again(command)
        assert (again["type"], again["seq"]) == ("ack", person.kept.acks[command])


def expiries(node: Node) -> dict[str, int]:
    """Every key with its remaining seconds (-1: for ever)."""
    return {key: node.redis.ttl(key) for key in node.redis.scan_iter(count=1000)}  # type: ignore[misc]


async def test_without_redis_for_a_while_nobody_loses_a_turn(url: str, node: Node, full: bool) -> None:
    """Nor is anybody absent, whose socket was there all the time."""
    async with served_here(url) as server, regulars(server, 3) as tables:
        people = [person for table in tables for person in table]
        await asked(people)
        deadlines = {person: person.view["decision"]["deadline"] for person in people}
        await asyncio.to_thread(node.kill)
        gap = 60 if full else 5.5
        await asyncio.sleep(gap)
        await asyncio.to_thread(node.start)
        await all_of(people, lambda person: person.view["decision"]["deadline"] > deadlines[person])
        for person in people:
            assert gap * 1000 <= person.view["decision"]["deadline"] - deadlines[person] < gap * 1000 + 15_000
            assert all(seat["connected"] for seat in person.view["seats"])
        await agree(people, server)
        logs = await logs_of(server, people)
        assert all(log[-1]["events"] == [] for log in logs.values())


async def test_without_workers_for_a_while_nobody_loses_a_turn(url: str, node: Node, full: bool) -> None:
    """Everybody is away with the server, and comes back to a turn with at least 15 s left."""
    async with served_here(url, turn_seconds=20) as server, regulars(server, 3) as tables:
        people = [person for table in tables for person in table]
        await asked(people)
        codes = {person.browser.code for person in people}
        before = {person.browser.code: person.view["decision"] for person in people}
        port = server.port
    gap = 60 if full else 6
    if full:
        await asyncio.sleep(gap)
    else:
        for code in codes:
            neglect(node.redis, code, gap * 1000)
    async with served_here(url, turn_seconds=20, port=port) as server:
        for code in codes:
            room = await until(server.services.store, code, lambda room: deadline(room) > before[room.code]["deadline"])
            assert room.decision is not None and room.decision.id == before[code]["id"]
            assert deadline(room) - server.services.store.now() > 14_000
            assert all(seat.connected for seat in room.seats)
            assert not [change for change in await log_of(server, code) if str(change["events"]).count("timed_out")]


def deadline(room: Room) -> int:
    """Until when somebody has to decide, ms."""
    assert room.decision is not None and isinstance(room.decision.deadline, int)
    return room.decision.deadline


async def asked(people: list[Regular]) -> None:
    """Everybody stops at a question to a human."""
    for person in people:
        person.resting = True
    await all_of(people, lambda person: person.is_settled and person.view["decision"]["seat"] is not None)
