"""L2 and R10: what a dead worker costs those who come back, and a dead reader those who read."""

import asyncio
import os
import signal
import socket
import time
from pathlib import Path
from random import Random

import orjson

from app.shards import keys_of
from tests.bench.client import Socket
from tests.bench.driver import Load
from tests.bench.machine import Running, product, resident_kib
from tests.bench.report import Check, Report
from tests.bench.room import SEATS, Room
from tests.bench.run import Figures, measure, seated
from tests.bench.tally import medians, percentile

_GIVEN_UP_SECONDS = 60.0


async def l2(full: bool) -> Report:
    """Every worker is killed; everybody comes back within a second and tries again until it works."""
    rooms = 1000
    report = Report("L2", f"SIGKILL of both workers, {rooms * SEATS} sockets come back within 1 s")
    with product(workers=2) as running:
        load = await seated(running, rooms, think=1)
        load.play()
        await asyncio.sleep(20 if full else 5)
        load.playing = False
        killed = time.perf_counter()
        for pid in workers_of(running):
            os.kill(pid, signal.SIGKILL)
        backs = [_Return(load, room, seat, killed) for room in load.rooms for seat in range(SEATS)]
        await asyncio.gather(*(back.run() for back in backs))
        wrong = sum(1 for room in load.rooms if not room.in_step or not _is_stored(running, room))
        load.close()
    took = [back.took for back in backs]
    report.rows = [
        {
            "run": f"{rooms} rooms",
            "back_p50_s": round(percentile(took, 50), 2),
            "back_p99_s": round(percentile(took, 99), 2),
            "back_all_s": round(max(took), 2),
            "handshakes": sum(back.attempts for back in backs),
        }
    ]
    report.checks = [
        Check("seconds until all have their view", round(max(took), 2), most=10),
        Check("rooms that are not at the stored (seq, digest)", wrong, most=0),
    ]
    return report


class _Return:
    """One socket's way back."""

    def __init__(self, load: Load, room: Room, seat: int, killed: float) -> None:
        self.attempts = 0
        self.took = _GIVEN_UP_SECONDS
        self._load = load
        self._room = room
        self._seat = seat
        self._killed = killed
        self._random = Random(f"{room.code}{seat}")

    async def run(self) -> None:
        """Try until the view is there, from a moment within a second after the kill, with jittered pauses."""
        await asyncio.sleep(self._random.random())
        while time.perf_counter() - self._killed < _GIVEN_UP_SECONDS:
            self.attempts += 1
            try:
                await self._room.connect(self._seat)
            except OSError:
                await asyncio.sleep(self._random.uniform(0.2, 0.6))
                continue
            self.took = time.perf_counter() - self._killed
            return


def workers_of(running: Running) -> list[int]:
    """The processes that serve, without their parent and its helpers."""
    return [pid for pid in running.pids if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def _is_stored(running: Running, room: Room) -> bool:
    """Whether the room's sockets were told the newest stored change."""
    document = orjson.loads(running.redis.redis.get(keys_of(room.code).document) or b"{}")
    return bool(document.get("seq") == room.seq and document["digest"] == room.digests[0])


async def r10(full: bool) -> Report:
    """A watcher in each room, by turns reading and not."""
    rooms, crowd = 8, 5
    report = Report("R10", f"{rooms} rooms, one worker, a watcher in each that reads or never does; medians")
    reading: list[Figures] = []
    dead: list[Figures] = []
    with product() as running:
        load = await seated(running, rooms, think=0.02)
        for _ in range(6 if full else 3):
            reading.append(await _watched(running, load, reads=True))
            dead.append(await _watched(running, load, reads=False))
        before = resident_kib(running.pids)
        await _watched(running, load, reads=False, watchers=crowd)
        growth = (resident_kib(running.pids) - before) / rooms / crowd
        load.close()
    alive, stuck = medians(reading), medians(dead)
    report.rows = [{"run": "watchers read", **alive}, {"run": "they do not", **stuck}]
    ratio = stuck["others_p99_ms"] / alive["others_p99_ms"]
    report.checks = [
        Check("p99 of the others beside dead readers over that beside live ones", round(ratio, 2), most=1.2),
        Check(f"KiB the worker grew by for each of {rooms * crowd} dead readers", round(growth, 1), most=256),
        Check("gaps", stuck["gaps"], most=0),
    ]
    return report


async def _watched(running: Running, load: Load, *, reads: bool, watchers: int = 1) -> Figures:
    """Measure beside so many watchers in each room, long enough for those that do not read to be cut off."""
    watching = [await _watcher(load, room, reads=reads) for room in load.rooms for _ in range(watchers)]
    figures = await measure(running, load, 10)
    for watcher in watching:
        watcher.close()
    return figures


async def _watcher(load: Load, room: Room, *, reads: bool) -> Socket:
    """One more socket in a room; small segments and buffers, so that the kernel does not read for it."""
    raw = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
    raw.connect(("127.0.0.1", load.port))
    raw.setblocking(False)
    watcher = Socket(f"/ws/{room.code}", "", lambda text: None, lambda: None)
    await asyncio.get_running_loop().create_connection(lambda: watcher, sock=raw)
    await watcher.opened
    if not reads:
        watcher.transport.pause_reading()
    return watcher
