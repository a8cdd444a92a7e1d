"""`python -m abyss_site.core.http.web_server`: the web server of `up` and docker-compose.yml.

One process loads the service and forks the workers, which share its memory; it replaces those that
end.
"""

from __future__ import annotations

import argparse
import importlib
import multiprocessing
import resource
import signal
from collections.abc import Sequence
from contextlib import suppress
from socket import socket
from typing import Any

import uvicorn
from uvicorn.supervisors import multiprocess

from abyss_site.core.database.base import limit_waits
from abyss_site.core.preload import load_for_forks

# Number of connections that the kernel queues until a worker accepts them.
BACKLOG = 4096
# Seconds that a connection may be idle between two requests.
IDLE_SECONDS = 30
# Seconds to finish running requests when we are asked to stop.
GRACE_SECONDS = 5
# Seconds for which a page waits for one statement; a lock that takes longer is held by something
# that hangs.
DATABASE_SECONDS = 15
# Seconds after which an unresponsive worker is replaced.
DEAF_SECONDS = 30


def main(arguments: Sequence[str] | None = None) -> None:
    options = parse(arguments)
    raise_file_limit()
    limit_waits(DATABASE_SECONDS)
    share_memory(options.app)
    host, _, port = options.bind.rpartition(":")
    uvicorn.run(
        options.app,
        host=host.strip("[]"),
        port=int(port),
        workers=options.workers,
        interface="asgi3",
        http="abyss_site.core.http.connection_limits:LimitedConnection",
        loop="uvloop",
        ws="none",
        lifespan="off",
        # Django determines the client's address from the settings about proxies.
        proxy_headers=False,
        server_header=False,
        access_log=False,
        # Settings configure the log.
        log_config=None,
        backlog=BACKLOG,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_worker_healthcheck=DEAF_SECONDS,
    )


class Worker(multiprocess.Process):
    """A worker that is forked; uvicorn would start it anew, and it would load everything again."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket]) -> None:
        super().__init__(config, sockets)
        fork: Any = multiprocessing.get_context("fork")
        self.process = fork.Process(target=self.serve, args=(sockets,))

    def serve(self, sockets: list[socket]) -> None:
        # Until the server has handlers of its own, a signal meant for the worker ends it.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        self.target(sockets=sockets)


def share_memory(app: str) -> None:
    """Load the application here, for workers to be forked with it."""
    importlib.import_module(app.partition(":")[0])
    load_for_forks()
    multiprocess.Process = Worker  # type: ignore[misc]


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="abyss_site.core.http.web_server", description=__doc__)
    parser.add_argument("--bind", required=True, metavar="HOST:PORT")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--app", default="abyss_site.asgi:application")
    return parser.parse_args(arguments)


def raise_file_limit() -> None:
    """Raise the limit of open files, and so of connections, to the maximum allowed."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    main()
