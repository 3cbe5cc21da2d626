"""Sockets that open, close and come back: what a connection is told, and when the table notices an absence."""

import asyncio
import json

import pytest
from websockets.exceptions import InvalidStatus

from tests.sockets.bench import Bench
from tests.sockets.client import Browser, Party, Table, careful, new_room, play_on, together

TURN = "A* 5 | B 9 | C 7; draw 8 4"


def path_after(table: Table, after: object, digest: object) -> str:
    return f"/ws/{table.browser.code}?after={after}&digest={digest}"


async def missed(party: Party, table: Table, after: object, digest: object) -> object:
    """What a new socket of the same browser is told it missed."""
    again = await party.sit(table.browser, path=path_after(table, after, digest))
    assert again.view == table.view
    return again.welcomes[0]["missed"]


async def test_the_first_frame_is_the_whole_truth(party: Party) -> None:
    (ada,) = await party.lobby("Ada")
    welcome = ada.welcomes[0]
    assert welcome["you"] == {"seat": 0}
    assert welcome["missed"] is None
    shown = (await ada.browser.get(f"/api/rooms/{ada.browser.code}")).json()
    assert {**welcome["view"], "seq": welcome["seq"], "now": shown["now"]} == shown


async def test_every_connection_gets_the_same_bytes(party: Party) -> None:
    ada, bo, cy = await party.lobby("Ada", "Bo", "Cy", seats=4)
    watcher = await party.watcher(ada.browser.code)
    everybody = [ada, bo, cy, watcher]
    await together(*everybody)
    start = ada.seq
    await ada.play("start")
    await asyncio.gather(*(play_on(table, careful, "round_over") for table in everybody[:3]))
    await together(*everybody)
    told = [
        [text for text in table.frames if (frame := json.loads(text))["type"] == "change" and frame["seq"] > start]
        for table in everybody
    ]
    assert told[0]
    assert told[0] == told[1] == told[2] == told[3]


async def test_who_reconnects_is_told_exactly_what_was_missed(party: Party) -> None:
    """Up to date: nothing. Behind: each change since, as it was told then."""
    ada, bo, _ = await party.game("Ada", "Bo", "Cy", seats=3)
    seen = ada.seq, ada.digest
    changes_before = len(ada.changes)
    assert await missed(party, ada, *seen) == []
    await bo.play("react", reaction="nice")
    await ada.play("react", reaction="ouch")
    await ada.play("rename", name="Ada L.")
    told = ada.changes[changes_before:]
    parts = ("seq", "digest", "now", "events")
    assert await missed(party, ada, *seen) == [{name: change[name] for name in parts} for change in told]
    assert await missed(party, ada, ada.seq, ada.digest) == []


@pytest.mark.parametrize(
    ("after", "digest"),
    [
        ("{seq}", "0000000000000000"),
        ("{seq}", ""),
        ("", "{digest}"),
        ("0", "{digest}"),
        ("-1", "{digest}"),
        ("999999999", "{digest}"),
        ("99999999999999999999999999999", "{digest}"),
        ("{seq}.0", "{digest}"),
        ("%EF%BC%95", "{digest}"),
        ("%C2%B2", "{digest}"),
        ("1e3", "{digest}"),
        ("nan", "%00%FF"),
        ("{seq}", "{digest}x" * 200),
    ],
)
async def test_where_history_does_not_match_nothing_is_claimed(party: Party, after: str, digest: str) -> None:
    """A wrong or senseless `after` or `digest` never fails the handshake."""
    (ada,) = await party.lobby("Ada")
    assert await missed(party, ada, *(part.format(seq=ada.seq, digest=ada.digest) for part in (after, digest))) is None


async def test_more_than_two_hundred_changes_are_too_many_to_tell(party: Party) -> None:
    (ada,) = await party.lobby("Ada")
    seen = [(ada.seq, ada.digest)]
    for number in range(201):
        await ada.play("rename", name=f"Ada {number}")
        seen.append((ada.seq, ada.digest))
    assert await missed(party, ada, *seen[0]) is None
    latest = await missed(party, ada, *seen[1])
    assert isinstance(latest, list)
    assert [change["seq"] for change in latest] == [seq for seq, _ in seen[2:]]


async def test_a_refresh_is_not_noticed(party: Party, bench: Bench) -> None:
    """A socket that is back within five seconds makes no change, also when the table looks."""
    ada, bo = await party.game("Ada", "Bo", seats=3)
    await bench.lay(TURN, ada, bo)
    await party.drop(bo)
    again = await party.sit(bo.browser)
    seq = again.seq
    await bench.look(ada.browser.code)
    await ada.decide("hit")
    await together(ada, again)
    assert (await again.browser.get(f"/api/rooms/{bo.browser.code}")).json()["seq"] == seq + 1
    assert not ada.happened("away")


async def test_who_is_gone_for_five_seconds_is_told_of(party: Party) -> None:
    """Even right after joining; another tab keeps the seat connected; coming back is told, too."""
    ada, bo, cy = await party.game("Ada", "Bo", "Cy", seats=3)
    second_tab = await party.sit(cy.browser)
    loop = asyncio.get_running_loop()
    await party.drop(cy)
    await party.drop(bo)
    closed = loop.time()
    await ada.until_event("away")
    assert 4.5 < loop.time() - closed < 6.5
    assert ada.happened("away") == [{"type": "away", "seat": 1, "why": "connection"}]
    assert [seat["connected"] for seat in ada.view["seats"]] == [True, False, True]
    assert [seat["away"] for seat in ada.view["seats"]] == [False, False, False]
    await together(ada, second_tab)
    again = await party.sit(bo.browser)
    await ada.until_event("back", seat=1, why="connection")
    assert ada.view["seats"][1]["connected"] is True
    await together(ada, again)
    assert again.view == ada.view


async def test_all_tabs_of_a_seat_are_equal(party: Party, bench: Bench) -> None:
    ada, bo = await party.game("Ada", "Bo", seats=3)
    second_tab = await party.sit(ada.browser)
    await bench.lay(TURN, ada, bo, second_tab)
    await second_tab.decide("hit")
    await together(ada, bo, second_tab)
    assert ada.me["numbers"] == ["5", "8"]
    assert ada.seat == second_tab.seat == 0


async def test_only_those_whose_own_seat_changed_are_welcomed_again(party: Party) -> None:
    ada, bo = await party.lobby("Ada", "Bo")
    watcher = await party.watcher(ada.browser.code)
    cy = Browser(party.server, ada.browser.code, watcher.browser.cookie)
    assert await cy.join("Cy") == 2
    await watcher.until(lambda: watcher.seat == 2)
    await bo.play("leave")
    await bo.until(lambda: bo.seat is None)
    await together(ada, bo, watcher)
    for table in (ada, bo, watcher):
        await table.settle()
    assert [len(table.welcomes) for table in (ada, bo, watcher)] == [1, 2, 2]
    assert bo.welcomes[-1]["you"] == {"seat": None}


async def test_a_room_that_is_not_there_says_goodbye(party: Party) -> None:
    nowhere = await party.open(Browser(party.server, "22222222"))
    assert await nowhere.until_closed() == 4002
    assert nowhere.bye is not None and nowhere.bye["code"] == "no_such_room"
    nonsense = await party.open(Browser(party.server, "x"), path="/ws/%F0%9F%83%8F")
    assert await nonsense.until_closed() == 4002


async def test_a_code_may_be_typed_in_any_way(party: Party) -> None:
    host = await new_room(party.server)
    typed = f"/ws/{host.code[:4].lower()}-{host.code[4:].lower()}"
    assert (await party.sit(host, path=typed)).seat == 0


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1", "http://localhost:{port}"])
async def test_a_foreign_page_is_refused_before_the_handshake(party: Party, origin: str) -> None:
    host = await new_room(party.server)
    with pytest.raises(InvalidStatus) as refused:
        await party.open(host, headers={"Origin": origin.format(port=party.server.port)})
    assert refused.value.response.status_code == 403


async def test_the_own_page_and_programs_are_let_in(party: Party) -> None:
    host = await new_room(party.server)
    assert (await party.sit(host, headers={"Origin": party.server.url})).seat == 0
    assert (await party.sit(host)).seat == 0


async def test_a_stopping_server_says_that_it_comes_back(party: Party, serve: object) -> None:
    """`bye` first, then 1012, so that browsers come back on their own."""
    assert callable(serve)
    stopping = serve()
    table = await party.sit(await new_room(stopping), server=stopping)
    loop = asyncio.get_running_loop()
    ended = loop.run_in_executor(None, stopping.terminate)
    assert await table.until_closed() == 1012
    assert table.bye is not None and table.bye["code"] == "restarting"
    assert await ended == 0
