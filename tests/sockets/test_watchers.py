"""Who comes late, is removed, or takes a bot's seat over."""

import pytest

from tests.sockets.bench import Bench
from tests.sockets.client import Browser, Party, Table, together

TURN = "A* 5 =31 | B 9 =32 | C 7 =33; draw 8 4 3 2 6"


async def with_two_bots(party: Party, bench: Bench, cards: str = TURN, **body: object) -> Table:
    """Ada alone with two bots."""
    (ada,) = await party.game("Ada", seats=3, **body)
    await bench.lay(cards, ada, turn_ms=None)
    return ada


async def test_a_late_comer_watches(party: Party, bench: Bench) -> None:
    """The link of a running game shows the table and lets nobody act. Reported elsewhere: stuck in a lobby."""
    ada = await with_two_bots(party, bench)
    zoe = await party.watcher(ada.browser.code)
    assert zoe.seat is None
    assert zoe.view == ada.view
    answer = await zoe.browser.post("/join", {"name": "Zoe"})
    assert (answer.status_code, answer.json()["error"]) == (409, "already_started")
    decision = ada.decision["id"]
    for do, more in (
        ("hit", {"decision": decision}),
        ("stay", {"decision": decision}),
        ("target", {"decision": decision, "target": 1}),
        ("more_time", {"decision": decision}),
        ("ready", {}),
        ("start", {}),
        ("rematch", {}),
        ("add_bot", {}),
        ("remove", {"seat": 1}),
        ("rules", {"seats": 4}),
        ("rename", {"name": "Zoe"}),
        ("leave", {}),
        ("react", {"reaction": "nice"}),
    ):
        assert await zoe.refused(do, **more) == "not_seated"
    assert (await zoe.do("ping"))["type"] == "pong"


async def test_a_watcher_takes_over_when_the_round_ends(party: Party, bench: Bench) -> None:
    """Total included; until then the seat is reserved, which no event tells, and nobody else gets it."""
    ada = await with_two_bots(party, bench, "A* 5 =31 | B stayed 9 =32 | C stayed 7 =33")
    zoe, yan = await party.watcher(ada.browser.code), await party.watcher(ada.browser.code)
    bots = [seat["name"] for seat in ada.view["seats"]]
    await zoe.play("take_over", seat=1, name="Zoe")
    assert zoe.seat is None
    assert zoe.view["reserved"] == {"1": "Zoe"}
    assert zoe.changes[-1]["events"] == []
    await together(ada, zoe, yan)
    assert await yan.refused("take_over", seat=1, name="Yan") == "bad_seat"
    assert await yan.refused("take_over", seat=2, name="zoe") == "name_taken"
    await ada.decide("stay")
    await zoe.until(lambda: zoe.seat == 1)
    await together(ada, zoe, yan)
    assert yan.happened("joined") == [{"type": "joined", "seat": 1, "name": "Zoe", "kind": "human", "was": bots[1]}]
    assert ada.changes[-1]["events"][-1]["type"] == "joined"
    assert (zoe.me["name"], zoe.me["kind"], zoe.me["total"]) == ("Zoe", "human", 41)
    assert zoe.view["reserved"] == {}
    assert zoe.me["connected"] is True and zoe.me["away"] is False
    assert len(yan.welcomes) == 1


async def test_between_rounds_and_after_the_game_at_once(party: Party, bench: Bench) -> None:
    """Also a bot's own name may be kept."""
    over = "A stayed 5 =31 | B stayed 9 =32 | C stayed 7 =33; scores 5 9 7"
    for cards in (over, over.replace("=33", "=233")):
        ada = await with_two_bots(party, bench, "A* 5 | B 9 | C 7")
        await bench.lay(cards, ada, turn_ms=None)
        zoe = await party.watcher(ada.browser.code)
        name = zoe.view["seats"][2]["name"]
        await zoe.play("take_over", seat=2, name=name)
        while zoe.seat != 2:
            await zoe.receive()
        assert zoe.me["name"] == name and zoe.me["kind"] == "human"


async def test_what_is_not_free_cannot_be_taken(party: Party, bench: Bench) -> None:
    """A person's seat, a bot's whose owner may come back, no seat at all; one's own seat is no watcher's affair."""
    ada, bo = await party.game("Ada", "Bo", seats=3)
    await bench.lay(TURN, ada, bo, absent=(1,))
    zoe = await party.watcher(ada.browser.code)
    for seat in (0, 1, 3, -1):
        assert await zoe.refused("take_over", seat=seat, name="Zoe") == "bad_seat"
    for seat in (0, 2):
        assert await ada.refused("take_over", seat=seat, name="Ada") == "bad_seat"
    assert await zoe.refused("take_over", seat=2) == "bad_message"
    for name in (7, None, "", " ", "Z\u200be"):
        assert await zoe.refused("take_over", seat=2, name=name) == "bad_name"
    answer = await zoe.do("take_over", seat=2, name="ADA")
    assert (answer["code"], answer["suggestion"]) == ("name_taken", "ADA 2")
    await bo.play("take_over", seat=1, name="whatever")
    assert bo.me["name"] == "Bo"


async def test_a_reservation_may_change_seats(party: Party, bench: Bench) -> None:
    """One browser holds one; taking the same again alters nothing."""
    ada = await with_two_bots(party, bench)
    zoe = await party.watcher(ada.browser.code)
    first = await zoe.play("take_over", seat=1, name="Zoe")
    assert await zoe.play("take_over", seat=1, name="Zoe") == first
    await zoe.play("take_over", seat=2, name="Zoe")
    assert zoe.view["reserved"] == {"2": "Zoe"}


async def test_the_host_may_forbid_taking_over(party: Party, bench: Bench) -> None:
    ada = await with_two_bots(party, bench, rules={"late_take_over": False})
    zoe = await party.watcher(ada.browser.code)
    assert await zoe.refused("take_over", seat=1, name="Zoe") == "not_allowed"


@pytest.mark.parametrize("started", [False, True])
async def test_who_is_removed_stays_out(party: Party, bench: Bench, started: bool) -> None:
    """Every tab is told and closed for good; neither joining nor a new socket helps, nor a take-over."""
    tables = await party.lobby("Ada", "Bo", "Cy", seats=3)
    ada, bo, cy = tables
    if started:
        await ada.play("start")
        await together(*tables)
        await bench.lay(TURN, *tables)
    tab = await party.sit(bo.browser)
    await ada.play("remove", seat=1)
    for gone in (bo, tab):
        assert await gone.until_closed() == 4001
        assert gone.bye is not None and gone.bye["code"] == "removed"
    answer = await bo.browser.post("/join", {"name": "Bo"})
    assert (answer.status_code, answer.json()["error"]) == (403, "removed")
    answer = await bo.browser.post("/join", {})
    assert (answer.status_code, answer.json()["error"]) == (403, "removed")
    again = await party.open(bo.browser)
    assert await again.until_closed() == 4001
    assert again.bye is not None and again.bye["code"] == "removed"
    await together(ada, cy)
    assert ada.happened("left") == [{"type": "left", "seat": 1, "name": "Bo", "why": "removed"}]
    assert ada.view["seats"][1]["kind"] == ("bot" if started else "empty")
    assert [e["why"] for e in ada.happened("bot_took_over")] == (["removed"] if started else [])


async def test_only_the_host_removes_and_never_the_host(party: Party, bench: Bench) -> None:
    """A bot in the lobby too; an empty seat is nobody's, and a game keeps its bots."""
    ada, bo = await party.lobby("Ada", "Bo", seats=4)
    await ada.play("add_bot", seat=3)
    await together(ada, bo)
    assert await bo.refused("remove", seat=3) == "not_host"
    for seat in (0, 2, 4, -1):
        assert await ada.refused("remove", seat=seat) == "bad_seat"
    await ada.play("remove", seat=3)
    assert ada.view["seats"][3]["kind"] == "empty"
    assert ada.happened("left", seat=3)[0]["why"] == "removed"
    await ada.play("start")
    await together(ada, bo)
    await bench.lay("A* 5 | B 9 | C 7 | D 3", ada, bo)
    await ada.play("remove", seat=1)
    assert ada.view["seats"][1]["kind"] == "bot"


async def test_a_full_room_is_watched(party: Party) -> None:
    """The 409 brings the cookie that lets the browser take a seat over later."""
    (ada,) = await party.lobby("Ada", seats=3, bots=2)
    zoe = Browser(party.server, ada.browser.code)
    answer = await zoe.post("/join", {"name": "Zoe"})
    assert (answer.status_code, answer.json()["error"]) == (409, "room_full")
    cookie = zoe.cookie
    assert cookie is not None
    table = await party.sit(zoe)
    assert (table.seat, zoe.cookie) == (None, cookie)
