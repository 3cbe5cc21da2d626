"""What operators see: sums over all workers, gauges of those that are alive, no room codes."""

import re
from collections.abc import AsyncIterator, Mapping

import pytest
from redis.asyncio import Redis

from app.metrics import Metrics
from app.pipe import Unavailable
from app.store import Store
from tests.app.stored_rooms import CODE, create


@pytest.fixture
async def store(redis: Redis, redis_url: str) -> AsyncIterator[Store]:
    opened = Store(redis_url)
    yield opened
    await opened.close()


def values(text: str) -> dict[str, int]:
    """The numbers of an exposition."""
    return {name: int(value) for name, value in re.findall(r"^(flip7_\w+) (\d+)$", text, re.MULTILINE)}


async def test_every_counter_and_gauge_is_there_from_the_start(store: Store) -> None:
    text = await Metrics().text(store)
    assert values(text)["flip7_changes_total"] == 0 and values(text)["flip7_sockets"] == 0
    lines = text.splitlines()
    assert text.endswith("\n") and len(lines) == 3 * len(values(text))
    for helped, typed, value in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        name = value.split()[0]
        assert re.fullmatch(rf"# HELP {name} [A-Z].+", helped)
        assert typed == f"# TYPE {name} {'counter' if name.endswith('_total') else 'gauge'}"


async def test_counts_of_all_workers_add_up(store: Store) -> None:
    one, other = Metrics(), Metrics()
    one.count("changes")
    one.count("events", 5)
    other.count("changes", 2)
    await one.flush(store)
    seen = values(await other.text(store))
    assert (seen["flip7_changes_total"], seen["flip7_events_total"]) == (3, 5)
    assert values(await one.text(store)) == seen, "what was added up is not counted again"


async def test_gauges_are_those_of_the_workers_that_are_alive(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    sockets = {"sockets": 3, "tables": 1}

    def gauges() -> Mapping[str, int]:
        return sockets

    one, other = Metrics(gauges), Metrics(lambda: {"sockets": 4, "tables": 2})
    await one.flush(store)
    seen = values(await other.text(store))
    assert (seen["flip7_sockets"], seen["flip7_tables"]) == (7, 3)
    sockets["sockets"] = 0
    await one.flush(store)
    assert values(await other.text(store))["flip7_sockets"] == 4
    sockets["sockets"] = 9
    await one.flush(store)
    now = store.now()
    monkeypatch.setattr(store, "now", lambda: now + 16_000)
    assert values(await other.text(store))["flip7_sockets"] == 4, "the other one has said nothing for 16 s"
    monkeypatch.undo()
    assert values(await other.text(store))["flip7_sockets"] == 4, "and is forgotten"


async def test_what_cannot_be_written_is_kept(store: Store, tmp_path: object) -> None:
    metrics, lost = Metrics(), Store(f"unix://{tmp_path}/nobody.sock")
    metrics.count("refusals", 2)
    for attempt in (metrics.flush(lost), metrics.text(lost)):
        with pytest.raises(Unavailable):
            await attempt
    metrics.count("refusals")
    assert values(await metrics.text(store))["flip7_refusals_total"] == 3
    await lost.close()


async def test_only_known_names_are_counted() -> None:
    with pytest.raises(AssertionError):
        Metrics().count("chnages")


async def test_no_room_is_named_and_every_key_expires(store: Store, redis: Redis) -> None:
    await create(store)
    metrics = Metrics(lambda: {"sockets": 1, "tables": 1})
    metrics.count("rooms_created")
    assert CODE not in await metrics.text(store)
    keys = await redis.keys("{f7:metrics}*")
    assert len(keys) == 2 and min([await redis.ttl(key) for key in keys]) > 0
