"""Redis as processes of a test's own, on loopback: one server, a master with replicas and sentinels, or a cluster."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import MovedError, RedisError
from redis.retry import Retry

from tests.server import eventually, free_port

_NODE_TIMEOUT_MS = 1_000
"""A master that has been silent for so long is replaced."""
_SLOTS = 16_384


def redis_server() -> str:
    """The path of the server program."""
    found = shutil.which("redis-server")
    assert found, "no redis-server on PATH: install Debian's package redis-server, or that of your system"
    return found


class Node:
    """One redis-server; started again it has the same port, and the data it wrote to disk."""

    def __init__(self, folder: Path, *, lines: tuple[str, ...] = (), **options: object) -> None:
        """`options` are settings of the server with `_` for `-`; `lines` go into its file as they are."""
        self.port = free_port()
        self.folder = folder
        folder.mkdir(parents=True)
        self._sentinel = bool(lines)
        settings = {"bind": "127.0.0.1", "port": self.port, "dir": folder, **options}
        if not self._sentinel:
            settings = {"save": '""', "repl_diskless_sync_delay": 0, **settings}
        text = [f"{name.replace('_', '-')} {value}" for name, value in settings.items()]
        (folder / "redis.conf").write_text("\n".join([*text, *lines, ""]))
        self._process: subprocess.Popen[bytes] | None = None
        self.redis = Redis(port=self.port, socket_timeout=2, decode_responses=True, retry=Retry(NoBackoff(), 0))

    def launch(self, *options: str) -> None:
        """Start the process without waiting."""
        assert self._process is None, "it runs already"
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [redis_server(), str(self.folder / "redis.conf"), *(["--sentinel"] if self._sentinel else options)],
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def start(self, *options: str) -> "Node":
        """Start the process and wait until it answers."""
        self.launch(*options)
        eventually(self.is_ready)
        return self

    def is_ready(self) -> bool:
        """Whether it has loaded its data and answers."""
        try:
            return bool(self.redis.ping())
        except (RedisError, OSError):
            return False

    def signal(self, number: signal.Signals) -> None:
        """Freeze it with SIGSTOP, say."""
        assert self._process is not None
        os.kill(self._process.pid, number)

    def kill(self) -> None:
        """End it as a power cut does."""
        self.signal(signal.SIGKILL)
        assert self._process is not None
        self._process.wait()
        self._process = None

    def info(self, section: str) -> dict[str, Any]:
        """What it says of itself; nothing while it is away."""
        try:
            return dict(self.redis.info(section))
        except (RedisError, OSError):
            return {}

    def close(self) -> None:
        """End it, if it runs."""
        if self._process is not None:
            self.kill()
        self.redis.close()


class Nodes:
    """Some form of Redis; `masters` and `replicas` as they were when it began."""

    def __init__(self, url: str, masters: list[Node], replicas: list[Node], guides: list[Node]) -> None:
        self.url = url
        self.masters = masters
        self.replicas = replicas
        self.guides = guides
        """The sentinels."""

    @property
    def servers(self) -> list[Node]:
        """Those that keep data."""
        return [*self.masters, *self.replicas]

    def reigning(self) -> list[Node]:
        """Those that say they are masters now."""
        return [node for node in self.servers if node.info("replication").get("role") == "master"]

    def master_of(self, key: str) -> Node:
        """The master that has a key."""
        for node in self.reigning():
            with suppress(MovedError):
                if node.redis.exists(key):
                    return node
        raise AssertionError(f"nobody has {key}")

    @property
    def followers(self) -> int:
        """How many replicas each master began with."""
        return len(self.replicas) // len(self.masters)

    def come_back(self, master: Node) -> None:
        """Start a master that died, as a replica of the one that has taken its place."""
        eventually(lambda: len(self.reigning()) == len(self.masters))
        if not self.guides:
            master.start()  # it hears from the others
            return
        (successor,) = self.reigning()
        eventually(lambda: all(_names(guide) == successor.port for guide in self.guides))  # else they may name it again
        master.start("--replicaof", "127.0.0.1", str(successor.port))

    def settle(self) -> None:
        """Wait until every server that runs is a master or follows one."""
        running = [node for node in self.servers if node.is_ready()]
        eventually(lambda: len(self.reigning()) == len(self.masters))
        eventually(lambda: len(self.reigning()) + sum(map(_is_linked, running)) == len(running))

    def cut_off(self, master: Node) -> list[Node]:
        """Let the replicas of a master fall behind from now on; returns them."""
        lagging = [node for node in self.servers if node.info("replication").get("master_port") == master.port]
        for replica in lagging:
            replica.redis.config_set("masterauth", "wrong")
        master.redis.client_kill_filter(_type="replica", skipme=True)
        eventually(lambda: all(not _is_linked(replica) for replica in lagging))
        return lagging

    def reconnect(self, lagging: list[Node]) -> None:
        """Let replicas that were cut off follow a master again."""
        for replica in lagging:
            replica.redis.config_set("masterauth", "")

    def expiries(self) -> dict[str, int]:
        """Every key on any master, with its remaining seconds (-1: for ever)."""
        return {key: int(node.redis.ttl(key)) for node in self.reigning() for key in node.redis.scan_iter(count=1000)}


@contextmanager
def one_server(folder: Path, **options: object) -> Iterator[Nodes]:
    """A single server."""
    with _closing([Node(folder / "one", **options)]) as (node,):
        node.start()
        yield Nodes(f"redis://127.0.0.1:{node.port}", [node], [], [])


@contextmanager
def sentinels(folder: Path, *, replicas: int = 2) -> Iterator[Nodes]:
    """A master with replicas, and three sentinels who replace it after a second of silence."""
    with followed(folder, replicas=replicas) as nodes:
        (master,) = nodes.masters
        watch = (
            f"sentinel monitor table 127.0.0.1 {master.port} 2",
            "sentinel down-after-milliseconds table 1000",
            # Twice that and the next one tries: it must have heard by then, which takes 3 s, of who was promoted.
            "sentinel failover-timeout table 3000",
            "sentinel parallel-syncs table 2",
        )
        with _closing([Node(folder / f"sentinel{number}", lines=watch) for number in range(3)]) as guides:
            for guide in guides:
                guide.start()
            eventually(lambda: all(_sees(guide, replicas, others=2) for guide in guides))
            addresses = ",".join(f"127.0.0.1:{guide.port}" for guide in guides)
            yield Nodes(f"redis+sentinel://{addresses}/table", nodes.masters, nodes.replicas, guides)


@contextmanager
def followed(folder: Path, *, replicas: int = 2) -> Iterator[Nodes]:
    """A master with replicas, over whom nobody watches."""
    master = Node(folder / "master")
    following = [Node(folder / f"replica{number}", replicaof=f"127.0.0.1 {master.port}") for number in range(replicas)]
    with _closing([master, *following]) as nodes:
        for node in nodes:
            node.start()
        eventually(lambda: master.redis.wait(replicas, 100) == replicas)  # it knows of them, too
        yield Nodes(f"redis://127.0.0.1:{master.port}", [master], following, [])


@contextmanager
def cluster(folder: Path) -> Iterator[Nodes]:
    """Three masters with a replica each."""
    nodes = [
        Node(
            folder / f"node{number}",
            cluster_enabled="yes",
            cluster_port=free_port(),
            cluster_node_timeout=_NODE_TIMEOUT_MS,
            cluster_replica_validity_factor=0,
            cluster_require_full_coverage="no",
        )
        for number in range(6)
    ]
    with _closing(nodes):
        for node in nodes:
            node.start()
        masters, replicas = nodes[:3], nodes[3:]
        _join(masters, replicas)
        yield Nodes(f"redis+cluster://127.0.0.1:{masters[0].port},127.0.0.1:{masters[1].port}", masters, replicas, [])


def _join(masters: list[Node], replicas: list[Node]) -> None:
    """Make a cluster of nodes that do not know each other."""
    nodes = [*masters, *replicas]
    for number, node in enumerate(nodes):
        node.redis.execute_command("CLUSTER SET-CONFIG-EPOCH", number + 1)
    for number, node in enumerate(masters):
        first, last = _SLOTS * number // len(masters), _SLOTS * (number + 1) // len(masters) - 1
        node.redis.execute_command("CLUSTER ADDSLOTSRANGE", first, last)
    for node in nodes:
        for other in nodes:
            if other is not node:
                bus = other.redis.config_get("cluster-port")["cluster-port"]
                node.redis.execute_command("CLUSTER MEET", "127.0.0.1", other.port, bus)
    for master, replica in zip(masters, replicas, strict=True):
        name = str(master.redis.execute_command("CLUSTER MYID"))
        eventually(lambda replica=replica, name=name: _knows(replica, name))
        replica.redis.execute_command("CLUSTER REPLICATE", name)
    eventually(lambda: all(map(_is_linked, replicas)))
    eventually(lambda: all(_is_whole(node, len(masters)) for node in nodes))


def _knows(node: Node, name: str) -> bool:
    known: Any = node.redis.cluster("NODES")
    return any(entry["node_id"] == name and "handshake" not in entry["flags"] for entry in known.values())


def _is_linked(replica: Node) -> bool:
    return bool(replica.info("replication").get("master_link_status") == "up")


def _is_whole(node: Node, masters: int) -> bool:
    """Whether a node of a cluster knows an owner of every slot, and a replica of each."""
    state: Any = node.redis.cluster("INFO")
    known: Any = node.redis.cluster("NODES")
    followed = {entry["master_id"] for entry in known.values() if "slave" in entry["flags"]}
    return state["cluster_state"] == "ok" and int(state["cluster_size"]) == len(followed) == masters


def _sees(guide: Node, replicas: int, others: int) -> bool:
    """Whether a sentinel has found the replicas and the other sentinels."""
    (seen,) = guide.redis.sentinel_masters().values()
    return int(seen["num-slaves"]) == replicas and int(seen["num-other-sentinels"]) == others


def _names(guide: Node) -> int:
    """The port of the master, as a sentinel says."""
    at: Any = guide.redis.sentinel_get_master_addr_by_name("table")
    return int(at[1])


@contextmanager
def _closing(nodes: list[Node]) -> Iterator[list[Node]]:
    try:
        yield nodes
    finally:
        for node in nodes:
            node.close()
