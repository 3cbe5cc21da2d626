"""Documents of other versions of the app: older ones are brought up to date, newer ones are left alone."""

import json
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from app.documents import TooNew
from app.due import CLAIM_LEASE_MS, Claim, DueEntry
from app.identity import browser_id
from app.pipe import Unavailable
from app.protocol import read_message
from app.rooms.config import Config
from app.rooms.room import Kind, Room, Wait, answer_to
from app.rooms.stored import SCHEMA, room_from_json, room_to_json
from app.shards import keys_of
from app.view import view
from tests.app.stored_rooms import create, now_of
from tests.app.workers import Worker, until, worker

CONFIG = Config(turn_seconds=75, room_ms=600_000, bot_delay_ms=0, round_pause_ms=100)
FORMER = (Path(__file__).parent / "documents" / "schema-1.json").read_bytes()
"""A game as it was stored by the version before ids became texts: Bo (seat 2) is to decide."""
ADA, BO, CY, ZOE = (browser_id(f"cookie-of-{name}-in-schema-1") for name in ("ada", "bo", "cy", "zoe"))


async def plant(redis: Redis, document: dict[str, Any]) -> str:
    """A document as another version of the app has stored it, ending in an hour; the room's code."""
    code = document["code"]
    end = await now_of(redis) + 3_600_000
    document = {**document, "expires_at": end}
    await redis.set(keys_of(code).document, json.dumps(document, separators=(",", ":")), pxat=end)
    return str(code)


async def say(one: Worker, code: str, browser: str, do: str, id: str = "new", **fields: Any) -> int:
    return await one.tables.play(code, browser, read_message(json.dumps({"id": id, "do": do, **fields})))


def test_a_room_of_schema_1_is_read_as_it_was() -> None:
    room = room_from_json(json.loads(FORMER))
    assert (room.seq, room.digest, room.phase, room.decisions) == (89, "bb6f91af6d4c964f", "turn", 70)
    assert [(seat.kind, seat.name, seat.owner) for seat in room.seats] == [
        (Kind.HUMAN, "Ada", ADA),
        (Kind.BOT, "Rook", None),
        (Kind.HUMAN, "Bo", BO),
        (Kind.HUMAN, "Cy", CY),
        (Kind.BOT, "Juniper", None),
    ]
    assert [(seat.level, seat.bot) for seat in room.seats if seat.bot] == [("normal", "steady")] * 2
    assert room.reservation_of(ZOE) == 1 and len(room.removed) == 1
    shown = view(room)
    assert shown["rounds"] == room.game.rounds and len(room.game.rounds) == 6  # type: ignore[union-attr]
    assert shown["decision"] == {
        "id": 70,
        "seat": 2,
        "kind": "turn",
        "card": None,
        "choices": ("hit", "stay"),
        "deadline": 1764475314050,
    }


def test_ids_of_schema_1_are_answered_as_they_were() -> None:
    room = room_from_json(json.loads(FORMER))
    assert answer_to(room, BO, "test-41") == 88
    assert answer_to(room, ZOE, "zoe-1") == 89
    assert answer_to(room, ADA, "test-41") is answer_to(room, BO, "zoe-1") is None
    assert [ids.count(" ") for ids in room.answered.values()] == [13, 15, 13, 1]


def test_a_room_that_was_brought_up_to_date_is_written_in_the_present_form() -> None:
    """What else the document holds stays as it is; what is remembered of ids takes a third less."""
    former = json.loads(FORMER)
    written = json.loads(json.dumps(room_to_json(room_from_json(former))))
    assert written["schema"] == SCHEMA == 4
    assert {name for name in former if written[name] != former[name]} == {"schema", "answered", "seats"}
    assert room_from_json(written) == room_from_json(former)
    before, after = (len(json.dumps(doc["answered"], separators=(",", ":"))) for doc in (former, written))
    assert after < before * 0.7


async def test_a_game_of_schema_1_plays_on(redis: Redis, redis_url: str) -> None:
    """Its next change is written in the present form, ids from before are answered, and its bots move."""
    code = await plant(redis, json.loads(FORMER))
    async with worker(redis_url, CONFIG) as one:
        assert await say(one, code, BO, "react", id="test-41", reaction="nice") == 88
        assert await say(one, code, BO, "stay", id="now", decision=70) == 90
        assert await say(one, code, BO, "stay", id="now", decision=70) == 90
        over = await until(one.store, code, lambda room: room.decision and room.decision.kind is Wait.NEXT_ROUND)
        stored = json.loads(await redis.get(keys_of(code).document))
        assert stored["schema"] == SCHEMA and stored["seq"] == over.seq
        assert [change["seq"] for change in await one.store.changes(code, 1)] == list(range(90, over.seq + 1))


class TestNewer:
    """A document of a schema that this version does not know."""

    @pytest.fixture
    async def code(self, redis: Redis) -> str:
        """Nothing in it but the beginning and the schema is where this version would look for it."""
        return await plant(redis, {"seq": 7, "digest": "00aa", "schema": SCHEMA + 1, "code": "QK7X4TDM", "new": {}})

    async def test_it_is_out_of_reach_and_left_as_it_is(self, code: str, redis: Redis, redis_url: str) -> None:
        before = await redis.get(keys_of(code).document)
        async with worker(redis_url, CONFIG, ticking=False) as one:
            with pytest.raises(TooNew):
                await one.tables.room(code)
            with pytest.raises(Unavailable):
                await say(one, code, BO, "hit", decision=1)
            with pytest.raises(Unavailable):
                await one.tables.join(code, "di", "Di")
            assert await one.store.heads([code]) == {code: (7, "00aa")}
        assert await redis.get(keys_of(code).document) == before

    @pytest.mark.parametrize("kind", ["decision", "presence", "outage", "end"])
    async def test_what_is_due_stays_due_and_is_no_failure(
        self, code: str, redis: Redis, redis_url: str, kind: str
    ) -> None:
        keys, entry = keys_of(code), DueEntry(code, kind, 0)
        await redis.zadd(keys.owed, {code: 1000})
        async with worker(redis_url, CONFIG, ticking=False) as one:
            for _ in range(7):
                await redis.zadd(keys.due, {entry.member: 1})
                assert (await one.store.due.claim(5)).entries == (entry,)
                await one.clock._fire(entry)
                assert await redis.zscore(keys.due, entry.member) - await now_of(redis) <= CLAIM_LEASE_MS
            text = await one.metrics.text(one.store)
        for name in ("due_fired", "due_failed", "quarantined", "rooms_ended"):
            assert f"flip7_{name}_total 0\n" in text

    async def test_whoever_meets_it_lets_newer_workers_go_first(
        self, code: str, redis: Redis, redis_url: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        deferences: list[int] = []
        async with worker(redis_url, CONFIG, ticking=False) as one:

            async def claim(most: int, share: int, *, deference_ms: int) -> Claim:
                deferences.append(deference_ms)
                if len(deferences) == 2:
                    one.clock.stop()
                    return Claim(0, None, ())
                return Claim(0, one.store.now() + 50, (DueEntry(code, "decision", 1),))

            monkeypatch.setattr(one.store.due, "claim", claim)
            await one.clock.run()
        assert deferences[0] == 0 < deferences[1] < CLAIM_LEASE_MS

    async def test_who_knows_a_room_from_before_does_not_write_over_it(self, redis: Redis, redis_url: str) -> None:
        async with worker(redis_url, CONFIG, ticking=False) as one:
            known = await create(one.store, bots=3, start=True)
            room: Room = known.room
            await say(one, room.code, "ada", "rename", name="Countess")
            newer = {"seq": room.seq + 2, "digest": "00aa", "schema": SCHEMA + 1, "code": room.code}
            await plant(redis, newer)
            with pytest.raises(TooNew):
                await say(one, room.code, "ada", "rename", id="b", name="Duchess")
            with pytest.raises(TooNew):
                await one.tables.fire(DueEntry(room.code, "decision", room.decisions))
            assert json.loads(await redis.get(keys_of(room.code).document))["digest"] == "00aa"
