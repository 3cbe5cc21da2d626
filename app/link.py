"""One way to call Redis, whatever form of it this is, and what time it is there."""

import asyncio
import hashlib
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from redis.asyncio import ConnectionPool
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import (
    ClusterDownError,
    NoScriptError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TryAgainError,
)

from app.pipe import Command, ConfirmedPipe, Pipe, Unavailable

log = logging.getLogger("flip7.redis")

_SCRIPTS = Path(__file__).parent / "lua"
_PASSING = (ClusterDownError, TryAgainError, ReadOnlyError)
"""What a node answers while another one takes over: nothing to report."""


@dataclass(frozen=True)
class Script:
    """A Lua script and the name Redis knows it by."""

    text: str
    sha: str = field(init=False)

    @classmethod
    def named(cls, name: str) -> "Script":
        """One of those in `app/lua`."""
        return cls((_SCRIPTS / f"{name}.lua").read_text())

    def __post_init__(self) -> None:
        object.__setattr__(self, "sha", hashlib.sha1(self.text.encode(), usedforsecurity=False).hexdigest())


class RedisTime:
    """Redis' time as far as this worker knows: its own clock, corrected by the last script's answer."""

    def __init__(self) -> None:
        self._offset_ms = 0.0

    def now(self) -> int:
        """The time in ms."""
        return round(time.time() * 1000 + self._offset_ms)

    def learn(self, now: int) -> None:
        """It is `now`, as Redis says."""
        self._offset_ms = now - time.time() * 1000


class Link(ABC):
    """Calls to Redis. Every method raises Unavailable where it cannot be reached."""

    shards_together = True
    """Whether one script may touch the keys of several shards."""

    async def call(self, key: str, *commands: Command) -> list[Any]:
        """The answers of the node that owns `key`, in order."""
        return _checked(await self._call(key, commands, 0)) if commands else []

    async def script(
        self, script: Script, keys: Sequence[str], args: Sequence[str | bytes | int], *, replicas: int = 0
    ) -> Any:
        """What the script returns. `replicas`: how many must have confirmed what it wrote, else Unavailable."""
        run: Command = ("EVALSHA", script.sha, len(keys), *keys, *args)
        answer, *confirmed = await self._call(keys[0], (run,), replicas)
        if isinstance(answer, NoScriptError):
            load: Command = ("SCRIPT", "LOAD", script.text)
            _, answer, *confirmed = await self._call(keys[0], (load, run), replicas)
        _checked([answer, *confirmed])
        if confirmed and confirmed[0] < replicas:
            raise Unavailable("too few replicas have confirmed")
        return answer

    async def each(self, calls: Sequence[tuple[str, Command]]) -> "list[Any | Unavailable]":
        """The answers to commands on different keys, which travel together; what one node owes keeps no other back."""
        answers = await asyncio.gather(*(self.call(*call) for call in calls), return_exceptions=True)
        return [_alone(answer) for answer in answers]

    @abstractmethod
    async def _call(self, key: str, commands: Sequence[Command], replicas: int) -> list[Any]:
        """The answers, errors among them as objects; then, if any are asked for, how many replicas have confirmed."""

    @abstractmethod
    def listener(self) -> AbstractConnection:
        """A connection for a subscription, not open yet: each time another one, to a node that may be there."""

    @abstractmethod
    async def close(self) -> None:
        """Drop all connections."""


class Node:
    """The connections to one node."""

    def __init__(self, pool: ConnectionPool) -> None:
        self._pool = pool
        self._pipe = Pipe(pool.make_connection)
        self._confirmed = ConfirmedPipe(Pipe(pool.make_connection))
        self._listener: AbstractConnection | None = None

    @property
    def connections(self) -> list[AbstractConnection]:
        """Those that are open."""
        every = (self._pipe.connection, self._confirmed.connection, self._listener)
        return [connection for connection in every if connection is not None and connection.is_connected]

    async def call(self, commands: Sequence[Command], replicas: int) -> list[Any]:
        """Its answers; then, if any are asked for, how many replicas have confirmed. Raises Unavailable."""
        answers = await (self._confirmed.call(commands, replicas) if replicas else self._pipe.call(commands))
        if any(isinstance(answer, ReadOnlyError) for answer in answers):
            await self.close()  # it is no master any more: its address may lead to another one by now
        return answers

    def listener(self) -> AbstractConnection:
        """A connection of its own, not open yet."""
        self._listener = self._pool.make_connection()  # type: ignore[no-untyped-call]
        return self._listener

    async def close(self) -> None:
        """Drop the connections; whoever listens has to open another one."""
        listener, self._listener = self._listener, None
        if listener is not None:
            with suppress(RedisError, OSError):
                await listener.disconnect(nowait=True)
        await self._pipe.close()
        await self._confirmed.close()


def _checked(answers: list[Any]) -> list[Any]:
    """The same answers. Raises Unavailable for an error among them."""
    for answer in answers:
        if isinstance(answer, ResponseError):
            if not isinstance(answer, _PASSING):
                log.error("Redis refuses: %s", answer)
            raise Unavailable(f"Redis refuses: {answer}")
    return answers


def _alone(answer: Any) -> Any:
    """The answer to a single command, or why there is none."""
    if isinstance(answer, Unavailable):
        return answer
    if isinstance(answer, BaseException):
        raise answer
    return answer[0]
