"""A bot of one's own: joins a table by its link and plays over the public protocol (docs/protocol.md, docs/bots.md).

    python examples/bot.py http://127.0.0.1:8000/r/QK7X4TDM Robin

Needs httpx and websockets. Change `answer`; nothing else knows how to play.
"""

import asyncio
import json
import sys
from itertools import count
from secrets import token_hex
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


def answer(view: dict[str, Any], me: int) -> dict[str, Any]:
    """The command for the open decision, which is ours. Everything that a player may know is in the view."""
    decision, seats = view["decision"], view["seats"]
    if decision["kind"] == "target":
        rivals = [seat for seat in decision["choices"] if seat != me] or decision["choices"]
        weakest = decision["card"] == "second_chance"
        return {"do": "target", "target": (min if weakest else max)(rivals, key=lambda seat: seats[seat]["total"])}
    if "stay" not in decision["choices"]:
        return {"do": "hit"}
    return {"do": "hit" if chance_to_bust(view, me) < 0.25 else "stay"}


def chance_to_bust(view: dict[str, Any], me: int) -> float:
    """Of the cards that may come next, the share of numbers that I have: there are n of each n (one 0) in a deck."""
    seats, discard, cards = view["seats"], view["discard"], view["draw_count"]
    decks = 1 if len(seats) <= 18 else 2
    seen = [number for seat in seats for number in seat["numbers"]]
    left = {n: decks * max(1, int(n)) - seen.count(n) - discard.get(n, 0) for n in seats[me]["numbers"]}
    if not cards:  # then the discards are shuffled
        left, cards = {n: discard.get(n, 0) for n in left}, sum(discard.values())
    return 0.0 if seats[me]["second_chance"] else sum(left.values()) / max(1, cards)


async def play(link: str, name: str) -> dict[str, Any]:
    """Join the room and play until the game is over; the last view."""
    base, _, code = link.rpartition("/r/")
    async with httpx.AsyncClient(base_url=base) as http:
        joined = await http.post(f"/api/rooms/{code}/join", json={"name": name})
        joined.raise_for_status()
        cookie = "; ".join(f"{key}={value}" for key, value in http.cookies.items())
    start = token_hex(4)  # ids must be new for as long as the room lives
    ids = (f"{start}-{number}" for number in count(1))
    async for socket in connect(f"ws{base.removeprefix('http')}/ws/{code}", additional_headers={"Cookie": cookie}):
        view: dict[str, Any] = {}
        answered = 0
        try:
            async for text in socket:
                frame = json.loads(text)
                if frame["type"] == "bye" and frame["code"] in ("room_expired", "removed", "no_such_room"):
                    raise SystemExit(frame["message"])
                view |= frame.get("view", {})
                if frame["type"] == "welcome":
                    me = frame["you"]["seat"]
                if view.get("phase") == "game_over":
                    return view
                decision = view.get("decision")
                if decision is None or decision["id"] == answered or decision["seat"] not in (me, None):
                    continue
                answered = decision["id"]
                between = decision["kind"] == "next_round"
                command = {"do": "ready"} if between else {**answer(view, me), "decision": answered}
                await socket.send(json.dumps({"id": next(ids), **command}))
        except ConnectionClosed:
            continue  # `connect` waits longer each time before it tries again
    raise AssertionError("connect goes on for ever")


if __name__ == "__main__":
    over = asyncio.run(play(*sys.argv[1:3]))
    print({seat["name"]: seat["total"] for seat in over["seats"]})
