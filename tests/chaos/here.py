"""The app served by the test's own process, so that a test can reach into it; over real sockets all the same."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import uvicorn

from app.main import create_app
from app.services import Services
from app.settings import Settings
from tests.server import free_port


@dataclass
class Here:
    """A server like those that are processes of their own."""

    port: int
    services: Services

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"


@asynccontextmanager
async def served_here(redis_url: str, *, ping_seconds: float = 15, **settings: object) -> AsyncIterator[Here]:
    """A running server, `turn_seconds=1` being `FLIP7_TURN_SECONDS=1`; no rates, quick bots."""
    chosen = {"redis_url": redis_url, "port": free_port(), "rate_limit": "off", "bot_delay_ms": 0, **settings}
    app = create_app(Settings.from_env({f"FLIP7_{name.upper()}": str(value) for name, value in chosen.items()}))
    config = uvicorn.Config(
        app,
        port=int(str(chosen["port"])),
        ws="app.transport:TableProtocol",
        ws_per_message_deflate=False,
        ws_ping_interval=ping_seconds,
        ws_ping_timeout=ping_seconds,
        timeout_graceful_shutdown=4,
        access_log=False,
        log_level="warning",
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        assert not serving.done(), "the server did not start"
        await asyncio.sleep(0.01)
    try:
        yield Here(config.port, app.state.services)
    finally:
        server.should_exit = True
        await serving
