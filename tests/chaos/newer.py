"""`python -m tests.chaos.newer`: the app as a later version might be, which keeps remembered ids under another name."""

import sys
from collections.abc import Mapping
from typing import Any

from app.rooms import stored
from app.rooms.room import Room

FORMER = stored.SCHEMA
write, read = stored.room_to_json, stored.room_from_json


def renamed(document: Mapping[str, Any]) -> stored.Document:
    return {"ids": document["answered"]}


def room_to_json(room: Room) -> stored.Document:
    document = write(room)
    ids = document.pop("answered")
    return {**document, "ids": ids}


def room_from_json(document: Mapping[str, Any]) -> Room:
    document = stored.upgraded(document)
    return read({**document, "answered": document["ids"]})


if __name__ == "__main__":
    # Before the modules that read and write rooms are there.
    stored.SCHEMA = FORMER + 1
    stored._UPGRADES = {**stored._UPGRADES, FORMER: renamed}
    stored.room_to_json, stored.room_from_json = room_to_json, room_from_json
    from app.__main__ import main

    sys.exit(main([]))
