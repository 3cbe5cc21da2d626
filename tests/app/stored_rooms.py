"""Rooms in a real Redis, stepped by hand: decide, commit, and remember what the commit made of it."""

import json
from dataclasses import dataclass
from typing import Any

from redis.asyncio import Redis

from app.commit import Committed, Outcome, Presence
from app.protocol import NewRoom, read_message
from app.rooms import commands, play
from app.rooms.commands import Circumstances
from app.rooms.config import Config
from app.rooms.room import Room
from app.rooms.seating import Step
from app.store import Store
from app.view import Change, View, change, committed
from engine import TargetPrompt, prompt

CONFIG = Config(turn_seconds=75, room_ms=3_600_000, bot_delay_ms=900, round_pause_ms=12_000, limited=False)
ABOUT = Circumstances(CONFIG, 0, lambda: bytes(32))
CODE = "QK7X4TDM"


@dataclass
class Stored:
    """A room as this worker last saw it. Other workers may be ahead of it."""

    store: Store
    room: Room
    view: View

    async def commit(self, step: Step, *, not_before: int | None = None, presence: Presence | None = None) -> Outcome:
        """Commit a step decided on the room as it was seen last; that is brought up to date if it was stored."""
        after = change(self.room, self.view, *step)
        outcome = await self.store.commit(self.room, after, not_before=not_before, presence=presence)
        if isinstance(outcome, Committed):
            self.room, self.view = committed(after, outcome.now)
        return outcome

    async def do(self, browser: str, do: str, **fields: Any) -> Outcome:
        """A command, the open decision named."""
        if do in ("hit", "stay", "target", "more_time"):
            fields["decision"] = self.room.decisions
        message = read_message(json.dumps({"id": "a", "do": do, **fields}))
        return await self.commit(commands.handle(self.room, browser, message, ABOUT))

    async def go_on(self) -> Outcome:
        """The open decision is made: by a bot, by its people, or by everybody being ready."""
        decision = self.room.decision
        assert decision is not None
        if decision.due is not None:
            return await self.act()
        if decision.seat is None:
            return await self.do("ada", "ready")
        asked = prompt(self.room.game)  # type: ignore[arg-type]
        fields = {"target": asked.choices[0]} if isinstance(asked, TargetPrompt) else {}
        return await self.do(self.room.seats[decision.seat].owner or "", "target" if fields else "hit", **fields)

    async def act(self, **how: Any) -> Outcome:
        """What happens when the open decision is due."""
        return await self.commit(play.act_for(self.room, CONFIG), **how)


def new_room(code: str = CODE, **body: Any) -> Change:
    """The first change of Ada's room."""
    room, events = commands.create(code, "ada", NewRoom(name="Ada", **body), ABOUT)
    return change(None, None, room, events)


async def create(store: Store, code: str = CODE, **body: Any) -> Stored:
    """Ada's room, stored."""
    first = new_room(code, **body)
    outcome = await store.commit(None, first)
    assert isinstance(outcome, Committed)
    return Stored(store, *committed(first, outcome.now))


async def now_of(redis: Redis) -> int:
    """Redis' time in ms."""
    seconds, micros = await redis.time()
    return int(seconds) * 1000 + int(micros) // 1000


async def snapshot(redis: Redis) -> dict[bytes, bytes]:
    """Everything that is stored, as Redis dumps it."""
    return {key: await redis.dump(key) for key in sorted(await redis.keys("*"))}
