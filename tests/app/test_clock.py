"""What is due fires once, never early, whoever claims it, and whatever else fails."""

import asyncio
import json
import logging
from dataclasses import replace
from typing import Any

import orjson
import pytest
from redis.asyncio import Redis

from app import clock as clocks
from app.bus import Published, Subscription
from app.due import DueEntry
from app.pipe import Unavailable
from app.protocol import NewRoom, read_message
from app.rooms.config import Config
from app.rooms.room import Room, Wait
from app.shards import keys_of
from tests.app.stored_rooms import now_of
from tests.app.workers import Worker, hear, until, worker

CONFIG = Config(turn_seconds=1, room_ms=600_000, bot_delay_ms=30, round_pause_ms=200)
HASTY = replace(CONFIG, bot_delay_ms=0)


async def two_people(one: Worker) -> Room:
    """A running game of Ada, Bo and a bot, in which nobody does anything."""
    room = await one.tables.create("ada", NewRoom(name="Ada", seats=3))
    await one.tables.join(room.code, "bo", "Bo")
    await say(one, room.code, "ada", "start")
    return await one.tables.room(room.code)


async def say(one: Worker, code: str, browser: str, do: str, **fields: Any) -> int:
    return await one.tables.play(code, browser, read_message(json.dumps({"id": do, "do": do, **fields})))


async def log_of(one: Worker, code: str) -> list[dict[str, Any]]:
    """The log as clients read it."""
    return orjson.loads(orjson.dumps(await one.store.changes(code, 1)))  # type: ignore[no-any-return]


async def test_with_two_clocks_each_timeout_fires_once_and_none_early(redis: Redis, redis_url: str) -> None:
    async with worker(redis_url, CONFIG) as one, worker(redis_url, CONFIG):
        subscription = await Subscription.open(one.store.link)
        rooms = [await two_people(one) for _ in range(8)]
        heard = await hear(subscription, lambda heard: all(len(lateness(story_of(heard, r.code))) > 1 for r in rooms))
        for room in rooms:
            story = story_of(heard, room.code)
            assert [change["seq"] for change in story] == list(range(1, len(story) + 1))
            assert all(0 <= late < 5_000 for late in lateness(story))


def story_of(heard: list[Published], code: str) -> list[dict[str, Any]]:
    """The changes of one room among all that was published."""
    return [json.loads(news.frame or "") for news in heard if news.code == code]


def lateness(story: list[dict[str, Any]]) -> list[int]:
    """How long after the deadline that was told each timeout came, in ms."""
    found, deadline = [], 0
    for change in story:
        if change["events"] and change["events"][0]["type"] == "timed_out":
            found.append(change["now"] - deadline)
        decision = change["view"].get("decision")
        deadline = deadline if decision is None else decision["deadline"]
    return found


async def test_a_due_time_claimed_by_two_workers_fires_once(redis: Redis, redis_url: str) -> None:
    async with (
        worker(redis_url, HASTY, ticking=False) as one,
        worker(redis_url, HASTY, ticking=False) as other,
    ):
        room = await one.tables.create("ada", NewRoom(name="Ada", start=True))
        await say(one, room.code, "ada", "leave")
        for _ in range(40):
            room = await one.tables.room(room.code)
            decision = room.decision
            if decision is None or decision.due is None:
                break
            entry = DueEntry(room.code, "decision", decision.id)
            await asyncio.gather(*(each.tables.fire(entry) for each in (one, other, one, other)))
            after = await one.tables.room(room.code)
            assert after.seq == room.seq + 1
            await other.tables.fire(entry)
            assert await one.tables.room(room.code) == after
        assert room.seq > 4


async def test_what_is_not_due_yet_does_not_fire(redis: Redis, redis_url: str) -> None:
    patient = replace(CONFIG, bot_delay_ms=60_000, turn_seconds=60)
    async with worker(redis_url, patient, ticking=False) as one:
        room = await two_people(one)
        assert room.decision is not None and isinstance(room.decision.due, int)
        await one.tables.fire(DueEntry(room.code, "decision", room.decision.id))
        await one.tables.fire(DueEntry(room.code, "end", 0))
        assert await one.tables.room(room.code) == room
        due = dict(await redis.zrange(keys_of(room.code).due, 0, -1, withscores=True))
        assert due[f"{room.code}|decision|{room.decision.id}".encode()] == room.decision.due


@pytest.mark.parametrize("kind", ["decision", "presence", "end"])
async def test_what_is_due_in_a_room_that_is_gone_is_forgotten(redis: Redis, redis_url: str, kind: str) -> None:
    async with worker(redis_url, CONFIG, ticking=False) as one:
        await redis.zadd(keys_of("ABCDEFGH").due, {f"ABCDEFGH|{kind}|0": 1})
        (entry,) = (await one.store.due.claim(5)).entries
        await one.tables.fire(entry)
        assert await redis.keys("*") == []


async def test_a_decision_that_is_closed_is_forgotten(redis: Redis, redis_url: str) -> None:
    async with worker(redis_url, CONFIG, ticking=False) as one:
        room = await two_people(one)
        await redis.zadd(keys_of(room.code).due, {f"{room.code}|decision|999": 1})
        await one.tables.fire(DueEntry(room.code, "decision", 999))
        assert await one.tables.room(room.code) == room
        members = await redis.zrange(keys_of(room.code).due, 0, -1)
        assert f"{room.code}|decision|999".encode() not in members


async def test_bots_without_thinking_time_are_not_waited_for(
    redis: Redis, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker that commits wakes its own clock, which else would sleep for an hour here."""
    monkeypatch.setattr(clocks, "_LONGEST_SLEEP_MS", 3_600_000)
    async with worker(redis_url, HASTY) as one:
        room = await one.tables.create("ada", NewRoom(name="Ada", start=True))
        await say(one, room.code, "ada", "leave")
        await until(
            one.store, room.code, lambda room: room.decision is not None and room.decision.kind is Wait.NEXT_ROUND
        )


async def test_the_pause_ends_and_the_next_round_starts(redis: Redis, redis_url: str) -> None:
    async with worker(redis_url, replace(HASTY, turn_seconds=60)) as one:
        room = await two_people(one)
        while not room.between_rounds:
            room = await until(one.store, room.code, lambda room: room.decision and room.decision.deadline)
            for browser in ("ada", "bo"):
                if room.decision is not None and room.decision.seat == room.seat_of(browser):
                    await decide(one, room, browser)
            room = await one.tables.room(room.code)
        await until(one.store, room.code, lambda room: room.game is not None and room.game.round == 2)


async def decide(one: Worker, room: Room, browser: str) -> None:
    """Hit, stay or target: whatever is accepted first."""
    assert room.decision is not None
    number = room.decision.id
    tries = [{"do": "stay"}, {"do": "hit"}, *({"do": "target", "target": seat} for seat in range(3))]
    for attempt in tries:
        message = {"id": f"{number}{attempt}", "decision": number, **attempt}
        try:
            await one.tables.play(room.code, browser, read_message(json.dumps(message)))
        except Exception as refusal:
            assert getattr(refusal, "code", None) in ("wrong_phase", "cannot_stay", "illegal_target")
        else:
            return


async def test_absences_are_told_by_themselves(redis: Redis, redis_url: str) -> None:
    async with worker(redis_url, CONFIG) as one:
        room = await one.tables.create("ada", NewRoom(name="Ada"))
        await one.tables.connect(room.code, "ada", "1")
        await one.store.lease(room, "ada|1", 50)
        gone = await until(one.store, room.code, lambda room: not room.seats[0].connected)
        (change,) = (await log_of(one, room.code))[gone.seq - 1 :]
        assert change["events"] == [{"type": "away", "seat": 0, "why": "connection"}]
        await one.tables.connect(room.code, "ada", "2")
        assert (await one.tables.room(room.code)).seats[0].connected, "back before the view is shown"


async def test_a_rooms_end_comes_once(redis: Redis, redis_url: str) -> None:
    short = replace(CONFIG, room_ms=300)
    async with worker(redis_url, short) as one, worker(redis_url, short) as other:
        subscription = await Subscription.open(one.store.link)
        room = await one.tables.create("ada", NewRoom(name="Ada", start=True))
        *changes, end = await hear(subscription, lambda heard: heard and heard[-1].frame is None)
        assert (end.code, end.seq) == (room.code, len(changes))
        assert all(json.loads(news.frame or "")["now"] < room.expires_at for news in changes)
        assert await redis.keys("*") == []
        assert await now_of(redis) >= room.expires_at  # type: ignore[operator]
        await other.tables.fire(DueEntry(room.code, "end", 0))
        await one.tables.fire(DueEntry(room.code, "end", 0))


async def test_a_room_that_cannot_be_read_delays_nobody(
    redis: Redis, redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    broken = keys_of("ABCDEFGH")
    await redis.set(broken.document, '{"seq":1,"nonsense":true}')
    await redis.zadd(broken.due, {"ABCDEFGH|decision|1": 1, "ABCDEFGH|presence|0": 2, "ABCDEFGH|end|0": 3})
    with caplog.at_level(logging.ERROR, "flip7.clock"):
        async with worker(redis_url, HASTY) as one:
            room = await one.tables.create("ada", NewRoom(name="Ada", start=True))
            await say(one, room.code, "ada", "leave")
            await until(one.store, room.code, lambda room: room.between_rounds)
    assert {record.args[0] for record in caplog.records if record.args} == {"decision", "presence", "end"}  # type: ignore[index]
    assert "ABCDEFGH" not in " ".join(record.getMessage() for record in caplog.records)
    waiting = [score - await now_of(redis) for _, score in await redis.zrange(broken.due, 0, -1, withscores=True)]
    assert len(waiting) == 3, "they are tried again"


async def test_what_fails_again_and_again_is_tried_ever_less_often(redis: Redis, redis_url: str) -> None:
    broken = keys_of("ABCDEFGH")
    await redis.set(broken.document, '{"seq":1,"nonsense":true}')
    waits = []
    async with worker(redis_url, HASTY, ticking=False) as one:
        for _ in range(8):
            await redis.zadd(broken.due, {"ABCDEFGH|decision|1": 1})
            (entry,) = (await one.store.due.claim(5)).entries
            await one.clock._fire(entry)
            waits.append(await redis.zscore(broken.due, "ABCDEFGH|decision|1") - await now_of(redis))
        assert one.metrics._fresh["quarantined"] == 1
    for wait, expected in zip(waits, (3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000, 60_000), strict=True):
        assert expected - 1_000 < wait <= expected


async def test_a_clock_outlives_a_redis_that_is_away_for_a_while(
    redis: Redis, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "_AFTER_FAILURE_SECONDS", 0.001)
    async with worker(redis_url, HASTY, ticking=False) as one:
        claim, failures = one.store.due.claim, 3

        async def failing(most: int, share: int, **how: int) -> Any:
            nonlocal failures
            if failures:
                failures -= 1
                raise Unavailable("lost")
            return await claim(most, share, **how)

        monkeypatch.setattr(one.store.due, "claim", failing)
        room = await one.tables.create("ada", NewRoom(name="Ada", start=True))
        await say(one, room.code, "ada", "leave")
        running = asyncio.create_task(one.clock.run())
        await until(one.store, room.code, lambda room: room.between_rounds)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        assert failures == 0


async def test_more_than_a_batch_at_once_all_fire(redis: Redis, redis_url: str) -> None:
    async with worker(redis_url, CONFIG, ticking=False) as maker:
        rooms = [await maker.tables.create("ada", NewRoom(name="Ada", start=True)) for _ in range(80)]
        bots_first = [room for room in rooms if room.decision is not None and room.decision.due is not None]
    assert len(bots_first) > 30
    async with worker(redis_url, CONFIG) as one:
        for room in bots_first:
            await until(one.store, room.code, lambda room: room.decision is None or room.decision.due is None)
