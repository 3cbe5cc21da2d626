"""Whole games over real sockets: after every frame all 94 cards are accounted for from the view alone."""

import asyncio

import pytest

from tests.sockets.client import Party, Table, careful, play_on, together


async def play_whole_game(tables: list[Table]) -> None:
    await asyncio.gather(*(play_on(table, careful, "game_over") for table in tables))
    await together(*tables)


@pytest.mark.parametrize(
    ("people", "seats", "rules"),
    [
        (1, 3, {}),
        (2, 3, {"preset": "tracker", "points": 100}),
        (3, 4, {"preset": "no_opening_hand", "points": 100}),
        (4, 5, {"preset": "hit_or_stick", "flip_three_bust": "finish", "points": 100}),
        (6, 6, {"preset": "five_rounds"}),
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
