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

_ANSWER_SECONDS = 3.0
"""A node that leaves a command unanswered for so long is given up."""
_CONNECT_SECONDS = 2.0
_REPLICA_MS = 1_000
"""How long replicas may take to confirm a write."""


class Unavailable(Exception):
    """Redis is out of reach or did not answer in time; whether a write arrived is unknown."""


class Pipe:
    """Calls to one node. Connects when first asked, and again after the connection broke; nothing is sent twice."""

    def __init__(self, new_connection: Callable[[], AbstractConnection]) -> None:
        self._new_connection = new_connection
        self._line: _Line | None = None

    @property
    def connection(self) -> AbstractConnection | None:
        """The one in use."""
        return None if self._line is None else self._line.connection

    async def call(self, commands: Sequence[Command]) -> list[Any]:
        """The answers in order; one that is an error is an exception object. Raises Unavailable."""
        if self._line is None or self._line.is_broken:
            self._line = _Line(self._new_connection())
        return [await answer for answer in self._line.send(commands)]

    async def close(self) -> None:
        """Drop the connection; whoever waits for an answer is told Unavailable. The next call connects again."""
        line, self._line = self._line, None
        if line is not None:
            await line.close()


class _Line:
    """One connection until it breaks; the next one has questions and answers of its own."""

    def __init__(self, connection: AbstractConnection) -> None:
        self.is_broken = False
        self.connection = connection
        self._loop = asyncio.get_running_loop()
        self._outgoing: list[bytes] = []
        self._expected: deque[tuple[float, asyncio.Future[Any]]] = deque()
        """What is to be answered until when, the oldest first."""
        self._patience: asyncio.TimerHandle | None = None
        """One timer for all of them: most calls are answered long before."""
        self._has_work = asyncio.Event()
        self._job = asyncio.create_task(self._work())

    def send(self, commands: Sequence[Command]) -> list["asyncio.Future[Any]"]:
        """What will be answered to each command."""
        until = self._loop.time() + _ANSWER_SECONDS
        answers: list[asyncio.Future[Any]] = [self._loop.create_future() for _ in commands]
        self._outgoing += [pack_command(command) for command in commands]  # type: ignore[arg-type]
        self._expected += [(until, answer) for answer in answers]
        if self._patience is None:
            self._patience = self._loop.call_at(until, self._lose_patience)
        self._has_work.set()
        return answers

    async def close(self) -> None:
        """Tell whoever waits for an answer Unavailable, send nothing more, and wait until the connection is closed."""
        self._break_off("the connection was closed")
        await asyncio.wait([self._job])

    def _lose_patience(self) -> None:
        """Break off if the oldest question is as old as that; else wait for the one that is the oldest now."""
        self._patience = None
        if not self._expected:
            return
        until, _ = self._expected[0]
        if until <= self._loop.time():
            self._break_off("no answer in time")
        else:
            self._patience = self._loop.call_at(until, self._lose_patience)

    def _break_off(self, why: str) -> None:
        self._give_up(why)
        self._job.cancel()

    async def _work(self) -> None:
        """Connect, then write and read until the connection breaks."""
        why = "the connection was closed"
        try:
            async with asyncio.timeout(_CONNECT_SECONDS):
                await self.connection.connect()  # type: ignore[no-untyped-call]
            async with asyncio.TaskGroup() as both:
                both.create_task(self._write())
                both.create_task(self._read())
        except* (RedisError, OSError, TimeoutError) as broken:
            why = type(broken.exceptions[0]).__name__
        finally:
            self._give_up(why)
            with suppress(RedisError, OSError):
                await self.connection.disconnect(nowait=True)

    def _give_up(self, why: str) -> None:
        self.is_broken = True
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        waiting, self._expected = self._expected, deque()
        for _, answer in waiting:
            if not answer.done():
                answer.set_exception(Unavailable(why))
                answer.exception()  # whoever gave up waiting shall not be reported

    async def _write(self) -> None:
        while True:
            await self._has_work.wait()
            self._has_work.clear()
            if not self.connection.is_connected:
                return  # to send would connect again
            outgoing, self._outgoing = self._outgoing, []
            await self.connection.send_packed_command(b"".join(outgoing), check_health=False)

    async def _read(self) -> None:
        while True:
            try:
                answer = await self.connection.read_response(timeout=math.inf)
            except ResponseError as error:
                answer = error
            if not self._expected:
                raise ConnectionError("an answer to nothing")
            _, waiting = self._expected.popleft()
            if not waiting.done():
                waiting.set_result(answer)


class ConfirmedPipe:
    """Writes that count once replicas have them.

    A WAIT holds up its connection, for long where replicas are missing: so this is another connection than that of all
    who do not wait, and whatever comes in while one WAIT is under way shares the next.
    """

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe
        self._next: list[tuple[Sequence[Command], int, asyncio.Future[list[Any]]]] = []
        self._rounds: asyncio.Task[None] | None = None

    @property
    def connection(self) -> AbstractConnection | None:
        """The one in use."""
        return self._pipe.connection

    async def call(self, commands: Sequence[Command], replicas: int) -> list[Any]:
        """The answers in order, then how many replicas have what was written. Raises Unavailable."""
        answers: asyncio.Future[list[Any]] = asyncio.get_running_loop().create_future()
        self._next.append((commands, replicas, answers))
        if self._rounds is None or self._rounds.done():
            self._rounds = asyncio.create_task(self._go_on())
        return await answers

    async def close(self) -> None:
        """Drop the connection."""
        await self._pipe.close()
        if self._rounds is not None:
            await asyncio.wait([self._rounds])

    async def _go_on(self) -> None:
        while self._next:
            batch, self._next = self._next, []
            wait: Command = ("WAIT", max(replicas for _, replicas, _ in batch), _REPLICA_MS)
            asked = [command for commands, _, _ in batch for command in commands]
            try:
                *answers, confirmed = await self._pipe.call((*asked, wait))
            except Unavailable as error:
                for _, _, waiting in batch:
                    if not waiting.done():
                        waiting.set_exception(Unavailable(*error.args))
                        waiting.exception()
                continue
            for commands, _, waiting in batch:
                own, answers = answers[: len(commands)], answers[len(commands) :]
                if not waiting.done():
                    waiting.set_result([*own, confirmed])
