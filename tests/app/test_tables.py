"""Several workers at one table: what one of them has in memory never decides."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from redis.asyncio import Redis

from app.documents import Gone
from app.due import DueEntry
from app.pipe import Unavailable
from app.protocol import BadMessage, NewRoom, read_message
from app.rooms import play
from app.rooms.config import Config
from app.rooms.refusal import Refusal
from app.shards import keys_of
from app.store import Store
from app.view import view
from engine.notation import read_position
from tests.app.stored_rooms import Stored, create, now_of
from tests.app.workers import Worker, worker

CONFIG = Config(turn_seconds=75, room_ms=600_000, bot_delay_ms=900, round_pause_ms=12_000)


@pytest.fixture
async def pair(redis: Redis, redis_url: str) -> AsyncIterator[tuple[Worker, Worker]]:
    """Two workers whose clocks stand still."""
    async with (
        worker(redis_url, CONFIG, ticking=False) as one,
        worker(redis_url, CONFIG, ticking=False) as other,
    ):
        yield one, other


async def say(one: Worker, code: str, browser: str, do: str, id: str = "a", **fields: Any) -> int:
    return await one.tables.play(code, browser, read_message(json.dumps({"id": id, "do": do, **fields})))


async def lobby(one: Worker, other: Worker) -> str:
    """A room of Ada's that both workers have in memory."""
    room = await one.tables.create("ada", NewRoom(name="Ada"))
    await say(other, room.code, "ada", "react", id="known", reaction="nice")
    return room.code


Pair = tuple[Worker, Worker]
CHALLENGE: dict[str, Any] = {"name": "Ada", "seats": 1, "rules": {"preset": "challenge"}, "start": True}


async def test_on_one_day_everybody_draws_the_same_cards(pair: Pair, redis: Redis) -> None:
    """From a secret that Redis keeps for two days; another game of the room, and any other challenge, has its own."""
    one, other = pair
    body = NewRoom(**CHALLENGE, daily=True)
    rooms = [await one.tables.create("ada", body), await other.tables.create("bo", body)]
    free = await one.tables.create("cy", NewRoom(**CHALLENGE))
    first, second, third = (room.game.draw_pile for room in (*rooms, free) if room.game)
    assert first == second != third
    today = rooms[0].daily
    assert view(rooms[0])["daily"] == today == rooms[1].daily and free.daily is None
    (key,) = [key async for key in redis.scan_iter("f7:daily:*")]
    assert key == f"f7:daily:{today}".encode() and 86_400 < await redis.ttl(key) <= 2 * 86_400
    for _ in range(200):
        room = await one.tables.room(rooms[0].code)
        if room.decision is None:
            break
        do = "ready" if room.between_rounds else "stay" if view(room)["decision"]["choices"][-1] == "stay" else "hit"  # type: ignore[index]
        decision = {} if do == "ready" else {"decision": room.decision.id}
        await say(one, room.code, "ada", do, id=f"{room.seq}", **decision)
    await say(one, room.code, "ada", "rematch", id="again")
    again = await other.tables.room(room.code)
    assert again.daily is None and again.game is not None and again.game.shuffles != rooms[0].game.shuffles  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "other",
    [
        {"start": False},
        {"rules": {}, "seats": 3},
        {"rules": {"length": "challenge"}},
        {"rules": {"preset": "table", "length": "challenge"}},
        *(
            {"rules": {"preset": "challenge", **setting}}
            for setting in ({"points": 50}, {"pace": "fast"}, {"odds": False})
        ),
    ],
    ids=str,
)
async def test_the_challenge_of_the_day_is_the_same_for_all(pair: Pair, other: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match="of the day"):
        await pair[0].tables.create("ada", NewRoom(**{**CHALLENGE, **other}, daily=True))


async def test_a_command_is_decided_on_the_newest_room(pair: Pair) -> None:
    one, other = pair
    code = await lobby(one, other)
    assert await one.tables.join(code, "bo", "Bo") == 1
    assert await say(other, code, "bo", "rename", name="Bob") == 4
    assert await say(one, code, "ada", "add_bot") == 5
    room = await one.tables.room(code)
    assert [seat.name for seat in room.seats][:2] == ["Ada", "Bob"] and room.seats[2].kind == "bot"


async def test_a_refusal_is_judged_on_the_newest_room_too(pair: Pair) -> None:
    one, other = pair
    code = await lobby(one, other)
    await one.tables.join(code, "bo", "Bo")
    await say(one, code, "ada", "leave")
    assert await say(other, code, "bo", "add_bot") == 5, "Bo has a seat and is host by now"
    with pytest.raises(Refusal) as refused:
        await say(one, code, "ada", "add_bot", id="b")
    assert refused.value.code == "not_seated"


async def test_what_alters_nothing_is_answered_with_the_current_seq(pair: Pair) -> None:
    one, other = pair
    code = await lobby(one, other)
    await say(one, code, "ada", "rename", id="b", name="Countess")
    assert await say(other, code, "ada", "rename", id="c", name="Countess") == 3
    assert (await one.tables.room(code)).seq == 3


async def test_the_same_id_is_applied_once_whichever_worker_it_comes_to(pair: Pair) -> None:
    one, other = pair
    code = await lobby(one, other)
    answers = await asyncio.gather(*(say(each, code, "ada", "add_bot", id="same") for each in (one, other) * 5))
    assert set(answers) == {3}
    room = await one.tables.room(code)
    assert room.seq == 3 and sum(seat.kind == "bot" for seat in room.seats) == 1


async def test_of_many_who_join_at_once_each_has_a_seat_or_is_refused(pair: Pair) -> None:
    one, other = pair
    code = await lobby(one, other)
    joins = (each.tables.join(code, f"b{n}{i}", f"B{n}{i}") for n in range(3) for i, each in enumerate(pair))
    answers = await asyncio.gather(*joins, return_exceptions=True)
    assert sorted(answer for answer in answers if isinstance(answer, int)) == [1, 2, 3]
    assert {answer.code for answer in answers if isinstance(answer, Refusal)} == {"room_full"}
    room = await one.tables.room(code)
    assert room.seq == 5 and len({seat.name for seat in room.seats}) == 4


async def test_who_has_a_seat_gets_it_again(pair: Pair) -> None:
    one, other = pair
    code = await lobby(one, other)
    assert await one.tables.join(code, "bo", "Bo") == 1
    assert await other.tables.join(code, "bo", "Somebody else") == 1
    assert (await one.tables.room(code)).seats[1].name == "Bo"


async def test_a_watcher_must_name_a_name(pair: Pair) -> None:
    one, other = pair
    code = await lobby(one, other)
    with pytest.raises(BadMessage):
        await say(one, code, "zoe", "take_over", seat=1)


async def test_a_room_that_is_gone_is_gone_for_every_call(pair: Pair, redis: Redis) -> None:
    one, other = pair
    code = await lobby(one, other)
    await redis.flushall()
    for each in (one.tables, other.tables):
        for attempt in (
            each.room(code), each.log(code), each.join(code, "bo", "Bo"), each.look(code),
            each.connect(code, "ada", "1"), each.keep(code, "ada", "1"), each.disconnect(code, "ada", "1"),
        ):  # fmt: skip
            with pytest.raises(Gone):
                await attempt
        with pytest.raises(Gone):
            await say(one, code, "ada", "add_bot")
    assert await redis.keys("*") == []


async def test_a_room_past_its_end_is_gone_before_its_keys_are(
    pair: Pair, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = pair
    code = await lobby(one, other)
    later = await now_of(redis) + CONFIG.room_ms
    monkeypatch.setattr(one.store, "now", lambda: later)
    with pytest.raises(Gone):
        await one.tables.room(code)


async def test_the_log_is_that_of_the_current_game(pair: Pair) -> None:
    one, other = pair
    code = await lobby(one, other)
    await say(one, code, "ada", "rename", id="b", name="Countess")
    assert [change["seq"] for change in await one.tables.log(code)] == [1, 2, 3]
    await say(one, code, "ada", "start", id="c")
    assert [change["seq"] for change in await other.tables.log(code)] == [4]


async def test_who_is_always_second_is_told_to_try_again(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = pair
    code = await lobby(one, other)
    commit, number = one.store.commit, 0

    async def too_late(*args: Any, **how: Any) -> Any:
        nonlocal number
        number += 1
        await say(other, code, "ada", "rename", id=f"r{number}", name=f"Ada {number}")
        return await commit(*args, **how)

    monkeypatch.setattr(one.store, "commit", too_late)
    with pytest.raises(Unavailable):
        await say(one, code, "ada", "add_bot")
    assert 3 < number < 20


# Presence -------------------------------------------------------------------------------------------------------------


async def look_due(redis: Redis, code: str) -> int | None:
    """In how many ms the absences of the room are looked at."""
    score = await redis.zscore(keys_of(code).due, f"{code}|presence|0")
    return None if score is None else int(score) - await now_of(redis)


async def gone(redis: Redis, code: str, browser: str, ms: int) -> None:
    """The last socket of the browser closed so long ago."""
    leases = keys_of(code).leases
    for member in await redis.zrange(leases, 0, -1):
        if member.startswith(browser.encode() + b"|"):
            await redis.zrem(leases, member)
    await redis.zadd(leases, {f"{browser}|1": await now_of(redis) - ms + 5_000})


async def test_a_worker_that_has_not_heard_of_an_absence_ends_it(pair: Pair, redis: Redis) -> None:
    one, other = pair
    code = await lobby(one, other)
    await gone(redis, code, "ada", 6_000)
    await one.tables.look(code)
    assert not (await one.tables.room(code)).seats[0].connected
    await other.tables.connect(code, "ada", "2")
    assert (await one.tables.room(code)).seats[0].connected


async def test_who_connects_while_their_absence_is_announced_is_back_at_once(
    pair: Pair, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = pair
    code = await lobby(one, other)
    await gone(redis, code, "ada", 6_000)
    read_leases, first = Store.leases, True

    async def leases_and_then_ada_connects(store: Store, code: str) -> tuple[Mapping[str, int], int]:
        nonlocal first
        leases = await read_leases(store, code)
        if first:
            first = False
            await other.tables.connect(code, "ada", "2")
        return leases

    monkeypatch.setattr(Store, "leases", leases_and_then_ada_connects)
    await one.tables.look(code)
    assert (await one.tables.room(code)).seats[0].connected


async def test_a_first_visit_counts_until_there_is_a_socket(pair: Pair, redis: Redis) -> None:
    one, other = pair
    code = await lobby(one, other)
    assert 10_000 < (await look_due(redis, code) or 0) <= 15_000
    await one.tables.connect(code, "ada", "1")
    await one.tables.disconnect(code, "ada", "1")
    leases, now, _ = await one.store.leases(code)
    assert 0 < leases["ada"] - now <= 5_000
    assert 0 < (await look_due(redis, code) or 0) <= 5_000


async def test_the_next_look_comes_when_the_absence_matters(pair: Pair, redis: Redis) -> None:
    one, other = pair
    code = await lobby(one, other)
    await one.tables.join(code, "bo", "Bo")
    await one.tables.connect(code, "bo", "1")
    await gone(redis, code, "ada", 6_000)
    await one.tables.look(code)
    due = await look_due(redis, code) or 0
    assert 40_000 < due <= 45_000, "the lease of Bo's socket ends before Ada has been gone for a minute"
    await gone(redis, code, "ada", 59_000)
    await one.tables.look(code)
    assert 0 < (await look_due(redis, code) or 0) <= 1_000
    await gone(redis, code, "ada", 60_000)
    await one.tables.look(code)
    assert (await one.tables.room(code)).host == 1


async def test_absences_are_looked_at_as_soon_as_somebody_sits_down(pair: Pair, redis: Redis) -> None:
    one, other = pair
    code = await lobby(one, other)
    await one.tables.connect(code, "ada", "1")
    await one.tables.look(code)
    assert (await look_due(redis, code) or 0) > 10_000
    await one.tables.join(code, "bo", "Bo")
    assert (await look_due(redis, code) or 0) <= 0


async def test_a_reserved_seat_is_looked_at_once_it_is_taken(pair: Pair, redis: Redis) -> None:
    one, _ = pair
    stored = await create(one.store, start=True)
    turn = read_position("A* 5 | B stayed 9 | C stayed 3 | D stayed 2")
    await stored.commit(play.settle(replace(stored.room, game=turn), CONFIG))
    await one.tables.connect(stored.room.code, "ada", "1")
    await one.tables.connect(stored.room.code, "zoe", "1")
    await say(one, stored.room.code, "zoe", "take_over", seat=2, name="Zoe")
    await gone(redis, stored.room.code, "zoe", 30_000)
    await say(one, stored.room.code, "ada", "stay", decision=stored.room.decisions)
    assert (await one.tables.room(stored.room.code)).seats[2].owner == "zoe"
    assert (await look_due(redis, stored.room.code) or 0) <= 0
    await one.tables.look(stored.room.code)
    assert not (await one.tables.room(stored.room.code)).seats[2].connected


async def test_an_untimed_turn_of_somebody_long_gone_is_looked_at_when_it_opens(pair: Pair, redis: Redis) -> None:
    one, _ = pair
    stored = await create(one.store, seats=3, rules={"turn_seconds": 0})
    code = stored.room.code
    await one.tables.join(code, "bo", "Bo")
    await say(one, code, "ada", "start")
    stored = Stored(one.store, await one.tables.room(code), view(await one.tables.room(code)))
    await stored.commit(
        play.settle(replace(stored.room, game=read_position("A* 5 | B 9 | C stayed 3; draw 7 8")), CONFIG)
    )
    await one.tables.connect(code, "ada", "1")
    await gone(redis, code, "bo", 90_000)
    await one.tables.look(code)
    assert (await one.tables.room(code)).seats[1].kind == "human", "it is not Bo's turn"
    await say(one, code, "ada", "hit", id="b", decision=stored.room.decisions)
    await one.tables.fire(DueEntry(code, "presence", 0))
    room = await one.tables.room(code)
    assert room.decision is not None and room.decision.seat == 1 and room.seats[1].kind == "bot"


@pytest.mark.parametrize(("seats", "aside"), [(6, False), (7, True)])
async def test_at_a_big_table_bots_think_aside(
    pair: Pair, monkeypatch: pytest.MonkeyPatch, seats: int, aside: bool
) -> None:
    """So that nobody else's move waits for it; and what was thought counts."""
    one, _ = pair
    room = await one.tables.create("ada", NewRoom(name="Ada", seats=seats, bots=seats - 1, level="expert", start=True))
    while room.decision is not None and room.decision.seat == 0:
        asked = view(room)["decision"]
        move = {"do": "target", "target": asked["choices"][0]} if asked["kind"] == "target" else {"do": "hit"}  # type: ignore[index]
        await say(one, room.code, "ada", id=f"{room.seq}", decision=room.decision.id, **move)  # type: ignore[arg-type]
        room = await one.tables.room(room.code)
    threads: list[int] = []
    choose = play.choose

    def noted(*args: Any, **named: Any) -> Any:
        threads.append(threading.get_ident())
        return choose(*args, **named)

    monkeypatch.setattr(play, "choose", noted)
    play.bot_choice.cache_clear()
    assert room.decision is not None
    await one.tables.fire(DueEntry(room.code, "decision", room.decision.id))
    assert [thread != threading.get_ident() for thread in threads] == [aside]
