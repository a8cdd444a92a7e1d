"""`manage.py up`: the servers, the four processes of the service, and who looks after them."""

from __future__ import annotations

import http.client
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from abyss_site import runtime
from abyss_site.children import Backoff, Child, say
from abyss_site.embedded import Postgres, Valkey
from abyss_site.processes import ServerFailed, die_with_parent
from abyss_site.stack import COMMANDS, ROOT, command

PATIENCE = 8.0
LOOK_EVERY = 0.25


class CannotStart(Exception):
    """The service does not come up; the message says why and what to do."""


class Stopped(Exception):
    """Somebody asked us to stop before we were ready."""


class Supervisor:
    """Starts everything in order, brings back what ends, and stops everything in order.

    `environment` is what the children are started with; the addresses of embedded servers are
    added to it. Call it from the main thread only (see `die_with_parent`).
    """

    def __init__(self, data_dir: Path, environment: dict[str, str]) -> None:
        self.data_dir = data_dir
        self.environment = environment
        self.servers: list[tuple[Postgres | Valkey, Backoff]] = []
        self.children: list[Child] = []
        # Plain flags: a signal may arrive while the lock inside a `threading.Event` is held.
        self.stopping = False
        self.hurried = False

    def listen_to_signals(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.note_signal)

    def note_signal(self, number: int, frame: FrameType | None) -> None:
        """The first signal asks us to stop; the second, to stop without waiting."""
        self.hurried = self.stopping
        self.stopping = True

    def start_servers(self) -> None:
        """Start what DATABASE_URL and REDIS_URL do not name, and name it there."""
        if not self.environment.get("DATABASE_URL"):
            postgres = Postgres(self.data_dir / "postgres")
            self.start_server(postgres)
            self.environment["DATABASE_URL"] = postgres.url
        if not self.environment.get("REDIS_URL"):
            valkey = Valkey(self.data_dir / "valkey")
            self.start_server(valkey)
            self.environment["REDIS_URL"] = valkey.url

    def start_server(self, server: Postgres | Valkey) -> None:
        backoff = Backoff()
        self.servers.append((server, backoff))
        backoff.begin()
        server.start()
        self.raise_if_stopping()

    def run_step(self, line: str) -> None:
        """Run one command to its end; raise CannotStart if it fails, Stopped if we should stop."""
        step = subprocess.Popen(
            command(line),
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=die_with_parent(signal.SIGKILL),
        )
        while step.poll() is None:
            time.sleep(0.02)
            if self.stopping:
                step.kill()
                step.wait()
        self.raise_if_stopping()
        if step.returncode:
            raise CannotStart(f"`{line}` failed; what it said stands above.")

    def start_children(self) -> None:
        for name, line in COMMANDS.items():
            more = ["--bind", web_address(self.environment)] if name == "web" else []
            self.children.append(Child(name, command(line, *more), self.environment))
        self.revive_children()

    def watch(self, when_ready: Callable[[], None], is_ready: Callable[[], bool]) -> None:
        """Bring back what ends until somebody asks us to stop; say once when all is ready."""
        announced = False
        while not self.stopping:
            self.revive_servers()
            self.revive_children()
            if not announced and is_ready():
                announced = True
                when_ready()
            time.sleep(LOOK_EVERY)

    def revive_servers(self) -> None:
        for server, backoff in self.servers:
            if server.daemon.is_running() or not backoff.is_over():
                continue
            say("up", f"{server.daemon.name} ended; starting it again.")
            try:
                server.start()
            except (ServerFailed, OSError) as error:
                say("up", f"{error} Trying again in {backoff.failed():.0f} s.")

    def revive_children(self) -> None:
        started = [child for child in self.children if child.revive()]
        if started:
            runtime.note_children(self.data_dir, self.children)

    def stop(self) -> None:
        """Stop the children together, then the servers they were using."""
        for child in self.children:
            child.ask_to_stop()
        give_up = time.monotonic() + (0 if self.hurried else PATIENCE)
        for child in self.children:
            child.stop(give_up)
        for server, _ in reversed(self.servers):
            server.stop()
        runtime.forget(self.data_dir)

    def raise_if_stopping(self) -> None:
        if self.stopping:
            raise Stopped


def web_address(environment: dict[str, str]) -> str:
    return f"{environment['WEB_HOST']}:{environment['PORT']}"


def answers_health(host: str, port: int) -> bool:
    """Tell whether the page says how the service is; what it says does not matter."""
    connection = http.client.HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", "/health/", headers={"Host": "localhost"})
        return connection.getresponse().status in {200, 503}
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
