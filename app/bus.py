"""How workers hear of each other's changes: a subscription to all shards. A hint; the stored room is the truth."""

import asyncio
import math
from collections.abc import Callable
from contextlib import suppress

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import RedisError

from app.link import Link
from app.pipe import Unavailable
from app.shards import CHANNELS
from engine.values import value

_ROOM_ENDED = "-"
_OPEN_SECONDS = 2.0
_BEAT_SECONDS = 1.0
_MOST_UNANSWERED = 3
"""So many beats without a word, and the connection counts as lost."""


@value
class Published:
    """A change of a room: the digests before and after it, whose own place it changed, and its frame; None: the end."""

    code: str
    seq: int
    before: str
    digest: str
    concerned: frozenset[str]
    frame: str | None


def header(code: str, seq: int, before: str, digest: str, concerned: tuple[str, ...]) -> str:
    """What is published in front of a change's frame."""
    return f"{code} {seq} {before} {digest} {','.join(concerned)}\n"


def room_ended(code: str, seq: int) -> str:
    """What is published when a room has ended."""
    return f"{code} {seq}   {_ROOM_ENDED}\n"


def read(message: bytes) -> Published:
    """What was published."""
    head, _, frame = message.partition(b"\n")
    code, seq, before, digest, concerned = head.decode().split(" ")
    ended = concerned == _ROOM_ENDED
    return Published(code, int(seq), before, digest, frozenset(concerned.split(",")), None if ended else frame.decode())


class Subscription:
    """The changes of all rooms, from one node of whatever form of Redis this is."""

    def __init__(self, connection: AbstractConnection) -> None:
        self._connection = connection
        self._silent = True
        """Whether nothing has come since this beat began."""
        self._unanswered = 0

    @classmethod
    async def open(cls, link: Link) -> "Subscription":
        """Subscribed, so that nothing published from now on is missed. Raises Unavailable."""
        subscription = cls(link.listener())
        try:
            async with asyncio.timeout(_OPEN_SECONDS):
                await subscription._subscribe()
        except (RedisError, OSError, TimeoutError) as error:
            await subscription.close()
            raise Unavailable(type(error).__name__) from error
        return subscription

    async def hear(self, told: Callable[[Published], object]) -> None:
        """Tell of each change of any room that comes within the next second. Raises Unavailable."""
        self._silent = True
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(_BEAT_SECONDS):  # one for all that come: it costs as much as a change
                    await self._tell(told)
            if self._silent:
                await self._ask_whether_it_lives()
            else:
                self._unanswered = 0
        except (RedisError, OSError) as error:
            raise Unavailable(type(error).__name__) from error

    async def close(self) -> None:
        """Drop the connection."""
        with suppress(RedisError, OSError):
            await self._connection.disconnect(nowait=True)

    async def _subscribe(self) -> None:
        await self._connection.connect()  # type: ignore[no-untyped-call]
        await self._connection.send_command("SUBSCRIBE", *CHANNELS)
        for _ in CHANNELS:
            await self._connection.read_response(timeout=math.inf)

    async def _tell(self, told: Callable[[Published], object]) -> None:
        """Read until cancelled, which loses nothing."""
        while True:
            message = await self._connection.read_response(timeout=math.inf, disconnect_on_error=False)
            if message is None:  # what redis-py makes of a connection that the system has given up
                raise ConnectionError
            self._silent = False
            kind, *content = message
            if kind == b"message":
                told(read(content[1]))

    async def _ask_whether_it_lives(self) -> None:
        """A node that has frozen, or is cut off, closes nothing. Raises TimeoutError after too long a silence."""
        if self._unanswered == _MOST_UNANSWERED:
            raise TimeoutError
        self._unanswered += 1
        if not self._connection.is_connected:
            raise ConnectionError  # to send would connect again, without a subscription
        await self._connection.send_command("PING", check_health=False)
