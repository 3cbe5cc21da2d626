"""The same code on one server, Sentinel and Cluster: whole games on every shard, and masters that die meanwhile."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

import pytest

from app.bus import Subscription
from app.names import new_code
from app.pipe import Unavailable
from app.protocol import NewRoom
from app.rooms.config import Config
from app.rooms.room import Room
from app.shards import SHARDS, keys_of, shard_of
from engine import TargetPrompt, TurnPrompt, prompt, public
from tests.app.workers import Worker, hear, worker
from tests.chaos.here import served_here
from tests.chaos.redis_nodes import Nodes, cluster, followed, one_server, sentinels
from tests.chaos.regulars import all_of, regulars
from tests.chaos.rooms_here import agree, assert_true, logs_of, lost, note_promises, rest, say, without_effect

HASTY = Config(turn_seconds=75, room_ms=600_000, bot_delay_ms=0, round_pause_ms=12_000, limited=False)
FORMS: dict[str, Callable[[Path], AbstractContextManager[Nodes]]] = {
    "one server": one_server,
    "sentinel": sentinels,
    "cluster": cluster,
}


@pytest.fixture(scope="module", params=FORMS)
def nodes(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    """Redis in one of its forms."""
    with FORMS[request.param](tmp_path_factory.mktemp("nodes")) as running:
        yield running


async def play_alone(one: Worker, code: str, number: int) -> Room:
    """A whole game of one person and two bots; the room after it."""
    while True:
        room = await one.tables.room(code)
        if room.decision is None or room.game is None:
            return room
        asked = prompt(room.game)
        number += 1
        move: dict[str, Any] = {"id": str(number), "decision": room.decision.id}
        match asked:
            case TurnPrompt(seat=0):
                stays = "stay" in asked.choices and public(room.game).seats[0].round_score >= 20
                await say(one, code, "ada", do="stay" if stays else "hit", **move)
            case TargetPrompt(seat=0):
                await say(one, code, "ada", do="target", target=asked.choices[-1], **move)
            case TurnPrompt() | TargetPrompt():
                await asyncio.sleep(0.005)  # the clock moves the bots
            case _:
                await say(one, code, "ada", do="ready", id=str(number))


async def test_whole_games_on_every_shard(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every change is published to everybody, every due time fires, and no key is without an expiry."""
    codes = one_code_of_each_shard()
    monkeypatch.setattr("app.tables.new_code", iter(codes).__next__)
    rules = {"length": "points", "points": 50}
    async with worker(nodes.url, HASTY) as one:
        subscription = await Subscription.open(one.store.link)
        for code in codes:
            created = await one.tables.create("ada", NewRoom(name="Ada", seats=3, bots=2, rules=rules, start=True))
            assert created.code == code
            await one.store.lease(created, "ada|1", HASTY.room_ms)  # her absence would be one more change
        over = await asyncio.gather(*(play_alone(one, code, 0) for code in codes))
        last = {room.code: room.seq for room in over}
        heard = await hear(subscription, lambda heard: set(last.items()) <= {(news.code, news.seq) for news in heard})
        for room in over:
            assert [news.seq for news in heard if news.code == room.code] == list(range(1, room.seq + 1))
        assert await one.store.heads(codes) == {room.code: (room.seq, room.digest) for room in over}
    assert sum(key.startswith("{") and ":room:" in key for key in nodes.expiries()) == SHARDS
    assert all(seconds > 0 for seconds in nodes.expiries().values())


def one_code_of_each_shard() -> list[str]:
    codes: dict[int, str] = {}
    while len(codes) < SHARDS:
        code = new_code()
        codes[shard_of(code)] = code
    return list(codes.values())


async def test_a_master_dies_during_play(nodes: Nodes, full: bool) -> None:
    """What all replicas must have is never lost, everybody has the same table, and play goes on within 6 s."""
    if len(nodes.servers) == 1:
        pytest.skip("a single server has nobody to take over")
    async with served_here(nodes.url, durability=nodes.followers) as server, regulars(server, 12) as tables:
        promised = note_promises(server)
        people = [person for table in tables for person in table]
        await all_of(people, lambda person: len(person.kept.acks) >= 5)
        master = nodes.master_of(keys_of(people[0].browser.code).document)
        killed = time.monotonic()
        master.kill()
        await asyncio.to_thread(nodes.come_back, master)  # else there are too few replicas
        await all_of(people, lambda person: person.acked_since(killed + 0.5) >= 5)
        await rest(people)
        await agree(people, server)
        due = set(promised)  # the bots go on
        logs = await logs_of(server, people)
        assert {change for change in due if change[0] in logs} <= {
            (code, change["seq"], change["digest"]) for code, log in logs.items() for change in log
        }
        assert not [command for person in people for command in without_effect(person, logs[person.browser.code])]
        silences = [person.longest_silence(since=killed - 1) for person in people]
        print(f"\nwithout an acknowledged command for {max(silences):.1f} s at the most")
        assert not full or max(silences) < 6
        assert all(seconds > 0 for seconds in nodes.expiries().values())


async def confirmed(do: Callable[[], Awaitable[Any]]) -> Any:
    """What `do` gives once replicas have confirmed it in time, however busy they are."""
    while True:
        with suppress(Unavailable):
            return await do()


async def test_what_only_some_replicas_have_can_be_lost(tmp_path: Path) -> None:
    """A master that is replaced while it lives, and does not know it yet, still has whichever replicas nobody told."""
    with followed(tmp_path, replicas=2) as nodes:
        successor = nodes.replicas[0]
        async with (
            worker(nodes.url, HASTY, ticking=False, replicas=1) as some,
            worker(nodes.url, HASTY, ticking=False, replicas=2) as every,
            worker(f"redis://127.0.0.1:{successor.port}", HASTY, ticking=False) as later,
        ):
            code = (await confirmed(lambda: every.tables.create("ada", NewRoom(name="Ada", seats=4)))).code
            await confirmed(lambda: every.tables.join(code, "bo", "Bo"))
            safe = await every.tables.room(code)
            successor.redis.replicaof("NO", "ONE")
            with pytest.raises(Unavailable):
                await every.tables.join(code, "cy", "Cy")
            await confirmed(lambda: some.tables.join(code, "di", "Di"))
            assert (await some.tables.room(code)).seq > safe.seq
            assert await later.tables.room(code) == safe


async def test_a_replica_that_has_fallen_behind_takes_over(nodes: Nodes) -> None:
    """Numbers are used again with other content: everybody is given what is true, and no trace of the rest stays."""
    if len(nodes.servers) == 1:
        pytest.skip("a single server has nobody to take over")
    await asyncio.to_thread(nodes.settle)
    async with served_here(nodes.url) as server, regulars(server, 6) as tables:
        people = [person for table in tables for person in table]
        await all_of(people, lambda person: len(person.kept.acks) >= 3)
        master = nodes.master_of(keys_of(people[0].browser.code).document)
        lagging = nodes.cut_off(master)
        before = {person: person.seq for person in people}
        await all_of(people, lambda person: person.seq > before[person] + 5)
        master.kill()
        nodes.reconnect(lagging)
        killed = time.monotonic()
        for person in people:
            person.enough = 1  # else the same moves lead to the same table
        await all_of(people, lambda person: person.acked_since(killed + 0.5) >= 3)
        await rest(people)
        histories = await agree(people, server)
        logs = await logs_of(server, people)
        assert any(lost(person, logs[person.browser.code]) for person in people), "the replica was not behind"
        assert_true(histories, logs)
