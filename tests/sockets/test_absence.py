"""Absences of all kinds and what they lead to; they count from the close of a seat's last socket."""

import pytest

from tests.sockets.bench import Bench
from tests.sockets.client import Browser, Party, together

TURN = "A* 5 | B 9 | C 7; draw 8 4 3 2 6"
ROUND_OVER = "A stayed 5 =5 | B stayed 9 =9 | C stayed 7 =7; scores 5 9 7"


async def test_a_seat_in_the_lobby_is_freed_after_two_minutes(party: Party, bench: Bench) -> None:
    """Not before; the seat can be taken again. Reported elsewhere: seats of people long gone block the lobby."""
    ada, bo, cy = await party.lobby("Ada", "Bo", "Cy", seats=3)
    await bench.gone_for(bo, 110_000)
    await ada.until_event("away", seat=1)
    assert ada.view["seats"][1]["kind"] == "human"
    await bench.gone_for(bo, 120_000)
    assert await ada.until_event("left") == {"type": "left", "seat": 1, "name": "Bo", "why": "gone"}
    assert ada.view["seats"][1]["kind"] == "empty"
    assert await Browser(party.server, ada.browser.code).join("Bo") == 1
    again = await party.sit(bo.browser)
    assert again.seat is None
    await together(ada, cy)


async def test_the_last_human_keeps_the_seat_in_the_lobby(party: Party, bench: Bench) -> None:
    """However long; and the browser has its seat when it comes back."""
    ada, bo = await party.lobby("Ada", "Bo", seats=3)
    watcher = await party.watcher(ada.browser.code)
    await bench.gone_for(ada, 500_000)
    await watcher.until_event("left", seat=0, why="gone")
    await bench.gone_for(bo, 500_000)
    await watcher.until_event("away", seat=1)
    await bench.look(ada.browser.code)
    again = await party.sit(bo.browser)
    await watcher.until_event("back", seat=1)
    assert again.seat == 1
    assert again.me["name"] == "Bo"


async def test_a_host_who_drops_is_followed_within_a_minute(party: Party, bench: Bench) -> None:
    """By the next human by seat; coming back does not make one host again.

    Reported elsewhere: the host is gone and nobody can start.
    """
    ada, bo, cy = await party.lobby("Ada", "Bo", "Cy", seats=4)
    await bench.gone_for(ada, 50_000)
    await cy.until_event("away", seat=0)
    assert cy.view["host"] == 0
    await together(cy, bo)
    assert await bo.refused("start") == "not_host"
    await bench.gone_for(ada, 60_000)
    assert await cy.until_event("host") == {"type": "host", "seat": 1, "why": "gone"}
    await bo.play("start")
    again = await party.sit(ada.browser)
    assert again.view["host"] == 1
    assert again.seat == 0


async def test_without_anybody_else_the_host_stays_host(party: Party, bench: Bench) -> None:
    """Until somebody comes, who is then host at once."""
    (ada,) = await party.lobby("Ada", seats=3)
    watcher = await party.watcher(ada.browser.code)
    await bench.gone_for(ada, 70_000)
    await watcher.until_event("away", seat=0)
    assert watcher.view["host"] == 0
    bo = Browser(party.server, ada.browser.code)
    await bo.join("Bo")
    await watcher.until_event("host", seat=1, why="gone")
    assert (await party.sit(bo)).view["host"] == 1


async def test_an_untimed_turn_is_played_after_a_minute(party: Party, bench: Bench) -> None:
    """With `turn_seconds` 0 a bot plays for who is gone while the table waits for them, and not for others."""
    ada, bo, cy = await party.game("Ada", "Bo", "Cy", seats=3, rules={"turn_seconds": 0})
    await bench.lay("A* 5 | B 9 | C 7; draw 8 4 3 2 6", ada, bo, cy, turn_ms=None)
    await bench.gone_for(bo, 70_000)
    await ada.until_event("away", seat=1)
    assert ada.view["seats"][1]["kind"] == "human"
    await ada.decide("hit")
    assert await cy.until_event("bot_took_over") == {
        "type": "bot_took_over", "seat": 1, "name": "Bo", "why": "offline"
    }  # fmt: skip
    assert cy.view["seats"][1]["away"] is True
    await cy.until(lambda: cy.is_asked)
    await bench.gone_for(cy, 50_000)
    await ada.until_event("away", seat=2)
    assert ada.view["seats"][2]["kind"] == "human"
    await bench.gone_for(cy, 60_000)
    await ada.until_event("bot_took_over", seat=2, why="offline")


async def test_an_untimed_turn_of_one_human_waits_for_ever(party: Party, bench: Bench) -> None:
    (ada,) = await party.game("Ada", seats=3, rules={"turn_seconds": 0})
    await bench.lay(TURN, ada, turn_ms=None)
    watcher = await party.watcher(ada.browser.code)
    await bench.gone_for(ada, 200_000)
    await watcher.until_event("away", seat=0)
    again = await party.sit(ada.browser)
    assert again.is_asked and again.me["kind"] == "human"


async def test_a_reservation_lapses_a_minute_after_its_browser_is_gone(party: Party, bench: Bench) -> None:
    """Not before; its name is free again then, and no event tells of it."""
    (ada,) = await party.game("Ada", seats=3)
    await bench.lay(TURN, ada, turn_ms=None)
    zoe = await party.watcher(ada.browser.code)
    await zoe.play("take_over", seat=1, name="Zoe")
    assert zoe.view["reserved"] == {"1": "Zoe"}
    await together(ada, zoe)
    assert await ada.refused("rename", name="zoe") == "name_taken"
    await bench.gone_for(zoe, 50_000)
    await bench.gone_for(zoe, 60_000)
    await ada.until(lambda: ada.view["reserved"] == {})
    assert ada.changes[-1]["events"] == []
    await ada.play("rename", name="Zoe")


async def test_a_rematch_has_bots_for_who_is_not_there(party: Party, bench: Bench) -> None:
    """Until they take their seats back; everybody else plays on the same seat."""
    ada, bo, cy = await party.game("Ada", "Bo", "Cy", seats=3)
    await bench.lay("A* 5 =190 | B stayed 9 =198 | C stayed 7 =3", ada, bo, cy)
    await ada.decide("stay")
    await together(ada, bo, cy)
    assert ada.phase == "game_over" and ada.view["winner"] == 1
    last = await bench.room(ada.browser.code)
    await bench.gone_for(bo, 6000)
    await ada.until_event("away", seat=1)
    await ada.play("rematch")
    change = ada.changes[-1]
    assert [event["type"] for event in change["events"][:3]] == ["bot_took_over", "started", "round_started"]
    assert change["events"][0] == {"type": "bot_took_over", "seat": 1, "name": "Bo", "why": "offline"}
    assert change["events"][1]["game"] == 2
    assert [seat["total"] for seat in ada.view["seats"]] == [0, 0, 0]
    assert ada.view["rounds"] == []
    assert ada.view["decision"]["id"] == last.decisions + 1
    again = await party.sit(bo.browser)
    assert again.seat == 1 and again.me["kind"] == "bot" and again.me["away"] is True
    await again.play("take_over", seat=1)
    assert again.me["kind"] == "human"


@pytest.mark.parametrize("cards", [TURN, ROUND_OVER])
async def test_a_seat_that_is_given_up_is_a_bots(party: Party, bench: Bench, cards: str) -> None:
    """A bot with a name of its own plays on without owner; who left watches, and may take a free seat like anybody."""
    ada, bo, cy = await party.game("Ada", "Bo", "Cy", seats=3)
    await bench.lay(cards, ada, bo, cy)
    await ada.play("leave")
    await ada.until(lambda: ada.seat is None)
    await together(ada, bo, cy)
    left = bo.view["seats"][0]
    assert (left["kind"], left["away"], left["connected"], left["level"]) == ("bot", False, True, "normal")
    assert left["name"] not in ("Ada", "Bo", "Cy")
    told = [event for event in bo.events if event["type"] in ("left", "bot_took_over", "host")]
    assert told == [
        {"type": "left", "seat": 0, "name": "Ada", "why": "left"},
        {"type": "bot_took_over", "seat": 0, "name": left["name"], "why": "left"},
        {"type": "host", "seat": 1, "why": "left"},
    ]
    assert await ada.refused("hit", decision=1) == "not_seated"
