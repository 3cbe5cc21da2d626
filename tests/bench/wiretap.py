"""Sits between the workers and Redis and counts what is asked; what scripts do inside stays inside."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from hashlib import sha1
from pathlib import Path
from threading import Thread

import hiredis

from tests.server import ROOT

_CHUNK = 65_536
_SCRIPTS = {sha1(path.read_bytes()).hexdigest().encode(): path.stem for path in (ROOT / "app/lua").glob("*.lua")}


class Wiretap:
    """Counts every command by its name, a script by its file's name."""

    def __init__(self, listen: Path, target: str) -> None:
        """`target` is the `unix://` address of the Redis server."""
        self.sent: Counter[str] = Counter()
        self.url = f"unix://{listen}"
        self._path = listen
        self._target = target.removeprefix("unix://")

    @contextmanager
    def open(self) -> Iterator["Wiretap"]:
        """Listen, on a loop and thread of its own, for as long as the block runs."""
        ready: Future[Callable[[], object]] = Future()
        thread = Thread(target=asyncio.run, args=(self._listen(ready),))
        thread.start()
        stop = ready.result()
        try:
            yield self
        finally:
            stop()
            thread.join()

    async def _listen(self, ready: "Future[Callable[[], object]]") -> None:
        """Listen until what `ready` is given is called."""
        over, loop = asyncio.Event(), asyncio.get_running_loop()
        await asyncio.start_unix_server(self._link, self._path)
        ready.set_result(lambda: loop.call_soon_threadsafe(over.set))
        await over.wait()

    async def _link(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        redis_reader, redis_writer = await asyncio.open_unix_connection(self._target)
        with suppress(asyncio.CancelledError):
            await asyncio.gather(self._ask(reader, redis_writer), self._answer(redis_reader, writer))

    async def _ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        requests = hiredis.Reader()
        with suppress(OSError):
            while data := await reader.read(_CHUNK):
                requests.feed(data)
                while (request := requests.gets()) is not False:
                    name, *rest = request
                    script = _SCRIPTS.get(rest[0]) if name == b"EVALSHA" else None
                    self.sent[script or name.decode().lower()] += 1
                writer.write(data)
        writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(_CHUNK):
                writer.write(data)
        writer.close()
