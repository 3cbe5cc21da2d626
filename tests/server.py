"""The real server as a process of its own, for tests over real sockets."""

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

from app.embedded import EmbeddedRedis, command_line

ROOT = Path(__file__).parent.parent
READY_SECONDS = 25.0
END_SECONDS = 15.0


def free_port() -> int:
    """A loopback port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def eventually(condition: Callable[[], object], seconds: float = 20) -> None:
    """Wait for another process to make `condition` true; fails when it does not in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.02)


def private_server(data_dir: Path) -> int:
    """The pid of the private Redis server on a folder; 0 while there is none."""
    try:
        return int((data_dir / "server.pid").read_text() or 0)
    except FileNotFoundError:
        return 0


def children(pid: int) -> Iterator[int]:
    """The running child processes of `pid`."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if int(parent) == pid and state != "Z":
            yield int(stat.parent.name)


def workers(server: "Server") -> set[int]:
    """The processes that serve for a program with more than one worker."""
    return {pid for pid in children(server.pid) if "spawn_main" in command_line(pid)}


def clean_environment() -> dict[str, str]:
    """The environment without the settings of whoever runs the tests."""
    return {name: value for name, value in os.environ.items() if not name.startswith("FLIP7_")}


class Server:
    """`python -m app` on a free port with its own data folder; the same port and data again when started again."""

    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        """`settings` are environment variables; `FLIP7_REDIS_URL` among them replaces the private server."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.ws_url = f"ws://127.0.0.1:{self.port}"
        self.data_dir = folder / "data"
        self.log_path = folder / "server.log"
        self.environment = clean_environment() | {
            "FLIP7_PORT": str(self.port),
            "FLIP7_DATA_DIR": str(self.data_dir),
            "PYTHONUNBUFFERED": "1",
            **settings,
        }
        self.command = [sys.executable, "-m", "app"]
        self.process: subprocess.Popen[bytes] | None = None
        self._left_behind = False

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def launch(self) -> None:
        """Start the process without waiting for it to serve."""
        assert self.process is None, "it runs already"
        with self.log_path.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, cwd=ROOT, env=self.environment, stdout=log, stderr=subprocess.STDOUT
            )

    def start(self) -> "Server":
        """Start the process and wait until it is ready."""
        self.launch()
        self.wait_ready()
        return self

    def is_ready(self) -> bool:
        """Whether `/readyz` answers 200."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def wait_ready(self, seconds: float = READY_SECONDS) -> None:
        """Wait until `/readyz` answers 200; fails with the log when it does not."""
        deadline = time.monotonic() + seconds
        while not self.is_ready():
            assert self.process is not None and self.process.poll() is None, f"the server ended:\n{self.log()}"
            assert time.monotonic() < deadline, f"the server did not get ready:\n{self.log()}"
            time.sleep(0.02)

    def wait_ended(self) -> int:
        """Wait until the process has ended by itself; its exit status."""
        assert self.process is not None
        status = self.process.wait(END_SECONDS)
        self.process = None
        return status

    def terminate(self) -> int:
        """End the process as an operator does; its exit status."""
        os.kill(self.pid, signal.SIGTERM)
        return self.wait_ended()

    def kill(self) -> None:
        """End the process as a power cut does; its private Redis server lives on."""
        os.kill(self.pid, signal.SIGKILL)
        self._left_behind = "FLIP7_REDIS_URL" not in self.environment
        self.wait_ended()

    def restart(self) -> None:
        """Kill the process and start it again on the same data."""
        self.kill()
        self.start()
        self._left_behind = False

    def log(self) -> str:
        """Everything the process has written so far."""
        return self.log_path.read_text(errors="replace") if self.log_path.exists() else ""

    def errors(self) -> list[str]:
        """The lines of the log that tell of an error."""
        return [line for line in self.log().splitlines() if re.search("Traceback|ERROR|CRITICAL", line)]

    def close(self) -> None:
        """End whatever is left; fails if the server ever wrote a traceback."""
        try:
            if self.process is not None:
                self.terminate()
        finally:
            if self.process is not None:
                self.kill()
            if self._left_behind:
                leftover = EmbeddedRedis(self.data_dir)
                leftover.start()
                leftover.stop()
        assert "Traceback" not in self.log(), self.log()


class Servers:
    """A factory of servers that are all ended together."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._closing = ExitStack()
        self._count = 0

    def prepare(self, **settings: object) -> Server:
        """A server with `FLIP7_TURN_SECONDS=1` for `turn_seconds=1` and so on, not started yet."""
        self._count += 1
        folder = self._folder / f"server{self._count}"
        folder.mkdir()
        server = Server(folder, {f"FLIP7_{name.upper()}": str(value) for name, value in settings.items()})
        self._closing.callback(server.close)
        return server

    def __call__(self, **settings: object) -> Server:
        """A running server."""
        return self.prepare(**settings).start()

    def close(self) -> None:
        """End all of them; fails if one of them ever wrote a traceback."""
        self._closing.close()
