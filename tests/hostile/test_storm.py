"""Hundreds of hostile visitors at once, and a game at the same table server that must not notice."""

import asyncio
import re
from collections import Counter
from random import Random

from tests.hostile import doors, frames
from tests.hostile.site import Site, random_address
from tests.server import Server
from tests.sockets.bench import Bench
from tests.sockets.client import Party, Table, careful, http, together

ATTACKS = [*frames.ATTACKS, *doors.ATTACKS]
FULL, SHORT = 2000, 150
AT_ONCE = 40
THINK_SECONDS = 0.6
"""Honest people stay within twenty messages in ten seconds."""
MOST_GROWTH_KB = 10 * 1024

STATUSES = {101, 200, 201, 206, 304, 307, 308, 400, 403, 404, 405, 409, 413, 414, 416, 426, 429, 431}
CLOSES = {None, 1000, 1002, 1007, 1008, 1009, 4002, 4008, 4009, 1013}
ERRORS = {
    "bad_message",
    "too_large",
    "rate_limited",
    "not_seated",
    "bad_name",
    "bad_seat",
    "not_allowed",
    "wrong_phase",
}


def resident_kb(pid: int) -> int:
    """How much memory a process has, KB."""
    with open(f"/proc/{pid}/status") as status:
        return int(next(line for line in status if line.startswith("VmRSS")).split()[1])


async def storm(server: Server, code: str, seeds: range) -> Counter[str]:
    """One attack for each seed; what came of them."""
    gate = asyncio.Semaphore(AT_ONCE)
    seen: Counter[str] = Counter()

    async def strike(seed: int) -> None:
        rng = Random(seed)
        attack = ATTACKS[seed % len(ATTACKS)]
        async with gate:
            try:
                outcome = await attack(Site(server.port, code, random_address(rng)), rng)
            except Exception as error:
                raise AssertionError(f"attack {attack.__name__} with seed {seed}") from error
        told = f"attack {attack.__name__} with seed {seed}: {outcome}"
        assert set(outcome.statuses) <= STATUSES and outcome.close in CLOSES, told
        assert set(outcome.answers) <= ERRORS | {"welcome", "change", "pong", "bye", "ack"}, told
        seen.update([*(f"status {status}" for status in outcome.statuses), f"close {outcome.close}"])

    async with asyncio.TaskGroup() as attacks:
        for seed in seeds:
            attacks.create_task(strike(seed))
    return seen


async def quiet_again(server: Server, honest: int) -> None:
    """Wait until the honest are alone; the server counts its sockets itself."""
    async with asyncio.timeout(60), http(server) as client:
        while True:
            metrics = (await client.get("/metrics")).text
            found = re.search(r"^flip7_sockets(?:{[^}]*})? (\d+)", metrics, re.MULTILINE)
            assert found, metrics
            if int(found[1]) == honest:
                return
            await asyncio.sleep(0.2)


async def play_honestly(table: Table, over: asyncio.Event) -> list[float]:
    """Play until it is over, unhurried; how long the server took over each move, ms."""
    took: list[float] = []
    loop = asyncio.get_running_loop()
    while not over.is_set():
        await table.settle()
        decision = table.view["decision"]
        began = loop.time()
        if table.phase == "game_over" and table.seat == 0:
            await table.play("rematch")
        elif table.is_asked:
            do, fields = careful(table)
            await table.do(do, decision=decision["id"], **fields)
        elif table.phase == "round_over" and not table.me["ready"]:
            await table.do("ready")
        took.append((loop.time() - began) * 1000)
        try:
            async with asyncio.timeout(THINK_SECONDS):
                await over.wait()
        except TimeoutError:
            continue
    return took


async def test_hostile_visitors_harm_nobody(server: Server, party: Party, bench: Bench, full: bool) -> None:
    """No traceback, no 5xx, no undocumented close code, no memory kept; a game that all of them watch goes on."""
    people = await party.game("Ada", "Bo", "Cy", seats=3)
    code = people[0].browser.code
    over = asyncio.Event()
    games = [asyncio.create_task(play_honestly(table, over)) for table in people]
    count = FULL if full else SHORT
    warming_up = range(count // 4)
    await storm(server, code, warming_up)
    await quiet_again(server, len(people))
    before = resident_kb(server.pid)
    seen = await storm(server, code, range(len(warming_up), len(warming_up) + count))
    await quiet_again(server, len(people))
    growth = resident_kb(server.pid) - before
    over.set()
    took = sorted(ms for game in await asyncio.gather(*games) for ms in game)
    print(f"\n{count} hostile connections, memory grew by {growth} KB: {dict(sorted(seen.items()))}")
    print(f"{len(took)} honest moves, median {took[len(took) // 2]:.0f} ms, worst {took[-1]:.0f} ms")
    await together(*people)
    assert len({(table.seq, table.digest) for table in people}) == 1
    assert (await bench.room(code)).digest == people[0].digest
    assert all(len(table.welcomes) == 1 for table in people), "somebody missed a change"
    assert not {"away", "bot_took_over", "left", "timed_out"} & {event["type"] for event in people[0].events}
    assert not server.errors()
    if full:
        assert growth < MOST_GROWTH_KB
