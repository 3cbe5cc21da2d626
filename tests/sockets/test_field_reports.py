"""What went wrong at other tables: faults their players reported, and traps their makers fell into."""

import asyncio
from collections.abc import Callable

import pytest

from tests.server import Server
from tests.sockets.bench import Bench
from tests.sockets.client import Party, Table, careful, play_on, together

PROMPTS = {
    "turn": "A* 5 | B 9 | C 7; draw 8 4 3 2 6",
    "freeze": "A* 5 | B 9 | C 7; agenda target A freeze",
    "flip three": "A* 5 | B 9 | C 7; agenda target A flip_three; draw 8 4 3 2 6",
    "second chance": "A* 5 second_chance | B 9 | C 7; agenda target A second_chance",
    "opening deal": "A 5 | B* | C 7; agenda deal B, target A freeze; draw 8 4 3",
}
SEEDED = "; seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f 1"
"""Shuffles from a seed, so that an empty draw pile can be rebuilt."""


@pytest.fixture(scope="module")
def server(serve: Callable[..., Server]) -> Server:
    """A server whose bots think for a moment."""
    return serve(bot_delay_ms=200)


async def three(party: Party, bench: Bench, cards: str, *, rest_discarded: bool = False) -> list[Table]:
    tables = await party.game("Ada", "Bo", "Cy", seats=3)
    await bench.lay(cards, *tables, rest_discarded=rest_discarded)
    return tables


@pytest.mark.parametrize("prompt", PROMPTS)
async def test_who_closes_the_tab_with_the_decision_open_stops_nobody(party: Party, bench: Bench, prompt: str) -> None:
    """Reported: the mover closes the tab and the game is stuck; worse while a target is asked.

    The decision is made once its deadline is over, and everybody is told.
    """
    ada, bo, cy = await three(party, bench, PROMPTS[prompt])
    await party.drop(ada)
    deadline = await bench.hurry(bo, cy)
    await bo.until_event("timed_out", seat=0)
    assert bo.changes[-1]["now"] >= deadline
    assert bo.changes[-1]["events"][0]["kind"] == ("turn" if prompt == "turn" else "target")
    await together(bo, cy)
    assert bo.view["decision"] is not None
    again = await party.sit(ada.browser)
    assert again.seat == 0 and again.view == bo.view


@pytest.mark.parametrize("prompt", PROMPTS)
async def test_who_leaves_with_the_decision_open_is_played_by_a_bot(party: Party, bench: Bench, prompt: str) -> None:
    """Reported: there is no way to leave, or leaving wedges the room. A bot goes on."""
    ada, bo, cy = await three(party, bench, PROMPTS[prompt])
    number = ada.decision["id"]
    await ada.play("leave")
    await together(ada, bo, cy)
    assert bo.decision["id"] == number and bo.decision["deadline"] is None
    assert bo.view["seats"][0]["kind"] == "bot"
    await bo.until(lambda: bo.decision["id"] > number)


async def test_after_coming_back_one_sees_what_everybody_sees(party: Party, bench: Bench) -> None:
    """Reported: who rejoins gets a part of the table. The whole view and the digest are the server's."""
    ada, bo, cy = await three(party, bench, PROMPTS["flip three"])
    await party.drop(bo)
    await ada.decide("target", target=1)
    await together(ada, cy)
    again = await party.sit(bo.browser, path=f"/ws/{bo.browser.code}?after={bo.seq}&digest={bo.digest}")
    shown = (await bo.browser.get(f"/api/rooms/{bo.browser.code}")).json()
    assert again.view == ada.view == {name: value for name, value in shown.items() if name not in ("seq", "now")}
    assert (again.seq, again.digest) == (ada.seq, ada.digest)
    assert again.welcomes[0]["missed"][0]["events"][0]["type"] == "flip_three"


async def test_a_flip_three_across_an_empty_draw_pile_is_three_cards(party: Party, bench: Bench) -> None:
    """Reported: drawing three does not always draw three. The pile is rebuilt in between, from the discards."""
    cards = "A* 0 | B 1 | C 12; agenda target A flip_three; draw 2" + SEEDED
    ada, bo, _ = await three(party, bench, cards, rest_discarded=True)
    discarded = sum(bo.view["discard"].values())
    await ada.decide("target", target=1)
    await bo.until_event("flip_three")
    events = bo.changes[-1]["events"]
    assert [event["type"] for event in events[:3]] == ["flip_three", "dealt", "reshuffled"]
    assert events[2]["count"] == discarded
    dealt = [event for event in events if event["type"] == "dealt" and event["cause"] == "flip_three"]
    assert [event["seat"] for event in dealt] == [1, 1, 1]
    assert dealt[0]["draw_count"] == 0 and dealt[2]["draw_count"] == discarded - 2


async def test_rows_are_empty_when_a_round_begins(party: Party) -> None:
    """Reported: stale rows score in the next round. Without an opening deal nothing lies there."""
    tables = await party.game("Ada", "Bo", "Cy", seats=3, rules={"preset": "no_opening_hand"})
    for number in range(1, 4):
        assert number == tables[0].view["round"]
        assert not any(seat["numbers"] or seat["modifiers"] or seat["played"] for seat in tables[0].view["seats"])
        assert [seat["round_score"] for seat in tables[0].view["seats"]] == [0, 0, 0]
        await asyncio.gather(*(play_on(table, careful, "round_over") for table in tables))
        await together(*tables)
        assert any(seat["numbers"] for seat in tables[0].view["seats"])
        for table in tables:
            await table.play("ready")
        await together(*tables)


async def test_a_freeze_in_the_opening_deal_goes_on_dealing(party: Party, bench: Bench) -> None:
    """A trap: the room hangs. Here the target is out before it gets a card, and the deal goes on with the next seat."""
    ada, bo, cy = await three(party, bench, "A 5 | B* | C; agenda deal C, deal B, target A freeze; draw 8")
    await ada.decide("target", target=1)
    await together(ada, bo, cy)
    assert [seat["numbers"] for seat in cy.view["seats"]] == [["5"], [], ["8"]]
    assert cy.view["seats"][1]["status"] == "frozen"
    assert cy.is_asked


async def test_seven_in_a_flip_three_end_the_round(party: Party, bench: Bench) -> None:
    """A trap: it is overlooked. The third card is not dealt, what was set aside is discarded, 15 points are added."""
    cards = "A* 5 | B 1 2 3 4 6 0 | C 7; agenda target A flip_three; draw freeze 8 9"
    ada, bo, _ = await three(party, bench, cards)
    await ada.decide("target", target=1)
    await bo.until_event("flip7", seat=1, score=1 + 2 + 3 + 4 + 6 + 0 + 8 + 15)
    assert bo.phase == "round_over"
    assert bo.happened("discarded") == [{"type": "discarded", "seat": 1, "cards": ["freeze"], "why": "round_end"}]
    assert len(bo.happened("dealt", cause="flip_three")) == 2


async def test_a_second_chance_works_in_a_flip_three(party: Party, bench: Bench) -> None:
    """A trap: it is overlooked, or the saved card does not count as one of the three."""
    cards = "A* 5 | B 9 second_chance | C 7; agenda target A flip_three; draw 9 4 3"
    ada, bo, _ = await three(party, bench, cards)
    await ada.decide("target", target=1)
    await bo.until_event("saved", seat=1, card="9")
    assert bo.view["seats"][1]["numbers"] == ["9", "4", "3"]
    assert bo.view["seats"][1]["status"] == "active" and bo.view["seats"][1]["second_chance"] is False
    assert bo.view["discard"] == {"9": 1, "second_chance": 1}


async def test_cards_on_the_table_are_never_shuffled(party: Party, bench: Bench) -> None:
    """A trap: a reshuffle takes played, pending or busted seats' cards along."""
    cards = "A* 5 (flip_three) | B busted 9 9 (freeze) | C frozen 7 (freeze)" + SEEDED
    ada, bo, _ = await three(party, bench, cards, rest_discarded=True)
    before = [{**seat} for seat in ada.view["seats"]]
    discarded = sum(ada.view["discard"].values())
    await ada.decide("hit")
    assert ada.happened("reshuffled") == [{"type": "reshuffled", "count": discarded}]
    assert ada.view["seats"][1:] == before[1:]
    assert ada.me["played"] == ["flip_three"]
    assert bo.seat == 1


async def test_the_card_that_busts_is_shown(party: Party, bench: Bench) -> None:
    """A trap: nobody sees what it was. The duplicate lies last in the row."""
    ada, bo, _ = await three(party, bench, "A* 5 8 | B 9 | C 7; draw 5")
    await ada.decide("hit")
    await bo.until_event("busted", seat=0, card="5", score=0)
    assert bo.view["seats"][0]["numbers"] == ["5", "8", "5"]
    assert bo.view["seats"][0]["status"] == "busted"


async def test_a_tie_at_the_top_is_played_on(party: Party, bench: Bench) -> None:
    """A trap: the lowest seat wins."""
    ada, bo, cy = await three(party, bench, "A* 5 =200 | B stayed 9 =196 | C stayed 7 =3")
    await ada.decide("stay")
    assert [seat["total"] for seat in ada.view["seats"]] == [205, 205, 10]
    assert ada.phase == "round_over" and ada.view["winner"] is None
    await together(ada, bo, cy)
    for table in (ada, bo, cy):
        await table.play("ready")
    await together(ada, bo, cy)
    assert ada.view["round"] == 2
