"""Double clicks, late moves and repeated messages: a decision is decided once, an accepted id is applied once."""

import asyncio
import json

import pytest

from tests.sockets.bench import Bench
from tests.sockets.client import Browser, Party, Table, together

TURN = "A* 5 | B 9 | C 7; draw 8 4 3 2 6"


async def three(party: Party, bench: Bench, text: str = TURN) -> list[Table]:
    """Three people at a table with these cards."""
    tables = await party.game("Ada", "Bo", "Cy", seats=3)
    await bench.lay(text, *tables)
    return tables


def deadline_of(table: Table) -> tuple[int, int]:
    return table.decision["id"], table.decision["deadline"]


async def test_twenty_hits_at_once_are_one_hit(party: Party, bench: Bench) -> None:
    """Whatever the tab: one is accepted, the others are stale. Reported elsewhere: rapid clicks draw three cards."""
    ada, bo, cy = await three(party, bench)
    tab = await party.sit(ada.browser)
    decision = ada.decision["id"]
    sent = [(table, await table.send("hit", decision=decision)) for _ in range(10) for table in (ada, tab)]
    answers = [await table.answer(command_id) for table, command_id in sent]
    codes = sorted(answer.get("code", "ack") for answer in answers)
    assert codes == ["ack"] + ["stale_decision"] * 19
    await together(ada, tab, bo, cy)
    assert ada.me["numbers"] == ["5", "8"]
    assert len(bo.happened("dealt", cause="hit")) == 1
    assert bo.is_asked


async def test_two_hits_in_one_packet(party: Party, bench: Bench) -> None:
    """Reported elsewhere: a fast double click draws two cards. The second has the same id or its own: one card."""
    for second in ("one", "two"):
        ada, bo, cy = await three(party, bench)
        hits = [json.dumps({"id": name, "do": "hit", "decision": ada.decision["id"]}) for name in ("one", second)]
        await asyncio.gather(*(ada.socket.send(hit) for hit in hits))
        accepted = await ada.answer("one")
        answer = await ada.answer(second)
        await ada.reach(accepted["seq"])
        assert answer["type"] == ("ack" if second == "one" else "error")
        await together(ada, bo, cy)
        assert ada.me["numbers"] == ["5", "8"]


async def test_a_decision_that_is_not_open_is_stale_for_everybody(party: Party, bench: Bench) -> None:
    """Before it is judged whose turn it is, between rounds and after the game too."""
    ada, bo, cy = await three(party, bench)
    open_now = ada.decision["id"]
    for table in (ada, bo):
        for number in (open_now - 1, open_now + 1, 0, -5):
            for do, more in (("hit", {}), ("stay", {}), ("target", {"target": 0}), ("more_time", {})):
                assert await table.refused(do, decision=number, **more) == "stale_decision"
    assert await bo.refused("hit", decision=open_now) == "not_your_turn"
    await bench.lay("A stayed 5 | B stayed 9 | C stayed 7; scores 5 9 7", ada, bo, cy)
    assert await ada.refused("hit", decision=open_now) == "stale_decision"
    assert await ada.refused("hit", decision=ada.decision["id"]) == "wrong_phase"


async def test_the_same_id_is_answered_the_same(party: Party, bench: Bench) -> None:
    """From the same socket, another tab, a new connection; a refusal is judged afresh."""
    ada, bo, cy = await three(party, bench)
    tab = await party.sit(ada.browser)
    decision = ada.decision["id"]
    first = await ada.do("hit", id="same", decision=decision)
    assert first["type"] == "ack"
    again = [await ada.do("hit", id="same", decision=decision), await tab.do("hit", id="same", decision=decision)]
    await party.drop(ada)
    back = await party.sit(ada.browser)
    again.append(await back.do("hit", id="same", decision=decision))
    assert again == [first] * 3
    await together(tab, back, bo, cy)
    assert back.me["numbers"] == ["5", "8"]
    assert await bo.refused("hit", id="judged afresh", decision=decision) == "stale_decision"
    await bo.play("hit", id="judged afresh", decision=bo.decision["id"])


async def test_ids_belong_to_a_seat(party: Party, bench: Bench) -> None:
    """Two people may use the same id."""
    ada, bo, cy = await three(party, bench)
    await ada.play("hit", id="x", decision=ada.decision["id"])
    await together(ada, bo, cy)
    await bo.play("hit", id="x", decision=bo.decision["id"])
    assert bo.me["numbers"] == ["9", "4"]


async def test_the_last_thirty_two_accepted_ids_are_remembered(party: Party) -> None:
    """Refused ones take no place among them."""
    (ada,) = await party.lobby("Ada")
    first = await ada.play("rename", id="0", name="Ada 0")
    second = await ada.play("rename", id="1", name="Ada 1")
    for number in range(2, 33):
        await ada.play("rename", id=str(number), name=f"Ada {number}")
        assert await ada.refused("hit", id=f"no {number}", decision=1) == "wrong_phase"
    assert await ada.play("rename", id="1", name="Ada 1") == second
    assert await ada.play("rename", id="0", name="Ada 0") > first
    assert ada.me["name"] == "Ada 0"


async def test_leaving_twice_is_leaving_once(party: Party) -> None:
    """The id is remembered although the browser has no seat any more."""
    ada, bo = await party.lobby("Ada", "Bo", seats=3)
    seq = await bo.play("leave", id="bye")
    assert await bo.play("leave", id="bye") == seq
    assert await bo.refused("leave") == "not_seated"
    await together(ada, bo)
    assert len(ada.happened("left")) == 1


async def test_a_take_over_is_remembered_by_the_browser(party: Party, bench: Bench) -> None:
    (ada,) = await party.game("Ada", seats=3)
    await bench.lay(TURN, ada)
    zoe = await party.watcher(ada.browser.code)
    seq = await zoe.play("take_over", id="mine", seat=1, name="Zoe")
    assert await zoe.play("take_over", id="mine", seat=1, name="Zoe") == seq
    other = await party.sit(Browser(party.server, ada.browser.code))
    assert await other.refused("take_over", id="mine", seat=1, name="Yan") == "bad_seat"


async def test_nothing_but_a_move_moves_the_deadline(party: Party, bench: Bench) -> None:
    """Refused, repeated and senseless messages, no-ops, reactions, names, watchers, tabs and absences do not."""
    ada, bo, cy = await three(party, bench)
    before = deadline_of(ada)
    watcher = await party.watcher(ada.browser.code)
    tab = await party.sit(ada.browser)
    decision = ada.decision["id"]
    assert await ada.refused("target", decision=decision, target=1) == "wrong_phase"
    assert await ada.refused("hit", decision=decision - 1) == "stale_decision"
    assert await bo.refused("stay", decision=decision) == "not_your_turn"
    assert await bo.refused("more_time", decision=decision) == "not_your_turn"
    assert await cy.refused("ready") == "wrong_phase"
    assert await watcher.refused("hit", decision=decision) == "not_seated"
    assert await ada.refused("start") == "not_in_lobby"
    await ada.socket.send("{}")
    assert (await ada.answer(None))["code"] == "bad_message"
    seq = ada.seq
    await ada.play("rename", name="Ada")
    assert ada.seq == seq
    await bo.play("react", reaction="thinking")
    await cy.play("rename", name="Cyd")
    await bench.gone_for(cy, 6000)
    await ada.until_event("away", seat=2)
    cy = await party.sit(cy.browser)
    await together(ada, bo, cy, watcher, tab)
    assert {deadline_of(table) for table in (ada, bo, cy, watcher, tab)} == {before}
    stored = (await bench.room(ada.browser.code)).decision
    assert stored is not None and stored.due == before[1]


async def test_being_ready_twice_makes_no_change(party: Party, bench: Bench) -> None:
    ada, bo, cy = await three(party, bench, "A stayed 5 | B stayed 9 | C stayed 7; scores 5 9 7")
    before = deadline_of(ada)
    first = await ada.play("ready")
    assert await ada.play("ready") == first
    await together(ada, bo, cy)
    assert bo.changes[-1]["events"] == []
    assert [seat["ready"] for seat in bo.view["seats"]] == [True, False, False]
    assert deadline_of(bo) == before
    await bo.play("ready")
    await cy.play("ready")
    await ada.until_event("round_started", round=2)
    assert not any(seat["ready"] for seat in ada.view["seats"])


async def test_more_time_is_a_minute_to_the_millisecond(party: Party, bench: Bench) -> None:
    """Ten times a game, for the same decision; never without a deadline or where the host forbids it."""
    ada, bo, cy = await three(party, bench)
    number, deadline = deadline_of(ada)
    for time in range(1, 11):
        await ada.play("more_time", decision=number)
        assert deadline_of(ada) == (number, deadline + 60_000 * time)
        assert ada.view["more_time_used"] == {"0": time}
        assert ada.happened("more_time")[-1] == {"type": "more_time", "seat": 0, "left": 10 - time}
    assert await ada.refused("more_time", decision=number) == "not_allowed"
    await bench.lay("A 5 | B* 9 | C 7", ada, bo, cy, turn_ms=None)
    assert await bo.refused("more_time", decision=bo.decision["id"]) == "not_allowed"
    await bench.lay("A stayed 5 | B stayed 9 | C stayed 7; scores 5 9 7", ada, bo, cy)
    assert await bo.refused("more_time", decision=bo.decision["id"]) == "wrong_phase"


@pytest.mark.parametrize("rules", [{"more_time": False}, {"turn_seconds": 0}])
async def test_more_time_is_not_for_every_table(party: Party, rules: dict[str, object]) -> None:
    ada, bo, cy = await party.game("Ada", "Bo", "Cy", seats=3, rules=rules)
    asked = next(table for table in (ada, bo, cy) if table.is_asked)
    assert await asked.refused("more_time", decision=asked.decision["id"]) == "not_allowed"
