"""The server killed and started again: nothing is lost, and nobody's time runs out because of it."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from tests.server import Server, Servers
from tests.sockets.bench import Bench
from tests.sockets.client import Browser, Party, Table, careful, new_room, play_on, together


@pytest.fixture(scope="module")
def server(serve: Callable[..., Server]) -> Server:
    """A server that tests kill; its Redis lives on."""
    return serve()


async def restart(server: Server) -> None:
    """A power cut, and the same server again. Where that takes longer than five seconds, deadlines are moved."""
    killed = time.monotonic()
    await asyncio.to_thread(server.restart)
    if time.monotonic() - killed > 4.5:
        pytest.skip("this machine is too busy to start a server in time")


async def back(party: Party, table: Table) -> Table:
    """The same browser's socket after a restart, with what it saw last."""
    return await party.sit(table.browser, path=f"/ws/{table.browser.code}?after={table.seq}&digest={table.digest}")


async def test_a_turn_survives_a_power_cut(party: Party, bench: Bench) -> None:
    """The room, the order of the cards, the seats, the deadline and the answered ids are as they were."""
    tables = ada, bo, cy = await party.game("Ada", "Bo", "Cy", seats=3)
    await bench.lay("A* 5 | B 9 | C 7; draw 8 4 3 2", *tables, turn_ms=60_000)
    answered = await ada.do("hit", id="before", decision=ada.decision["id"])
    await together(*tables)
    before = await bench.room(ada.browser.code)
    await restart(party.server)
    ada, bo, cy = tables = [await back(party, table) for table in tables]
    assert await bench.room(ada.browser.code) == before
    assert [table.welcomes[0]["missed"] for table in tables] == [[], [], []]
    assert [table.seat for table in tables] == [0, 1, 2]
    assert await ada.do("hit", id="before", decision=before.decisions - 1) == answered
    assert before.decision is not None
    assert bo.decision["deadline"] == before.decision.deadline
    await bo.decide("hit")
    await together(*tables)
    await cy.decide("hit")
    assert cy.view["seats"][1]["numbers"] == ["9", "4"]
    assert cy.view["seats"][2]["numbers"] == ["7", "3"]


async def test_a_deadline_that_is_near_is_kept(party: Party, bench: Bench) -> None:
    """It fires within a second of the original time, once, when the server is back before.

    Reported elsewhere: timers are forgotten with the process.
    """
    tables = ada, bo, cy = await party.game("Ada", "Bo", "Cy", seats=3)
    started = time.monotonic()
    await restart(party.server)
    usual_ms = 1000 * (time.monotonic() - started)
    ada, bo, cy = tables = [await back(party, table) for table in tables]
    await bench.lay("A* 5 | B 9 | C 7", *tables, turn_ms=round(2 * usual_ms) + 1000)
    deadline = ada.decision["deadline"]
    await restart(party.server)
    assert await bench.now() < deadline
    bo = await back(party, bo)
    timed_out = await bo.until_event("timed_out")
    assert timed_out["seat"] == 0 and timed_out["did"] == "stay"
    assert bo.changes[-1]["now"] >= deadline
    assert bo.is_asked
    assert not bo.happened("away", seat=1)
    assert cy.seat == 2


async def test_a_deadline_that_passed_meanwhile_fires_afterwards(party: Party, bench: Bench) -> None:
    """Once, as soon as the server is back."""
    tables = ada, bo, cy = await party.game("Ada", "Bo", "Cy", seats=3)
    await bench.lay("A* 5 | B 9 | C 7", *tables, turn_ms=500)
    await asyncio.to_thread(party.server.kill)
    await asyncio.sleep(max(0, ada.decision["deadline"] - await bench.now()) / 1000)
    await asyncio.to_thread(party.server.start)
    bo = await back(party, bo)
    bo.changes += bo.welcomes[0]["missed"]
    await bo.until_event("timed_out")
    assert [event["type"] for event in bo.events] == ["timed_out", "stayed", "away"]
    assert bo.is_asked
    assert (ada.seat, cy.seat) == (0, 2)


async def test_a_lobby_survives_a_power_cut(party: Party) -> None:
    """Seats remain, cookies are good, the game can start. Reported elsewhere: lobbies are lost with the process."""
    ada, bo = await party.lobby("Ada", "Bo", seats=4, bots=1)
    code = ada.browser.code
    before = (await ada.browser.get(f"/api/rooms/{code}")).json()
    await restart(party.server)
    after = (await ada.browser.get(f"/api/rooms/{code}")).json()
    assert {**after, "now": 0} == {**before, "now": 0}
    again = await party.sit(bo.browser)
    assert again.seat == 2
    host = await party.sit(ada.browser)
    await host.play("start")
    assert host.view["round"] == 1


class PowerCut(Exception):
    """A test ends what a person is doing."""


def cut_off_at(seq: int) -> Callable[[Table], tuple[str, dict[str, object]]]:
    """Play carefully up to one's own decision after change `seq`."""

    def choose(table: Table) -> tuple[str, dict[str, object]]:
        if table.seq >= seq:
            raise PowerCut
        return careful(table)

    return choose


async def test_bots_go_on_after_a_power_cut(party: Party) -> None:
    """A move whose answer was lost is sent again and made once, and the game is played to its end."""
    (ada,) = await party.game("Ada", seats=4)
    for cut in range(3):
        with suppress(PowerCut):
            await play_on(ada, cut_off_at(ada.seq + 10), "game_over")
        do, fields = careful(ada)
        move = {"id": f"cut {cut}", "decision": ada.decision["id"], **fields}
        await ada.send(do, **move)
        await restart(party.server)
        ada = await back(party, ada)
        await ada.play(do, **move)
    await play_on(ada, careful, "game_over")
    assert ada.view["winner"] is not None


async def test_a_private_server_keeps_the_table_too(start_shared_server: Servers) -> None:
    """Without a Redis of its own the app starts one, which outlives it when it is killed."""
    own = start_shared_server(rate_limit="off", bot_delay_ms=0)
    async with Party(own) as party:
        tables = ada, bo, cy = await party.game("Ada", "Bo", "Cy", seats=3)
        asked = next(table for table in tables if table.is_asked)
        if asked.decision["kind"] == "turn":
            await asked.decide("hit")
        await together(*tables)
        before = ada.view
        await restart(own)
        again = [await back(party, table) for table in (ada, bo, cy)]
        assert [table.view for table in again] == [before] * 3
        assert [table.welcomes[0]["missed"] for table in again] == [[], [], []]
        fresh = await new_room(own, "Di")
        assert (await party.sit(Browser(own, fresh.code, fresh.cookie))).seat == 0
