"""Somebody sits down while the table is looking who is there."""

from collections.abc import Mapping

import pytest
from redis.asyncio import Redis

from app.protocol import NewRoom
from app.store import Store
from tests.app.stored_rooms import CONFIG
from tests.app.workers import worker


async def test_who_sits_down_while_absences_are_judged_is_not_taken_for_gone(
    redis: Redis, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with worker(redis_url, CONFIG, ticking=False) as one:
        room = await one.tables.create("ada", NewRoom(name="Ada"))
        read_leases = Store.leases

        async def leases_and_then_somebody_comes(store: Store, code: str) -> tuple[Mapping[str, int], int]:
            leases = await read_leases(store, code)
            await one.tables.join(code, "bo", "Bo")
            return leases

        monkeypatch.setattr(Store, "leases", leases_and_then_somebody_comes)
        await one.tables.look(room.code)
        assert [change["seq"] for change in await one.tables.log(room.code)] == [1, 2], "somebody was announced gone"
