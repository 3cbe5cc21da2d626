"""Sits between the workers and Redis and counts what is asked; what scripts do inside stays inside."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from hashlib import sha1
from pathlib import Path
from threading import Thread

import hiredis

from tests.server import ROOT

_CHUNK = 65_536
_SCRIPTS = {sha1(path.read_bytes()).hexdigest().encode(): path.stem for path in (ROOT / "app/lua").glob("*.lua")}


_SEQ = 10
"""Where a call of the commit script has the number of its change; a call without one checks and writes nothing."""

Asked = tuple[str, str]
"""What was asked, by the command's name, of a script by its file's name, and the code of the room, if it names one."""


def by_cause(asked: Iterable[Asked]) -> Counter[str]:
    """How often each was asked; all that a look at a room's leases asks counts as `look`.

    That is the clock's work: it reads the room, then the leases, and in the end checks that the room is still the same.
    """
    rooms: defaultdict[str, list[str]] = defaultdict(list)
    for kind, code in asked:
        rooms[code].append(kind)
    counted: Counter[str] = Counter()
    for kinds in rooms.values():
        rooms_read, looking = 0, False
        for kind in kinds:
            if kind == "get":
                rooms_read += 1
            elif kind == "zrange":
                counted["look"] += 2 if rooms_read else 1
                rooms_read, looking = max(0, rooms_read - 1), True
            elif kind == "check" and looking:
                counted["look"] += 1
                looking = False
            else:
                counted[kind] += 1
        counted["get"] += rooms_read
    return counted


def _named(request: list[bytes]) -> Asked:
    """A command as it is counted; to load a script counts like a call of it."""
    name, *rest = request
    match name, rest:
        case b"EVALSHA", [sha, _, key, *_]:
            script = _SCRIPTS[sha]
            kind = "check" if script == "commit" and not request[_SEQ] else script
            return kind, _code(key)
        case b"SCRIPT", [_, text]:
            return _SCRIPTS[sha1(text).hexdigest().encode()], ""
        case _:
            return name.decode().lower(), _code(rest[0]) if rest else ""


def _code(key: bytes) -> str:
    """The room a key belongs to."""
    place, _, code = key.decode().rpartition(":")
    return code if place.endswith((":room", ":log", ":live")) else ""


class Wiretap:
    """Notes every command."""

    def __init__(self, listen: Path, target: str) -> None:
        """`target` is the `unix://` address of the Redis server."""
        self.asked: list[Asked] = []
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
                    self.asked.append(_named(request))
                writer.write(data)
        writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(_CHUNK):
                writer.write(data)
        writer.close()
