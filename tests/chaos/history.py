"""What happened in a room, by its log in Redis, compared with what its players were told and promised."""

from typing import Any

import orjson

from app.store import Store
from tests.chaos.play import Crowd, PlayedRoom

Change = dict[str, Any]

HARMLESS = {"stale_decision", "not_your_turn", "wrong_phase"}
"""How a command is refused that crossed the timer, or another seat's."""


async def log_of(store: Store, code: str, first: int = 1) -> list[Change]:
    """The changes of a room from `first` on, as clients read them."""
    return orjson.loads(orjson.dumps(await store.changes(code, first)))  # type: ignore[no-any-return]


async def check_histories(crowd: Crowd, store: Store) -> None:
    """Nothing acknowledged is lost, nothing is there twice, and everybody was told what is in the log."""
    for room in crowd.rooms:
        await _check(room, store)


async def _check(room: PlayedRoom, store: Store) -> None:
    head = (await store.heads([room.code]))[room.code]
    assert head is not None
    log = await log_of(store, room.code)
    assert [change["seq"] for change in log] == list(range(1, len(log) + 1))
    assert log[head[0] - 1]["digest"] == head[1]
    for player in room.players:
        assert list(player.told) == list(range(min(player.told), max(player.told) + 1))
        assert all(log[seq - 1]["digest"] == digest for seq, digest in player.told.items())
    said = [command for player in room.players for command in player.said]
    surprising = [command for command in said if command.refusal not in (None, *HARMLESS)]
    assert not surprising, surprising
    accepted = [command for command in said if command.seq is not None]
    assert accepted
    moves = [command.seq for command in accepted if command.do != "ready"]
    assert len(moves) == len(set(moves)), "two commands have made one change"
    for command in accepted:
        assert command.seq is not None
        events = log[command.seq - 1]["events"]
        assert has_effect(command.do, command.seat, events), (command, events)


def has_effect(do: str, seat: int, events: list[Change]) -> bool:
    """Whether these are the events of a change that such a command of a seat has made."""
    told = [
        (event["type"], event.get("seat"), event.get("by"), event.get("cause"), event.get("why")) for event in events
    ]
    match do:
        case "hit":
            return ("dealt", seat, None, "hit", None) in told
        case "stay":
            return ("stayed", seat, None, None, "chosen") in told
        case "target":
            return any(kind in ("frozen", "flip_three") and by == seat for kind, _, by, _, _ in told) or any(
                kind == "passed" and giver == seat for kind, giver, *_ in told
            )
        case "take_over":
            return ("back", seat, None, None, "owner") in told
        case "rematch":
            return told[0][0] == "started"
        case _:
            assert do == "ready"
            return True
