"""Rooms as they are stored, beside what people were told of them."""

import asyncio
import json
from typing import Any

import orjson

from app.commit import Arguments, Committed, Outcome
from app.protocol import read_message
from app.rooms.room import Room
from tests.app.workers import Worker
from tests.chaos.here import Here
from tests.chaos.history import has_effect
from tests.chaos.regulars import Regular, all_of

Log = list[dict[str, Any]]

_MOVES = ("hit", "stay", "target")


async def say(one: Worker, code: str, browser: str, **message: Any) -> int:
    """Carry out a command at a worker; the `seq` of the answer."""
    return await one.tables.play(code, browser, read_message(json.dumps(message)))  # type: ignore[arg-type]


async def log_of(one: Worker | Here, code: str) -> Log:
    """A room's log as clients read it."""
    store = one.store if isinstance(one, Worker) else one.services.store
    changes: Log = orjson.loads(orjson.dumps(await store.changes(code, 1)))
    return changes


async def rest(people: list[Regular]) -> None:
    """Nobody does anything any more, and everything that was done has its answer."""
    for person in people:
        person.resting = True
    await all_of(people, lambda person: not person.is_waiting)


async def agree(people: list[Regular], server: Here, seconds: float = 15) -> dict[Regular, dict[int, str]]:
    """Wait until everybody has been told what is stored: the same change with the same digest.

    What each knows at that moment of what has happened: bots may go on.
    """
    async with asyncio.timeout(seconds):
        while True:
            heads = await server.services.store.heads(list({person.browser.code for person in people}))
            if all(heads[person.browser.code] == (person.seq, person.digest) for person in people):
                return {person: dict(person.history) for person in people}
            await asyncio.sleep(0.02)


async def logs_of(server: Here, people: list[Regular]) -> dict[str, Log]:
    """The log of each person's room."""
    return {code: await log_of(server, code) for code in {person.browser.code for person in people}}


Promised = tuple[str, int, str]
"""A room, the number and the digest of one of its changes: with that one go all before it."""


def note_promises(server: Here) -> set[Promised]:
    """What the server's store answers for, from now on: each change that is committed, or seen to be the newest."""
    store, promised = server.services.store, set[Promised]()
    run = store._run

    async def noting(room: Room, told: Arguments) -> Outcome:
        outcome = await run(room, told)
        if isinstance(outcome, Committed):
            promised.add((room.code, room.seq, room.digest))
        return outcome

    store._run = noting  # type: ignore[method-assign]
    return promised


def without_effect(person: Regular, log: Log) -> list[str]:
    """The acknowledged moves that the log does not show at the number they were acknowledged with."""
    events = {change["seq"]: change["events"] for change in log}
    return [
        command
        for command, seq in person.kept.acks.items()
        if person.did(command) in _MOVES and not has_effect(person.did(command), person.seat, events.get(seq, []))
    ]


def lost(person: Regular, log: Log) -> dict[str, int]:
    """The acknowledged commands whose change, as the person was told of it, is not in the log.

    Where replicas confirm, what is told is no promise: a change is told before it is safe, and after a failover an
    acknowledgement may come before the view that takes back what was told.
    """
    digests = {change["seq"]: change["digest"] for change in log}
    return {
        command: seq
        for command, seq in person.kept.acks.items()
        if seq not in digests or digests[seq] != person.kept.promised.get(command, digests[seq])
    }


def assert_true(histories: dict[Regular, dict[int, str]], logs: dict[str, Log]) -> None:
    """Nobody knows of anything that is not in the log, nor misses anything since they came."""
    for person, history in histories.items():
        log = {change["seq"]: change["digest"] for change in logs[person.browser.code]}
        assert history == {seq: log.get(seq) for seq in range(min(history), max(history) + 1)}
