"""P2: what a move and a room cost: round trips, bytes and memory, all counted."""

from collections import Counter

from tests.bench.driver import Load, new_rooms
from tests.bench.machine import private_redis, product, product_on, resident_kib
from tests.bench.report import Check, Report, Row
from tests.bench.run import seated
from tests.bench.tally import percentile
from tests.bench.wiretap import Wiretap, by_cause

BY_TIME = (
    "claim", "look", "lease", "presence", "zscore", "time", "getrange",
    "multi", "hincrby", "hset", "expire", "exec", "ping",
)  # fmt: skip
BY_CONNECTION = ("hello", "client", "auth", "select", "subscribe")
"""What is not sent for moves, but by the clock, leases, comparison of heads and metrics, and on connecting to Redis."""
_KB = 1000


async def p2(full: bool) -> Report:
    """Whole games with one and with two workers, and rooms in which nothing happens."""
    report = Report("P2", "whole games of four people; round trips, bytes and memory")
    games = 60 if full else 20
    for workers in (1, 2):
        row, checks = await _games(games, workers)
        report.rows.append(row)
        report.checks += checks
    row, checks = await _idle(1000 if full else 300)
    report.rows.append(row)
    report.checks += checks
    return report


async def _games(games: int, workers: int) -> tuple[Row, list[Check]]:
    with (
        private_redis() as (folder, url),
        Wiretap(folder / "tap.sock", url).open() as tap,
        product_on(folder, url, redis_url=tap.url, workers=workers) as running,
    ):
        empty = running.redis.used_bytes()
        load = await seated(running, games, rematches=False)
        tap.asked.clear()
        before = sum(room.bytes_received() for room in load.rooms)
        load.play()
        await load.until(lambda: all(room.over for room in load.rooms), seconds=300)
        sent = by_cause(list(tap.asked))
        received = sum(room.bytes_received() for room in load.rooms) - before
        kept = (running.redis.used_bytes() - empty) / games
        load.close()
    return _game_figures(load, workers, sent, received, kept)


def _game_figures(load: Load, workers: int, sent: Counter[str], received: int, kept: float) -> tuple[Row, list[Check]]:
    moves = load.tally.moves
    trips = sum(count for name, count in sent.items() if name not in BY_TIME + BY_CONNECTION)
    median_bytes, mean_bytes = percentile(load.tally.move_bytes, 50), received / moves
    row: Row = {
        "run": f"{len(load.rooms)} games, {workers} worker{'s'[: workers - 1]}",
        "moves": moves,
        "commits": sent["commit"],
        "round_trips": trips,
        "round_trips_per_move": round(trips / moves, 4),
        "background_commands": sum(sent.values()) - trips,
        "bytes_per_move_p50": median_bytes,
        "bytes_per_move_mean": round(mean_bytes, 1),
        "redis_kb_after_game": round(kept / _KB, 1),
    }
    of_workers = f"with {workers} worker{'s'[: workers - 1]}"
    return row, [
        Check(f"Redis round trips per move {of_workers}", round(trips / moves, 4), most=workers),
        Check(f"bytes per move over 4 sockets, median, {of_workers}", median_bytes, most=5000),
        Check(f"bytes per move over 4 sockets, mean, {of_workers}", round(mean_bytes, 1), most=6000),
        Check(f"Redis kB per room after a whole game, {of_workers}", round(kept / _KB, 1), most=400),
    ]


async def _idle(rooms: int) -> tuple[Row, list[Check]]:
    """Memory of rooms in the lobby and of sockets nothing is sent to, after some that warm everything up."""
    with product() as running:
        load = Load(running.port)
        await new_rooms(load, rooms // 4)
        await load.connect()
        redis_before, rss_before = running.redis.used_bytes(), resident_kib(running.pids)
        await new_rooms(load, rooms)
        redis_lobby, rss_rooms = running.redis.used_bytes(), resident_kib(running.pids)
        await load.connect()
        rss_sockets = resident_kib(running.pids)
        load.close()
    lobby = (redis_lobby - redis_before) / rooms / _KB
    row: Row = {
        "run": f"{rooms} lobbies",
        "redis_kb_in_lobby": round(lobby, 1),
        "worker_kib_per_room": round((rss_rooms - rss_before) / rooms, 1),
        "worker_kib_per_socket": round((rss_sockets - rss_rooms) / rooms / 4, 1),
    }
    return row, [Check("Redis kB per room in the lobby", round(lobby, 1), most=32)]
