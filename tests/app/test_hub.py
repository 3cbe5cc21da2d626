"""What one socket is sent, in which order, when it falls behind, and what reaches it through Redis."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from redis.asyncio import Redis

from app import connection as connections
from app import hub as hubs
from app.bus import Published, Subscription
from app.commit import Committed
from app.connection import MOST_QUEUED, Connection
from app.farewells import REMOVED, ROOM_EXPIRED, Closed, Farewell
from app.hub import Hub
from app.link import Link
from app.metrics import Metrics
from app.pipe import Unavailable
from app.protocol import PingMessage, read_message
from app.rooms import commands
from app.shards import keys_of
from app.store import Store
from app.view import Change, committed
from app.view import change as change_of
from tests.app.stored_rooms import ABOUT, CODE, Stored, create, now_of

NOBODY: frozenset[str] = frozenset()


class Socket:
    """A socket whose peer reads only while `reading` is set; what it was sent can be waited for."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.reading = asyncio.Event()
        self.reading.set()
        self.writing = asyncio.Event()
        self._news = asyncio.Condition()

    async def send_text(self, text: str) -> None:
        self.writing.set()
        await self.reading.wait()
        async with self._news:
            self.sent.append(text)
            self._news.notify_all()

    async def until(self, test: Callable[[list[str]], object]) -> list[str]:
        """Everything sent so far, once that is enough."""
        async with asyncio.timeout(20), self._news:
            await self._news.wait_for(lambda: test(self.sent))
        return list(self.sent)


class Truth:
    """The room as it is stored: what a fresh view shows. `reading` holds one back, `failures` come first."""

    def __init__(self, seq: int = 1) -> None:
        self.seq = seq
        self.reading = asyncio.Event()
        self.reading.set()
        self.asked = asyncio.Event()
        self.failures: list[Exception] = []

    async def welcome(self, connection: Connection) -> tuple[str, int, str]:
        seq = self.seq
        self.asked.set()
        await self.reading.wait()
        if self.failures:
            raise self.failures.pop(0)
        return f"welcome {seq}", seq, f"d{seq}"


def change(seq: int, *concerned: str) -> Published:
    return Published(CODE, seq, f"d{seq - 1}", f"d{seq}", frozenset(concerned), f"change {seq}")


@asynccontextmanager
async def connected(
    socket: Socket, welcome: Callable[[Connection], Awaitable[tuple[str, int, str]]], browser: str = "ada"
) -> AsyncIterator[tuple[Connection, "asyncio.Task[Farewell]"]]:
    """A connection and the task of its writer, which has begun."""
    connection = Connection(socket, CODE, browser, "1", Metrics())  # type: ignore[arg-type]
    writer = asyncio.create_task(connection.write(welcome))
    try:
        yield connection, writer
    finally:
        writer.cancel()
        await asyncio.gather(writer, return_exceptions=True)


async def in_step(socket: Socket, truth: Truth, connection: Connection) -> None:
    """Wait for the first view."""
    await socket.until(lambda sent: sent)
    assert connection.in_step and connection.seq == truth.seq


async def test_the_view_comes_first_and_then_each_change_once_and_in_order() -> None:
    socket, truth = Socket(), Truth(3)
    async with connected(socket, truth.welcome) as (connection, _):
        await in_step(socket, truth, connection)
        for seq in (2, 3, 4, 4, 5, 3, 6):
            connection.offer(change(seq))
        assert await socket.until(lambda sent: "change 6" in sent) == ["welcome 3", "change 4", "change 5", "change 6"]


async def test_answers_are_told_in_their_place() -> None:
    socket, truth = Socket(), Truth()
    async with connected(socket, truth.welcome) as (connection, _):
        await in_step(socket, truth, connection)
        connection.tell("pong")
        connection.offer(change(2))
        connection.tell("ack")
        assert (await socket.until(lambda sent: "ack" in sent))[1:] == ["pong", "change 2", "ack"]


async def test_after_a_gap_the_whole_view_comes_anew() -> None:
    socket, truth = Socket(), Truth()
    async with connected(socket, truth.welcome) as (connection, _):
        await in_step(socket, truth, connection)
        truth.seq = 4
        connection.offer(change(3))
        assert not connection.in_step
        connection.offer(change(4))
        connection.offer(change(5))
        assert (await socket.until(lambda sent: "change 5" in sent))[1:] == ["welcome 4", "change 5"]


async def test_changes_that_come_while_a_view_is_made_are_held_and_told_where_they_are_newer() -> None:
    socket, truth = Socket(), Truth(7)
    truth.reading.clear()
    async with connected(socket, truth.welcome) as (connection, _):
        await truth.asked.wait()
        for seq in (6, 7, 8, 9):
            connection.offer(change(seq))
        truth.reading.set()
        assert await socket.until(lambda sent: "change 9" in sent) == ["welcome 7", "change 8", "change 9"]


async def test_a_gap_among_the_held_changes_makes_another_view_due() -> None:
    socket, truth = Socket(), Truth(7)
    truth.reading.clear()
    async with connected(socket, truth.welcome) as (connection, _):
        await truth.asked.wait()
        connection.offer(change(9))
        truth.seq = 9
        truth.reading.set()
        assert await socket.until(lambda sent: len(sent) > 1) == ["welcome 7", "welcome 9"]


async def test_more_held_changes_than_there_is_room_for_make_another_view_due() -> None:
    socket, truth = Socket(), Truth()
    truth.reading.clear()
    last = 2 + MOST_QUEUED
    async with connected(socket, truth.welcome) as (connection, _):
        await truth.asked.wait()
        for seq in range(2, last + 1):
            connection.offer(change(seq))
        truth.seq = last
        truth.reading.set()
        assert await socket.until(lambda sent: len(sent) > 1) == ["welcome 1", f"welcome {last}"]


async def test_who_cannot_keep_up_is_sent_a_fresh_view_instead() -> None:
    socket, truth = Socket(), Truth()
    async with connected(socket, truth.welcome) as (connection, _):
        await in_step(socket, truth, connection)
        socket.reading.clear()
        socket.writing.clear()
        connection.offer(change(2))
        await socket.writing.wait()
        last = 3 + MOST_QUEUED
        for seq in range(3, last + 1):
            connection.offer(change(seq))
        assert not connection.in_step
        truth.seq = last
        socket.reading.set()
        assert (await socket.until(lambda sent: len(sent) > 2))[1:] == ["change 2", f"welcome {last}"]
        connection.offer(change(last + 1))
        assert (await socket.until(lambda sent: len(sent) > 3))[-1] == f"change {last + 1}"


async def test_the_queue_is_bounded_by_the_number_of_frames() -> None:
    socket, truth = Socket(), Truth()
    async with connected(socket, truth.welcome) as (connection, _):
        await in_step(socket, truth, connection)
        for seq in range(2, 2 + MOST_QUEUED):
            connection.offer(change(seq))
        assert connection.in_step, "64 fit"
        assert len(await socket.until(lambda sent: len(sent) == 1 + MOST_QUEUED)) == 65


async def test_a_view_that_falls_due_while_one_is_sent_is_made_after_it_and_nothing_goes_back() -> None:
    socket, truth = Socket(), Truth(3)
    socket.reading.clear()
    async with connected(socket, truth.welcome) as (connection, _):
        await socket.writing.wait()
        connection.renew()
        truth.reading.clear()
        truth.asked.clear()
        socket.reading.set()
        await truth.asked.wait()
        connection.offer(change(4))
        truth.reading.set()
        assert await socket.until(lambda sent: "change 4" in sent) == ["welcome 3", "welcome 3", "change 4"]


async def test_whose_own_seat_changed_is_welcomed_again_after_the_change() -> None:
    ada, bo, truth = Socket(), Socket(), Truth()
    async with connected(ada, truth.welcome) as (one, _), connected(bo, truth.welcome, "bo") as (two, _):
        await in_step(ada, truth, one)
        await in_step(bo, truth, two)
        truth.seq = 2
        for connection in (one, two):
            connection.offer(change(2, "bo", "cy"))
        truth.seq = 3
        for connection in (one, two):
            connection.offer(change(3))
        assert await ada.until(lambda sent: "change 3" in sent) == ["welcome 1", "change 2", "change 3"]
        assert await bo.until(lambda sent: len(sent) > 2) == ["welcome 1", "change 2", "welcome 3"]


async def test_while_redis_is_out_of_reach_answers_go_out_and_the_view_comes_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "_RETRY_SECONDS", 0.01)
    socket, truth = Socket(), Truth()
    truth.failures = [Unavailable("lost")] * 3
    truth.reading.clear()
    async with connected(socket, truth.welcome) as (connection, _):
        connection.tell("unavailable")
        truth.reading.set()
        assert await socket.until(lambda sent: len(sent) > 1) == ["unavailable", "welcome 1"]


async def test_a_room_that_is_over_says_bye_after_what_is_queued() -> None:
    socket, truth = Socket(), Truth()
    async with connected(socket, truth.welcome) as (connection, writer):
        await in_step(socket, truth, connection)
        connection.offer(change(2))
        connection.end(ROOM_EXPIRED)
        assert await writer is ROOM_EXPIRED
    assert socket.sent[1] == "change 2"
    assert json.loads(socket.sent[2])["code"] == "room_expired"


async def test_who_was_removed_learns_it_instead_of_a_view() -> None:
    socket, truth = Socket(), Truth()
    async with connected(socket, truth.welcome) as (connection, writer):
        await in_step(socket, truth, connection)
        truth.failures = [Closed(REMOVED)]
        connection.offer(change(2, "ada"))
        assert await writer is REMOVED
    assert socket.sent[:2] == ["welcome 1", "change 2"]
    assert json.loads(socket.sent[2]) == {"type": "bye", "code": "removed", "message": REMOVED.message}


async def test_a_peer_that_reads_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "_STUCK_SECONDS", 0.05)
    socket, truth = Socket(), Truth()
    socket.reading.clear()
    async with connected(socket, truth.welcome) as (_, writer):
        with pytest.raises(TimeoutError):
            await writer


# Through Redis --------------------------------------------------------------------------------------------------------


@pytest.fixture
async def store(redis: Redis, redis_url: str) -> AsyncIterator[Store]:
    opened = Store(redis_url)
    yield opened
    await opened.close()


async def stored_view(store: Store) -> Callable[[Connection], Awaitable[tuple[str, int, str]]]:
    """Views as they are stored."""

    async def welcome(connection: Connection) -> tuple[str, int, str]:
        room = await store.load(connection.code)
        if room is None:
            raise Closed(ROOM_EXPIRED)
        return f"welcome {room.seq}", room.seq, room.digest

    return welcome


def seqs(sent: list[str]) -> list[int]:
    """The numbers of the changes among what was sent."""
    return [json.loads(text)["seq"] for text in sent if text.startswith("{")]


async def live(stored: Stored, socket: Socket) -> None:
    """Make changes until one comes through; the first ones may be part of the view that listening begins with."""
    while not seqs(socket.sent):
        await stored.do("ada", "react", reaction="nice")
        await socket.until(lambda sent: told_of(sent, stored.room.seq))


def told_of(sent: list[str], seq: int) -> bool:
    """Whether the last thing sent is this change, or a view that shows it."""
    return seqs(sent[-1:]) == [seq] or sent[-1:] == [f"welcome {seq}"]


@asynccontextmanager
async def listening(hub: Hub, job: str = "listen") -> AsyncIterator[None]:
    task = asyncio.create_task(getattr(hub, job)())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_every_socket_of_a_room_gets_the_same_bytes_and_other_rooms_none(store: Store) -> None:
    stored, other = await create(store), await create(store, "ABCDEFGH")
    hub, welcome = Hub(store), await stored_view(store)
    sockets = [Socket() for _ in range(3)]
    async with (
        connected(sockets[0], welcome) as (one, _),
        connected(sockets[1], welcome, "bo") as (two, _),
        connected(sockets[2], welcome) as (three, _),
    ):
        three.code = "ABCDEFGH"
        for connection in (one, two, three):
            hub.add(connection)
        async with listening(hub):
            await live(stored, sockets[0])
            await live(other, sockets[2])
            for number in range(4):
                await stored.do("ada", "rename", name=f"Ada {number}")
            for socket in sockets[:2]:
                await socket.until(lambda sent: seqs(sent)[-1:] == [stored.room.seq])
        assert sockets[0].sent[-4:] == sockets[1].sent[-4:]
        assert seqs(sockets[0].sent[-4:]) == list(range(stored.room.seq - 3, stored.room.seq + 1))
        assert set(seqs(sockets[2].sent)) == {other.room.seq}
        assert hub.gauges() == {"sockets": 3, "tables": 2}
        for connection in (one, two, three):
            hub.discard(connection)
            hub.discard(connection)
        assert hub.gauges() == {"sockets": 0, "tables": 0} and hub.connections() == []


def renaming(stored: Stored, name: str) -> Change:
    """A change that this worker is asked for."""
    message = read_message(f'{{"id":"a","do":"rename","name":"{name}"}}')
    assert not isinstance(message, PingMessage)
    return change_of(stored.room, stored.view, *commands.handle(stored.room, "ada", message, ABOUT))


async def commit(stored: Stored, made: Change) -> None:
    outcome = await stored.store.commit(stored.room, made)
    assert isinstance(outcome, Committed)
    stored.room, stored.view = committed(made, outcome.now)


async def renamed(stored: Stored, hub: Hub, name: str) -> Change:
    """A change that this worker asked for, committed and not answered yet."""
    made = renaming(stored, name)
    hub.hold_back(made)
    await commit(stored, made)
    return made


async def test_what_is_published_waits_for_the_answer_to_who_asked(store: Store) -> None:
    """What comes of another room after it has overtaken it."""
    stored, other = await create(store), await create(store, "ABCDEFGH")
    hub, welcome, socket, beside = Hub(store), await stored_view(store), Socket(), Socket()
    async with connected(socket, welcome) as (one, _), connected(beside, welcome) as (two, _):
        two.code = "ABCDEFGH"
        hub.add(one)
        hub.add(two)
        async with listening(hub):
            await live(stored, socket)
            await live(other, beside)
            told = list(socket.sent)
            made = await renamed(stored, hub, "Countess")
            await other.do("ada", "rename", name="Lovelace")
            await beside.until(lambda sent: seqs(sent)[-1:] == [other.room.seq])
            assert socket.sent == told
            hub.let_go(made, one)
            one.tell("ack")
            await socket.until(lambda sent: sent[-1:] == ["ack"])
            assert seqs(socket.sent[len(told) : -1]) == [stored.room.seq]


async def test_what_comes_after_it_lets_it_go(store: Store) -> None:
    """Another worker was next before the answer was here: nobody needs a view anew for that."""
    stored = await create(store)
    hub, welcome, socket = Hub(store), await stored_view(store), Socket()
    async with connected(socket, welcome) as (one, _):
        hub.add(one)
        async with listening(hub):
            await live(stored, socket)
            told = list(socket.sent)
            made = await renamed(stored, hub, "Countess")
            await stored.do("ada", "react", reaction="ouch")
            await socket.until(lambda sent: seqs(sent)[-1:] == [stored.room.seq])
            hub.let_go(made, one)
            assert seqs(socket.sent[len(told) :]) == [stored.room.seq - 1, stored.room.seq]


async def test_rooms_of_the_same_history_do_not_hold_back_each_other(store: Store) -> None:
    """Their digests are the same; a third room tells when all has been published."""
    stored, twin, third = await create(store), await create(store, "ABCDEFGH"), await create(store, "BCDEFGHJ")
    hub, welcome = Hub(store), await stored_view(store)
    socket, beside, witness = Socket(), Socket(), Socket()
    async with (
        connected(socket, welcome) as (one, _),
        connected(beside, welcome) as (two, _),
        connected(witness, welcome) as (three, _),
    ):
        two.code, three.code = "ABCDEFGH", "BCDEFGHJ"
        for connection in (one, two, three):
            hub.add(connection)
        async with listening(hub):
            await live(third, witness)
            made, same = await renamed(stored, hub, "Countess"), await renamed(twin, hub, "Countess")
            assert made.room.digest == same.room.digest
            await third.do("ada", "rename", name="Lovelace")
            await witness.until(lambda sent: seqs(sent)[-1:] == [third.room.seq])
            for change_of_room, connection in ((made, one), (same, two)):
                hub.let_go(change_of_room, connection)
                connection.tell("ack")
            for told in (socket, beside):
                await told.until(lambda sent: sent[-1:] == ["ack"])
                assert seqs(told.sent[-2:-1]) == [stored.room.seq]


async def test_a_change_that_was_not_stored_holds_nothing_back(store: Store) -> None:
    """As far as this worker knew: it was, and is published after that."""
    stored = await create(store)
    hub, welcome, socket = Hub(store), await stored_view(store), Socket()
    async with connected(socket, welcome) as (one, _):
        hub.add(one)
        async with listening(hub):
            await live(stored, socket)
            made = renaming(stored, "Countess")
            hub.hold_back(made)
            hub.let_go(made, None)
            await commit(stored, made)
            await socket.until(lambda sent: seqs(sent)[-1:] == [stored.room.seq])


async def test_a_room_that_ends_ends_its_sockets(store: Store, redis: Redis) -> None:
    stored = await create(store)
    hub, socket = Hub(store), Socket()
    async with connected(socket, await stored_view(store)) as (connection, writer):
        hub.add(connection)
        async with listening(hub):
            await live(stored, socket)
            assert await store.end(replace(stored.room, expires_at=await now_of(redis) - 1))
            assert await writer is ROOM_EXPIRED


@pytest.mark.parametrize("missed", [True, False])
async def test_after_a_lost_link_whoever_missed_something_is_given_a_fresh_view(
    store: Store, redis: Redis, monkeypatch: pytest.MonkeyPatch, missed: bool
) -> None:
    monkeypatch.setattr(hubs, "_RETRY_SECONDS", 0.01)
    stored = await create(store)
    hub, socket = Hub(store), Socket()
    subscribe, lost, may_return = Subscription.open, asyncio.Event(), asyncio.Event()
    heads, compared = store.heads, asyncio.Event()

    async def subscribe_later(link: Link) -> Subscription:
        lost.set()
        await may_return.wait()
        return await subscribe(link)

    async def compare(codes: list[str]) -> dict[str, tuple[int, str] | None]:
        found = await heads(codes)
        compared.set()
        return found

    async with connected(socket, await stored_view(store)) as (connection, _):
        hub.add(connection)
        async with listening(hub):
            await live(stored, socket)
            told = len(socket.sent)
            monkeypatch.setattr(store, "heads", compare)
            monkeypatch.setattr(Subscription, "open", subscribe_later)
            await redis.client_kill_filter(_type="pubsub")
            await lost.wait()
            if missed:
                await stored.do("ada", "rename", name="Countess")
            may_return.set()
            if missed:
                await socket.until(lambda sent: sent[told:] == [f"welcome {stored.room.seq}"])
            await compared.wait()
            await stored.do("ada", "rename", name="Lovelace")
            assert seqs(await socket.until(lambda sent: len(sent) > told + missed))[-1] == stored.room.seq
            assert sum(text.startswith("welcome") for text in socket.sent[told:]) == missed


async def test_a_view_comes_after_the_changes_that_are_still_to_be_sent() -> None:
    """It tells what was missed since the last change sent, which must not be what is told after all."""
    socket, truth = Socket(), Truth()
    asked_at: list[tuple[int, str]] = []

    async def welcome(connection: Connection) -> tuple[str, int, str]:
        asked_at.append(connection.sent)
        return await truth.welcome(connection)

    async with connected(socket, welcome) as (connection, _):
        await in_step(socket, truth, connection)
        socket.reading.clear()
        socket.writing.clear()
        connection.offer(change(2))
        await socket.writing.wait()
        connection.offer(change(3))
        truth.seq = 5
        connection.offer(change(5))
        socket.reading.set()
        sent = await socket.until(lambda sent: "welcome 5" in sent)
        assert sent == ["welcome 1", "change 2", "change 3", "welcome 5"]
        assert asked_at == [(0, ""), (3, "d3")]


async def test_what_was_not_published_is_found_in_the_stored_room(
    store: Store, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Publishing is a hint, the stored room is the truth."""
    for name in ("_HEADS_SECONDS", "_RETRY_SECONDS"):
        monkeypatch.setattr(hubs, name, 0.01)
    stored = await create(store)
    hub, socket = Hub(store), Socket()
    async with connected(socket, await stored_view(store)) as (connection, writer):
        hub.add(connection)
        await socket.until(lambda sent: sent)
        async with listening(hub, "compare_heads"):
            await stored.do("ada", "add_bot")
            assert await socket.until(lambda sent: len(sent) > 1) == ["welcome 1", "welcome 2"]
            await redis.delete(keys_of(CODE).document)
            assert await writer is ROOM_EXPIRED
