"""One connection to one Redis node, shared by all who call it.

Commands of one loop turn travel together; answers come back in order.
"""

import asyncio
import math
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from hiredis import pack_command
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import RedisError, ResponseError

Command = tuple[str | bytes | int, ...]

_ANSWER_SECONDS = 5.0
"""A node that leaves a command unanswered for so long is given up."""
_CONNECT_SECONDS = 2.0


class Unavailable(Exception):
    """Redis is out of reach or did not answer in time; whether a write arrived is unknown."""


class Pipe:
    """One connection to one node, shared by all who call it."""

    def __init__(self, new_connection: Callable[[], AbstractConnection]) -> None:
        self._new_connection = new_connection
        self._connection: AbstractConnection | None = None
        self._outgoing: list[bytes] = []
        self._expected: deque[asyncio.Future[Any]] = deque()
        self._has_work = asyncio.Event()
        self._jobs: tuple[asyncio.Task[None], ...] = ()

    async def call(self, commands: Sequence[Command]) -> list[Any]:
        """The answers in order; one that is an error is an exception object. Raises Unavailable."""
        loop = asyncio.get_running_loop()
        answers = [loop.create_future() for _ in commands]
        self._outgoing += [pack_command(command) for command in commands]  # type: ignore[arg-type]
        self._expected += answers
        self._has_work.set()
        if not self._jobs:
            self._jobs = (asyncio.create_task(self._work()),)
        try:
            async with asyncio.timeout(_ANSWER_SECONDS):
                return [await answer for answer in answers]
        except TimeoutError:
            await self.close()
            raise Unavailable("no answer in time") from None

    async def close(self) -> None:
        """Drop the connection; whoever waits for an answer is told Unavailable. The next call connects again."""
        jobs, self._jobs = self._jobs, ()
        for job in jobs:
            job.cancel()
        await self._drop("the connection was closed")

    async def _work(self) -> None:
        """Connect, then write and read until the connection breaks."""
        try:
            async with asyncio.timeout(_CONNECT_SECONDS):
                connection = self._connection = self._new_connection()
                await connection.connect()  # type: ignore[no-untyped-call]
            async with asyncio.TaskGroup() as both:
                both.create_task(self._write(connection))
                both.create_task(self._read(connection))
        except* (RedisError, OSError, TimeoutError) as broken:
            self._jobs = ()
            await self._drop(type(broken.exceptions[0]).__name__)

    async def _write(self, connection: AbstractConnection) -> None:
        while True:
            await self._has_work.wait()
            self._has_work.clear()
            outgoing, self._outgoing = self._outgoing, []
            await connection.send_packed_command(b"".join(outgoing), check_health=False)

    async def _read(self, connection: AbstractConnection) -> None:
        while True:
            try:
                answer = await connection.read_response(timeout=math.inf)
            except ResponseError as error:
                answer = error
            waiting = self._expected.popleft()
            if not waiting.done():
                waiting.set_result(answer)

    async def _drop(self, why: str) -> None:
        connection, self._connection = self._connection, None
        waiting, self._expected = self._expected, deque()
        self._outgoing.clear()
        self._has_work.clear()
        for answer in waiting:
            if not answer.done():
                answer.set_exception(Unavailable(why))
                answer.exception()  # whoever gave up waiting shall not be reported
        if connection is not None:
            with suppress(RedisError, OSError):
                await connection.disconnect(nowait=True)
