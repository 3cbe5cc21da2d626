"""Redis in all its forms behind one way to call it: a single server, Sentinel or Cluster, told apart by the address."""

import asyncio
import hashlib
import logging
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urlsplit

from redis.asyncio import Connection, ConnectionPool, Redis, RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel
from redis.backoff import NoBackoff
from redis.exceptions import AskError, ClusterDownError, MovedError, NoScriptError, RedisError, ResponseError

from app.pipe import Command, Pipe, Unavailable

log = logging.getLogger("flip7.redis")

_REPLICA_MS = 1_000
"""How long a replica may take to confirm a write."""
_NO_RETRY = Retry(NoBackoff(), 0)


@dataclass(frozen=True)
class Script:
    """A Lua script and the name Redis knows it by."""

    text: str
    sha: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sha", hashlib.sha1(self.text.encode(), usedforsecurity=False).hexdigest())


class Link(ABC):
    """Calls to Redis. Every method raises Unavailable where it cannot be reached."""

    shards_together = True
    """Whether one script may touch the keys of several shards."""

    async def call(self, key: str, *commands: Command) -> list[Any]:
        """The answers of the node that owns `key`, in order."""
        if not commands:
            return []
        answers = await self._call(key, commands)
        for answer in answers:
            if isinstance(answer, NoScriptError):
                raise answer  # only `script` and `scripts` send what can be answered so
            if isinstance(answer, ResponseError):
                log.error("Redis refuses: %s", answer)
                raise Unavailable("Redis refuses")
        return answers

    async def script(
        self, script: Script, keys: Sequence[str], args: Sequence[str | bytes | int], *, replicas: int = 0
    ) -> Any:
        """What the script returns. `replicas`: how many must have confirmed what it wrote, else Unavailable."""
        run: Command = ("EVALSHA", script.sha, len(keys), *keys, *args)
        confirm: tuple[Command, ...] = (("WAIT", replicas, _REPLICA_MS),) if replicas else ()
        try:
            answer, *confirmed = await self.call(keys[0], run, *confirm)
        except NoScriptError:
            _, answer, *confirmed = await self.call(keys[0], ("SCRIPT", "LOAD", script.text), run, *confirm)
        if confirmed and confirmed[0] < replicas:
            raise Unavailable("too few replicas have confirmed")
        return answer

    async def scripts(
        self, script: Script, groups: Sequence[Sequence[str]], args: Sequence[str | bytes | int]
    ) -> list[Any]:
        """What the script returns for each group of keys; the calls travel together."""
        runs = [(keys[0], ("EVALSHA", script.sha, len(keys), *keys, *args)) for keys in groups]
        try:
            return await self.each(runs)
        except NoScriptError:
            return [await self.script(script, keys, args) for keys in groups]

    async def each(self, calls: Sequence[tuple[str, Command]]) -> list[Any]:
        """The answers to commands on different keys; they travel together."""
        answers = await asyncio.gather(*(self.call(key, command) for key, command in calls))
        return [answer[0] for answer in answers]

    @abstractmethod
    async def _call(self, key: str, commands: Sequence[Command]) -> list[Any]:
        """The answers, errors among them as objects."""

    @abstractmethod
    async def subscriber(self) -> Redis:
        """A client for a subscription of its own; whoever asks closes it."""

    @abstractmethod
    async def close(self) -> None:
        """Drop all connections."""


class OneServer(Link):
    """A single server, or whichever server Sentinel says is the master."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._pipe = Pipe(client.connection_pool.make_connection)

    async def _call(self, key: str, commands: Sequence[Command]) -> list[Any]:
        return await self._pipe.call(commands)

    async def each(self, calls: Sequence[tuple[str, Command]]) -> list[Any]:
        return await self.call("", *(command for _, command in calls))

    async def subscriber(self) -> Redis:
        return Redis(connection_pool=self._client.connection_pool)

    async def close(self) -> None:
        await self._pipe.close()
        await self._client.connection_pool.disconnect()


class Cluster(Link):
    """Many masters, each with some of the shards. A node that has moved, died or been demoted is looked up anew."""

    shards_together = False

    def __init__(self, nodes: RedisCluster) -> None:
        self._topology = nodes
        self._pipes: dict[tuple[str, int], Pipe] = {}
        self._known = False

    async def _call(self, key: str, commands: Sequence[Command]) -> list[Any]:
        node = await self._owner(key)
        try:
            answers = await self._pipe(node).call(commands)
        except Unavailable:
            self._known = False
            raise
        match next((answer for answer in answers if isinstance(answer, ResponseError)), None):
            case AskError() as ask:
                _, *answers = await self._pipe((ask.host, ask.port)).call((("ASKING",), *commands))
            case MovedError():
                self._known = False
                answers = await self._pipe(await self._owner(key)).call(commands)
            case ClusterDownError():
                self._known = False
                raise Unavailable("the cluster is down")
        return answers

    async def subscriber(self) -> Redis:
        host, port = await self._owner("")
        return Redis(host=host, port=port, protocol=2, retry=_NO_RETRY, **self._login())

    async def close(self) -> None:
        for pipe in self._pipes.values():
            await pipe.close()
        await self._topology.aclose()

    async def _owner(self, key: str) -> tuple[str, int]:
        try:
            if not self._known:
                await self._topology.initialize()
                await self._topology.nodes_manager.initialize()
                self._known = True
            node = self._topology.get_node_from_key(key)
        except (RedisError, OSError) as error:
            raise Unavailable(type(error).__name__) from error
        if node is None:
            raise Unavailable("no node has this slot")
        return node.host, int(node.port)

    def _pipe(self, node: tuple[str, int]) -> Pipe:
        if node not in self._pipes:
            self._pipes[node] = Pipe(lambda: Connection(host=node[0], port=node[1], protocol=2, **self._login()))
        return self._pipes[node]

    def _login(self) -> dict[str, Any]:
        kwargs = self._topology.get_connection_kwargs()
        return {name: kwargs[name] for name in ("username", "password") if kwargs.get(name)}


def _host_and_port(address: str, default_port: int) -> tuple[str, int]:
    host, _, port = address.rpartition(":") if address[-1].isdigit() and ":" in address else (address, "", "")
    return host.strip("[]"), int(port or default_port)


def connect(url: str) -> Link:
    """A link to the Redis at `url`; nothing is sent before the first call."""
    parts = urlsplit(url)
    login: dict[str, Any] = {
        name: unquote(value)
        for name, value in (("username", parts.username), ("password", parts.password))
        if value is not None
    }
    if parts.scheme == "redis+sentinel":
        sentinels = [_host_and_port(at, 26379) for at in parts.netloc.rpartition("@")[2].split(",")]
        timeouts = {"socket_timeout": 1.0, "socket_connect_timeout": 1.0}
        manager = Sentinel(sentinels, sentinel_kwargs=timeouts)  # type: ignore[no-untyped-call]
        return OneServer(manager.master_for(parts.path.strip("/"), protocol=2, retry=_NO_RETRY, **login))
    if parts.scheme == "redis+cluster":
        hosts = [_host_and_port(at, 6379) for at in parts.netloc.rpartition("@")[2].split(",")]
        nodes = [ClusterNode(host, port) for host, port in hosts]
        return Cluster(RedisCluster(startup_nodes=nodes, protocol=2, **login))
    return OneServer(Redis(connection_pool=ConnectionPool.from_url(url, protocol=2, retry=_NO_RETRY)))
