"""The jobs a worker has besides answering: none of them ends unless the worker does."""

import asyncio
import logging

import pytest

from app.hub import Hub
from app.main import create_app
from app.settings import Settings


async def test_a_job_that_breaks_is_logged_and_begun_anew(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun_again = asyncio.Event()
    begun = 0

    async def compare_heads(self: Hub) -> None:
        nonlocal begun
        begun += 1
        if begun == 1:
            raise RuntimeError("nobody thought of this")
        begun_again.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(Hub, "compare_heads", compare_heads)
    app = create_app(Settings.from_env({"FLIP7_REDIS_URL": redis_url}))
    with caplog.at_level(logging.ERROR):
        async with app.router.lifespan_context(app), asyncio.timeout(5):
            await begun_again.wait()
    assert "nobody thought of this" in caplog.text
