"""All rooms on one server: opening them, letting them play, stopping."""

import asyncio
from collections.abc import Callable

from tests.bench.client import Http
from tests.bench.room import NAMES, SEATS, Play, Room

_OPENING_AT_ONCE = 32
_ASKING_AT_ONCE = 8
_PATIENCE_SECONDS = 300.0
_PAUSE_SECONDS = 0.2


class Load(Play):
    """Rooms that are driven together; they play once `play` is called."""

    def __init__(self, port: int, *, think: float = 0, rematches: bool = True) -> None:
        super().__init__(port, think, rematches)
        self.rooms: list[Room] = []

    async def connect(self) -> None:
        """Open the four sockets of each room that has none, trying again where the server is too busy."""
        gate = asyncio.Semaphore(_OPENING_AT_ONCE)

        async def open_all(room: Room) -> None:
            async with gate:
                for seat in range(SEATS):
                    while room.sockets[seat] is None:
                        try:
                            await room.connect(seat)
                        except OSError:
                            await asyncio.sleep(_PAUSE_SECONDS)

        async with asyncio.timeout(_PATIENCE_SECONDS):
            await asyncio.gather(*(open_all(room) for room in self.rooms))
        await self.until(lambda: all(room.in_step for room in self.rooms))

    def play(self) -> None:
        """Let every room go on, each from a moment of its own within the next second."""
        self.playing = True
        loop = asyncio.get_running_loop()
        for number, room in enumerate(self.rooms):
            loop.call_later(number / len(self.rooms), room.go_on)

    async def stop(self) -> None:
        """Send nothing more, and wait for what is under way."""
        self.playing = False
        await self.until(lambda: not any(room.asking for room in self.rooms))

    async def until(self, condition: Callable[[], bool], seconds: float = 60) -> None:
        """Look again and again until something is true. Raises TimeoutError."""
        async with asyncio.timeout(seconds):
            while not condition():
                await asyncio.sleep(0.02)

    def close(self) -> None:
        """Leave with everybody."""
        self.playing = False
        for room in self.rooms:
            room.close()


async def new_rooms(load: Load, rooms: int) -> None:
    """Add rooms of the product with four people in each, made over HTTP, without sockets."""

    async def some(count: int) -> None:
        http = await Http.open(load.port)
        for _ in range(count):
            made, cookie = await http.post("/api/rooms", {"name": NAMES[0], "seats": SEATS})
            cookies = [cookie]
            for name in NAMES[1:]:
                cookies.append((await http.post(f"/api/rooms/{made['code']}/join", {"name": name}))[1])
            load.rooms.append(Room(load, made["code"], cookies))
        http.close()

    await asyncio.gather(*(some(len(range(start, rooms, _ASKING_AT_ONCE))) for start in range(_ASKING_AT_ONCE)))
