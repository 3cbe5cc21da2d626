"""How workers hear of each other's changes: a subscription to all shards. A hint; the stored room is the truth."""

from dataclasses import dataclass
from typing import Any

from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from app.link import Link
from app.pipe import Unavailable
from app.shards import CHANNELS

_ROOM_ENDED = "-"


@dataclass(frozen=True, slots=True)
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

    def __init__(self, pubsub: PubSub, client: Any) -> None:
        self._pubsub = pubsub
        self._client = client

    @classmethod
    async def open(cls, link: Link) -> "Subscription":
        """Subscribed, so that nothing published from now on is missed. Raises Unavailable."""
        client = await link.subscriber()
        pubsub = client.pubsub(ignore_subscribe_messages=True)
        subscription = cls(pubsub, client)
        try:
            await pubsub.subscribe(*CHANNELS)
        except (RedisError, OSError, TimeoutError) as error:
            await subscription.close()
            raise Unavailable(type(error).__name__) from error
        return subscription

    async def next(self) -> Published | None:
        """The next change of any room; None if none came within a second. Raises Unavailable."""
        try:
            message = await self._pubsub.get_message(timeout=1.0)
        except (RedisError, OSError, TimeoutError) as error:
            raise Unavailable(type(error).__name__) from error
        return None if message is None else read(message["data"])

    async def close(self) -> None:
        """Give the connection back."""
        await self._pubsub.aclose()  # type: ignore[no-untyped-call]
        await self._client.aclose()
