"""Workers that are killed or restarted while people play: nothing that was promised is lost, nothing happens twice."""

import asyncio
import signal
import statistics
import time
from collections.abc import Callable
from typing import Any

from tests.chaos.fleet import Fleet
from tests.chaos.history import check_histories, log_of
from tests.chaos.play import Crowd
from tests.sockets.bench import Bench
from tests.sockets.client import Browser, Party, new_room
from tests.sockets.witness import Event


async def test_workers_that_are_killed_lose_nothing(
    fleet: Fleet, party: Party, bench: Bench, full: bool, figures: Callable[[str], None]
) -> None:
    """R1. SIGKILL for any worker at any moment; soon everybody has seen the same again."""
    rooms, kills = (50, 100) if full else (6, 4)
    crowd = Crowd(party, fleet.serving)
    await crowd.fill(rooms)
    async with crowd.playing():
        for _ in range(kills):
            await crowd.until_moved()
            await asyncio.sleep(crowd.chance.random())
            crowd.struck_at = time.monotonic()
            await fleet.kill(crowd.chance)
            await crowd.until_mended()
        await crowd.until_moved()
    await check_histories(crowd, bench.store)
    took = crowd.recoveries
    assert took, "nobody has noticed anything"
    median, worst = statistics.median(took), max(took)
    figures(
        f"R1: {kills} kills, {rooms} rooms: in step after {median:.2f} s (median of {len(took)}), {worst:.2f} s (worst)"
    )
    if full:
        assert median <= 3 and worst <= 5


async def test_a_rolling_restart_is_hardly_noticed(
    fleet: Fleet, party: Party, bench: Bench, full: bool, figures: Callable[[str], None]
) -> None:
    """R2. Each worker is ended in turn: its people are told to come back, and do, with all they saw before."""
    crowd = Crowd(party, fleet.serving)
    await crowd.fill(50 if full else 6)
    async with crowd.playing():
        for _ in range(5 if full else 1):
            await crowd.until_moved()
            await fleet.roll()
            await crowd.until_mended()
        await crowd.until_moved()
    await check_histories(crowd, bench.store)
    breaks = [gone for player in crowd.players for gone in player.breaks]
    assert {(gone.bye, gone.code) for gone in breaks} == {("restarting", 1012)}
    longest = max(gone.seconds for gone in breaks)
    figures(f"R2: {len(breaks)} connections were ended by restarts, each for less than {longest:.2f} s")
    if full:
        assert longest < 2


async def test_an_id_that_comes_five_times_is_applied_once(fleet: Fleet, party: Party, bench: Bench) -> None:
    """R11. From two tabs at two workers, before, while and after one of them is away: one move, one answer."""
    host = await new_room(fleet.many, "Ada", seats=3, rules={"turn_seconds": 0})
    guest = Browser(fleet.many, host.code)
    await guest.join("Bo")
    tab, other_tab = ada = [await party.sit(host, server=server) for server in (fleet.single, fleet.many)]
    bo = await party.sit(guest, server=fleet.many)
    await tab.play("start")
    await bench.lay("A* 5 | B 9 | C 7; draw 8 4 3 2", *ada, bo)
    move: dict[str, Any] = {"do": "hit", "id": "the same", "decision": tab.decision["id"]}
    answers = await asyncio.gather(*(each.do(**move) for each in ada))
    await fleet.stop_single(signal.SIGKILL)
    answers.append(await other_tab.do(**move))
    await fleet.start_single()
    again = await party.sit(host, path=f"/ws/{host.code}?after={tab.seq}&digest={tab.digest}", server=fleet.single)
    answers += [await each.do(**move) for each in (again, other_tab)]
    assert answers == [{"type": "ack", "id": "the same", "seq": answers[0]["seq"]}] * 5
    log = await log_of(bench.store, host.code)
    drawn = [(change["seq"], event["card"]) for change in log for event in change["events"] if is_hit(event)]
    assert drawn == [(answers[0]["seq"], "8")]
    assert again.view["seats"][0]["numbers"] == ["5", "8"]


def is_hit(event: Event) -> bool:
    return event["type"] == "dealt" and event["cause"] == "hit"
