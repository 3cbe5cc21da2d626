"""What the server tells a page over its socket: for tests that ask how many cards were really drawn."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Request, WebSocket


class Line:
    """The sockets of one page, the newest one last; the view is kept by merging, as the page does.

    A page shows its room before its socket has said anything; who asks for the view here waits for that.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._welcomed = False
        self._view: dict[str, Any] = {}
        self._seat: int | None = None
        self._seq = 0
        self.sockets: list[WebSocket] = []
        self.sent: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        page.on("request", self._requested)
        page.on("websocket", self._opened)

    @property
    def view(self) -> dict[str, Any]:
        """The room as this page was told last."""
        self._be_welcomed()
        return self._view

    @property
    def seq(self) -> int:
        """The number of the change that this page was told last."""
        self._be_welcomed()
        return self._seq

    @property
    def seat(self) -> int | None:
        """One's own seat; of several people at one browser, whose the test says it is."""
        self._be_welcomed()
        return self._seat

    @seat.setter
    def seat(self, seat: int | None) -> None:
        self._seat = seat

    @property
    def decision(self) -> dict[str, Any] | None:
        """The open question."""
        decision: dict[str, Any] | None = self.view.get("decision")
        return decision

    @property
    def is_asked(self) -> bool:
        """Whether the open question is this page's own."""
        return self.decision is not None and self.seat is not None and self.decision["seat"] == self.seat

    @property
    def me(self) -> dict[str, Any]:
        """One's own seat in the view."""
        seat: dict[str, Any] = self.view["seats"][self.seat]
        return seat

    def happened(self, kind: str, /, **fields: object) -> list[dict[str, Any]]:
        """The events of one type whose fields are these, since the page opened."""
        return [e for e in self.events if e["type"] == kind and all(e[name] == value for name, value in fields.items())]

    def until(self, condition: Callable[[], object]) -> None:
        """Let the page receive until something is true of what it received."""
        while not condition():
            self._hear()

    def wishes(self, do: str) -> list[dict[str, Any]]:
        """The commands of one kind that the page has sent."""
        return [message for message in self.sent if message["do"] == do]

    def _be_welcomed(self) -> None:
        while not self._welcomed:
            self._hear()

    def _hear(self) -> None:
        if self.sockets:
            self.sockets[-1].wait_for_event("framereceived")
        else:
            self._page.wait_for_event("websocket")

    def _requested(self, request: Request) -> None:
        if request.is_navigation_request() and "/r/" in request.url:
            self._welcomed = False
            self.sockets.clear()

    def _opened(self, socket: WebSocket) -> None:
        self.sockets.append(socket)
        socket.on("framereceived", self._received)
        socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)))

    def _received(self, text: str | bytes) -> None:
        frame = json.loads(text)
        self.heard.append(frame)
        match frame["type"]:
            case "welcome":
                self._view, self._seat, self._seq = frame["view"], frame["you"]["seat"], frame["seq"]
                self._welcomed = True
                self.events += [event for change in frame["missed"] or () for event in change["events"]]
            case "change":
                self._view, self._seq = {**self._view, **frame["view"]}, frame["seq"]
                self.events += frame["events"]


def together(*lines: Line) -> None:
    """Every page has received what any of them has."""
    newest = max(line.seq for line in lines)
    for line in lines:
        line.until(lambda line=line: line.seq >= newest)
