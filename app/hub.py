"""The sockets of this worker, and what comes from Redis for them: a change is forwarded to every socket of its room."""

import asyncio
import logging
from contextlib import suppress

from app.bus import Published, Subscription
from app.connection import Connection
from app.documents import Head
from app.farewells import ROOM_EXPIRED
from app.pipe import Unavailable
from app.store import Store
from app.view import Change

_HEADS_SECONDS = 4
_RETRY_SECONDS = 0.5

log = logging.getLogger("flip7.hub")


class Hub:
    """Which sockets are here, and what comes from Redis for them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rooms: dict[str, set[Connection]] = {}
        self._own: dict[tuple[str, str], Published | None] = {}
        """By room and digest: rooms of the same history have the same digests."""

    def add(self, connection: Connection) -> None:
        """From now on the connection hears of its room; it holds changes back until it has its first view."""
        self._rooms.setdefault(connection.code, set()).add(connection)

    def discard(self, connection: Connection) -> None:
        """The socket is gone."""
        here = self._rooms.get(connection.code)
        if here is not None:
            here.discard(connection)
            if not here:
                del self._rooms[connection.code]

    def connections(self) -> list[Connection]:
        """Every connection of this worker."""
        return [connection for here in self._rooms.values() for connection in here]

    def gauges(self) -> dict[str, int]:
        """How many sockets and rooms are here."""
        return {"sockets": sum(map(len, self._rooms.values())), "tables": len(self._rooms)}

    def hold_back(self, change: Change) -> None:
        """What is published of a change that this worker is committing waits for the answer to that."""
        self._own[change.room.code, change.room.digest] = None

    def let_go(self, change: Change, answered: Connection | None) -> None:
        """Forward what has been published of it; `answered` is told the answer in this turn of the loop, too."""
        published = self._own.pop((change.room.code, change.room.digest), None)
        if published is not None:
            self._forward(published, answered)

    async def listen(self) -> None:
        """Forward what is published, until cancelled. After a lost link whoever missed something gets a fresh view."""
        while True:
            try:
                subscription = await Subscription.open(self._store.link)
            except Unavailable:
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            try:
                await self._catch_up()
                while True:
                    await subscription.hear(self._forward)
            except Unavailable:
                log.warning("the link to Redis was lost; subscribing again")
            finally:
                await subscription.close()

    async def _catch_up(self) -> None:
        """Subscribed anew: what was published before that is nowhere but in the stored rooms."""
        heads: dict[str, Head | None] = {}
        with suppress(Unavailable):
            heads = await self._store.heads(list(self._rooms))
        for connection in self.connections():
            if not connection.in_step or heads.get(connection.code) != (connection.seq, connection.digest):
                connection.renew()

    async def compare_heads(self) -> None:
        """Publishing is a hint, the stored room is the truth: look every few seconds whether somebody is behind."""
        while True:
            await asyncio.sleep(_HEADS_SECONDS)
            behind = await self._behind()
            if behind:
                await asyncio.sleep(_RETRY_SECONDS)  # what was on its way is here now
                for connection, digest in (await self._behind()).items():
                    if behind.get(connection) == digest:
                        connection.renew()

    async def _behind(self) -> dict[Connection, str]:
        """The connections whose last change is not the room's, with that change's digest."""
        try:
            heads = await self._store.heads(list(self._rooms))
        except Unavailable:
            return {}
        found: dict[Connection, str] = {}
        for code, head in heads.items():
            for connection in self._rooms.get(code, ()):
                if connection.in_step and head != (connection.seq, connection.digest):
                    found[connection] = connection.digest
        return found

    def _forward(self, change: Published, answered: Connection | None = None) -> None:
        if (change.code, change.digest) in self._own:
            self._own[change.code, change.digest] = change
            return
        former = self._own.pop((change.code, change.before), None)
        if former is not None:
            self._forward(former)
        here = self._rooms.get(change.code)
        if not here:
            return
        for connection in list(here):
            if change.frame is None:
                connection.end(ROOM_EXPIRED)
            else:
                connection.offer(change, answer_follows=connection is answered)
