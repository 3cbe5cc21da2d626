"""What the product is compared with: a bare FastAPI relay that knows no game, as fast as plain code gets.

Each message is one EVALSHA that stores a document and publishes a frame, both as large as the product's; the frame goes
to the room's four sockets, the sender gets an ack. No checks, no rules, no seats, no encoding: nothing but the relay.
`python -m tests.bench.ceiling PORT REDIS_URL` serves it with the product's uvicorn settings.
"""

import asyncio
import gc
import sys
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import orjson
import uvicorn
from fastapi import FastAPI, WebSocket
from fastapi.responses import PlainTextResponse
from redis.asyncio import BlockingConnectionPool, Redis
from starlette.websockets import WebSocketDisconnect

from tests.bench.sizes import SEATS, Sizes, whole_games

CHANNEL = "ceiling"
SCRIPT = """
local clock = redis.call('TIME')
local now = string.format('%.0f', clock[1] * 1000 + math.floor(clock[2] / 1000))
redis.call('SET', KEYS[1], ARGV[1], 'EX', 43200)
redis.call('PUBLISH', ARGV[2], ARGV[3] .. now .. ARGV[4])
return now
"""


class Frames:
    """Frames of the product's median size that differ only in their numbers."""

    def __init__(self, sizes: Sizes) -> None:
        sample = orjson.loads(sizes.frame)
        self.document = "x" * sizes.document
        self.view = {**sample["view"], "phase": "turn"}
        self.view.pop("decision")
        shown = {key: value for key, value in sample["view"].items() if key != "decision"}
        self._events = f'","events":{orjson.dumps(sample["events"]).decode()},"now":'
        self._view = f',"view":{orjson.dumps(shown).decode()[:-1]},"decision":'

    def change(self, seq: int) -> tuple[str, str]:
        """The frame's text before and after `now`."""
        decision = orjson.dumps(self.decision(seq)).decode()
        return f'{{"type":"change","seq":{seq},"digest":"{seq:016x}{self._events}', f"{self._view}{decision}}}}}"

    def decision(self, seq: int) -> dict[str, object]:
        return {
            "id": seq, "seat": seq % SEATS, "kind": "turn", "card": None, "choices": ["hit", "stay"],
            "deadline": 1_796_000_075_000,
        }  # fmt: skip

    def welcome(self, seq: int) -> str:
        view = {**self.view, "decision": self.decision(seq)}
        return orjson.dumps({"type": "welcome", "seq": seq, "digest": f"{seq:016x}", "view": view}).decode()


def relay(redis_url: str) -> FastAPI:
    """The whole app."""
    # Without a bound redis-py refuses more than a hundred commands at once; so many connections served fastest.
    redis = Redis.from_pool(BlockingConnectionPool.from_url(redis_url, max_connections=16, timeout=None, protocol=2))
    subscriber = Redis.from_url(redis_url, protocol=2)
    frames = Frames(whole_games())
    rooms: defaultdict[str, list[WebSocket]] = defaultdict(list)
    seqs: defaultdict[str, int] = defaultdict(lambda: 1)
    sha = ""

    async def forward() -> None:
        async with subscriber.pubsub(ignore_subscribe_messages=True) as subscription:
            await subscription.subscribe(CHANNEL)
            async for message in subscription.listen():
                code, _, frame = message["data"].decode().partition("\n")
                for socket in rooms[code]:
                    await socket.send_text(frame)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        nonlocal sha
        sha = await redis.script_load(SCRIPT)
        forwarding = asyncio.create_task(forward())
        yield
        forwarding.cancel()
        await redis.aclose()
        await subscriber.aclose()

    app = FastAPI(lifespan=lifespan)

    @app.get("/readyz")
    async def ready() -> PlainTextResponse:
        return PlainTextResponse("ok")

    @app.websocket("/ws/{code}")
    async def table(socket: WebSocket, code: str) -> None:
        await socket.accept()
        await socket.send_text(frames.welcome(seqs[code]))
        rooms[code].append(socket)
        try:
            while True:
                message = orjson.loads(await socket.receive_text())
                seqs[code] = seq = seqs[code] + 1
                before, after = frames.change(seq)
                await redis.evalsha(sha, 1, f"room:{code}", frames.document, CHANNEL, f"{code}\n{before}", after)
                await socket.send_text(f'{{"type":"ack","id":"{message["id"]}","seq":{seq}}}')
        except WebSocketDisconnect:
            rooms[code].remove(socket)

    return app


def main() -> None:
    port, redis_url = int(sys.argv[1]), sys.argv[2]
    app = relay(redis_url)
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    uvicorn.run(
        app,
        port=port,
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=65_536,
        ws_per_message_deflate=False,
        ws_ping_interval=15,
        ws_ping_timeout=15,
        access_log=False,
        server_header=False,
        log_level="warning",
    )


if __name__ == "__main__":
    main()
