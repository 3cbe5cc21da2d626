"""Calls to Redis where nodes move, die, freeze, load or lead elsewhere: servers that answer what a test says."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import pytest

from app import bus, pipe
from app.bus import Subscription
from app.forms import connect
from app.link import Script
from app.pipe import Unavailable
from tests.server import free_port

Answer = Callable[[tuple[str, ...]], bytes | None]

OK = b"+OK\r\n"
SCRIPT = Script("return 1")


class Node:
    """A server on loopback; `answer` says what is written for each command, None: nothing at all."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.asked: list[tuple[str, ...]] = []
        self.connections = 0
        self.port = 0
        self._writers: dict[asyncio.StreamWriter, None] = {}

    def commands(self, *names: str) -> list[tuple[str, ...]]:
        """What was asked, as far as it begins so."""
        return [command for command in self.asked if command[0] in names]

    @property
    def connected(self) -> int:
        """How many connections there are now."""
        return len(self._writers)

    def hang_up(self) -> None:
        """Break every connection."""
        for writer in self._writers:
            writer.transport.abort()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection."""
        self.connections += 1
        self._writers[writer] = None
        try:
            while True:
                command = await read_command(reader)
                self.asked.append(command)
                answer = OK if command[0] == "CLIENT" else self.answer(command)
                writer.write(answer or b"")
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()
        finally:
            del self._writers[writer]

    async def close(self) -> None:
        """Break every connection, and wait until they are closed."""
        self.hang_up()
        while self._writers:
            await asyncio.sleep(0)

    def say(self, answer: bytes) -> None:
        """Write to the connection that was opened first, unasked."""
        next(iter(self._writers)).write(answer)


async def read_command(reader: asyncio.StreamReader) -> tuple[str, ...]:
    words = []
    for _ in range(int((await reader.readuntil(b"\r\n"))[1:])):
        length = int((await reader.readuntil(b"\r\n"))[1:])
        words.append((await reader.readexactly(length + 2))[:-2].decode())
    return tuple(words)


@asynccontextmanager
async def node(answer: Answer) -> AsyncIterator[Node]:
    """A running server."""
    running = Node(answer)
    server = await asyncio.start_server(running.serve, "127.0.0.1", 0)
    running.port = server.sockets[0].getsockname()[1]
    async with server:
        try:
            yield running
        finally:
            await running.close()


def text(answer: str) -> bytes:
    return f"${len(answer)}\r\n{answer}\r\n".encode()


def slots(*owners: int) -> bytes:
    """The answer to CLUSTER SLOTS: equal ranges for the nodes at these ports."""
    parts = [f"*{len(owners)}\r\n"]
    for number, port in enumerate(owners):
        first, last = 16384 * number // len(owners), 16384 * (number + 1) // len(owners) - 1
        parts.append(f"*3\r\n:{first}\r\n:{last}\r\n*3\r\n$9\r\n127.0.0.1\r\n:{port}\r\n$4\r\nname\r\n")
    return "".join(parts).encode()


def member(owners: Callable[[], tuple[int, ...]], own: Answer) -> Answer:
    """A node of a cluster with these owners."""
    return lambda command: slots(*owners()) if command == ("CLUSTER", "SLOTS") else own(command)


def subscribed(command: tuple[str, ...]) -> bytes | None:
    """The answers on a connection that is subscribed; None for other commands."""
    if command[0] == "PING":
        return b"*2\r\n$4\r\npong\r\n$0\r\n\r\n"
    if command[0] != "SUBSCRIBE":
        return None
    return "".join(f"*3\r\n$9\r\nsubscribe\r\n{text(name).decode()}:1\r\n" for name in command[1:]).encode()


async def test_a_key_that_has_moved_is_followed_and_remembered() -> None:
    owner = 0
    async with node(lambda _: text("there")) as new, node(lambda _: None) as old:
        old.answer = member(lambda: (owner,), lambda _: f"-MOVED 12182 127.0.0.1:{new.port}\r\n".encode())
        new.answer = member(lambda: (owner,), lambda _: text("there"))
        owner = old.port
        link = connect(f"redis+cluster://127.0.0.1:{old.port}")
        assert await link.call("foo", ("GET", "foo"), ("GET", "foo")) == [b"there", b"there"]
        owner = new.port
        assert await link.call("foo", ("GET", "foo")) == [b"there"]
        assert await link.call("foo", ("GET", "foo")) == [b"there"]
        assert len(old.commands("GET")) == 2
        assert not new.commands("ASKING")
        await link.close()


async def test_a_key_that_is_about_to_move_is_asked_for_each_time() -> None:
    async with node(lambda _: OK) as new, node(lambda _: None) as old:
        new.answer = lambda command: OK if command[0] == "ASKING" else text(" ".join(command))
        old.answer = member(lambda: (old.port,), lambda _: f"-ASK 12182 127.0.0.1:{new.port}\r\n".encode())
        link = connect(f"redis+cluster://127.0.0.1:{old.port}")
        for _ in range(2):
            assert await link.call("foo", ("GET", "foo"), ("TTL", "foo")) == [b"GET foo", b"TTL foo"]
        assert [command[0] for command in new.commands("ASKING", "GET", "TTL")] == [
            "ASKING",
            "GET",
            "ASKING",
            "TTL",
        ] * 2
        assert len(old.commands("CLUSTER")) == 1, "the slot has not moved yet"
        await link.close()


async def test_nodes_that_send_each_other_round_are_given_up() -> None:
    async with node(lambda _: None) as one, node(lambda _: None) as other:
        for here, there in ((one, other), (other, one)):
            moved = f"-MOVED 12182 127.0.0.1:{there.port}\r\n".encode()
            here.answer = member(lambda: (one.port,), lambda _, moved=moved: moved)  # type: ignore[misc]
        link = connect(f"redis+cluster://127.0.0.1:{one.port}")
        with pytest.raises(Unavailable):
            await link.call("foo", ("GET", "foo"))
        await link.close()


@pytest.mark.parametrize(
    "error", ["CLUSTERDOWN Hash slot not served", "TRYAGAIN Multiple keys request", "MASTERDOWN x"]
)
async def test_what_passes_is_unavailable_and_no_error_in_the_log(error: str, caplog: pytest.LogCaptureFixture) -> None:
    async with node(lambda _: None) as one:
        said = f"-{error}\r\n".encode()
        one.answer = member(lambda: (one.port,), lambda _: said)
        link = connect(f"redis+cluster://127.0.0.1:{one.port}")
        with pytest.raises(Unavailable):
            await link.call("foo", ("GET", "foo"))
        said = text("back")
        assert await link.call("foo", ("GET", "foo")) == [b"back"]
        assert not caplog.records
        await link.close()


async def test_a_node_that_answers_nothing_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipe, "_ANSWER_SECONDS", 0.1)
    async with node(lambda _: None) as frozen:
        link = connect(f"redis://127.0.0.1:{frozen.port}")
        with pytest.raises(Unavailable, match="no answer in time"):
            await link.call("foo", ("GET", "foo"))
        await link.close()


async def test_a_node_that_is_away_keeps_no_other_back() -> None:
    """One of two is frozen, then gone: the other one answers meanwhile, and Unavailable comes in its place."""
    async with node(lambda _: None) as frozen, node(lambda _: None) as well:
        well.answer = member(lambda: (frozen.port, well.port), lambda _: text("well"))
        link = connect(f"redis+cluster://127.0.0.1:{well.port}")
        lower, upper = "bar", "foo"  # slots 5061 and 12182
        slow = asyncio.create_task(link.call(lower, ("GET", lower)))
        many = asyncio.create_task(link.each([(key, ("GET", key)) for key in (lower, upper, upper)]))
        for _ in range(5):
            assert await link.call(upper, ("GET", upper)) == [b"well"]
        while len(frozen.commands("GET")) < 2:
            await asyncio.sleep(0)
        assert not slow.done()
        assert not many.done()
        frozen.hang_up()
        with pytest.raises(Unavailable):
            await slow
        away, *there = await many
        assert isinstance(away, Unavailable)
        assert there == [b"well", b"well"]
        await link.close()


async def test_a_cluster_without_an_answer_is_unavailable() -> None:
    link = connect(f"redis+cluster://127.0.0.1:{free_port()},127.0.0.1:{free_port()}")
    with pytest.raises(Unavailable):
        await link.call("foo", ("GET", "foo"))
    with pytest.raises(Unavailable):
        await Subscription.open(link)
    await link.close()


@pytest.mark.parametrize("error", ["READONLY You can't write against a read only replica.", "LOADING Redis is loading"])
async def test_a_server_that_cannot_is_connected_to_anew(error: str) -> None:
    """Its address may lead to another one by then."""
    async with node(lambda _: f"-{error}\r\n".encode()) as one:
        link = connect(f"redis://127.0.0.1:{one.port}")
        with pytest.raises(Unavailable):
            await link.script(SCRIPT, ["k"], [])
        one.answer = lambda _: b":1\r\n"
        assert await link.script(SCRIPT, ["k"], []) == 1
        assert one.connections == 2
        await link.close()


async def test_what_was_under_way_when_the_connection_broke_is_not_sent_again() -> None:
    """It may have arrived."""
    async with node(lambda _: None) as one:
        link = connect(f"redis://127.0.0.1:{one.port}")
        calls = [asyncio.create_task(link.call("k", ("INCR", str(number)))) for number in range(3)]
        while len(one.commands("INCR")) < 3:
            await asyncio.sleep(0.001)
        one.hang_up()
        outcomes = await asyncio.gather(*calls, return_exceptions=True)
        assert all(isinstance(outcome, Unavailable) for outcome in outcomes)
        one.answer = lambda _: b":1\r\n"
        assert await link.call("k", ("INCR", "later")) == [1]
        assert [command[1] for command in one.commands("INCR")] == ["0", "1", "2", "later"]
        await link.close()


async def test_answers_reach_those_who_asked_though_some_have_gone() -> None:
    async with node(lambda command: text(command[1])) as one:
        link = connect(f"redis://127.0.0.1:{one.port}")
        await link.call("", ("PING", "first"))
        calls = [asyncio.create_task(link.call("", ("ECHO", str(number)))) for number in range(40)]
        await asyncio.sleep(0)
        for call in calls[::3]:
            call.cancel()
        outcomes = await asyncio.gather(*calls, return_exceptions=True)
        assert [outcome for outcome in outcomes if isinstance(outcome, list)] == [
            [str(number).encode()] for number in range(40) if number % 3
        ]
        await link.close()


async def test_a_script_that_is_not_known_is_sent_along() -> None:
    known: set[str] = set()

    def answer(command: tuple[str, ...]) -> bytes:
        if command[0] == "SCRIPT":
            known.add(SCRIPT.sha)
            return text(SCRIPT.sha)
        return b":1\r\n" if command[1] in known else b"-NOSCRIPT No matching script.\r\n"

    async with node(answer) as one:
        link = connect(f"redis://127.0.0.1:{one.port}")
        assert await link.script(SCRIPT, ["k"], []) == 1
        assert await link.script(SCRIPT, ["k"], []) == 1
        assert len(one.commands("SCRIPT")) == 1
        await link.close()


class TestReplicas:
    """Writes that count once a replica has them."""

    @staticmethod
    def answer(command: tuple[str, ...]) -> bytes | None:
        return {"EVALSHA": b":1\r\n", "WAIT": b":1\r\n"}.get(command[0], text("read"))

    async def test_the_wait_follows_its_write_on_the_same_connection(self) -> None:
        async with node(self.answer) as one:
            link = connect(f"redis://127.0.0.1:{one.port}")
            assert await link.script(SCRIPT, ["k"], ["a"], replicas=1) == 1
            assert [command[0] for command in one.asked if command[0] != "CLIENT"] == ["EVALSHA", "WAIT"]
            assert one.connections == 1
            await link.close()

    async def test_too_few_replicas_are_no_success(self) -> None:
        async with node(lambda command: b":0\r\n" if command[0] == "WAIT" else b":1\r\n") as one:
            link = connect(f"redis://127.0.0.1:{one.port}")
            with pytest.raises(Unavailable):
                await link.script(SCRIPT, ["k"], [], replicas=1)
            await link.close()

    async def test_missing_replicas_hold_up_nobody_else(self) -> None:
        """Many commits share a wait, and what waits for no replica does not wait."""
        async with node(lambda command: None if command[0] == "WAIT" else self.answer(command)) as one:
            link = connect(f"redis://127.0.0.1:{one.port}")
            first = asyncio.create_task(link.script(SCRIPT, ["k"], ["first"], replicas=1))
            while not one.commands("WAIT"):
                await asyncio.sleep(0.001)
            rest = [asyncio.create_task(link.script(SCRIPT, ["k"], [str(i)], replicas=1)) for i in range(20)]
            assert await link.call("k", ("GET", "k")) == [b"read"]
            assert len(one.commands("WAIT")) == 1
            one.answer = self.answer
            one.say(b":1\r\n")  # what the wait was waiting for
            await asyncio.gather(first, *rest)
            assert len(one.commands("WAIT")) == 2
            await link.close()


class TestSentinels:
    """Whoever watches over the master says where it is."""

    @staticmethod
    def names(port: int) -> bytes:
        return f"*2\r\n$9\r\n127.0.0.1\r\n{text(str(port)).decode()}".encode()

    async def test_one_that_is_away_does_not_matter(self) -> None:
        async with node(lambda _: text("master")) as master, node(lambda _: self.names(master.port)) as guide:
            link = connect(f"redis+sentinel://127.0.0.1:{free_port()},127.0.0.1:{guide.port}/table")
            assert await link.call("k", ("GET", "k")) == [b"master"]
            assert guide.commands("SENTINEL") == [("SENTINEL", "GET-MASTER-ADDR-BY-NAME", "table")]
            await link.close()

    async def test_after_a_failover_the_new_master_is_called(self) -> None:
        async with (
            node(lambda _: text("old")) as old,
            node(lambda _: text("new")) as new,
            node(lambda _: self.names(old.port)) as guide,
        ):
            link = connect(f"redis+sentinel://127.0.0.1:{guide.port}/table")
            assert await link.call("k", ("GET", "k")) == [b"old"]
            guide.answer = lambda _: self.names(new.port)
            old.hang_up()
            answer: list[bytes] = []
            while not answer:
                try:
                    answer = await link.call("k", ("GET", "k"))
                except Unavailable:
                    continue
            assert answer == [b"new"]
            await link.close()

    @staticmethod
    def master(name: str, replicas: int) -> Answer:
        """A master with so many replicas to confirm, which takes any subscription."""
        said = {"EVALSHA": b":1\r\n", "WAIT": f":{replicas}\r\n".encode(), "GET": text(name)}
        return lambda command: subscribed(command) or said.get(command[0])

    async def test_a_master_whose_replicas_follow_another_one_is_left(self) -> None:
        """It lives and takes what it is sent: only that nobody confirms it shows that it is none any more."""
        async with (
            node(self.master("old", 1)) as old,
            node(self.master("new", 1)) as new,
            node(lambda _: self.names(old.port)) as guide,
        ):
            link = connect(f"redis+sentinel://127.0.0.1:{guide.port}/table")
            assert await link.script(SCRIPT, ["k"], [], replicas=1) == 1
            assert await link.call("k", ("GET", "k")) == [b"old"]
            subscription = await Subscription.open(link)
            old.answer = self.master("old", 0)
            guide.answer = lambda _: self.names(new.port)
            with pytest.raises(Unavailable):
                await link.script(SCRIPT, ["k"], [], replicas=1)
            with pytest.raises(Unavailable):
                async with asyncio.timeout(30):
                    while True:
                        await subscription.hear(print)
            await subscription.close()
            async with asyncio.timeout(30):
                while old.connected:
                    await asyncio.sleep(0.001)
            assert await link.call("k", ("GET", "k")) == [b"new"]
            assert await link.script(SCRIPT, ["k"], [], replicas=1) == 1
            assert len(old.commands("EVALSHA")) == 2
            await link.close()

    async def test_a_master_that_only_waits_for_its_replicas_is_kept(self) -> None:
        async with node(self.master("one", 1)) as master, node(lambda _: self.names(master.port)) as guide:
            link = connect(f"redis+sentinel://127.0.0.1:{guide.port}/table")
            assert await link.script(SCRIPT, ["k"], [], replicas=1) == 1
            assert await link.call("k", ("GET", "k")) == [b"one"]
            asked, connections = len(guide.commands("SENTINEL")), master.connections
            with pytest.raises(Unavailable):
                await link.script(SCRIPT, ["k"], [], replicas=2)
            while len(guide.commands("SENTINEL")) == asked:
                await asyncio.sleep(0.001)
            assert await link.script(SCRIPT, ["k"], [], replicas=1) == 1
            assert await link.call("k", ("GET", "k")) == [b"one"]
            assert master.connections == connections
            await link.close()

    async def test_a_service_that_nobody_knows_is_unavailable(self) -> None:
        async with node(lambda _: b"*-1\r\n") as guide:
            link = connect(f"redis+sentinel://127.0.0.1:{guide.port}/nobody")
            with pytest.raises(Unavailable):
                await link.call("k", ("GET", "k"))
            await link.close()


async def test_a_subscription_to_a_frozen_node_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """It closes nothing and says nothing: the subscription asks."""
    monkeypatch.setattr(bus, "_BEAT_SECONDS", 0.02)

    async with node(subscribed) as one:
        link = connect(f"redis://127.0.0.1:{one.port}")
        subscription = await Subscription.open(link)
        while len(one.commands("PING")) < 6:
            await subscription.hear(lambda change: pytest.fail("nobody has published anything"))
        one.answer = lambda _: None
        with pytest.raises(Unavailable):
            async with asyncio.timeout(5):
                while True:
                    await subscription.hear(print)
        await subscription.close()
        await link.close()
