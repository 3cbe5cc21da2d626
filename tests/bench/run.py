"""One measured stretch of play, summed up as figures."""

import asyncio
import time

from tests.bench.driver import Load, new_rooms
from tests.bench.machine import Running, cpu_seconds
from tests.bench.room import Room
from tests.bench.tally import Tally, milliseconds, percentile

WARM_UP_SECONDS = 2.0

Figures = dict[str, float]


async def seated(running: Running, rooms: int, *, think: float = 0, rematches: bool = True) -> Load:
    """Rooms on the product, their sockets open."""
    load = Load(running.port, think=think, rematches=rematches)
    await new_rooms(load, rooms)
    await load.connect()
    return load


async def relayed(running: Running, rooms: int) -> Load:
    """Rooms on the ceiling, which makes them when they are named."""
    load = Load(running.port)
    load.rooms = [Room(load, f"R{number}", [""] * 4) for number in range(rooms)]
    await load.connect()
    return load


async def measure(running: Running, load: Load, seconds: float) -> Figures:
    """Let the rooms play, warm up, and measure; they go on playing afterwards."""
    if not load.playing:
        load.play()
        await asyncio.sleep(WARM_UP_SECONDS + load.think)
    pids, redis = running.pids, [running.redis.pid]
    load.tally = tally = Tally()
    begun, own = time.perf_counter(), time.process_time()
    server_before, redis_before = cpu_seconds(pids), cpu_seconds(redis)
    before = {id(room): room.moves for room in load.rooms}
    await asyncio.sleep(seconds)
    load.tally = Tally()
    took = time.perf_counter() - begun
    moves = tally.moves or 1
    return {
        "rooms": len(load.rooms),
        "seconds": round(took, 1),
        "moves": tally.moves,
        "moves_per_s": round(tally.moves / took, 1),
        **_latencies(tally),
        "server_cpu_ms_per_move": round((cpu_seconds(pids) - server_before) / moves * 1000, 3),
        "redis_cpu_ms_per_move": round((cpu_seconds(redis) - redis_before) / moves * 1000, 3),
        "driver_cpu_ms_per_move": round((time.process_time() - own) / moves * 1000, 3),
        "driver_cpu_percent": round((time.process_time() - own) / took * 100, 1),
        "move_bytes_p50": percentile(tally.move_bytes, 50),
        "gaps": tally.gaps,
        "fresh_views": tally.fresh_views,
        "refusals": tally.errors.total(),
        "lost_sockets": tally.lost,
        "rooms_that_stood": sum(1 for room in load.rooms if room.moves == before[id(room)]),
    }


def _latencies(tally: Tally) -> Figures:
    named = {"ack": tally.ack, "others": tally.spread, "commit_to_frame": tally.commit}
    return {f"{name}_{p}_ms": ms for name, values in named.items() for p, ms in milliseconds(values).items()}
