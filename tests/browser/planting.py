"""Rooms in a chosen state: cards on the table, people on their seats with a cookie each, and moves of the others."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

import httpx
import orjson

from app.commit import Committed, Presence
from app.embedded import socket_path
from app.identity import browser_id, cookie_name, new_secret
from app.names import bot_name, new_code
from app.rooms import play
from app.rooms.config import Config
from app.rooms.events import Event
from app.rooms.moments import In
from app.rooms.room import Decision, Kind, Room, RoomSeat
from app.rooms.rules import read_rules
from app.rooms.seating import Step
from app.shards import keys_of
from app.store import Store
from app.view import change, view
from engine import apply
from engine.notation import read_command
from tests.server import Server
from tests.sockets.bench import position

HOUR_MS = 3_600_000
CONFIG = Config(turn_seconds=75, room_ms=12 * HOUR_MS, bot_delay_ms=HOUR_MS, round_pause_ms=600_000)
"""Bots think for an hour: what they do is for the test to say, by `Planter.moves`. Rounds wait for ten minutes."""

T = TypeVar("T")


@dataclass(frozen=True)
class Planted:
    """A room; `cookies` are name and value by seat, for the seats that people have."""

    code: str
    url: str
    cookies: Mapping[int, tuple[str, str]]


def new_room(server: Server, name: str = "Ana", **body: object) -> Planted:
    """A room made by the JSON API, and its host's cookie."""
    answer = httpx.post(f"{server.url}/api/rooms", json={"name": name, **body}, trust_env=False)
    assert answer.status_code == 201, answer.text
    room = answer.json()
    cookie = cookie_name(room["code"])
    return Planted(room["code"], room["url"], {0: (cookie, answer.cookies[cookie])})


def sent_away(room: Room) -> Room:
    """The room after its host has removed whoever sat on seat 1."""
    owner = room.seats[1].owner
    assert owner is not None
    return replace(room, removed=(owner,))


def join(server: Server, room: Planted, name: str) -> None:
    """Somebody takes a seat in the lobby by the JSON API, and shows up on no page."""
    answer = httpx.post(f"{server.url}/api/rooms/{room.code}/join", json={"name": name}, trust_env=False)
    assert answer.status_code == 200, answer.text


class Planter:
    """Another writer of a server's own Redis, which keeps to the one commit script like the server."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._redis_url = f"unix://{quote(str(socket_path(Path(server.data_dir))))}"

    def plant(
        self,
        cards: str,
        *moves: str,
        people: Mapping[int, str],
        bots: Sequence[str] = (),
        rules: Mapping[str, object] | None = None,
        alter: Callable[[Room], Room] = lambda room: room,
    ) -> Planted:
        """A room where `cards` (a position in the engine's notation) lie, and then `moves` such as `A hits` were made.

        `people` are names by seat, bots (called as in `bots`) have the rest. `alter` has the last word on the room.
        """
        secrets = {seat: new_secret() for seat in people}
        game = position(cards)
        room = Room(
            code=new_code(),
            rules=read_rules(rules or {}, turn_seconds=CONFIG.turn_seconds),
            seats=_seats(len(game.seats), people, bots, secrets),
            expires_at=In(CONFIG.room_ms),
            host=min(people, default=0),
            games=1,
        )
        room = replace(room, game=replace(game, rules=room.rules.game))
        room, events = _played(room, moves)
        room = alter(room)
        self._run(lambda store: self._create(store, room, events))
        cookies = {seat: (cookie_name(room.code), secret) for seat, secret in secrets.items()}
        return Planted(room.code, f"{self._server.url}/r/{room.code}", cookies)

    def moves(self, planted: Planted, *moves: str) -> None:
        """Others move: `B hits`, `C stays`, `B targets A` or `next round`; each is a change of its own."""
        for move in moves:
            self.step(planted, lambda room, move=move: _played(room, [move]))

    def alter(self, planted: Planted, alter: Callable[[Room], Room], *events: Event) -> None:
        """The room becomes another one, with these events."""
        self.step(planted, lambda room: (alter(room), events))

    def leave_seconds(self, planted: Planted, seconds: int) -> None:
        """The open decision has so much time left from now on."""
        self.alter(planted, lambda room: _with_seconds(room, seconds))

    def step(self, planted: Planted, step: Callable[[Room], Step]) -> None:
        """Commit a step of the test's own as the next change."""
        self._run(lambda store: self._commit(store, planted.code, step))

    def set_schema(self, planted: Planted, schema: int) -> None:
        """The room's document is of another version of the app; this one leaves a newer one's rooms alone."""

        async def write(store: Store) -> None:
            key = keys_of(planted.code).document
            (document,) = await store.link.call(key, ("GET", key))
            await store.link.call(key, ("SET", key, orjson.dumps({**orjson.loads(document), "schema": schema})))

        self._run(write)

    def room(self, planted: Planted) -> Room:
        """The room as it is stored now."""
        room = self._run(lambda store: store.load(planted.code))
        assert room is not None
        return room

    async def _create(self, store: Store, room: Room, events: tuple[Event, ...]) -> None:
        outcome = await store.commit(None, change(None, None, room, events), presence=Presence(In(HOUR_MS)))
        assert isinstance(outcome, Committed)
        stored = await store.load(room.code)
        assert stored is not None
        for seat in stored.seats:
            if seat.owner is not None and seat.connected:
                # Until they open their page, as after joining by the JSON API; the page's own lease takes its place.
                await store.lease(stored, f"{seat.owner}|visit", HOUR_MS)

    async def _commit(self, store: Store, code: str, step: Callable[[Room], Step]) -> None:
        while True:
            before = await store.load(code)
            assert before is not None
            after, events = step(before)
            if isinstance(await store.commit(before, change(before, view(before), after, events)), Committed):
                return

    def _run(self, job: Callable[[Store], Awaitable[T]]) -> T:
        """Do something in Redis, on a thread: the browser's driver occupies the event loop of this one."""

        async def work() -> T:
            store = Store(self._redis_url)
            try:
                return await job(store)
            finally:
                await store.close()

        with ThreadPoolExecutor(1) as thread:
            return thread.submit(lambda: asyncio.run(work())).result()


def _seats(
    count: int, people: Mapping[int, str], bots: Sequence[str], secrets: Mapping[int, str]
) -> tuple[RoomSeat, ...]:
    seats: list[RoomSeat] = []
    free = list(bots)
    for index in range(count):
        if index in people:
            owner = browser_id(secrets[index])
            seats.append(RoomSeat(kind=Kind.HUMAN, name=people[index], owner=owner, connected=True))
        else:
            name = free.pop(0) if free else bot_name([seat.name or "" for seat in seats])
            seats.append(RoomSeat(kind=Kind.BOT, name=name, bot="steady", connected=True))
    return tuple(seats)


def _played(room: Room, moves: Sequence[str]) -> tuple[Room, tuple[Event, ...]]:
    """The room after moves, whoever's they are, with the question open that follows."""
    events: list[Event] = []
    game = room.game
    assert game is not None
    for move in moves:
        game, happened = apply(game, read_command(move))
        events += happened
    room, joined = play.settle(replace(room, game=game), CONFIG)
    return room, (*events, *joined)


def _with_seconds(room: Room, seconds: int) -> Room:
    """The open decision with another time left."""
    assert isinstance(room.decision, Decision)
    return replace(room, decision=replace(room.decision, deadline=In(seconds * 1000), due=In(seconds * 1000)))


def seat_like(index: int, **fields: Any) -> Callable[[Room], Room]:
    """For `alter`: one seat with other values."""
    return lambda room: room.with_seat(index, replace(room.seats[index], **fields))
