"""`python -m app`: serve the table, on a private Redis server when none is named."""

import errno
import gc
import multiprocessing
import os
import resource
import signal
import socket
import sys
import threading
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

import uvicorn
from fastapi import FastAPI
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from app.embedded import EmbeddedRedis, EmbeddedRedisError
from app.main import create_app
from app.settings import BadSetting, Settings

HELP = "Serve Flip 7. Settings are environment variables (README.md, Settings): FLIP7_PORT=9000 python -m app"
CANNOT_SERVE = 1
BAD_SETTING = 2
EVERYWHERE = ("0.0.0.0", "::")
_UNREAD_MS = 30_000
"""How long a peer may read nothing of what it was sent; whatever the connection waits for, the system then ends it."""


def worker() -> FastAPI:
    """The app in the process that serves it; a worker ends with its parent, whoever kills that, and frees the port."""
    parent = multiprocessing.parent_process()
    if parent is not None:

        def end_with_parent() -> NoReturn:
            parent.join()
            os._exit(1)

        threading.Thread(target=end_with_parent, name="end-with-parent", daemon=True).start()
    app = create_app()
    gc.collect()
    gc.freeze()
    # A move makes and drops hundreds of values, none of them in circles; looking for those took a sixth of the time.
    gc.set_threshold(20_000, 20, 20)
    return app


def bind(host: str, port: int) -> list[socket.socket]:
    """A bound socket for each address of `host`, `::` being every address of both families; raises OSError.

    A family that this machine does not have is left out.
    """
    names = ("::", "0.0.0.0") if host == "::" else (host,)
    sockets: list[socket.socket] = []
    missing = OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL))
    for name in names:
        for family, kind, protocol, _, address in socket.getaddrinfo(name, port, type=socket.SOCK_STREAM):
            try:
                listener = socket.socket(family, kind, protocol)
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if sys.platform == "linux":
                    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNREAD_MS)
                if family == socket.AF_INET6:
                    listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                listener.bind(address)
            except OSError as error:
                if error.errno not in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                    raise
                missing = error
            else:
                sockets.append(listener)
    if not sockets:
        raise missing
    return sockets


def allow_many_files() -> None:
    """Let each connection have its file: the few a shell allows at first are used up by a thousand silent strangers."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):  # not every system grants what it names as its limit
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def lan_address() -> str | None:
    """The address others in the network reach this machine at; looking it up sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def addresses(settings: Settings) -> list[str]:
    """What to type into a browser, the best address first."""
    hosts = ["localhost", lan_address()] if settings.host in EVERYWHERE else [settings.host]
    local = [f"http://{f'[{host}]' if ':' in host else host}:{settings.port}" for host in hosts if host]
    return [settings.public_url, *local] if settings.public_url else local


def serve(settings: Settings, sockets: list[socket.socket]) -> int:
    """Serve until a signal ends it; the exit status. Workers that die are replaced."""
    config = uvicorn.Config(
        "app.__main__:worker",
        factory=True,
        workers=settings.workers,
        loop="uvloop",
        http="app.wire:RequestProtocol",
        ws="app.transport:TableProtocol",
        ws_max_size=65_536,
        ws_per_message_deflate=False,
        ws_ping_interval=15,
        ws_ping_timeout=15,
        timeout_graceful_shutdown=3,
        # A worker must have started by then, which takes a busy machine a while.
        timeout_worker_healthcheck=15,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies,
        access_log=False,
        server_header=False,
        # At `info` each connection would put a room's code into the log.
        log_level="warning",
    )
    if settings.workers == 1:
        uvicorn.Server(config).run(sockets)
        return 0
    supervisor = Multiprocess(config, sockets)
    supervisor.run()
    unstarted = any(process.exitcode == STARTUP_FAILURE for process in supervisor.processes)
    return CANNOT_SERVE if unstarted else 0


def run(settings: Settings, sockets: list[socket.socket]) -> int:
    """Serve, on a private Redis server if none is named; the exit status. Raises EmbeddedRedisError."""
    if settings.redis_url:
        return announce_and_serve(settings, sockets)
    embedded = EmbeddedRedis(settings.data_dir)
    os.environ["FLIP7_REDIS_URL"] = embedded.start()
    try:
        status = announce_and_serve(settings, sockets)
    finally:
        # The private server must not outlive the app, however impatient the operator is.
        for signal_number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(signal_number, signal.SIG_IGN)
        embedded.stop()
    return CANNOT_SERVE if embedded.failed else status


def announce_and_serve(settings: Settings, sockets: list[socket.socket]) -> int:
    """Print the addresses, then serve; the exit status."""
    print("Flip 7 is served at " + " and ".join(addresses(settings)), flush=True)
    try:
        return serve(settings, sockets)
    except KeyboardInterrupt:
        return 0


def main(arguments: Sequence[str]) -> int:
    """The program; its exit status: 0 when asked to end, 2 for a bad setting, another when it cannot serve.

    It takes no arguments: any ends it with 2, `--help` with 0.
    """
    ArgumentParser("python -m app", description=HELP).parse_args(arguments)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    allow_many_files()
    try:
        settings = Settings.from_env(os.environ)
    except BadSetting as error:
        print(error, file=sys.stderr)
        return BAD_SETTING
    try:
        sockets = bind(settings.host, settings.port)
    except OSError as error:
        print(f"Cannot listen on {settings.host} port {settings.port}: {error.strerror}", file=sys.stderr)
        return CANNOT_SERVE
    try:
        return run(settings, sockets)
    except EmbeddedRedisError as error:
        print(error, file=sys.stderr)
        return CANNOT_SERVE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
