"""What all tests share: a Redis server of the run's own, the real server, the browser."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.embedded import EmbeddedRedis
from tests.server import Servers


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--full` runs the tests of failures, hostile visitors and a few others in full size, which takes minutes."""
    parser.addoption(
        "--full", action="store_true", help="failures, hostile visitors and others in full size, timings included"
    )


@pytest.fixture(scope="session")
def full(request: pytest.FixtureRequest) -> bool:
    """Whether the tests run in full size."""
    return bool(request.config.getoption("--full"))


@pytest.fixture(scope="session", autouse=True)
def no_settings_from_outside() -> Iterator[None]:
    """The tests see none of the settings of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith("FLIP7_") and name != "FLIP7_CHROMIUM":
                patch.delenv(name)
        yield


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Redis server that only this run of the tests uses."""
    embedded = EmbeddedRedis(tmp_path_factory.mktemp("redis"))
    yield embedded.start()
    embedded.stop()


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Servers]:
    """`start_server(turn_seconds=1)` is a running server for this test: its own port, data folder and Redis."""
    servers = Servers(tmp_path)
    yield servers
    servers.close()


@pytest.fixture(scope="module")
def start_shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """Like `start_server`, for servers that all tests of a module share."""
    servers = Servers(tmp_path_factory.mktemp("shared"))
    yield servers
    servers.close()


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of an installed Chromium."""
    return find_chromium()


def find_chromium() -> str:
    """The path of an installed Chromium; fails where there is none."""
    found = os.environ.get("FLIP7_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    assert found, "no Chromium: install one, or name it in FLIP7_CHROMIUM"
    return found
