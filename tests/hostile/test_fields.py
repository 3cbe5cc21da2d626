"""Every command with every field replaced by everything that does not belong there, from somebody who may act."""

import json

import pytest

from tests.hostile.frames import COMMANDS, JUNK
from tests.server import Server
from tests.sockets.bench import Bench
from tests.sockets.client import Frame, Party, Table

REFUSALS = {
    "bad_message", "bad_name", "bad_rules", "bad_seat", "name_taken", "not_seated", "not_host", "stale_decision",
    "wrong_phase", "not_in_lobby", "game_over", "not_your_turn", "illegal_target", "cannot_stay", "not_allowed",
    "rate_limited", "room_full", "already_started",
}  # fmt: skip
STRIKES = 19
"""One more in ten seconds ends the connection."""


@pytest.fixture
def server(unlimited: Server) -> Server:
    """A server without rates."""
    return unlimited


def spoilt(do: str, decision: int) -> list[str]:
    """The command with one field spoilt, in every way."""
    fields = {name: decision if name == "decision" else value for name, value in COMMANDS[do].items()}
    whole = {"id": '"x"', "do": f'"{do}"', **{name: json.dumps(value) for name, value in fields.items()}}
    changed = [{**whole, name: junk} for name in whole for junk in JUNK]
    return ["{" + ",".join(f'"{name}":{value}' for name, value in command.items()) + "}" for command in changed]


async def told(table: Table, text: str) -> Frame:
    """The one answer to a frame."""
    await table.socket.send(text)
    while (frame := await table.receive())["type"] in ("change", "welcome"):
        pass
    return frame


@pytest.mark.parametrize("do", COMMANDS)
async def test_a_field_that_makes_no_sense_harms_nobody(party: Party, bench: Bench, do: str) -> None:
    """One answer each, the room stays in order, and everybody sees the same."""
    phase = "A* 5 | B 9 | C 7; agenda target A freeze" if do == "target" else "A* 5 | B 9 | C 7; draw 8 4"
    ada, bo, _ = await party.game("Ada", "Bo", "Cy", seats=3)
    await bench.lay(phase, ada, bo)
    table = ada
    for number, text in enumerate(spoilt(do, ada.decision["id"])):
        if number % STRIKES == 0:
            table = await party.sit(ada.browser)
        answer = await told(table, text)
        assert answer["type"] in ("ack", "pong") or answer["code"] in REFUSALS, (text[:200], answer)
        assert len(answer.get("message", "")) < 200
    await bo.reach(table.seq)
    assert (bo.seq, bo.digest) == (table.seq, table.digest)
    room = await bench.room(bo.browser.code)
    assert (room.seq, room.digest) == (bo.seq, bo.digest)
    assert (await bo.browser.get(f"/api/rooms/{bo.browser.code}")).status_code == 200
