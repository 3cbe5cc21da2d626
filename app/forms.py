"""The forms Redis comes in, told apart by the address: a single server, Sentinel or Cluster."""

import asyncio
import math
from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import unquote, urlsplit

from redis.asyncio import Connection, ConnectionPool
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.crc import key_slot
from redis.exceptions import AskError, ClusterDownError, ConnectionError, MovedError, RedisError, ResponseError

from app.link import Link, Node
from app.pipe import Command, Unavailable
from app.slots import Address, Slots, address

_REDIRECTIONS = 3
_GUIDE_SECONDS = 0.5
"""How long a sentinel, or a node of a cluster, may take to say who is where, before another one is asked."""
_PLAIN: dict[str, Any] = {"protocol": 2, "retry": Retry(NoBackoff(), 0), "socket_timeout": None}
"""Whoever calls decides how long to wait, and whether to try again."""


class OneServer(Link):
    """A single server."""

    def __init__(self, pool: ConnectionPool) -> None:
        self._node = Node(pool)

    async def _call(self, key: str, commands: Sequence[Command], replicas: int) -> list[Any]:
        return await self._node.call(commands, replicas)

    async def each(self, calls: Sequence[tuple[str, Command]]) -> list[Any]:
        return await self.call("", *(command for _, command in calls))

    def listener(self) -> AbstractConnection:
        return self._node.listener()

    async def close(self) -> None:
        await self._node.close()


class Sentinels:
    """Those who watch over a master and its replicas, and say which of them is the master."""

    def __init__(self, addresses: Sequence[Address], service: str) -> None:
        """`service`: the name the master goes by among them."""
        self._addresses = list(addresses)
        self._service = service

    async def master(self) -> Address:
        """The address of the master, from the first sentinel that answers. Raises redis' ConnectionError."""
        for at in tuple(self._addresses):
            with suppress(RedisError, OSError, TimeoutError):
                async with asyncio.timeout(_GUIDE_SECONDS):
                    named = await self._ask(at)
                if named is not None:
                    self._addresses.remove(at)
                    self._addresses.insert(0, at)
                    return address(named[0], int(named[1]), at)
        raise ConnectionError(f"no sentinel names the master of {self._service}")

    async def _ask(self, at: Address) -> Sequence[bytes] | None:
        connection = Connection(host=at[0], port=at[1], **_PLAIN)
        try:
            await connection.connect()  # type: ignore[no-untyped-call]
            await connection.send_command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", self._service)
            named: Sequence[bytes] | None = await connection.read_response(timeout=math.inf)
            return named
        finally:
            await connection.disconnect(nowait=True)


class MasterConnection(Connection):
    """A connection to whichever server is the master at the moment it connects."""

    def __init__(self, *, sentinels: Sentinels, **how: Any) -> None:
        super().__init__(**how)
        self._sentinels = sentinels

    async def connect(self) -> None:
        """Ask where, then connect."""
        self.host, self.port = await self._sentinels.master()
        await super().connect()  # type: ignore[no-untyped-call]


class Watched(OneServer):
    """Whichever server the sentinels say is the master."""

    def __init__(self, sentinels: Sentinels, login: dict[str, Any]) -> None:
        super().__init__(ConnectionPool(MasterConnection, sentinels=sentinels, **_PLAIN, **login))
        self._sentinels = sentinels
        self._looking: asyncio.Task[None] | None = None

    async def _call(self, key: str, commands: Sequence[Command], replicas: int) -> list[Any]:
        answers = await super()._call(key, commands, replicas)
        few = replicas > 0 and isinstance(answers[-1], int) and answers[-1] < replicas
        if few and (self._looking is None or self._looking.done()):
            self._looking = asyncio.create_task(self._look_again())
        return answers

    async def close(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.wait([self._looking])
        await super().close()

    async def _look_again(self) -> None:
        """Replicas that are missing may follow another master by now, while the former one lives and knows nothing."""
        with suppress(RedisError):
            master = await self._sentinels.master()
            connections: list[Any] = self._node.connections
            if any((connection.host, connection.port) != master for connection in connections):
                await self._node.close()


class Cluster(Link):
    """Many masters, each with some of the shards. Who has which is looked up anew when a node fails or says so."""

    shards_together = False

    def __init__(self, seeds: Sequence[Address], login: dict[str, Any]) -> None:
        """`seeds`: nodes to ask first."""
        self._seeds = tuple(seeds)
        self._login = login
        self._nodes: dict[Address, Node] = {}
        self._slots = Slots()
        self._doubted: set[Address] = set()
        """Nodes that failed, or sent somebody elsewhere, since who has what was looked up."""
        self._looking = asyncio.Lock()
        self._listeners = 0

    async def _call(self, key: str, commands: Sequence[Command], replicas: int) -> list[Any]:
        at, asking = await self._owner(key), False
        for _ in range(_REDIRECTIONS):
            try:
                answers = await self._ask(at, commands, replicas, asking)
            except Unavailable:
                self._doubted.add(at)
                raise
            match next((answer for answer in answers if isinstance(answer, ResponseError)), None):
                case MovedError() as elsewhere:
                    self._doubted.add(at)
                    at, asking = address(elsewhere.host, elsewhere.port, at), False
                case AskError() as elsewhere:
                    at, asking = address(elsewhere.host, elsewhere.port, at), True
                case ClusterDownError():
                    self._doubted.add(at)
                    return answers
                case _:
                    return answers
        raise Unavailable("sent from node to node")

    async def _ask(self, at: Address, commands: Sequence[Command], replicas: int, asking: bool) -> list[Any]:
        """The answers of one node, `asking` for what it is about to own."""
        if not asking:
            return await self._node(at).call(commands, replicas)
        answers = await self._node(at).call([part for command in commands for part in (("ASKING",), command)], replicas)
        return [*answers[1 : 2 * len(commands) : 2], *answers[2 * len(commands) :]]

    def listener(self) -> AbstractConnection:
        known = self._slots.masters or self._seeds
        self._listeners += 1
        return self._node(known[self._listeners % len(known)]).listener()

    async def close(self) -> None:
        for node in self._nodes.values():
            await node.close()

    async def _owner(self, key: str) -> Address:
        owner = self._slots.owner(key)
        if owner is None or owner in self._doubted:
            await self._look_up(key)
            owner = self._slots.owner(key)
        if owner is None:
            raise Unavailable(f"no node has slot {key_slot(key.encode())}")
        return owner

    async def _look_up(self, key: str) -> None:
        """Ask the nodes who has what, the doubted ones last, until one answers; once for all who wait."""
        async with self._looking:
            owner = self._slots.owner(key)
            if owner is not None and owner not in self._doubted:
                return
            nodes = dict.fromkeys((*self._slots.masters, *self._seeds))
            for at in sorted(nodes, key=self._doubted.__contains__):
                try:
                    async with asyncio.timeout(_GUIDE_SECONDS):
                        (ranges,) = await self._node(at).call((("CLUSTER", "SLOTS"),), 0)
                except (Unavailable, TimeoutError):
                    continue
                if not isinstance(ranges, ResponseError):
                    self._slots.learn(ranges, at)
                    self._doubted.clear()
                    return
            raise Unavailable("no node of the cluster answers")

    def _node(self, at: Address) -> Node:
        if at not in self._nodes:
            self._nodes[at] = Node(ConnectionPool(host=at[0], port=at[1], **_PLAIN, **self._login))
        return self._nodes[at]


def connect(url: str) -> Link:
    """A link to the Redis at `url`; nothing is sent before the first call."""
    parts = urlsplit(url)
    login: dict[str, Any] = {
        name: unquote(value)
        for name, value in (("username", parts.username), ("password", parts.password))
        if value is not None
    }
    if parts.scheme == "redis+sentinel":
        guides = Sentinels(_addresses(parts.netloc, 26379), parts.path.strip("/"))
        return Watched(guides, login)
    if parts.scheme == "redis+cluster":
        return Cluster(_addresses(parts.netloc, 6379), login)
    return OneServer(ConnectionPool.from_url(url, **_PLAIN))


def _addresses(netloc: str, default_port: int) -> list[Address]:
    return [_host_and_port(at, default_port) for at in netloc.rpartition("@")[2].split(",")]


def _host_and_port(at: str, default_port: int) -> Address:
    host, _, port = at.rpartition(":") if at[-1].isdigit() and ":" in at else (at, "", "")
    return host.strip("[]"), int(port or default_port)
