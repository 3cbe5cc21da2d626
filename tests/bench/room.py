"""A room of four people as the driver plays it: one mover at a time, every time taken.

The next command is sent once the one before is acknowledged and all four sockets have its change: product and ceiling
are driven by the same code.
"""

import asyncio
import re
import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

import orjson

from tests.bench.client import Socket
from tests.bench.tally import Tally

NAMES = ("Ada", "Bo", "Cy", "Di")
SEATS = len(NAMES)
_CHANGE = re.compile(rb'\{"type":"change","seq":(\d+),"digest":"([0-9a-f]*)"')


@dataclass
class Play:
    """What all rooms on one server share.

    `think`: seconds on average before each command, spread evenly from half to 1.5 times. `rematches`: whether a
    finished game is followed by another.
    """

    port: int
    think: float = 0
    rematches: bool = True
    playing: bool = False
    tally: Tally = field(default_factory=Tally)
    run: str = field(default_factory=lambda: f"{time.time_ns():x}")
    """Makes the ids of commands unique."""


class Room:
    """One table: four sockets, what they have been told, and whose move it is."""

    def __init__(self, load: Play, code: str, cookies: list[str]) -> None:
        self.code = code
        self.load = load
        self.sockets: list[Socket | None] = [None] * SEATS
        self.seqs = [0] * SEATS
        self.digests = [""] * SEATS
        self.seq = 0
        self.view: dict[str, Any] = {}
        self.over = False
        """Whether a whole game is finished and none is to follow."""
        self.asking = False
        """Whether a command is under way."""
        self.moves = 0
        self._cookies = cookies
        self._viewed: list[asyncio.Future[None] | None] = [None] * SEATS
        self._random = Random(code)
        self._now = 0.0
        self._mover = 0
        self._did = ""
        self._sent_at = 0.0
        self._bytes_before = 0
        self._answered: int | None = None
        self._sent = 0
        self._planned = False

    # Connections ------------------------------------------------------------------------------------------------------

    async def connect(self, seat: int) -> None:
        """Open the socket of a seat, resuming where the last one was, until it has its view. Raises OSError."""
        after = f"?after={self.seqs[seat]}&digest={self.digests[seat]}" if self.seqs[seat] else ""
        socket = Socket(
            f"/ws/{self.code}{after}",
            self._cookies[seat],
            lambda text: self.receive(seat, text),
            lambda: self._lose(seat, socket),
        )
        loop = asyncio.get_running_loop()
        viewed = self._viewed[seat] = loop.create_future()
        self.sockets[seat] = socket
        try:
            await loop.create_connection(lambda: socket, "127.0.0.1", self.load.port)
            await socket.opened
            await viewed
        except OSError:
            self.sockets[seat] = None
            raise

    def close(self) -> None:
        """Leave with all four."""
        for seat, socket in enumerate(self.sockets):
            self.sockets[seat] = None
            if socket is not None:
                socket.close()

    def _lose(self, seat: int, socket: Socket) -> None:
        if self.sockets[seat] is socket:
            self.sockets[seat] = None
            self.load.tally.lost += 1
            viewed = self._viewed[seat]
            if viewed is not None and not viewed.done():
                viewed.set_exception(ConnectionError("closed before the view came"))
                viewed.exception()  # a failed handshake says so itself

    @property
    def in_step(self) -> bool:
        """Whether all four sockets are at the same change of the same history."""
        return len(set(self.seqs)) == 1 and len(set(self.digests)) == 1

    # What comes in ----------------------------------------------------------------------------------------------------

    def receive(self, seat: int, text: bytes) -> None:
        """A frame at one of the sockets."""
        at = time.perf_counter()
        change = _CHANGE.match(text)
        if change is not None:
            self._change(seat, int(change[1]), change[2].decode(), text, at)
        elif text.startswith(b'{"type":"ack"'):
            self.load.tally.ack.append(at - self._sent_at)
            self._answered = int(orjson.loads(text)["seq"])
        else:
            self._other(seat, orjson.loads(text))
        self.go_on()

    def _change(self, seat: int, seq: int, digest: str, text: bytes, at: float) -> None:
        tally = self.load.tally
        if seq != self.seqs[seat] + 1:
            tally.gaps += 1
        self.seqs[seat], self.digests[seat] = seq, digest
        if seq > self.seq:  # the first of the four to hear of it
            frame = orjson.loads(text)
            self.seq, self._now = seq, frame["now"] / 1000
            self.view |= frame["view"]
        if seq == self.seq:
            tally.commit.append(time.time() - self._now)
            if self.asking and seat != self._mover:
                tally.spread.append(at - self._sent_at)

    def _other(self, seat: int, frame: dict[str, Any]) -> None:
        match frame["type"]:
            case "welcome":
                viewed = self._viewed[seat]
                if viewed is not None and not viewed.done():
                    viewed.set_result(None)
                else:
                    self.load.tally.fresh_views += 1
                self.seqs[seat], self.digests[seat] = frame["seq"], frame["digest"]
                if frame["seq"] >= self.seq:
                    self.seq, self.view = frame["seq"], frame["view"]
            case "error":
                self.load.tally.errors[frame["code"]] += 1
                self.asking = False
            case kind:
                assert kind == "bye", kind

    # What goes out ----------------------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Plan the room's next command once nothing is under way."""
        if self.asking:
            if self._answered is None or min(self.seqs) < self._answered:
                return
            self.asking = False
            self._count()
        if self.load.playing and not self._planned and min(self.seqs) >= self.seq > 0:
            self._planned = True
            pause = self.load.think * self._random.uniform(0.5, 1.5)
            asyncio.get_running_loop().call_later(pause or 0, self._move)

    def _count(self) -> None:
        tally = self.load.tally
        tally.commands[self._did] += 1
        self.moves += 1
        if self._did in ("hit", "stay", "target"):
            tally.move_bytes.append(self.bytes_received() - self._bytes_before)

    def bytes_received(self) -> int:
        """By all four sockets so far."""
        return sum(socket.received for socket in self.sockets if socket is not None)

    def _move(self) -> None:
        self._planned = False
        if not self.load.playing:
            return
        chosen = self._choose()
        if chosen is None:
            self.over = True
            return
        self._mover, command = chosen
        socket = self.sockets[self._mover]
        if socket is None:
            return
        self._sent += 1
        self._did, self._answered, self.asking = str(command["do"]), None, True
        self._bytes_before = self.bytes_received()
        self._sent_at = time.perf_counter()
        socket.send(orjson.dumps({"id": f"{self.load.run}-{self._sent}", **command}))

    def _choose(self) -> tuple[int, dict[str, object]] | None:
        """Whose move it is, and a move that keeps games at their usual length; None after the only game."""
        view = self.view
        match view["phase"]:
            case "lobby":
                return 0, {"do": "start"}
            case "game_over":
                return (0, {"do": "rematch"}) if self.load.rematches else None
            case "round_over":
                return next(i for i, seat in enumerate(view["seats"]) if not seat["ready"]), {"do": "ready"}
        decision = view["decision"]
        seat, number = decision["seat"], decision["id"]
        if decision["kind"] == "target":
            return seat, {"do": "target", "decision": number, "target": self._random.choice(decision["choices"])}
        stays = "stay" in decision["choices"] and view["seats"][seat]["round_score"] >= self._random.randint(15, 35)
        return seat, {"do": "stay" if stays else "hit", "decision": number}
