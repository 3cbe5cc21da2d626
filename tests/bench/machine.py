"""The processes that are measured: starting them, and what the kernel and Redis say about them."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from redis import Redis

from app.embedded import EmbeddedRedis
from tests.server import ROOT, Server

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


def family(pid: int) -> list[int]:
    """A process and all its descendants."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            children.setdefault(int(stat.rpartition(")")[2].split()[1]), []).append(int(entry.name))
    found = [pid]
    for member in found:
        found += children.get(member, [])
    return found


def cpu_seconds(pids: list[int]) -> float:
    """User and system time of running processes so far."""
    fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    return sum(int(stat[11]) + int(stat[12]) for stat in fields) / _TICKS


def resident_kib(pids: list[int]) -> float:
    """Memory of running processes in KiB."""
    return sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids) * _PAGE / 1024


class RedisServer:
    """The bench's own look into Redis."""

    def __init__(self, url: str) -> None:
        self.redis = Redis.from_url(url)

    @property
    def pid(self) -> int:
        return int(self.redis.info("server")["process_id"])

    def used_bytes(self) -> int:
        """Memory Redis uses for everything, its own buffers included."""
        return int(self.redis.info("memory")["used_memory"])


class Running:
    """A server under test with a Redis server of its own."""

    def __init__(self, server: Server, redis: RedisServer) -> None:
        self.server = server
        self.redis = redis

    @property
    def port(self) -> int:
        return self.server.port

    @property
    def pids(self) -> list[int]:
        """The server's processes, without Redis."""
        return family(self.server.pid)


@contextmanager
def product(**settings: object) -> Iterator[Running]:
    """`python -m app` without rates, for sockets that all come from one address."""
    with private_redis() as (folder, url), product_on(folder, url, **settings) as running:
        yield running


@contextmanager
def product_on(folder: Path, url: str, **settings: object) -> Iterator[Running]:
    """The same on a Redis server that is there; `redis_url` among the settings is another way to it."""
    chosen = {"redis_url": url, "rate_limit": "off", "bot_delay_ms": 0, **settings}
    server = Server(folder, {f"FLIP7_{name.upper()}": str(value) for name, value in chosen.items()})
    with _served(server, url) as running:
        yield running


@contextmanager
def ceiling() -> Iterator[Running]:
    """The bare relay."""
    with private_redis() as (folder, url):
        server = Server(folder, {})
        server.command = [sys.executable, "-m", "tests.bench.ceiling", str(server.port), url]
        with _served(server, url) as running:
            yield running


@contextmanager
def _served(server: Server, url: str) -> Iterator[Running]:
    try:
        server.start()
        yield Running(server, RedisServer(url))
    finally:
        if server.process is not None:
            server.process.kill()  # thousands of polite goodbyes are not what is measured
            server.wait_ended()


@contextmanager
def private_redis() -> Iterator[tuple[Path, str]]:
    """A folder, and the private server the product would start by itself."""
    with TemporaryDirectory(prefix="flip7-bench-") as name:
        embedded = EmbeddedRedis(Path(name, "redis"))
        url = embedded.start()
        try:
            yield Path(name), url
        finally:
            embedded.stop()


def described() -> dict[str, object]:
    """The machine and the commit, for the record."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout
    return {
        "commit": commit.strip(),
        "cores": os.cpu_count(),
        "python": sys.version.split()[0],
        "load_before": round(os.getloadavg()[0], 2),
    }
