"""People who play by themselves while workers come and go.

They come back after every break as the page does, say again what was not answered, and remember all they were told.
"""

import asyncio
import math
import random
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server import Server
from tests.sockets.client import Browser, Frame, Party, Table, careful, new_room

BROKEN = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError)
"""What tells a browser that its connection is gone, or cannot be made now."""
THINK_SECONDS = 0.4
IGNORED = 0.03
"""How many decisions are left to the clock."""
FIRST_PAUSE, GROWTH, LONGEST_PAUSE = 0.4, 1.6, 8.0
"""How the page waits before it tries again, seconds; half of it is left to chance."""


@dataclass
class Said:
    """A command: of whom, and how it was answered in the end."""

    id: str
    do: str
    seat: int
    fields: dict[str, Any]
    seq: int | None = None
    refusal: str | None = None


@dataclass
class Break:
    """A connection that ended without its player's doing: when (monotonic seconds), and what was said before."""

    at: float
    code: int | None
    bye: str | None
    back_at: float | None = None

    @property
    def seconds(self) -> float:
        """How long the player was away."""
        assert self.back_at is not None
        return self.back_at - self.at


@dataclass
class Player:
    """One browser in one room, and all that it was ever told: the digest of each change by its number."""

    crowd: "Crowd"
    room: "PlayedRoom"
    browser: Browser
    told: dict[int, str] = field(default_factory=dict)
    said: list[Said] = field(default_factory=list)
    breaks: list[Break] = field(default_factory=list)
    server: Server | None = None
    table: Table | None = None
    waiting: Said | None = None
    """What is not answered yet."""
    _decided: set[int] = field(default_factory=set)
    _attempt: int = 0

    @property
    def place(self) -> tuple[int, str] | None:
        """The number and digest of the change told last; None while there is no connection."""
        return None if self.table is None else (self.table.seq, self.table.digest)

    @property
    def last(self) -> int:
        """The number of the change that was told last, 0 before the first."""
        return next(reversed(self.told), 0)

    async def play(self) -> None:
        """Take part until cancelled."""
        while True:
            try:
                table = await self._sit_down()
                await self._take_part(table)
            except BROKEN:
                await self._lost()
            most = min(LONGEST_PAUSE, FIRST_PAUSE * GROWTH**self._attempt)
            self._attempt += 1
            await asyncio.sleep(most * self.crowd.chance.uniform(0.5, 1))

    async def _sit_down(self) -> Table:
        """A socket at any of the servers, welcomed, and with nothing missing between it and the last one."""
        path = f"/ws/{self.browser.code}"
        if self.told:
            path += f"?after={self.last}&digest={self.told[self.last]}"
        self.server = self.crowd.any_server()
        table = await self.crowd.party.open(self.browser, path=path, server=self.server)
        while not table.welcomes:
            await self._receive(table)
        self.table, self._attempt = table, 0
        if self.breaks:
            self.breaks[-1].back_at = time.monotonic()
        self.crowd.look_at(self.room)
        return table

    async def _take_part(self, table: Table) -> None:
        if self.waiting is not None:
            await self._say(table, self.waiting)
        while True:
            command = None if self.waiting else self._choose(table)
            if command is None:
                await self._receive(table)
            elif await self._still_so(table):
                self.waiting = command
                self.said.append(command)
                await self._say(table, command)

    async def _still_so(self, table: Table) -> bool:
        """Think; whether the table has stayed as it was."""
        seq = table.seq
        with_patience = asyncio.timeout(self.crowd.chance.uniform(0, THINK_SECONDS))
        try:
            async with with_patience:
                while table.seq == seq:
                    await self._receive(table)
        except TimeoutError:
            if not with_patience.expired():
                raise
        return table.seq == seq

    async def _say(self, table: Table, command: Said) -> None:
        await table.send(command.do, id=command.id, **command.fields)

    async def _receive(self, table: Table) -> None:
        """The next frame, and what it means to a player."""
        frame = await table.receive()
        match frame["type"]:
            case "welcome":
                self._welcomed(frame)
            case "change":
                self._told(frame["seq"], frame["digest"])
            case "ack" | "error":
                await self._answered(table, frame)
        if table is self.table:
            self.crowd.look_at(self.room)

    def _welcomed(self, frame: Frame) -> None:
        if self.told:
            assert frame["missed"] is not None, "a history that was known is not any more"
            for change in frame["missed"]:
                self._told(change["seq"], change["digest"])
            assert self.told[frame["seq"]] == frame["digest"]
        self.told[frame["seq"]] = frame["digest"]

    def _told(self, seq: int, digest: str) -> None:
        assert seq == self.last + 1, "a change was lost or doubled"
        self.told[seq] = digest

    async def _answered(self, table: Table, frame: Frame) -> None:
        command = self.waiting
        assert command is not None and frame["id"] == command.id
        if frame["type"] == "ack":
            command.seq = frame["seq"]
        elif frame["code"] == "unavailable":
            await asyncio.sleep(FIRST_PAUSE)
            return await self._say(table, command)
        else:
            command.refusal = frame["code"]
        self.waiting = None

    def _choose(self, table: Table) -> Said | None:
        """What to say next, if it is one's turn to say anything."""
        if self.crowd.stopping or (self.said and (self.said[-1].seq or 0) > table.seq):
            return None
        seat, decision = table.seat, table.view["decision"]
        assert seat is not None
        if table.phase == "game_over":
            return self._command(seat, "rematch") if table.view["host"] == seat else None
        if table.me["kind"] == "bot":
            return self._command(seat, "take_over", seat=seat)
        if decision["id"] in self._decided or decision["seat"] not in (seat, None):
            return None
        self._decided.add(decision["id"])
        if decision["seat"] is None:
            return None if table.me["ready"] else self._command(seat, "ready")
        if self.crowd.chance.random() < IGNORED:
            return None
        do, fields = careful(table)
        return self._command(seat, do, decision=decision["id"], **fields)

    def _command(self, who: int, do: str, **fields: Any) -> Said:
        return Said(f"{self.browser.id[:6]}-{len(self.said)}", do, who, fields)

    async def _lost(self) -> None:
        """The connection is gone; what came before that is heard out."""
        table, self.table = self.table, None
        if table is not None:
            await table.socket.close()
            with suppress(*BROKEN):
                while True:
                    await self._receive(table)
            bye = None if table.bye is None else table.bye["code"]
            self.breaks.append(Break(time.monotonic(), table.socket.close_code, bye))
            self.room.break_began(min(self.breaks[-1].at, self.crowd.struck_at))


@dataclass
class PlayedRoom:
    """A room, and how long it took after each break until all its players had seen the same again."""

    code: str
    players: list[Player] = field(default_factory=list)
    broken_at: float | None = None
    recoveries: list[float] = field(default_factory=list)

    def break_began(self, at: float) -> None:
        """Somebody's connection broke then."""
        self.broken_at = min(at, self.broken_at or at)

    @property
    def in_step(self) -> bool:
        """Whether everybody is connected and has been told the same."""
        return None not in (places := {player.place for player in self.players}) and len(places) == 1


class Crowd:
    """Rooms full of players at some servers on one Redis."""

    def __init__(self, party: Party, servers: Sequence[Server], seed: int = 0) -> None:
        """`servers` may change while they play."""
        self.party = party
        self.servers = servers
        self.chance = random.Random(seed)
        self.rooms: list[PlayedRoom] = []
        self.stopping = False
        """Whether nobody begins anything any more."""
        self.struck_at = math.inf
        """When a worker was killed last, monotonic seconds: its connections broke then, not when that was noticed."""
        self._looked = asyncio.Event()

    @property
    def players(self) -> list[Player]:
        return [player for room in self.rooms for player in room.players]

    @property
    def recoveries(self) -> list[float]:
        """How long each room took after each break, seconds."""
        return [seconds for room in self.rooms for seconds in room.recoveries]

    def any_server(self) -> Server:
        """Where whoever comes now is sent."""
        return self.chance.choice(self.servers)

    def look_at(self, room: PlayedRoom) -> None:
        """Something has happened in a room."""
        if room.broken_at is not None and room.in_step:
            room.recoveries.append(time.monotonic() - room.broken_at)
            room.broken_at = None
        self._looked.set()

    async def until(self, condition: Callable[[], object], seconds: float = 30) -> None:
        """Wait until what players see makes a condition true."""
        async with asyncio.timeout(seconds):
            while not condition():
                self._looked.clear()
                await self._looked.wait()

    async def until_moved(self, changes: int = 3) -> None:
        """Everybody has seen some more changes."""
        goals = [(player, player.last + changes) for player in self.players]
        await self.until(lambda: all(player.last >= goal for player, goal in goals))

    async def until_mended(self) -> None:
        """Everybody is back, and each room has been in step."""
        await self.until(lambda: all(room.broken_at is None for room in self.rooms))

    async def fill(self, rooms: int) -> None:
        """Open rooms of two people and two bots, and start their games."""
        self.rooms += await asyncio.gather(*(self._open_room() for _ in range(rooms)))

    async def _open_room(self) -> PlayedRoom:
        server = self.any_server()
        host = await new_room(server, "Ada", seats=4, bots=2)
        guest = Browser(server, host.code)
        await guest.join("Bo")
        table = await self.party.sit(host, server=server)
        await table.play("start")
        await self.party.drop(table)
        room = PlayedRoom(host.code)
        room.players = [Player(self, room, browser) for browser in (host, guest)]
        return room

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Everybody plays meanwhile; at the end everything that was said is answered."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(player.play()) for player in self.players]
            await self.until(lambda: all(player.table is not None for player in self.players))
            yield
            self.stopping = True
            await self.until(
                lambda: all(player.waiting is None and player.table is not None for player in self.players)
            )
            for task in tasks:
                task.cancel()
