"""The room in Redis as tests look into it: lay cards, move absences into the past, see which keys are there."""

import asyncio
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from redis.asyncio import Redis

from app.commit import Committed
from app.due import CLAIM_LEASE_MS
from app.rooms import presence
from app.rooms.config import GRACE_MS, Config
from app.rooms.moments import In
from app.rooms.play import played_by_bot
from app.rooms.room import Decision, Kind, Room, Wait
from app.shards import keys_of
from app.store import Store
from app.view import change, view
from engine import DECK, GameOver, GameState, RoundOver, TargetPrompt, prompt
from engine.cards import in_order
from engine.notation import read_position
from tests.engine.table import everything
from tests.sockets.client import PATIENCE_SECONDS, Table, together

_CONFIG = Config(turn_seconds=75, room_ms=43_200_000, bot_delay_ms=0, round_pause_ms=12_000)


def position(text: str, *, rest_discarded: bool = False) -> GameState:
    """A position in the engine's notation with exactly the 94 cards of the deck.

    What is not named lies at the bottom of the draw pile, or of the discard pile. (Reported elsewhere: a fixture with
    more Second Chances than there are proved what cannot happen.)
    """
    named = read_position(text)
    rest = list(DECK)
    for card in everything(named):
        rest.remove(card)
    if rest_discarded:
        game = replace(named, discard_pile=(*rest, *named.discard_pile))
    else:
        game = replace(named, draw_pile=(*named.draw_pile, *rest))
    assert everything(game) == in_order(DECK)
    return game


class Bench:
    """Another writer of the same Redis, which keeps to the one commit script like every worker."""

    def __init__(self, url: str) -> None:
        self.store = Store(url)
        self.redis = Redis.from_url(url)

    async def close(self) -> None:
        await self.store.close()
        await self.redis.aclose()

    async def now(self) -> int:
        """Redis' time, ms."""
        await self.store.due.claim(0)  # its answer tells
        return self.store.now()

    async def room(self, code: str) -> Room:
        room = await self.store.load(code)
        assert room is not None
        return room

    async def alter(self, table: Table, step: Callable[[Room], Room], *others: Table) -> Room:
        """Store a step of the test's own as the next change, and wait until the tables have it."""
        code = table.browser.code
        async with asyncio.timeout(PATIENCE_SECONDS):
            stored = False
            while not stored:
                before = await self.room(code)
                told = change(before, view(before), step(before), ())
                stored = isinstance(await self.store.commit(before, told), Committed)
        for seen_by in (table, *others):
            seen_by.planted.add(told.room.seq)
            await seen_by.reach(told.room.seq)
        return await self.room(code)

    async def lay(
        self,
        text: str,
        table: Table,
        *others: Table,
        turn_ms: int | None = 600_000,
        bot_ms: int = 0,
        absent: tuple[int, ...] = (),
        rest_discarded: bool = False,
    ) -> Room:
        """Lay the cards of a position with its question open, for `turn_ms` from now; None: no deadline.

        `absent`: seats that bots play for their owners; `bot_ms`: how long a bot thinks.
        """
        game = position(text, rest_discarded=rest_discarded)
        asked = prompt(game)
        kind = Wait.TARGET if isinstance(asked, TargetPrompt) else Wait.TURN
        seat = getattr(asked, "seat", None)
        if isinstance(asked, RoundOver):
            kind = Wait.NEXT_ROUND

        def laid(room: Room) -> Room:
            for number in absent:
                room = room.with_seat(number, played_by_bot(room.seats[number]))
            is_bot = seat is not None and room.seats[seat].kind is Kind.BOT
            due = In(bot_ms) if is_bot else None if turn_ms is None else In(turn_ms)
            deadline = None if is_bot else due
            if isinstance(asked, GameOver):
                return replace(room, game=game, decision=None)
            decision = Decision(room.decisions + 1, kind, seat, deadline=deadline, due=due)
            return replace(room, game=game, decision=decision, decisions=decision.id)

        room = await self.alter(table, laid, *others)
        await together(table, *others)
        return room

    async def gone_for(self, table: Table, ms: int) -> None:
        """Close a socket, let it have been closed so long ago, and have the server look at it."""
        await table.socket.close()
        code, browser = table.browser.code, table.browser.id
        async with asyncio.timeout(PATIENCE_SECONDS):
            while max((leases := await self._leases_of(code, browser)).values()) > self.store.now() + GRACE_MS:
                await asyncio.sleep(0.005)  # the server has not noticed yet
        end = self.store.now() - ms + GRACE_MS
        await self.redis.zadd(keys_of(code).leases, dict.fromkeys(leases, end))
        await self.look(code)

    async def look(self, code: str) -> None:
        """Have the server judge the absences of a room, until it has told all there is to tell."""
        due, member = keys_of(code).due, f"{code}|presence|0"
        async with asyncio.timeout(PATIENCE_SECONDS):
            told = False
            while not told:
                await self.redis.zadd(due, {member: 0})
                while (await self.redis.zscore(due, member) or sys.maxsize) <= self._when_claimed():
                    await asyncio.sleep(0.005)  # it has not been looked at yet
                room = await self.room(code)
                leases, now, _ = await self.store.leases(code)
                told = presence.judge(room, leases, now, _CONFIG)[0] is room

    def _when_claimed(self) -> int:
        """No claimed entry is due later than this, ms; one that has been handled is."""
        return self.store.now() + CLAIM_LEASE_MS + 100

    async def hurry(self, table: Table, *others: Table) -> int:
        """Let the open decision's time run out in a moment; its deadline, ms."""

        def soon(room: Room) -> Room:
            assert room.decision is not None and room.decision.deadline is not None
            return replace(room, decision=replace(room.decision, deadline=In(50), due=In(50)))

        await self.alter(table, soon, *others)
        return int(table.decision["deadline"])

    async def _leases_of(self, code: str, browser: str) -> dict[bytes, int]:
        """The end of each lease of a browser, ms."""
        found: Any = await self.redis.zrange(keys_of(code).leases, 0, -1, withscores=True)
        return {member: int(score) for member, score in found if member.decode().startswith(f"{browser}|")}

    async def due(self, code: str) -> list[str]:
        """What is due some time in the shard of a room."""
        found: Any = await self.redis.zrange(keys_of(code).due, 0, -1)
        return [member.decode() for member in found]

    async def keys(self) -> dict[str, int]:
        """Every key there is, with its remaining seconds (-1: for ever)."""
        return {key.decode(): await self.redis.ttl(key) async for key in self.redis.scan_iter(count=1000)}
