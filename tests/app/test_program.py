"""`python -m app` as operators meet it: exit statuses, signals, killed workers and killed parents."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from redis import Redis

from app.__main__ import addresses, bind
from app.embedded import command_line
from app.settings import Settings
from tests.server import ROOT, Servers, clean_environment, eventually, free_port, private_server, workers

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks processes up in /proc")


def run(*arguments: str, **settings: object) -> subprocess.CompletedProcess[str]:
    """The whole run of a program that is expected to refuse."""
    named = {f"FLIP7_{name.upper()}": str(value) for name, value in settings.items()}
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        cwd=ROOT,
        env=clean_environment() | named,
        capture_output=True,
        text=True,
        timeout=20,
    )


def test_a_bad_setting_is_one_line_and_status_2() -> None:
    refused = run(port="eighty")
    assert refused.returncode == 2
    assert refused.stderr == "FLIP7_PORT: must be a whole number from 1 to 65535\n"
    assert refused.stdout == ""


def test_help_is_given_and_an_argument_refused_without_a_start() -> None:
    helped, refused = run("--help"), run("--port=9000")
    assert (helped.returncode, refused.returncode) == (0, 2)
    assert "FLIP7_PORT=9000 python -m app" in helped.stdout
    assert "unrecognized arguments: --port=9000" in refused.stderr


def test_a_port_in_use_is_one_line_and_starts_nothing(tmp_path: Path) -> None:
    port = free_port()
    for listener in bind("127.0.0.1", port):
        with listener:
            listener.listen()
            refused = run(port=port, data_dir=tmp_path / "data")
    assert refused.returncode == 1
    assert refused.stderr == f"Cannot listen on 127.0.0.1 port {port}: Address already in use\n"
    assert not (tmp_path / "data").exists()


def test_a_second_app_on_the_folder_is_one_line_and_leaves_the_first_alone(start_server: Servers) -> None:
    server = start_server()
    refused = run(port=free_port(), data_dir=server.data_dir)
    assert refused.returncode == 1
    assert refused.stderr.startswith("FLIP7_DATA_DIR: ") and refused.stderr.count("\n") == 1
    assert server.is_ready()


@pytest.mark.parametrize(("count", "number"), [(1, signal.SIGTERM), (2, signal.SIGTERM), (2, signal.SIGINT)])
def test_a_signal_ends_the_workers_and_the_private_server(
    start_server: Servers, count: int, number: signal.Signals
) -> None:
    server = start_server(workers=count)
    redis, started = private_server(server.data_dir), workers(server)
    assert len(started) == (count if count > 1 else 0)
    os.kill(server.pid, number)
    assert server.wait_ended() == 0
    assert not any(command_line(pid) for pid in started | {redis})
    assert f"http://127.0.0.1:{server.port}" in server.log()


def test_a_killed_worker_is_replaced(start_server: Servers) -> None:
    server = start_server(workers=2)
    before = workers(server)
    victim = min(before)
    os.kill(victim, signal.SIGKILL)
    eventually(lambda: len(workers(server) - before) == 1 and len(workers(server)) == 2)
    server.wait_ready()


def test_the_workers_of_a_killed_parent_end_and_free_the_port(start_server: Servers) -> None:
    server = start_server(workers=2)
    orphans = workers(server)
    server.kill()
    eventually(lambda: not any(command_line(pid) for pid in orphans))
    server.start()


def test_the_app_serves_on_when_its_private_server_is_killed(start_server: Servers) -> None:
    server = start_server(workers=2)
    before = private_server(server.data_dir)
    os.kill(before, signal.SIGKILL)
    eventually(lambda: private_server(server.data_dir) not in (0, before) and server.is_ready())


@pytest.mark.parametrize("count", [1, 2])
def test_the_app_ends_with_an_error_when_its_private_server_cannot_run_again(start_server: Servers, count: int) -> None:
    server = start_server(workers=count)
    (server.data_dir / "appendonlydir/appendonly.aof.manifest").write_text("this is no manifest\n")
    os.kill(private_server(server.data_dir), signal.SIGKILL)
    assert server.wait_ended() == 1


def test_a_named_redis_is_used_and_left_running(start_server: Servers, redis_url: str) -> None:
    server = start_server(redis_url=redis_url)
    assert server.terminate() == 0
    assert not server.data_dir.exists()
    with Redis.from_url(redis_url) as client:
        assert client.ping()


def test_a_bare_uvicorn_starts_and_ends_the_private_server_too(start_server: Servers) -> None:
    server = start_server.prepare()
    server.command = [sys.executable, "-m", "uvicorn", "app.main:app", "--port", str(server.port)]
    server.start()
    redis = private_server(server.data_dir)
    assert command_line(redis)
    os.kill(server.pid, signal.SIGTERM)
    server.wait_ended()
    assert not command_line(redis)


def test_addresses_are_printed_as_a_browser_takes_them() -> None:
    assert addresses(Settings(host="127.0.0.1", port=8000)) == ["http://127.0.0.1:8000"]
    assert addresses(Settings(host="::1", port=8001)) == ["http://[::1]:8001"]
    assert addresses(Settings(public_url="https://cards.example.org"))[0] == "https://cards.example.org"
    everywhere = addresses(Settings(host="0.0.0.0", port=8000))
    assert everywhere[0] == "http://localhost:8000"
    assert all(address.startswith("http://") and "0.0.0.0" not in address for address in everywhere)


def test_all_addresses_of_both_families_are_bound_side_by_side() -> None:
    port = free_port()
    sockets = bind("::", port)
    assert "0.0.0.0" in [bound.getsockname()[0] for bound in sockets]
    assert {bound.getsockname()[1] for bound in sockets} == {port}
    for bound in sockets:
        bound.close()
