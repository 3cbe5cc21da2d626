"""People who keep coming back: they play whatever happens, send what was not answered again, and remember what was."""

import asyncio
import itertools
import json
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from tests.sockets.client import Browser, new_room

Frame = dict[str, Any]

_PAUSE_SECONDS = 0.2
"""Before somebody comes back, or asks again what could not be done."""
_SILENT_SECONDS = 10.0


@dataclass
class Kept:
    """What one person was told in the course of time, whatever became of it."""

    acks: dict[str, int] = field(default_factory=dict)
    """The number of the change by each acknowledged command."""
    promised: dict[str, str] = field(default_factory=dict)
    """The digest of that change, where the person was told it."""
    acked_at: list[float] = field(default_factory=list)
    took: list[float] = field(default_factory=list)
    """The seconds from each command to its acknowledgement."""
    refusals: list[str] = field(default_factory=list)
    doubled: list[int] = field(default_factory=list)
    """Changes told twice, as a change or among the missed."""


class Regular:
    """One person with one socket at a time, who answers each question with `think` seconds' delay."""

    def __init__(self, browser: Browser, seat: int, *, think: float = 0.02) -> None:
        self.browser = browser
        self.seat = seat
        self.server = browser.server
        self.kept = Kept()
        self.history: dict[int, str] = {}
        """The digest of each change this person knows of: what a log would show now."""
        self.view: Frame = {}
        self.seq = 0
        self.digest = ""
        self.resting = False
        """Answer no more questions."""
        self.enough = 15
        """The round's score at which this person stays."""
        self._think = think
        self._ids = (f"{id(self):x}-{number}" for number in count())
        self._sent: dict[str, Frame] = {}
        self._pending: dict[str, Frame] = {}
        self._asked_at: dict[str, float] = {}
        self._answered = 0
        self._socket: ClientConnection | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether a command has no answer yet."""
        return bool(self._pending)

    @property
    def is_settled(self) -> bool:
        """Whether a human is asked, and nobody else has anything to do."""
        decision = self.view["decision"]
        return not self._pending and decision is not None and decision["deadline"] is not None

    def did(self, command_id: str) -> str:
        """What a command of this person asked for: `hit`, say."""
        return str(self._sent[command_id]["do"])

    def silence_after(self, moment: float) -> float:
        """The seconds from a moment of `time.monotonic()` to the next acknowledgement."""
        return next(at for at in self.kept.acked_at if at > moment) - moment

    def acked_since(self, moment: float) -> int:
        """How many commands were acknowledged after a moment of `time.monotonic()`."""
        return sum(at > moment for at in self.kept.acked_at)

    def longest_silence(self, since: float) -> float:
        """The longest time, in seconds, in which nothing was acknowledged."""
        moments = [since, *(at for at in self.kept.acked_at if at > since)]
        return max(later - earlier for earlier, later in itertools.pairwise(moments))

    async def run(self) -> None:
        """Be there until cancelled."""
        while True:
            with suppress(OSError, InvalidHandshake, WebSocketException, TimeoutError):
                await self._visit()
            self._socket = None
            await asyncio.sleep(_PAUSE_SECONDS * random.uniform(0.5, 1))

    async def again(self, command_id: str) -> Frame:
        """The answer to a command sent once more, over a socket of its own."""
        async with self._connect("") as socket:
            await socket.send(json.dumps(self._sent[command_id]))
            while True:
                frame: Frame = json.loads(await socket.recv())
                if frame.get("id") == command_id:
                    return frame

    def do(self, do: str, **fields: object) -> None:
        """Send a command until it is answered."""
        command_id = next(self._ids)
        self._sent[command_id] = self._pending[command_id] = {"id": command_id, "do": do, **fields}
        self._asked_at[command_id] = time.monotonic()
        if self._socket is not None:
            asyncio.get_running_loop().create_task(self._send(command_id))

    def _connect(self, query: str) -> Any:
        return connect(
            f"{self.server.ws_url}/ws/{self.browser.code}{query}",
            additional_headers=self.browser.headers,
            compression=None,
            ping_interval=None,
            max_size=None,
            proxy=None,
            open_timeout=_SILENT_SECONDS,
            close_timeout=0.2,
        )

    async def _visit(self) -> None:
        query = f"?after={self.seq}&digest={self.digest}" if self.seq else ""
        async with self._connect(query) as socket:
            while True:
                async with asyncio.timeout(_SILENT_SECONDS):
                    frame = json.loads(await socket.recv())
                self._hear(frame)
                if frame["type"] == "welcome" and self._socket is None:
                    self._socket = socket
                    for command_id in list(self._pending):
                        await self._send(command_id)

    async def _send(self, command_id: str, after: float = 0.0) -> None:
        await asyncio.sleep(after)
        if self._socket is not None and command_id in self._pending:
            with suppress(WebSocketException):
                await self._socket.send(json.dumps(self._pending[command_id]))

    def _hear(self, frame: Frame) -> None:
        match frame["type"]:
            case "welcome":
                if frame["missed"] is None:
                    self.history, self._answered = {}, 0  # numbers may come again
                self._remember(frame["missed"] or [])
                self.view, self.seq, self.digest = frame["view"], frame["seq"], frame["digest"]
                self.history[self.seq] = self.digest
            case "change":
                assert frame["seq"] == self.seq + 1, "a gap is never told"
                self._remember([frame])
                self.view = {**self.view, **frame["view"]}
                self.seq, self.digest = frame["seq"], frame["digest"]
            case "ack" | "error":
                self._answer(frame)
        self._play()

    def _remember(self, changes: list[Frame]) -> None:
        for change in changes:
            seq, digest = change["seq"], change["digest"]
            if seq in self.history:
                self.kept.doubled.append(seq)
            self.history[seq] = digest
            for command, promised in self.kept.acks.items():
                if promised == seq:
                    self.kept.promised.setdefault(command, digest)

    def _answer(self, frame: Frame) -> None:
        command_id = frame["id"]
        if frame.get("code") in ("unavailable", "rate_limited"):
            asyncio.get_running_loop().create_task(self._send(command_id, _PAUSE_SECONDS))
            return
        if self._pending.pop(command_id, None) is None:
            return
        if frame["type"] == "ack":
            self.kept.acks[command_id] = frame["seq"]
            if frame["seq"] in self.history:
                self.kept.promised[command_id] = self.history[frame["seq"]]
            self.kept.acked_at.append(time.monotonic())
            self.kept.took.append(time.monotonic() - self._asked_at[command_id])
        else:
            self.kept.refusals.append(frame["code"])

    def _play(self) -> None:
        """Answer a question of one's own that is not answered yet; be ready; the host starts another game."""
        if self.resting or self._pending or not self.view:
            return
        decision = self.view["decision"]
        if decision is None:
            if self.view["phase"] == "game_over" and self.view["host"] == self.seat:
                self.do("rematch")
            return
        if decision["seat"] not in (self.seat, None):
            return
        asyncio.get_running_loop().call_later(self._think, self._decide, decision["id"])

    def _decide(self, number: int) -> None:
        decision = self.view["decision"]
        if self._pending or self.resting or decision is None or decision["id"] != number or number == self._answered:
            return
        if decision["seat"] is None:
            if not self.view["seats"][self.seat]["ready"]:
                self._answered = number
                self.do("ready")
        elif decision["kind"] == "target":
            self.do("target", decision=number, target=decision["choices"][-1])
        else:
            stays = "stay" in decision["choices"] and self.view["seats"][self.seat]["round_score"] >= self.enough
            self.do("stay" if stays else "hit", decision=number)


@asynccontextmanager
async def regulars(
    server: Any, rooms: int, *, think: float = 0.02, other: Any = None
) -> AsyncIterator[list[list[Regular]]]:
    """Rooms in which two people and a bot play, one of them at the `other` server; each is there until the end."""
    tables = []
    for _ in range(rooms):
        host = await new_room(server, "Ada", seats=3)
        bo = Browser(other or server, host.code)
        await bo.join("Bo")
        tables.append([Regular(host, 0, think=think), Regular(bo, 1, think=think)])
    people = [person for table in tables for person in table]
    async with asyncio.TaskGroup() as visits:
        running = [visits.create_task(person.run()) for person in people]
        await all_of(people, lambda person: person.seq)
        for host, _ in tables:
            host.do("start")
        await all_of(people, lambda person: person.view["phase"] != "lobby")
        yield tables
        for visit in running:
            visit.cancel()


async def all_of(people: list[Regular], condition: Callable[[Regular], object], seconds: float = 30) -> None:
    """Wait until a condition holds for each of them."""
    async with asyncio.timeout(seconds):
        while not all(condition(person) for person in people):
            await asyncio.sleep(0.01)
