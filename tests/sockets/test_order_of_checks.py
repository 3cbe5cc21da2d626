"""Every command in every phase from everybody, judged in the protocol's order of checks."""

import pytest

from tests.sockets.bench import Bench
from tests.sockets.client import Party, Table, together

PHASES = ("lobby", "turn", "target", "round_over", "game_over")
CARDS = {
    "turn": "A* 5 | B 9 | C 7 | D 3; draw 8 4 3 2 6",
    "target": "A* 5 | B 9 | C 7 | D 3; agenda target A freeze",
    "round_over": "A stayed 5 =5 | B stayed 9 =9 | C stayed 7 =7 | D stayed 3 =3; scores 5 9 7 3",
    "game_over": "A stayed 5 =5 | B stayed 9 =209 | C stayed 7 =7 | D stayed 3 =3; scores 5 9 7 3",
}


async def in_phase(party: Party, bench: Bench, phase: str) -> dict[str, Table]:
    """A table in a phase: the host Ada who has to decide, the guest Bo, the absent owner Cy, a bot, a watcher."""
    ada, bo, cy = await party.lobby("Ada", "Bo", "Cy", seats=4)
    watcher = await party.watcher(ada.browser.code)
    everybody = {"host": ada, "guest": bo, "absent": cy, "watcher": watcher}
    if phase == "lobby":
        await ada.play("add_bot")
    else:
        await ada.play("start")
        await together(*everybody.values())
        await bench.lay(CARDS[phase], *everybody.values(), absent=(2,))
    await together(*everybody.values())
    return everybody


def judged(phase: str, *verdicts: str) -> str:
    """The verdict for a phase; there is one for each, in the order of PHASES."""
    return dict(zip(PHASES, verdicts, strict=True))[phase]


@pytest.mark.parametrize("phase", PHASES)
async def test_commands_that_name_a_decision(party: Party, bench: Bench, phase: str) -> None:
    """Watcher, lobby, stale, whose turn, then the rules' own errors; and none of it leaves a trace in the room."""
    host, guest, absent, watcher = (await in_phase(party, bench, phase)).values()
    before = await bench.room(host.browser.code)
    decision = host.view["decision"]
    open_now = decision["id"] if decision else 1
    stale = judged(phase, "wrong_phase", *["stale_decision"] * 4)
    moves: dict[str, dict[str, int]] = {"hit": {}, "stay": {}, "target": {"target": 1}, "more_time": {}}
    for do, more in moves.items():
        assert await watcher.refused(do, decision=open_now, **more) == "not_seated"
        for table in (host, guest, absent):
            assert await table.refused(do, decision=open_now + 7, **more) == stale
        if phase in ("lobby", "game_over"):
            assert await guest.refused(do, decision=open_now, **more) == stale
            continue
        assert await absent.refused(do, decision=open_now, **more) == "not_your_turn"
        in_round = "not_your_turn" if phase != "round_over" else "wrong_phase"
        assert await guest.refused(do, decision=open_now, **more) == in_round
    if phase == "turn":
        assert await host.refused("target", decision=open_now, target=1) == "wrong_phase"
    elif phase == "target":
        for do in ("hit", "stay"):
            assert await host.refused(do, decision=open_now) == "wrong_phase"
        for target in (-1, 4, 2**60):
            assert await host.refused("target", decision=open_now, target=target) == "illegal_target"
    elif phase == "round_over":
        assert await host.refused("hit", decision=open_now) == "wrong_phase"
    assert await bench.room(host.browser.code) == before


@pytest.mark.parametrize("phase", PHASES)
async def test_commands_of_the_host(party: Party, bench: Bench, phase: str) -> None:
    """Who is host comes before the phase, and the phase before everything else."""
    host, guest, absent, watcher = (await in_phase(party, bench, phase)).values()
    before = await bench.room(host.browser.code)
    commands: dict[str, dict[str, object]] = {
        "start": {}, "rematch": {}, "add_bot": {"seat": 0}, "remove": {"seat": 9}, "rules": {"rules": {"points": 1}}
    }  # fmt: skip
    verdicts = {
        "start": judged(phase, "", *["not_in_lobby"] * 4),
        "rematch": judged(phase, "wrong_phase", "wrong_phase", "wrong_phase", "wrong_phase", ""),
        "add_bot": judged(phase, "bad_seat", "not_in_lobby", "not_in_lobby", "not_in_lobby", "bad_seat"),
        "remove": "bad_seat",
        "rules": judged(phase, "bad_rules", "not_in_lobby", "not_in_lobby", "not_in_lobby", "bad_rules"),
    }
    for do, fields in commands.items():
        assert await watcher.refused(do, **fields) == "not_seated"
        for table in (guest, absent):
            assert await table.refused(do, **fields) == "not_host"
        if verdicts[do]:
            assert await host.refused(do, **fields) == verdicts[do]
    assert await bench.room(host.browser.code) == before


@pytest.mark.parametrize("phase", PHASES)
async def test_being_ready(party: Party, bench: Bench, phase: str) -> None:
    host, guest, absent, watcher = (await in_phase(party, bench, phase)).values()
    assert await watcher.refused("ready") == "not_seated"
    if phase == "round_over":
        assert await absent.refused("ready") == "not_your_turn"
        await guest.play("ready")
        assert guest.me["ready"] is True
    else:
        verdict = judged(phase, *["wrong_phase"] * 4, "game_over")
        for table in (host, guest):
            assert await table.refused("ready") == verdict


@pytest.mark.parametrize("phase", PHASES)
async def test_what_is_possible_at_any_time(party: Party, bench: Bench, phase: str) -> None:
    """Names, reactions and pings, also for the owner of a seat a bot plays for."""
    host, guest, absent, watcher = (await in_phase(party, bench, phase)).values()
    for table in (host, guest, absent):
        name = table.me["name"]
        await table.play("rename", name=f"{name} II")
        await table.play("react", reaction="lucky")
        assert table.happened("reacted", seat=table.seat) == [
            {"type": "reacted", "seat": table.seat, "reaction": "lucky"}
        ]  # fmt: skip
        assert (await table.do("ping"))["type"] == "pong"
        await table.play("leave")
    assert await watcher.refused("react", reaction="lucky") == "not_seated"


async def test_a_message_is_understood_before_it_is_judged(party: Party, bench: Bench) -> None:
    """A wrong field is a bad message even for those who have no seat, or have sent the id before."""
    host, guest, _, watcher = (await in_phase(party, bench, "turn")).values()
    await host.play("rename", id="once", name="Ada II")
    assert await host.refused("hit", id="once", decision="1") == "bad_message"
    assert await watcher.refused("remove", seat="1") == "bad_message"
    assert await guest.refused("rules", seats=3.5) == "bad_message"


async def test_a_remembered_id_comes_before_everything_else(party: Party, bench: Bench) -> None:
    """The same id with another command is answered as the first one was, and does nothing."""
    host, guest, _, _ = (await in_phase(party, bench, "turn")).values()
    seq = await guest.play("rename", id="once", name="Bo II")
    again: dict[str, dict[str, object]] = {"hit": {"decision": 9}, "start": {}, "leave": {}, "rename": {"name": "Bob"}}
    for do, fields in again.items():
        assert await guest.play(do, id="once", **fields) == seq
    await together(host, guest)
    assert guest.me["name"] == "Bo II"


async def test_staying_needs_a_card(party: Party, bench: Bench) -> None:
    host, guest, absent, _ = (await in_phase(party, bench, "turn")).values()
    await bench.lay("A* (freeze) | B 9 | C 7 | D 3; draw 8", host, guest, absent, absent=(2,))
    assert host.decision["choices"] == ["hit"]
    assert await host.refused("stay", decision=host.decision["id"]) == "cannot_stay"
    await host.decide("hit")
