"""Messages between Redis and the sockets get lost, doubled and out of order: five seconds later no trace is left."""

import asyncio
from collections.abc import Callable, Iterator
from random import Random

import pytest

from app.bus import Published, Subscription
from app.embedded import EmbeddedRedis
from tests.chaos.here import served_here
from tests.chaos.regulars import regulars
from tests.chaos.rooms_here import agree, assert_true, logs_of, rest

TRACELESS_SECONDS = 5.0


class BadBus:
    """What comes through a subscription while it is `bad`: a part is dropped, doubled, or swapped with what follows."""

    def __init__(self, seed: int) -> None:
        self.bad = False
        self.faults = 0
        self._random = Random(seed)
        self._waiting: list[Published] = []
        self._hear = Subscription.hear

    async def hear(self, subscription: Subscription, told: Callable[[Published], object]) -> None:
        """Takes the place of `Subscription.hear`."""
        await self._hear(subscription, lambda change: self._pass_on(change, told))

    def _pass_on(self, change: Published, told: Callable[[Published], object]) -> None:
        said = [change, *self._waiting]
        self._waiting.clear()
        fault = self._random.randrange(5) if self.bad else None
        match fault:
            case 0:
                self.faults += 1
                del said[0]
            case 1:
                self.faults += 1
                said += [change] * self._random.randrange(1, 3)
            case 2:
                self.faults += 1
                self._waiting.append(said.pop(0))
        for each in said:
            told(each)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Redis of these tests' own."""
    embedded = EmbeddedRedis(tmp_path_factory.mktemp("redis"))
    yield embedded.start()
    embedded.stop()


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> BadBus:
    """What comes from Redis goes through this."""
    bad = BadBus(7)
    monkeypatch.setattr(Subscription, "hear", lambda subscription, told: bad.hear(subscription, told))
    return bad


async def test_faults_between_redis_and_sockets_leave_no_trace(url: str, bus: BadBus, full: bool) -> None:
    """Everybody has the stored change, and knows every change since they came exactly once."""
    async with (
        served_here(url) as server,
        served_here(url) as other,  # what is done here comes to those there only from Redis
        regulars(server, 50 if full else 10, think=0.01, other=other) as tables,
    ):
        people = [person for table in tables for person in table]
        bus.bad = True
        async with asyncio.timeout(300):
            while bus.faults < (3_000 if full else 60):
                await asyncio.sleep(0.05)
        await rest(people)
        bus.bad = False
        histories = await agree(people, server, TRACELESS_SECONDS)
        assert_true(histories, await logs_of(server, people))
        assert not any(person.kept.doubled for person in people)
