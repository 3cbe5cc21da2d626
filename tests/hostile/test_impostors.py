"""Nobody acts for another seat: every command, in every phase, from everybody, at every seat but one's own."""

from collections.abc import Iterator
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from tests.hostile.frames import COMMANDS
from tests.server import Server
from tests.sockets.bench import Bench
from tests.sockets.client import Browser, Party, Table, new_room, together

PHASES = {
    "lobby": "",
    "turn": "A* 5 | B 9 | C 7 | D 3; draw 8 4 3 2 6",
    "target": "A* 5 | B 9 | C 7 | D 3; agenda target A freeze",
    "round_over": "A stayed 5 =5 | B stayed 9 =9 | C stayed 7 =7 | D stayed 3 =3; scores 5 9 7 3",
    "game_over": "A stayed 5 =5 | B stayed 9 =209 | C stayed 7 =7 | D stayed 3 =3; scores 5 9 7 3",
}
SEATS = range(4)
FOR_ONESELF = {"rename", "react", "leave", "ready", "ping"}
"""What acts for the seat of whoever sends it, whatever else is said."""


@pytest.fixture
def server(unlimited: Server) -> Server:
    """A server without rates."""
    return unlimited


def attempts(victim: int, decision: int) -> Iterator[tuple[str, dict[str, object]]]:
    """Every command as if the victim had sent it; what the server never asks for is there too."""
    claims = {"as": victim, "you": {"seat": victim}, "owner": victim, "host": True}
    for do, fields in sorted(COMMANDS.items(), key=lambda command: command[0] == "leave"):
        told = {**fields, **({"decision": decision} if "decision" in fields else {})}
        yield do, {**claims, **told, "seat": victim}


async def seated(party: Party, bench: Bench, phase: str) -> dict[str, Table]:
    """Ada, the host, who has to decide; Bo; Cy, for whom a bot plays; Dan, removed; a watcher and two strangers."""
    ada, bo, cy, dan = await party.lobby("Ada", "Bo", "Cy", "Dan", seats=4)
    code = ada.browser.code
    if phase != "lobby":
        await ada.play("start")
        await together(ada, bo, cy, dan)
        await bench.lay(PHASES[phase], ada, bo, cy, dan, absent=(2,), bot_ms=3_600_000)
    await ada.play("remove", seat=3)
    watcher = await party.watcher(code)
    foreign = await party.sit(Browser(party.server, code, (await new_room(party.server)).cookie))
    forger = await party.sit(Browser(party.server, code, ada.browser.id))
    await together(ada, bo, cy, watcher, foreign, forger)
    return {"ada": ada, "bo": bo, "cy": cy, "dan": dan, "watcher": watcher, "foreign": foreign, "forger": forger}


@pytest.mark.parametrize("phase", PHASES)
async def test_nobody_acts_for_another_seat(party: Party, bench: Bench, phase: str) -> None:
    """What others have, their cards, the open decision, the host and the rules stay as they are."""
    people = await seated(party, bench, phase)
    code = people["ada"].browser.code
    decision = people["ada"].view["decision"]
    tried = 0
    for name in ("watcher", "foreign", "forger", "cy", "bo"):
        actor = people[name]
        own = actor.seat
        assert own == {"bo": 1, "cy": 2}.get(name)
        for victim in SEATS:
            if victim == own or (victim == 3 and own is None):
                continue  # an empty seat, or a bot's that nobody owns, is there for watchers to take
            for do, fields in attempts(victim, decision["id"] if decision else 1):
                if do == "leave" and victim != max(seat for seat in SEATS if seat != own):
                    continue  # whoever has left is a watcher, and those have had their turn
                before = await bench.room(code)
                answer = await actor.do(do, **fields)
                after = await bench.room(code)
                told = f"{name} sent {do} for seat {victim} and was told {answer}"
                assert answer["type"] == "error" or do in FOR_ONESELF, told
                for seat in SEATS:
                    assert seat == own or after.seats[seat] == before.seats[seat], told
                assert after.game == before.game, told
                assert (after.host, after.rules, after.reserved) == (before.host, before.rules, before.reserved), told
                assert (after.decision and after.decision.id) == (before.decision and before.decision.id), told
                tried += 1
    assert tried > 150


async def test_an_owner_does_not_move_for_the_bot_that_plays_on(party: Party, bench: Bench) -> None:
    """Nor does anybody else; taking the seat back comes first."""
    people = await seated(party, bench, "turn")
    ada, *others = actors = [people[name] for name in ("ada", "bo", "cy", "watcher")]
    cy = people["cy"]
    for position in ("A 5 | B 9 | C* 7 | D 3; draw 8", "A 5 | B 9 | C 7 | D 3; agenda target C freeze"):
        await bench.lay(position, ada, *others, absent=(2,), bot_ms=3_600_000)
        before = await bench.room(ada.browser.code)
        for actor in actors:
            for do, fields in attempts(2, ada.decision["id"]):
                if "decision" in fields:
                    assert await actor.refused(do, **fields) in ("not_your_turn", "not_seated", "wrong_phase")
        assert await bench.room(ada.browser.code) == before
    await cy.play("take_over", seat=2)
    assert cy.is_asked


@pytest.mark.parametrize("phase", PHASES)
async def test_the_removed_are_out(party: Party, bench: Bench, phase: str) -> None:
    """Their socket ends, whatever is on its way; they get no other, nor a seat, nor their old one."""
    people = await seated(party, bench, phase)
    ada, dan = people["ada"], people["dan"]
    before = await bench.room(ada.browser.code)
    with suppress(ConnectionClosed):
        for do, fields in attempts(3, 1):
            await dan.send(do, **fields)
    assert await dan.until_closed() == 4001
    again = await party.open(dan.browser)
    assert await again.until_closed() == 4001
    answer = await dan.browser.post("/join", {"name": "Dan"})
    assert (answer.status_code, answer.json()["error"]) == (403, "removed")
    assert await bench.room(ada.browser.code) == before


async def test_what_somebody_else_has_sent_is_no_ticket(party: Party, bench: Bench) -> None:
    """The same frame with the same id from another seat is judged as that seat's own."""
    people = await seated(party, bench, "turn")
    ada, bo, watcher = people["ada"], people["bo"], people["watcher"]
    decision = ada.decision["id"]
    await ada.play("rename", id="mine", name="Ada L.")
    assert await watcher.refused("rename", id="mine", name="Ada L.") == "not_seated"
    assert await bo.refused("rename", id="mine", name="Ada L.") == "name_taken"
    seq = await ada.play("hit", id="move", decision=decision)
    assert await bo.refused("hit", id="move", decision=decision) == "stale_decision"
    assert await watcher.refused("hit", id="move", decision=decision) == "not_seated"
    assert await ada.play("hit", id="move", decision=decision) == seq
    assert (await bench.room(ada.browser.code)).seats[0].name == "Ada L."


@pytest.mark.parametrize("phase", PHASES)
async def test_no_number_makes_somebody_of_another_browser(party: Party, bench: Bench, phase: str) -> None:
    """Who else plays at a browser is found by its cookie: from elsewhere every number is somebody without a seat."""
    people = await seated(party, bench, phase)
    ada = people["ada"]
    before = await bench.room(ada.browser.code)
    for name in ("bo", "cy", "watcher", "foreign", "forger"):
        actor = people[name]
        for local in (1, 2, 17):
            for victim in SEATS:
                for do, fields in attempts(victim, ada.view["decision"]["id"] if ada.view["decision"] else 1):
                    if do == "take_over" and victim == 3:
                        continue  # a bot's seat that nobody owns
                    answer = await actor.do(do, **{**fields, "local": local})
                    told = f"{name} sent {do} as number {local} for seat {victim} and was told {answer}"
                    assert answer["type"] == "error" or do == "ping", told
    after = await bench.room(ada.browser.code)
    assert (after.seats, after.game, after.decision, after.host) == (
        before.seats,
        before.game,
        before.decision,
        before.host,
    )
