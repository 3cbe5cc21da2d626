"""Rooms in a real Redis: the commit script, what it refuses, what it leaves behind."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace

import orjson
import pytest
from redis.asyncio import Redis
from redis.crc import key_slot

from app.bus import Published, Subscription
from app.commit import Committed, Conflict, Nothing, Presence
from app.documents import Gone
from app.pipe import Unavailable
from app.rooms.moments import In
from app.rooms.stored import room_to_json
from app.shards import CHANNELS, SHARD_KEYS, SHARDS, keys_of
from app.store import Store
from engine import public
from engine.bots import doubt
from tests.app.stored_rooms import CODE, CONFIG, Stored, create, new_room, now_of, snapshot

KEYS = keys_of(CODE)
DUE_KEYS = tuple(due for due, _, _ in SHARD_KEYS)
BROOM_MS = 180_000


@pytest.fixture
async def store(redis: Redis, redis_url: str) -> AsyncIterator[Store]:
    """A worker's store on an empty Redis."""
    opened = Store(redis_url)
    yield opened
    await opened.close()


async def due(redis: Redis, code: str = CODE) -> dict[str, int]:
    """The due times of a room by kind; two of one kind fail."""
    found: dict[str, int] = {}
    for member, score in await redis.zrange(keys_of(code).due, 0, -1, withscores=True):
        whose, kind, _ = member.decode().split("|")
        if whose == code:
            assert kind not in found
            found[kind] = int(score)
    return found


# Committing -----------------------------------------------------------------------------------------------------------


async def test_a_new_room_is_stored_logged_and_scheduled(store: Store, redis: Redis) -> None:
    first = new_room(bots=3)
    outcome = await store.commit(None, first)
    assert isinstance(outcome, Committed)
    room = await store.load(CODE)
    assert room is not None and room.seq == 1
    assert room.expires_at == outcome.now + CONFIG.room_ms
    assert abs(outcome.now - await now_of(redis)) < 5_000
    assert [(change["seq"], change["digest"]) for change in await store.changes(CODE, 1)] == [(1, first.room.digest)]
    assert await due(redis) == {"end": room.expires_at}


async def test_what_is_stored_is_what_the_worker_goes_on_with(store: Store) -> None:
    stored = await create(store, start=True)
    assert await store.load(CODE) == stored.room
    await stored.do("ada", "rename", name="Countess")
    await stored.do("ada", "react", reaction="nice")
    assert await store.load(CODE) == stored.room
    assert stored.room.seq == 3


async def test_moments_are_those_of_the_commit(store: Store, redis: Redis) -> None:
    stored = await create(store)
    await stored.do("ada", "start")
    while stored.room.decision and stored.room.decision.seat is not None:
        outcome = await stored.go_on()
        assert isinstance(outcome, Committed)
        decision = stored.room.decision
        if decision is not None and decision.due is not None:
            thinking = CONFIG.thinking_ms(decision.id, pace="normal", doubt=doubt(public(stored.room.game)))
            assert decision.due == outcome.now + thinking
            assert (await due(redis))["decision"] == decision.due


async def test_a_lost_race_is_a_conflict_with_the_newest_room_and_writes_nothing(store: Store, redis: Redis) -> None:
    mine = await create(store)
    theirs = Stored(store, mine.room, mine.view)
    await theirs.do("ada", "rename", name="Countess")
    before = await snapshot(redis)
    outcome = await mine.do("ada", "add_bot")
    assert outcome == Conflict(theirs.room)
    assert await snapshot(redis) == before


async def test_of_many_at_once_one_is_first(redis_url: str, store: Store) -> None:
    stored = await create(store)
    stores = [Store(redis_url) for _ in range(8)]
    racers = [Stored(one, stored.room, stored.view) for one in stores]
    outcomes = await asyncio.gather(*(racer.do("ada", "rename", name=f"Ada {i}") for i, racer in enumerate(racers)))
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Committed"] + ["Conflict"] * 7
    assert [change["seq"] for change in await store.changes(CODE, 1)] == [1, 2]
    for one in stores:
        await one.close()


async def test_two_rooms_with_the_same_code_are_one(store: Store, redis: Redis) -> None:
    mine = await create(store)
    before = await snapshot(redis)
    outcome = await store.commit(None, new_room(seats=6, start=True))
    assert outcome == Conflict(mine.room)
    assert await snapshot(redis) == before


async def test_before_its_time_a_due_step_is_too_early(store: Store, redis: Redis) -> None:
    stored = await create(store, start=True)
    now = await now_of(redis)
    before = await snapshot(redis)
    step = (replace(stored.room, host=1), ())
    assert await stored.commit(step, not_before=now + 60_000) == Nothing()
    assert await snapshot(redis) == before
    assert isinstance(await stored.commit(step, not_before=now), Committed)


async def test_a_room_that_is_not_there_or_over_is_gone(store: Store, redis: Redis) -> None:
    stored = await create(store)
    past = await now_of(redis) - 1
    before = await snapshot(redis)
    with pytest.raises(Gone):
        await stored.commit((replace(stored.room, expires_at=past), ()))
    with pytest.raises(Gone):
        await store.check(replace(stored.room, expires_at=past))
    assert await snapshot(redis) == before
    await redis.delete(KEYS.document)
    with pytest.raises(Gone):
        await stored.do("ada", "add_bot")
    with pytest.raises(Gone):
        await store.check(stored.room)
    assert await store.load(CODE) is None


async def test_a_check_compares_and_writes_nothing(store: Store, redis: Redis) -> None:
    stored = await create(store)
    before = await snapshot(redis)
    assert isinstance(await store.check(stored.room), Committed)
    old = stored.room
    assert await snapshot(redis) == before
    await stored.do("ada", "add_bot")
    assert await store.check(old) == Conflict(stored.room)


async def test_a_log_that_is_ahead_stops_a_commit_before_anything_is_written(store: Store, redis: Redis) -> None:
    """A second guard: Redis refuses an id that does not grow."""
    stored = await create(store)
    await redis.xadd(KEYS.log, {"d": "other"}, id="7-0")
    before = await snapshot(redis)
    with pytest.raises(Unavailable):
        await stored.do("ada", "add_bot")
    assert await snapshot(redis) == before


async def test_the_document_begins_with_what_the_script_reads(store: Store, redis: Redis) -> None:
    stored = await create(store)
    document = await redis.get(KEYS.document)
    assert document.startswith(b'{"seq":1,"digest":"' + stored.room.digest.encode() + b'"')
    assert json.loads(document) == json.loads(json.dumps(room_to_json(stored.room)))


async def test_scripts_that_redis_has_forgotten_are_sent_again(store: Store, redis: Redis) -> None:
    stored = await create(store)
    for _ in range(2):
        await redis.script_flush()
        await stored.do("ada", "react", reaction="nice")
        await redis.script_flush()
        await store.lease(stored.room, "ada|1", 1_000)
        await redis.script_flush()
        await store.set_presence(CODE, None)
        await redis.script_flush()
        await store.due.claim(5)
        await redis.script_flush()
        assert not await store.end(stored.room)


# The log and what is published ----------------------------------------------------------------------------------------


async def test_every_change_is_published_as_it_is_logged(store: Store) -> None:
    subscription = await Subscription.open(store.link)
    stored = await create(store, bots=3)
    await stored.do("ada", "rename", name="Countess")
    await stored.do("ada", "start")
    heard: list[Published] = []
    while len(heard) < 3:
        await subscription.hear(heard.append)
    assert {change.code for change in heard} == {CODE}
    frames = [change.frame or "" for change in heard]
    changes = [json.loads(frame) for frame in frames]
    assert [change["seq"] for change in changes] == [1, 2, 3]
    logged = await store.changes(CODE, 1)
    assert [(entry["seq"], entry["digest"], entry["now"]) for entry in logged] == [
        (change["seq"], change["digest"], change["now"]) for change in changes
    ]
    for frame, entry in zip(frames, logged, strict=True):
        assert orjson.dumps(entry["events"]).decode() in frame
    assert changes[0]["view"]["expires_at"] == changes[0]["now"] + CONFIG.room_ms
    await subscription.close()


async def test_the_log_is_read_from_a_change_on(store: Store) -> None:
    stored = await create(store)
    for number in range(5):
        await stored.do("ada", "rename", name=f"Ada {number}")
    assert [entry["seq"] for entry in await store.changes(CODE, 4)] == [4, 5, 6]
    assert [entry["seq"] for entry in await store.changes(CODE, 2, 3)] == [2, 3, 4]
    assert await store.changes(CODE, 7) == []


async def test_heads_tell_how_far_rooms_are(store: Store) -> None:
    stored = await create(store)
    await stored.do("ada", "add_bot")
    assert await store.heads([CODE, "NOTTHERE"]) == {CODE: (2, stored.room.digest), "NOTTHERE": None}
    assert await store.heads([]) == {}


# Due times ------------------------------------------------------------------------------------------------------------


async def test_there_is_one_due_decision_and_it_is_the_open_one(store: Store, redis: Redis) -> None:
    stored = await create(store, seats=3, start=True)
    for _ in range(60):
        decision = stored.room.decision
        if decision is None:
            break
        expected = {} if decision.due is None else {f"{CODE}|decision|{decision.id}": decision.due}
        members = dict(await redis.zrange(KEYS.due, 0, -1, withscores=True))
        assert {m.decode(): int(at) for m, at in members.items() if b"|decision|" in m} == expected
        assert set(await due(redis)) == {"end"} | ({"decision"} if expected else set())
        await stored.go_on()
    assert stored.room.decisions > 5


async def test_a_minute_more_moves_the_due_time_itself(store: Store, redis: Redis) -> None:
    stored = await create(store, seats=3)
    room = replace(stored.room, seats=(stored.room.seats[0], replace(stored.room.seats[0], owner="bo", name="Bo"),
                                       stored.room.seats[2]))  # fmt: skip
    await stored.commit((room, ()))
    await stored.do("ada", "start")
    while stored.room.decision and stored.room.seats[stored.room.decision.seat or 0].kind == "bot":
        await stored.act()
    decision = stored.room.decision
    assert decision is not None and isinstance(decision.due, int) and decision.seat is not None
    await stored.do(stored.room.seats[decision.seat].owner or "", "more_time")
    assert (await due(redis))["decision"] == decision.due + 60_000
    assert (await store.load(CODE)) == stored.room


async def test_a_commit_may_set_the_next_look_at_absences(store: Store, redis: Redis) -> None:
    stored = await create(store)
    now = await now_of(redis)

    async def commit(presence: Presence | None) -> int | None:
        await stored.commit((replace(stored.room, host=1 - stored.room.host), ()), presence=presence)
        return (await due(redis)).get("presence")

    assert await commit(None) is None
    assert await commit(Presence(now + 9_000)) == now + 9_000
    assert await commit(None) == now + 9_000, "left as it is"
    assert now + 500 <= (await commit(Presence(In(500))) or 0) < now + 5_500
    await store.lease(stored.room, "ada|1", 20_000)
    lease_end = (await store.leases(CODE))[0]["ada"]
    assert await commit(Presence(None)) == lease_end
    assert await commit(Presence(now + 60_000)) == lease_end, "never later than the next lease ends"
    await redis.delete(KEYS.leases)
    assert await commit(Presence(None)) is None


async def test_claims_are_taken_once_and_again_after_a_lease(store: Store, redis: Redis) -> None:
    stored = await create(store)
    now = await now_of(redis)
    await redis.zadd(KEYS.due, {f"{CODE}|decision|7": now - 10, f"{CODE}|presence|0": now + 60_000})
    claim = await store.due.claim(64)
    assert [(entry.code, entry.kind, entry.number) for entry in claim.entries] == [(CODE, "decision", 7)]
    assert (await due(redis))["decision"] == claim.now + 1_500
    assert claim.next_at == claim.now + 1_500
    assert (await store.due.claim(64)).entries == ()
    await redis.zadd(KEYS.due, {f"{CODE}|decision|7": now - 10})
    assert len((await store.due.claim(64)).entries) == 1, "its worker has died"
    await store.due.forget(claim.entries[0])
    assert set(await due(redis)) == {"presence", "end"}
    assert (await store.due.claim(64)).next_at == now + 60_000 < int(stored.room.expires_at)  # type: ignore[call-overload]


async def test_a_claim_can_leave_what_is_due_to_others_for_a_while(store: Store, redis: Redis) -> None:
    now = await now_of(redis)
    await redis.zadd(KEYS.due, {f"{CODE}|decision|7": now - 5_000, f"{CODE}|presence|0": now})
    claim = await store.due.claim(64, deference_ms=60_000)
    assert (claim.entries, claim.next_at) == ((), now + 55_000)
    assert [entry.kind for entry in (await store.due.claim(64, deference_ms=5_000)).entries] == ["decision"]
    assert [entry.kind for entry in (await store.due.claim(64)).entries] == ["presence"]


async def test_a_claim_takes_so_many_from_all_shards(store: Store, redis: Redis) -> None:
    now = await now_of(redis)
    for number, key in enumerate(DUE_KEYS):
        await redis.zadd(key, {f"CODE{number:04}|decision|1": now - number, f"CODE{number:04}|end|0": now + 90_000})
    taken = [entry.code for most in (40, 40) for entry in (await store.due.claim(most)).entries]
    assert len(taken) == len(set(taken)) == SHARDS
    assert (await store.due.claim(40)).entries == ()


async def test_of_workers_that_claim_at_once_each_gets_others(redis: Redis, redis_url: str, store: Store) -> None:
    now = await now_of(redis)
    await redis.zadd(KEYS.due, {f"{CODE}|decision|{number}": now - 1 for number in range(50)})
    other = Store(redis_url)
    claims = await asyncio.gather(*(one.due.claim(10) for one in (store, other) * 4))
    taken = [entry.number for claim in claims for entry in claim.entries]
    assert sorted(taken) == list(range(50))
    await other.close()


# Leases ---------------------------------------------------------------------------------------------------------------


async def test_the_longest_lease_of_a_browser_counts(store: Store, redis: Redis) -> None:
    stored = await create(store)
    await store.lease(stored.room, "ada|1", 45_000)
    await store.lease(stored.room, "ada|2", 5_000)
    await store.lease(stored.room, "bo|1", 5_000)
    ends, now, _ = await store.leases(CODE)
    assert 40_000 < ends["ada"] - now <= 45_000 and 0 < ends["bo"] - now <= 5_000
    assert abs(now - await now_of(redis)) < 1_000
    await store.lease(stored.room, "ada|1", 5_000)
    assert (await store.leases(CODE))[0]["ada"] < ends["ada"], "a closed socket's lease is short"


async def test_a_lease_can_take_anothers_place(store: Store, redis: Redis) -> None:
    stored = await create(store)
    await store.lease(stored.room, "ada|visit", 15_000)
    await store.lease(stored.room, "ada|1", 5_000, instead_of="ada|visit")
    assert await redis.zrange(KEYS.leases, 0, -1) == [b"ada|1"]


async def test_a_lease_wakes_the_table_when_it_ends_unless_it_wakes_earlier(store: Store, redis: Redis) -> None:
    stored = await create(store)
    await store.lease(stored.room, "ada|1", 45_000)
    first = (await due(redis))["presence"]
    assert first == (await store.leases(CODE))[0]["ada"]
    await store.lease(stored.room, "bo|1", 5_000)
    second = (await due(redis))["presence"]
    assert second == (await store.leases(CODE))[0]["bo"] < first
    await store.lease(stored.room, "ada|1", 45_000)
    assert (await due(redis))["presence"] == second


async def test_the_next_look_is_the_rooms_own_or_a_leases_end(store: Store, redis: Redis) -> None:
    stored = await create(store)
    await store.lease(stored.room, "ada|1", 10_000)
    lease_end = (await due(redis))["presence"]
    await store.set_presence(CODE, lease_end - 5_000)
    assert (await due(redis))["presence"] == lease_end - 5_000
    for moment in (lease_end + 5_000, None):
        await store.set_presence(CODE, moment)
        assert (await due(redis))["presence"] == lease_end
    await redis.delete(KEYS.leases)
    await store.set_presence(CODE, None)
    assert "presence" not in await due(redis)
    await store.set_presence(CODE, lease_end)
    assert "presence" not in await due(redis), "only leases and commits begin it"


async def test_leases_long_over_are_swept_away(store: Store, redis: Redis) -> None:
    stored = await create(store)
    await store.lease(stored.room, "ada|1", 45_000)
    now = await now_of(redis)
    await redis.zadd(KEYS.leases, {"bo|1": now - 100_000, "cy|1": now - 400_000})
    await store.set_presence(CODE, None)
    assert set((await store.leases(CODE))[0]) == {"ada", "bo"}
    assert await redis.zcard(KEYS.leases) == 2


async def test_no_lease_without_a_room(store: Store, redis: Redis) -> None:
    stored = await create(store)
    await redis.flushall()
    with pytest.raises(Gone):
        await store.lease(stored.room, "ada|1", 45_000)
    assert await redis.keys("*") == []


# The end --------------------------------------------------------------------------------------------------------------


async def test_at_its_end_a_room_is_gone_once_and_everybody_is_told(store: Store, redis: Redis) -> None:
    stored = await create(store, start=True)
    await store.lease(stored.room, "ada|1", 45_000)
    before = await snapshot(redis)
    assert not await store.end(stored.room)
    assert await snapshot(redis) == before, "not before its time"
    subscription = await Subscription.open(store.link)
    over = replace(stored.room, expires_at=await now_of(redis) - 1)
    assert await store.end(over)
    assert await redis.keys("*") == []
    heard: list[Published] = []
    while not heard:
        await subscription.hear(heard.append)
    assert [(news.code, news.frame) for news in heard] == [(CODE, None)]
    assert not await store.end(over)
    await subscription.close()


async def test_every_key_expires_after_the_rooms_end(store: Store, redis: Redis) -> None:
    stored = await create(store)
    await store.lease(stored.room, "ada|1", 45_000)
    await stored.do("ada", "start")
    ends = int(stored.room.expires_at)  # type: ignore[call-overload]
    keys = await redis.keys("*")
    assert {key.decode() for key in keys} == {KEYS.document, KEYS.log, KEYS.leases, KEYS.due, KEYS.served}
    for key in keys:
        assert await redis.pexpiretime(key) == ends + BROOM_MS


async def test_what_a_shard_shares_expires_with_its_last_room(store: Store, redis: Redis) -> None:
    stored = await create(store)
    ends = int(stored.room.expires_at)  # type: ignore[call-overload]
    other = new_room()
    for later in (-1_000_000, 1_000_000):
        await redis.delete(KEYS.document, KEYS.log)
        await store.commit(None, replace(other, room=replace(other.room, expires_at=ends + later)))
        assert await redis.pexpiretime(KEYS.due) == ends + max(0, later) + BROOM_MS


# Shards ---------------------------------------------------------------------------------------------------------------


def test_all_keys_of_a_room_share_a_slot_and_shards_are_spread_evenly() -> None:
    shards: dict[str, int] = {}
    for number in range(4_000):
        keys = keys_of(f"CODE{number:04}")
        slots = {
            key_slot(key.encode()) for key in (keys.document, keys.log, keys.leases, keys.due, keys.owed, keys.served)
        }
        assert len(slots) == 1
        shards[keys.due] = slots.pop()
    assert set(shards) == set(DUE_KEYS) and len(CHANNELS) == SHARDS == 64
    for masters in (2, 3, 4, 6, 8):
        share = [sum(slot * masters // 16384 == master for slot in shards.values()) for master in range(masters)]
        assert max(share) - min(share) <= 2, (masters, share)
    assert keys_of(CODE).channel == CHANNELS[DUE_KEYS.index(keys_of(CODE).due)]


def test_codes_are_spread_over_the_shards() -> None:
    counts = dict.fromkeys(CHANNELS, 0)
    for number in range(6_400):
        counts[keys_of(f"QK{number:06}").channel] += 1
    assert min(counts.values()) > 50 and max(counts.values()) < 160


# Out of reach ---------------------------------------------------------------------------------------------------------


async def test_a_redis_out_of_reach_is_unavailable(store: Store, tmp_path: object) -> None:
    stored = await create(store)
    lost = Store(f"unix://{tmp_path}/nobody.sock")
    nowhere = Stored(lost, stored.room, stored.view)
    for attempt in (
        lost.ping(), lost.load(CODE), nowhere.do("ada", "add_bot"), lost.check(stored.room), lost.due.claim(1),
        lost.lease(stored.room, "ada|1", 1), lost.leases(CODE), lost.set_presence(CODE, None), lost.end(stored.room),
        lost.changes(CODE, 1), lost.heads([CODE]), Subscription.open(lost.link),
    ):  # fmt: skip
        with pytest.raises(Unavailable):
            await attempt
    await lost.close()
    await store.ping()
