"""The app: settings, services, routes, and what runs in the background. `app` serves under a bare uvicorn."""

import asyncio
import hashlib
import logging
import os
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from app import api, bundles, guards, installing, pages, socket, tracker
from app.clock import Clock
from app.embedded import EmbeddedRedis
from app.errors import ApiError
from app.files import ROOT, STATIC
from app.hub import Hub
from app.limits import ClientLimits
from app.metrics import Metrics
from app.pipe import Unavailable
from app.rooms.config import Config
from app.scores import ScoreStore
from app.services import Services
from app.settings import Settings
from app.store import Store
from app.tables import Tables

log = logging.getLogger("flip7")

_WORTH_COMPRESSING = 600
"""Bytes."""
_AFTER_BREAKING_SECONDS = 0.5
_DRAIN_SECONDS = 1
"""How long a worker that stops waits for Redis to take what is under way, once its connections are closed."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """The ASGI app for `settings`, by default those of the environment. Raises BadSetting."""
    chosen = settings or Settings.from_env(os.environ)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await asyncio.to_thread(bundles.prepare)
        async with _redis_url(chosen) as url, _running(chosen, url) as services:
            app.state.services = services
            yield

    app = FastAPI(title="Flip 7 table", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url="/openapi.json")
    app.state.settings = chosen
    app.include_router(api.router)
    app.include_router(socket.router)
    app.include_router(bundles.router)
    app.include_router(pages.router)
    app.include_router(installing.router)
    app.include_router(tracker.router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_exception_handler(ApiError, guards.api_error)
    app.add_exception_handler(HTTPException, guards.http_error)
    app.add_exception_handler(Exception, guards.server_error)
    app.add_middleware(GZipMiddleware, minimum_size=_WORTH_COMPRESSING)
    app.add_middleware(guards.Guards, public_url=chosen.public_url)
    return app


@asynccontextmanager
async def _redis_url(settings: Settings) -> AsyncIterator[str]:
    """The configured Redis, or a private server for as long as the app runs."""
    if settings.redis_url is not None:
        yield settings.redis_url
        return
    embedded = EmbeddedRedis(settings.data_dir)
    url = await asyncio.to_thread(embedded.start)
    try:
        yield url
    finally:
        await asyncio.to_thread(embedded.stop)


@asynccontextmanager
async def _running(settings: Settings, url: str) -> AsyncIterator[Services]:
    """The services, their background tasks running."""
    services = _assemble(settings, url)
    listening = asyncio.create_task(_kept_up(services.hub.listen))
    background = [
        asyncio.create_task(_kept_up(services.hub.compare_heads)),
        asyncio.create_task(_kept_up(lambda: services.metrics.keep_flushing(services.store))),
    ]
    firing = asyncio.create_task(_kept_up(services.clock.run))
    try:
        yield services
    finally:
        services.clock.stop()
        with suppress(TimeoutError, Unavailable):
            async with asyncio.timeout(_DRAIN_SECONDS):
                await asyncio.wait([firing])
                await services.clock.finish()
                await services.metrics.flush(services.store)
        await _cancel(firing, listening, *background)
        await services.store.close()


async def _kept_up(job: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Do a job to its end; one that breaks is logged and begun anew: a worker without it would serve nobody."""
    while True:
        try:
            await job()
            return
        except Exception:
            log.exception("a background job broke and begins anew")
            await asyncio.sleep(_AFTER_BREAKING_SECONDS)


def _assemble(settings: Settings, url: str) -> Services:
    store = Store(url, replicas=settings.durability)
    metrics = Metrics()
    config = Config(
        turn_seconds=settings.turn_seconds,
        room_ms=settings.room_seconds * 1000,
        bot_delay_ms=settings.bot_delay_ms,
        round_pause_ms=settings.round_pause_seconds * 1000,
        limited=settings.rate_limit,
    )
    tables = Tables(store, config, metrics)
    scores = ScoreStore(store.link, life_ms=config.room_ms)
    hub = Hub(store)
    metrics.gauges = hub.gauges
    clock = Clock(store, tables, metrics)
    limits = ClientLimits(limited=settings.rate_limit)
    return Services(settings, store, tables, scores, hub, clock, limits, metrics, build=_build_name())


def _build_name() -> str:
    """A short hash of the page's files: it differs where an open page is not the served one any more."""
    digest = hashlib.sha256()
    for folder in ("static", "templates", "app/words"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file():
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


async def _cancel(*tasks: "asyncio.Task[Any]") -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def __getattr__(name: str) -> FastAPI:
    """`app`, made when a bare uvicorn asks for it; `python -m app` makes its own."""
    if name == "app":
        return create_app()
    raise AttributeError(name)
