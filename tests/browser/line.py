"""What the server tells a page over its socket: for tests that ask how many cards were really drawn."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocket


class Line:
    """The sockets of one page, the newest one last; the view is kept by merging, as the page does."""

    def __init__(self, page: Page) -> None:
        self.sockets: list[WebSocket] = []
        self.sent: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.view: dict[str, Any] = {}
        self.seat: int | None = None
        self.seq = 0
        page.on("websocket", self._opened)

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
            self.sockets[-1].wait_for_event("framereceived")

    def wishes(self, do: str) -> list[dict[str, Any]]:
        """The commands of one kind that the page has sent."""
        return [message for message in self.sent if message["do"] == do]

    def _opened(self, socket: WebSocket) -> None:
        self.sockets.append(socket)
        socket.on("framereceived", self._received)
        socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)))

    def _received(self, text: str | bytes) -> None:
        frame = json.loads(text)
        self.heard.append(frame)
        match frame["type"]:
            case "welcome":
                self.view, self.seat, self.seq = frame["view"], frame["you"]["seat"], frame["seq"]
                self.events += [event for change in frame["missed"] or () for event in change["events"]]
            case "change":
                self.view, self.seq = {**self.view, **frame["view"]}, frame["seq"]
                self.events += frame["events"]


def together(*lines: Line) -> None:
    """Every page has received what any of them has."""
    newest = max(line.seq for line in lines)
    for line in lines:
        line.until(lambda line=line: line.seq >= newest)
