"""Whole games over real sockets: after every frame all cards are accounted for from the view alone."""

import asyncio

import pytest

from tests.sockets.bench import Bench
from tests.sockets.client import Party, Table, careful, play_on, together


async def play_whole_game(tables: list[Table]) -> None:
    await asyncio.gather(*(play_on(table, careful, "game_over") for table in tables))
    await together(*tables)


@pytest.mark.parametrize(
    ("people", "seats", "rules"),
    [
        (1, 2, {"points": 100}),
        (1, 3, {}),
        (2, 3, {"preset": "tracker", "points": 100}),
        (3, 4, {"preset": "no_opening_hand", "points": 100}),
        (4, 5, {"preset": "hit_or_stick", "flip_three_bust": "finish", "points": 100}),
        (6, 6, {"preset": "five_rounds"}),
        (6, 19, {"preset": "five_rounds", "rounds": 1}),
    ],
)
async def test_a_whole_game(party: Party, people: int, seats: int, rules: dict[str, object]) -> None:
    """Everybody sees the same bytes, the events tell every card, and the highest total wins."""
    names = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"][:people]
    tables = await party.game(*names, seats=seats, rules=rules)
    await play_whole_game(tables)
    for table in tables:
        totals = [seat["total"] for seat in table.view["seats"]]
        assert table.view["winner"] == totals.index(max(totals))
        assert [sum(scores) for scores in zip(*table.view["rounds"], strict=True)] == totals
        assert table.view["decision"] is None
        assert table.happened("game_won") == [{"type": "game_won", "seat": table.view["winner"], "totals": totals}]


async def test_another_game_in_the_same_room(party: Party) -> None:
    """With a fresh deck, new totals and a random dealer; decisions are numbered on, and the table may have changed."""
    tables = ada, bo = await party.game("Ada", "Bo", seats=3, rules={"points": 50})
    await play_whole_game(tables)
    last = max(change["view"]["decision"]["id"] for change in ada.changes if change["view"].get("decision"))
    await ada.play("rules", rules={"points": 50, "opening_deal": False}, seats=6)
    await ada.play("add_bot", seat=4, level="easy")
    await together(*tables)
    assert await bo.refused("rematch") == "not_host"
    await ada.play("rematch")
    await together(*tables)
    assert ada.view["decision"]["id"] == last + 1
    assert ada.happened("started")[-1]["game"] == 2
    assert [seat["kind"] for seat in ada.view["seats"]] == ["human", "human", "bot", "bot", "bot", "bot"]
    await play_whole_game(tables)
    await ada.play("rules", seats=3)
    await together(*tables)
    await ada.play("rematch")
    await together(*tables)
    await play_whole_game(tables)
    assert len(ada.view["seats"]) == 3


async def test_the_winners_chair_may_be_taken_away(party: Party, bench: Bench) -> None:
    """After the game the host chooses fewer seats; the cards of those that go are accounted for, and nobody has won."""
    ada, bo = await party.game("Ada", "Bo", seats=4)
    await bench.lay("A* 5 | B stayed 9 | C stayed 7 x2 (freeze) | D stayed 12 second_chance =198", ada, bo)
    await ada.decide("stay")
    assert ada.view["winner"] == 3
    await ada.play("rules", seats=3)
    assert ada.view["winner"] is None
    assert ada.view["discard"] == {"12": 1, "second_chance": 1}
    await ada.play("rematch")
    assert ada.view["round"] == 1
