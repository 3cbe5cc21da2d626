"""A room's document as it lies in Redis: how it begins, what it holds, and why there may be none."""

import orjson

from app.pipe import Unavailable
from app.rooms.room import Room
from app.rooms.stored import SCHEMA, room_from_json

HEAD_BYTES = 96
"""So many bytes of a document hold its head."""

Head = tuple[int, str]
"""`seq` and digest of the change that led to a room."""


class Gone(Exception):
    """There is no such room, or it has ended."""


class TooNew(Unavailable):
    """The room is stored as only newer workers know it: this one leaves it to them."""


def room_of(document: bytes) -> Room:
    """The stored room. Raises TooNew."""
    stored = orjson.loads(document)
    if stored["schema"] > SCHEMA:
        raise TooNew(f"schema {stored['schema']}")
    return room_from_json(stored)


def beginning(room: Room | None) -> str:
    """How the stored document of this very room begins; nothing for a new one."""
    return "" if room is None else f'{{"seq":{room.seq},"digest":"{room.digest}",'


def head_of(start: bytes) -> Head | None:
    """The head, from the first bytes of a document; None where there is none."""
    if not start:
        return None
    seq, digest = start.removeprefix(b'{"seq":').split(b',"digest":"', 1)
    return int(seq), digest.partition(b'"')[0].decode()
