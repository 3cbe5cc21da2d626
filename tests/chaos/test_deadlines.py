"""Deadlines with several workers at them: each decision is settled once, by its player or by the clock."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from app.commit import Committed
from app.names import new_code
from app.protocol import NewRoom
from app.rooms import commands, seating
from app.rooms.moments import In, Moment
from app.rooms.room import Decision, Kind, Room, Wait
from app.store import Store
from app.view import change
from tests.app.stored_rooms import ABOUT
from tests.chaos.fleet import Fleet
from tests.chaos.history import log_of
from tests.sockets.bench import Bench, position
from tests.sockets.client import Browser, Frame, Party, Table, new_room, together

CARDS = position("A* 5 | B 9 | C 7; draw 8 4 3 2")
PATIENT = {"turn_seconds": 180}
RACE_MS = 60


def asked(room: Room, due: Moment) -> Room:
    """The room with seat 0 asked anew, whatever it has missed before; it has time until `due`."""
    ada = replace(room.seats[0], kind=Kind.HUMAN, away=False, misses=0, misses_offline=0)
    decision = Decision(room.decisions + 1, Wait.TURN, 0, due, due)
    return replace(room.with_seat(0, ada), game=CARDS, games=1, decision=decision, decisions=decision.id)


async def plant(store: Store, due: int) -> str:
    """Store a room of three people in which the first is to decide until `due` (ms); its code."""
    body = NewRoom.model_validate({"name": "Ada", "seats": 3, "rules": PATIENT})
    room, _ = commands.create(new_code(), "ada", body, ABOUT)
    for guest in ("bo", "cy"):
        room, _ = seating.join(room, guest, guest.capitalize())
    assert isinstance(await store.commit(None, change(None, None, asked(room, due), ())), Committed)
    return room.code


async def test_each_deadline_fires_once_though_a_worker_dies(
    fleet: Fleet, bench: Bench, full: bool, figures: Callable[[str], None]
) -> None:
    """R3. Whoever had claimed what: every one, not early, and soon."""
    count, span_ms = (1000, 20_000) if full else (60, 3_000)
    start = await bench.now() + 2_000 + 4 * count
    moments = [start + span_ms * number // count for number in range(count)]
    dues = {await plant(bench.store, due): due for due in moments}
    await asyncio.sleep((start + span_ms // 2 - await bench.now()) / 1000)
    dying = asyncio.create_task(fleet.kill(random.Random(3)))
    while any(head is None or head[0] < 2 for head in (await bench.store.heads(list(dues))).values()):
        await asyncio.sleep(0.1)
    await dying
    late = []
    for code, due in dues.items():
        _, fired = await log_of(bench.store, code)
        assert [event["type"] for event in fired["events"]] == ["timed_out", "stayed", "away"]
        late.append(fired["now"] - due)
        assert f"{code}|decision|1" not in await bench.due(code)
    late.sort()
    figures(f"R3: {count} deadlines, late by {late[count // 2]} ms (median), {late[count * 99 // 100]} ms (p99)")
    assert late[0] >= 0
    if full:
        assert late[count * 99 // 100] < 500


class Race:
    """One room in which Ada's command races against her deadline, again and again; Bo looks on from another worker."""

    def __init__(self, ada: Table, bo: Table, bench: Bench, chance: random.Random) -> None:
        self.won: Counter[str] = Counter()
        self._ada = ada
        self._bo = bo
        self._bench = bench
        self._chance = chance
        self._offset_ms = 0.0

    @classmethod
    async def prepare(cls, party: Party, fleet: Fleet, bench: Bench, chance: random.Random) -> "Race":
        """A room of its own."""
        host = await new_room(fleet.many, "Ada", seats=3, rules=PATIENT)
        guest = Browser(fleet.many, host.code)
        await guest.join("Bo")
        here, there = chance.sample([fleet.many, fleet.single], 2)
        ada, bo = await party.sit(host, server=here), await party.sit(guest, server=there)
        await ada.play("start")
        await together(ada, bo)
        return cls(ada, bo, bench, chance)

    async def run(self, times: int) -> None:
        """So many decisions: in the log stands only one end of each."""
        await self._bench.alter(self._ada, lambda room: asked(room, In(180_000)), self._bo)
        first = self._ada.seq
        for _ in range(times):
            winner = await self._once()
            self.won[winner] += 1
            self._offset_ms += 1 if winner == "hit" else -1
        log = await log_of(self._bench.store, self._ada.browser.code, first + 1)
        assert len(log) == 2 * times
        assert self.won == Counter(entry["events"][0]["type"].replace("dealt", "hit") for entry in log[1::2])

    async def _hit(self, number: int) -> Frame:
        """The answer to Ada's command, which is sent until there is one."""
        answer = {"code": "unavailable"}
        while answer.get("code") == "unavailable":
            answer = await self._ada.do("hit", id=f"hit {number}", decision=number)
        return answer

    async def _once(self) -> str:
        """Ask Ada, and have her answer at about the time when the clock does; who was first."""
        ada, bo = self._ada, self._bo
        await self._bench.alter(ada, lambda room: asked(room, In(RACE_MS)), bo)
        number, deadline, end = ada.decision["id"], ada.decision["deadline"], ada.seq + 1
        await asyncio.sleep((RACE_MS + self._offset_ms + self._chance.uniform(-2, 2)) / 1000)
        answer = await self._hit(number)
        await asyncio.gather(ada.reach(end), bo.reach(end))
        assert ada.seq == bo.seq == end
        assert ada.changes[-1] == bo.changes[-1]
        told, *_ = ada.changes[-1]["events"]
        if answer["type"] == "ack":
            assert answer["seq"] == end
            assert (told["type"], told["seat"], told["card"], told["cause"]) == ("dealt", 0, "8", "hit")
            return "hit"
        assert answer["code"] == "stale_decision"
        assert (told["type"], told["seat"], told["did"]) == ("timed_out", 0, "stay")
        assert ada.changes[-1]["now"] >= deadline
        return "timed_out"


async def test_of_a_command_and_its_deadline_one_wins(
    fleet: Fleet, party: Party, bench: Bench, full: bool, figures: Callable[[str], None]
) -> None:
    """R5. Both sides are told the same, and the log holds one of the two."""
    lanes, times = (20, 500) if full else (10, 20)
    chance = random.Random(5)
    races = [await Race.prepare(party, fleet, bench, chance) for _ in range(lanes)]
    await asyncio.gather(*(race.run(times) for race in races))
    won = sum((race.won for race in races), Counter[str]())
    figures(f"R5: of {won.total()} races {won['hit']} were won by the player, {won['timed_out']} by the clock")
    assert min(won["hit"], won["timed_out"]) > won.total() // 20
