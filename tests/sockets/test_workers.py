"""Several workers on one Redis: any serves any room, any may die."""

import asyncio
import json
from collections.abc import Callable

import pytest

from tests.server import Server
from tests.sockets.bench import Bench
from tests.sockets.client import Browser, Party, Table, careful, new_room, play_on, together

TURN = "A* 5 | B 9 | C 7; draw 8 4 3 2 6"


@pytest.fixture(scope="module")
def server(serve: Callable[..., Server]) -> Server:
    """A server of this module's own."""
    return serve()


@pytest.fixture(scope="module")
def other(server: Server, serve: Callable[..., Server]) -> Server:
    """Another server on the same Redis."""
    return serve()


async def apart(party: Party, other: Server, bench: Bench, cards: str = TURN) -> list[Table]:
    """Three people at one table: Ada here, Bo at the other server, Cy at both."""
    host = await new_room(party.server, "Ada", seats=3)
    bo, cy = Browser(other, host.code), Browser(party.server, host.code)
    await bo.join("Bo")
    await cy.join("Cy")
    tables = [
        await party.sit(host),
        await party.sit(bo, server=other),
        await party.sit(cy),
        await party.sit(cy, server=other),
    ]
    await tables[0].play("start")
    await together(*tables)
    await bench.lay(cards, *tables)
    return tables


async def test_a_whole_game_on_two_workers_of_one_program(serve: Callable[..., Server]) -> None:
    """`FLIP7_WORKERS=2`: whoever lands on which, everybody sees the same game, and it ends."""
    async with Party(serve(workers=2)) as party:
        tables = await party.game("Ada", "Bo", "Cy", seats=5)
        tables += [await party.watcher(tables[0].browser.code) for _ in range(5)]
        first = max(table.seq for table in tables)
        await asyncio.gather(*(play_on(table, careful, "game_over") for table in tables[:3]))
        await together(*tables)
        told = {
            tuple(
                text
                for text in table.frames
                if (frame := json.loads(text))["type"] == "change" and frame["seq"] > first
            )
            for table in tables
        }
        assert len(told) == 1
        assert tables[0].view["winner"] is not None


async def test_a_whole_game_at_two_servers(party: Party, other: Server) -> None:
    host = await new_room(party.server, "Ada", seats=4)
    bo = Browser(other, host.code)
    await bo.join("Bo")
    ada, bob = await party.sit(host), await party.sit(bo, server=other)
    await ada.play("start")
    await asyncio.gather(*(play_on(table, careful, "game_over") for table in (ada, bob)))
    await together(ada, bob)
    assert ada.view == bob.view


async def test_moves_at_both_are_judged_on_the_newest_table(party: Party, other: Server, bench: Bench) -> None:
    """A worker that has not heard yet refuses no fair move, and accepts no stale one."""
    ada, bo, cy, cy_there = await apart(party, other, bench)
    await ada.decide("hit")
    await bo.play("hit", decision=ada.decision["id"])
    decision = ada.decision["id"] + 1
    answers = await asyncio.gather(*(tab.do("hit", decision=decision) for tab in (cy, cy_there)))
    assert sorted(answer.get("code", "ack") for answer in answers) == ["ack", "stale_decision"]
    await together(ada, bo, cy, cy_there)
    assert [seat["numbers"] for seat in ada.view["seats"]] == [["5", "8"], ["9", "4"], ["7", "3"]]


async def test_an_id_is_applied_once_wherever_it_arrives(party: Party, other: Server, bench: Bench) -> None:
    ada, _, cy, cy_there = await apart(party, other, bench, TURN.replace("A*", "A").replace("C", "C*"))
    decision = cy.decision["id"]
    answers = await asyncio.gather(*(tab.do("hit", id="same", decision=decision) for tab in (cy, cy_there)))
    assert answers[0] == answers[1]
    assert answers[0]["type"] == "ack"
    await together(ada, cy, cy_there)
    assert ada.view["seats"][2]["numbers"] == ["7", "8"]


async def test_who_comes_back_elsewhere_is_back(party: Party, other: Server, bench: Bench) -> None:
    """The other worker knows the room from before the absence, and looks again."""
    ada, bo, _, _ = await apart(party, other, bench)
    await bench.gone_for(bo, 6000)
    await ada.until_event("away", seat=1)
    again = await party.sit(bo.browser, server=other)
    await ada.until_event("back", seat=1, why="connection")
    await together(ada, again)
    assert again.me["connected"] is True


async def test_people_at_one_server_are_told_of_places_at_the_other(party: Party, other: Server, bench: Bench) -> None:
    """Take-overs, removals and leaving concern sockets everywhere."""
    ada, bo, cy, cy_there = await apart(party, other, bench)
    await cy.play("leave")
    for table in (cy, cy_there):
        while table.seat is not None:
            await table.receive()
    await ada.play("remove", seat=1)
    assert await bo.until_closed() == 4001
    zoe = await party.sit(Browser(other, ada.browser.code), server=other)
    tab = await party.sit(zoe.browser)
    await zoe.play("take_over", seat=1, name="Zoe")
    for table in (zoe, tab):
        while "reserved" not in table.welcomes[-1]["you"]:
            await table.receive()
        assert table.welcomes[-1]["you"] == {"seat": None, "reserved": 1}


async def test_a_worker_that_dies_is_not_missed(party: Party, serve: Callable[..., Server], bench: Bench) -> None:
    """Its people come back at another one, and the times it was to keep are kept."""
    mortal = serve()
    ada, bo, cy, cy_there = await apart(party, mortal, bench)
    await ada.decide("stay")
    await together(ada, bo)
    await bench.hurry(ada, bo)
    await asyncio.to_thread(mortal.kill)
    timed_out = await ada.until_event("timed_out", seat=1)
    assert timed_out["did"] == "stay"
    again = await party.sit(
        bo.browser, server=party.server, path=f"/ws/{bo.browser.code}?after={bo.seq}&digest={bo.digest}"
    )
    assert again.seat == 1
    assert again.welcomes[0]["missed"]
    await together(ada, again, cy)
    await cy.decide("stay")
    assert cy_there.seat == 2
