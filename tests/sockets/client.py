"""People at a table as tests drive them: a browser with its cookie, and its sockets with the view they keep."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from app.identity import browser_id
from tests.server import Server
from tests.sockets.witness import Event, View, Witness, check_cards, check_shape

Frame = dict[str, Any]

PATIENCE_SECONDS = 20.0
"""How long a test waits for a frame that has to come before it fails."""


@asynccontextmanager
async def http(server: Server, **headers: str) -> AsyncIterator[httpx.AsyncClient]:
    """An HTTP client for one server, which neither follows redirects nor keeps cookies for later."""
    async with httpx.AsyncClient(base_url=server.url, headers=headers, verify=False, trust_env=False) as client:
        yield client


class Browser:
    """One browser and its cookie for one room; without a cookie a stranger's."""

    def __init__(self, server: Server, code: str, cookie: str | None = None) -> None:
        self.server = server
        self.code = code
        self.cookie = cookie

    @property
    def headers(self) -> dict[str, str]:
        return {} if self.cookie is None else {"cookie": f"f7_{self.code}={self.cookie}"}

    @property
    def id(self) -> str:
        """What the server knows the browser by."""
        assert self.cookie is not None
        return browser_id(self.cookie)

    async def post(self, path: str, body: object) -> httpx.Response:
        """POST JSON below the room's own path; keeps the cookie of the answer."""
        async with http(self.server, **self.headers) as client:
            answer = await client.post(f"/api/rooms/{self.code}{path}", json=body)
        self.keep_cookie(answer)
        return answer

    async def get(self, path: str) -> httpx.Response:
        async with http(self.server, **self.headers) as client:
            return await client.get(path)

    def keep_cookie(self, answer: httpx.Response) -> None:
        self.cookie = answer.cookies.get(f"f7_{self.code}", self.cookie)

    async def join(self, name: str) -> int:
        """A seat in the lobby."""
        answer = await self.post("/join", {"name": name})
        assert answer.status_code == 200, answer.text
        return int(answer.json()["seat"])


async def new_room(server: Server, name: str = "Ada", **body: object) -> Browser:
    """A fresh room, and the browser of its host."""
    async with http(server) as client:
        answer = await client.post("/api/rooms", json={"name": name, **body})
    assert answer.status_code == 201, answer.text
    browser = Browser(server, answer.json()["code"])
    browser.keep_cookie(answer)
    return browser


class Table:
    """One socket: everything it was sent, and the view it keeps by merging. Every frame is checked as it comes."""

    def __init__(self, browser: Browser, socket: ClientConnection) -> None:
        self.browser = browser
        self.socket = socket
        self.frames: list[str] = []
        self.welcomes: list[Frame] = []
        self.changes: list[Frame] = []
        self.answers: dict[str | None, Frame] = {}
        self.bye: Frame | None = None
        self.view: View = {}
        self.seq = 0
        self.digest = ""
        self.planted: set[int] = set()
        """Changes in which a test laid the cards anew, so that no event tells of it."""
        self._witness = Witness(
            {"seats": [], "set_aside": [], "decision": None, "discard": {}, "draw_count": 0, "rounds": []}
        )
        self._ids = (f"{id(self):x}-{number}" for number in count())

    @property
    def seat(self) -> int | None:
        """One's own seat, as last told."""
        seat: int | None = self.welcomes[-1]["you"]["seat"]
        return seat

    @property
    def me(self) -> View:
        assert self.seat is not None
        seat: View = self.view["seats"][self.seat]
        return seat

    @property
    def phase(self) -> str:
        return str(self.view["phase"])

    @property
    def decision(self) -> View:
        decision: View = self.view["decision"]
        assert decision is not None
        return decision

    @property
    def is_asked(self) -> bool:
        """Whether the open decision is one's own."""
        return self.view["decision"] is not None and self.seat is not None and self.decision["seat"] == self.seat

    @property
    def events(self) -> list[Event]:
        """Everything that happened since the socket opened."""
        return [event for change in self.changes for event in change["events"]]

    def happened(self, kind: str, **fields: object) -> list[Event]:
        """The events of one type whose fields are these."""
        return [e for e in self.events if e["type"] == kind and all(e[name] == value for name, value in fields.items())]

    async def receive(self) -> Frame:
        """The next frame. Raises ConnectionClosed."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            text = await self.socket.recv()
        assert isinstance(text, str)
        self.frames.append(text)
        frame: Frame = json.loads(text)
        assert json.dumps(frame, separators=(",", ":"), ensure_ascii=False) == text
        match frame["type"]:
            case "welcome":
                self._welcome(frame)
            case "change":
                self._change(frame)
            case "ack" | "error" | "pong":
                self.answers[frame["id"]] = frame
            case kind:
                assert kind == "bye"
                self.bye = frame
        return frame

    async def until(self, condition: Callable[[], object]) -> None:
        """Receive until something is true."""
        while not condition():
            await self.receive()

    async def reach(self, seq: int) -> None:
        """Receive until this change has come."""
        await self.until(lambda: self.seq >= seq)

    async def until_event(self, kind: str, **fields: object) -> Event:
        """Receive until something has happened; the first such event since the socket opened."""
        await self.until(lambda: self.happened(kind, **fields))
        return self.happened(kind, **fields)[0]

    async def until_closed(self) -> int:
        """Receive until the server closes; its close code."""
        try:
            while True:
                await self.receive()
        except ConnectionClosed as closed:
            assert closed.rcvd is not None, "the connection broke"
            return closed.rcvd.code

    async def send(self, do: str, *, id: str | None = None, **fields: object) -> str:
        """Send a command; its id."""
        command_id = id or next(self._ids)
        await self.socket.send(json.dumps({"id": command_id, "do": do, **fields}))
        return command_id

    async def answer(self, command_id: str | None) -> Frame:
        """The answer to the command with this id; it is taken, so that the next one can be waited for."""
        await self.until(lambda: command_id in self.answers)
        return self.answers.pop(command_id)

    async def do(self, do: str, *, id: str | None = None, **fields: object) -> Frame:
        """Send a command; the answer, and with an ack the change it promises."""
        answer = await self.answer(await self.send(do, id=id, **fields))
        if answer["type"] == "ack":
            await self.reach(answer["seq"])
        return answer

    async def play(self, do: str, **fields: Any) -> int:
        """Send a command that has to be accepted; the `seq` of the answer."""
        answer = await self.do(do, **fields)
        assert answer["type"] == "ack", answer
        return int(answer["seq"])

    async def decide(self, do: str, **fields: object) -> int:
        """Answer the open decision."""
        return await self.play(do, decision=self.decision["id"], **fields)

    async def refused(self, do: str, **fields: Any) -> str:
        """Send a command that has to be refused; the code of the refusal."""
        answer = await self.do(do, **fields)
        assert answer["type"] == "error" and answer["message"], answer
        return str(answer["code"])

    async def settle(self) -> None:
        """Whatever the server sent before now has arrived afterwards."""
        pong = await self.answer(await self.send("ping"))
        assert pong["type"] == "pong"

    def _welcome(self, frame: Frame) -> None:
        assert frame["protocol"] == 1 and frame["build"]
        assert frame["seq"] >= self.seq
        self.welcomes.append(frame)
        self.view = frame["view"]
        self.seq, self.digest = frame["seq"], frame["digest"]
        self._witness = Witness(self.view)
        self._check()

    def _change(self, frame: Frame) -> None:
        assert frame["seq"] == self.seq + 1
        assert frame["digest"] != self.digest
        assert frame["view"].keys() <= self.view.keys()
        self.changes.append(frame)
        self.view = {**self.view, **frame["view"]}
        self.seq, self.digest = frame["seq"], frame["digest"]
        for event in frame["events"][1:]:
            assert event["type"] != "timed_out", "a timeout comes first in its change"
        if self.seq in self.planted:
            self._witness = Witness(self.view)
        self._witness.watch(frame["events"], self.view)
        self._check()

    def _check(self) -> None:
        check_cards(self.view)
        check_shape(self.view)


class Party:
    """Everybody who takes part in one test; their sockets are closed at its end."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._sockets = AsyncExitStack()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._sockets.aclose()

    async def open(
        self,
        browser: Browser,
        *,
        path: str | None = None,
        server: Server | None = None,
        headers: dict[str, str] | None = None,
    ) -> Table:
        """A socket of a browser, before its first frame; the server may give the browser its cookie."""
        url = f"{(server or self.server).ws_url}{path or f'/ws/{browser.code}'}"
        socket = await self._sockets.enter_async_context(
            connect(
                url,
                additional_headers={**browser.headers, **(headers or {})},
                compression=None,
                ping_interval=None,
                max_size=None,
                max_queue=None,
                proxy=None,
            )
        )
        for cookie in socket.response.headers.get_all("set-cookie") if socket.response else ():
            name, _, value = cookie.partition(";")[0].partition("=")
            if name == f"f7_{browser.code}":
                browser.cookie = value
        return Table(browser, socket)

    async def sit(self, browser: Browser, **how: Any) -> Table:
        """A socket of a browser that has been welcomed."""
        table = await self.open(browser, **how)
        assert (await table.receive())["type"] == "welcome"
        return table

    async def watcher(self, code: str) -> Table:
        """A stranger who has the link."""
        return await self.sit(Browser(self.server, code))

    async def lobby(self, *names: str, **body: object) -> list[Table]:
        """A new room with these people in it, the first of them its host, all connected."""
        host = await new_room(self.server, names[0], **body)
        tables = [await self.sit(host)]
        for name in names[1:]:
            guest = Browser(self.server, host.code)
            await guest.join(name)
            tables.append(await self.sit(guest))
        await together(*tables)
        return tables

    async def game(self, *names: str, **body: object) -> list[Table]:
        """The same with the game started; seats without people have bots."""
        tables = await self.lobby(*names, **body)
        await tables[0].play("start")
        await together(*tables)
        return tables

    async def drop(self, table: Table) -> None:
        """Close a socket as a closed tab does."""
        await table.socket.close()


async def send_text(table: Table, text: str) -> Frame:
    """Send a frame as it is; the error that answers it."""
    await table.socket.send(text)
    while (frame := await table.receive())["type"] == "change":
        pass
    assert frame["type"] == "error"
    return frame


async def together(*tables: Table) -> None:
    """Everybody has seen what anybody has seen."""
    newest = max(table.seq for table in tables)
    for table in tables:
        await table.reach(newest)


async def play_on(table: Table, choose: Callable[[Table], tuple[str, dict[str, object]]], phase: str) -> None:
    """Answer every decision of one's own, and be ready between rounds, until the table is in this phase."""
    answered: set[int] = set()
    while table.phase != phase:
        decision = table.view["decision"]
        if decision is None or decision["id"] in answered or decision["seat"] not in (table.seat, None):
            await table.receive()
            continue
        answered.add(decision["id"])
        if decision["seat"] is None:
            await table.do("ready")
        else:
            do, fields = choose(table)
            await table.decide(do, **fields)


def careful(table: Table) -> tuple[str, dict[str, object]]:
    """Hit up to 20 points, choose the last of the seats offered."""
    decision = table.decision
    if decision["kind"] == "target":
        return "target", {"target": decision["choices"][-1]}
    return ("stay" if "stay" in decision["choices"] and table.me["round_score"] >= 20 else "hit"), {}
