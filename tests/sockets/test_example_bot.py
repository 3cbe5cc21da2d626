"""The example of a bot of one's own plays a whole game against the real server."""

import asyncio
from pathlib import Path
from typing import Any

from examples.bot import chance_to_bust, play
from tests.sockets.client import Party, careful, new_room, play_on


async def test_it_joins_by_the_link_and_plays_a_game_to_its_end(party: Party) -> None:
    ada = await party.sit(await new_room(party.server, seats=3, rules={"points": 50}))
    game = asyncio.create_task(play(f"{party.server.url}/r/{ada.browser.code}", "Robin"))
    await ada.until(lambda: ada.view["seats"][1]["connected"])
    await ada.play("add_bot", bot="shark")
    await ada.play("start")
    await play_on(ada, careful, "game_over")
    async with asyncio.timeout(20):
        over = await game
    assert (over["seats"][1]["name"], over["seats"][1]["kind"]) == ("Robin", "human")
    assert over["winner"] == ada.view["winner"] is not None
    assert not ada.happened("timed_out")


def test_it_counts_what_nobody_has_seen() -> None:
    mine = {"numbers": ["12", "5"], "second_chance": False}
    view = {"seats": [mine, {"numbers": ["5", "7"]}], "draw_count": 40, "discard": {"12": 3, "9": 1}}
    assert chance_to_bust(view, 0) == (12 - 1 - 3 + 5 - 2) / 40
    assert chance_to_bust({**view, "seats": [{**mine, "second_chance": True}]}, 0) == 0


def test_it_counts_two_decks_from_nineteen_seats_on() -> None:
    def view(seats: int) -> dict[str, Any]:
        others = [{"numbers": ["3"]}] + [{"numbers": []}] * (seats - 2)
        return {"seats": [{"numbers": ["0", "3"], "second_chance": False}, *others], "draw_count": 50, "discard": {}}

    assert chance_to_bust(view(18), 0) == (1 - 1 + 3 - 2) / 50
    assert chance_to_bust(view(19), 0) == (2 - 1 + 6 - 2) / 50


def test_where_the_pile_is_empty_the_discards_are_what_comes() -> None:
    mine = {"numbers": ["12", "5"], "second_chance": False}
    view = {"seats": [mine], "draw_count": 0, "discard": {"12": 3, "9": 1, "freeze": 2}}
    assert chance_to_bust(view, 0) == 3 / 6
    assert chance_to_bust({**view, "discard": {}}, 0) == 0


def test_it_is_short() -> None:
    text = (Path(__file__).parent.parent.parent / "examples" / "bot.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 80
