"""How a room is stored: one JSON document. What an older version of the app has stored is brought up to date when read.

Whoever changes what a document holds raises `SCHEMA` and adds the step from the former one to `_UPGRADES`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from app.rooms.room import Decision, Kind, Reservation, Room, RoomSeat, Wait, text_of_hash
from app.rooms.rules import rules_from_json
from engine import state_from_json, state_to_json
from engine.bots import LEVELS

SCHEMA = 4
"""A document of a newer one is left to those who know it."""

Document = dict[str, Any]


def room_to_json(room: Room) -> Document:
    """The room's document; `seq` and `digest` come first, so that the commit script need not read the rest."""
    decision = room.decision
    return {
        "seq": room.seq,
        "digest": room.digest,
        "schema": SCHEMA,
        "code": room.code,
        "expires_at": room.expires_at,
        "host": room.host,
        "rules": room.rules.as_json(),
        "seats": [_seat_to_json(seat) for seat in room.seats],
        "games": room.games,
        "game_seq": room.game_seq,
        "game": None if room.game is None else state_to_json(room.game),
        "decision": decision and [decision.id, decision.kind, decision.seat, decision.deadline, decision.due],
        "decisions": room.decisions,
        "reserved": [[seat, claim.browser, claim.name] for seat, claim in room.reserved.items()],
        "removed": room.removed,
        "answered": room.answered,
        "daily": room.daily,
    }


def room_from_json(document: Mapping[str, Any]) -> Room:
    """The room that was stored by this version or an older one, once the commit has put absolute moments in."""
    doc = upgraded(document)
    decision = doc["decision"]
    return Room(
        code=doc["code"],
        rules=rules_from_json(doc["rules"]),
        seats=tuple(_seat_from_json(seat) for seat in doc["seats"]),
        expires_at=doc["expires_at"],
        seq=doc["seq"],
        digest=doc["digest"],
        host=doc["host"],
        games=doc["games"],
        game_seq=doc["game_seq"],
        game=None if doc["game"] is None else state_from_json(doc["game"]),
        decision=decision and Decision(decision[0], Wait(decision[1]), *decision[2:]),
        decisions=doc["decisions"],
        reserved={seat: Reservation(browser, name) for seat, browser, name in doc["reserved"]},
        removed=tuple(doc["removed"]),
        answered=doc["answered"],
        daily=doc["daily"],
    )


def _seat_to_json(seat: RoomSeat) -> list[Any]:
    return [
        seat.kind, seat.name, seat.bot, seat.owner, int(seat.connected), int(seat.away), int(seat.ready),
        seat.misses, seat.misses_offline, seat.more_time_used, seat.reactions,
    ]  # fmt: skip


def _seat_from_json(stored: list[Any]) -> RoomSeat:
    kind, name, bot, owner, connected, away, ready, misses, offline, more_time, reactions = stored
    return RoomSeat(
        kind=Kind(kind), name=name, bot=bot, owner=owner, connected=bool(connected), away=bool(away),
        ready=bool(ready), misses=misses, misses_offline=offline, more_time_used=more_time,
        reactions=tuple(reactions),
    )  # fmt: skip


# Older documents ------------------------------------------------------------------------------------------------------


def upgraded(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """The document in the present schema; `document` itself where it is."""
    for schema in range(document["schema"], SCHEMA):
        document = {**document, **_UPGRADES[schema](document), "schema": schema + 1}
    return document


def _ids_in_one_text(document: Mapping[str, Any]) -> Document:
    """1 → 2: of each browser's remembered ids a list of hexadecimal hashes and answers became one shorter text."""
    return {
        "answered": {
            browser: "".join(
                f"{text_of_hash(bytes.fromhex(key))}{seq} " for key, seq in zip(flat[::2], flat[1::2], strict=True)
            )
            for browser, flat in document["answered"].items()
        }
    }


def _bots_with_personalities(document: Mapping[str, Any]) -> Document:
    """2 → 3: the third entry of a bot's seat was its level, and all levels played alike."""
    return {
        "seats": [[kind, name, level and LEVELS[level][0], *others] for kind, name, level, *others in document["seats"]]
    }


def _without_a_day(document: Mapping[str, Any]) -> Document:
    """3 → 4: there was no challenge of the day."""
    return {"daily": None}


_UPGRADES: Mapping[int, Callable[[Mapping[str, Any]], Document]] = {
    1: _ids_in_one_text, 2: _bots_with_personalities, 3: _without_a_day,
}  # fmt: skip
"""From each former schema to the one after it: what changes in a document."""
