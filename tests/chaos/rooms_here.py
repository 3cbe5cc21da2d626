"""Rooms as they are stored, beside what people were told of them."""

import asyncio
import json
from typing import Any

import orjson

from app.protocol import read_message
from tests.app.workers import Worker
from tests.chaos.here import Here
from tests.chaos.regulars import Regular, all_of

Log = list[dict[str, Any]]


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


def lost(person: Regular, log: Log) -> dict[str, int]:
    """The acknowledged commands whose change, as the person was told of it, is not in the log."""
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
