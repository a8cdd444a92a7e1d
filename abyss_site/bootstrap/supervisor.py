"""The supervisor of `manage.py up`: the servers and the four processes of the service."""

from __future__ import annotations

import errno
import http.client
import shutil
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType

from abyss_site.bootstrap import runtime
from abyss_site.bootstrap.children import START_ERRORS, Backoff, Child, print_line
from abyss_site.bootstrap.embedded import Postgres, Valkey
from abyss_site.bootstrap.launcher import launch
from abyss_site.bootstrap.processes import ServerFailed
from abyss_site.bootstrap.reloading import SourceWatcher, needs_setup
from abyss_site.bootstrap.stack import COMMANDS, command

PATIENCE = 8.0
# The same when code has changed: interrupted work is done again.
RELOAD_PATIENCE = 0.5
# The command between reachable servers and a service that can start.
SETUP = "manage.py migrate_and_seed"
LOOK_EVERY = 0.25
# Minimum octets of free space to start anything: PostgreSQL allocates its log 16 MB at a time.
LEAST_SPACE = 24 * 1024 * 1024
NO_SPACE = {errno.ENOSPC, errno.EDQUOT}
# How often a server is started again that ends while the service starts.
MOST_ENDED_STARTS = 2
# Maximum number of failed starts of Valkey in a row before its data is put aside.
MOST_FAILED_STARTS = 3
# How often a step is restarted because one of our servers ended meanwhile.
MOST_LOST_SERVERS = 10


class CannotStart(Exception):
    """The service does not start; the message says why and what to do."""


class NoSpace(CannotStart):
    """A step failed while the disk was full."""


class StopRequest(Exception):
    """We were asked to stop before the service was ready."""


class Supervisor:
    """Starts everything in order, restarts what ends, and stops everything in order.

    `environment` is that of the children; the addresses of embedded servers are added to it. Use it
    from the main thread only (see `die_with_parent`).
    """

    def __init__(self, data_dir: Path, environment: dict[str, str]) -> None:
        self.data_dir = data_dir
        self.environment = environment
        self.servers: list[tuple[Postgres | Valkey, Backoff]] = []
        self.children: list[Child] = []
        # Plain flags: a signal may arrive while the lock inside a `threading.Event` is held.
        self.stopping = False
        self.hurried = False
        self.was_full = False
        # Whether `children.json` is up to date.
        self.are_children_recorded = False

    def listen_to_signals(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.note_signal)

    def note_signal(self, number: int, frame: FrameType | None) -> None:
        """Stop on the first signal; on the second one, stop without waiting."""
        self.hurried = self.stopping
        self.stopping = True

    def start_servers(self) -> None:
        """Start the servers that DATABASE_URL and REDIS_URL do not name, and set these
        variables."""
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
        self.retry_while_disk_full(lambda: self.start_or_try_again(server))
        self.raise_if_stopping()

    def start_or_try_again(self, server: Postgres | Valkey) -> None:
        """Start a server; start it again if it ends at once, as it does if something else has
        taken its port or it is killed."""
        for _ in range(MOST_ENDED_STARTS):
            try:
                return server.start()
            except ServerFailed:
                if server.daemon.is_running() or self.is_full():
                    raise
                if isinstance(server, Valkey):
                    server.port = 0
        server.start()

    def retry_while_disk_full(self, attempt: Callable[[], None]) -> None:
        """Repeat something that has to succeed; while the disk is full, wait for space.

        Raises what the attempt raises, if there is space and was all the time.
        """
        while True:
            try:
                return attempt()
            except (CannotStart, ServerFailed, OSError) as error:
                has_space = not (self.is_full() or isinstance(error, NoSpace))
                if has_space and getattr(error, "errno", None) not in NO_SPACE:
                    raise
                print_line("up", f"{error} {self.describe_space()}")
                self.wait_for_space()

    def describe_space(self) -> str:
        """Return what is done about a failure for lack of space.

        On a slow machine a step may fail long after the disk was full, and there is space again.
        """
        if self.is_full():
            return "The disk is full; waiting for space."
        return "The disk was full meanwhile and has space again; trying again."

    def wait_for_space(self) -> None:
        """Return once there is space, but not at once. Raises StopRequest."""
        not_before = time.monotonic() + 1
        while self.is_full() or time.monotonic() < not_before:
            self.raise_if_stopping()
            time.sleep(LOOK_EVERY)

    def is_full(self) -> bool:
        """Return whether there is too little disk space to start anything."""
        try:
            return shutil.disk_usage(self.data_dir).free < LEAST_SPACE
        except OSError:
            # If the disk cannot be queried, behave as if it were full.
            return True

    def run_step(self, line: str) -> None:
        """Run one command to its end; run it again if one of our servers ended meanwhile.

        Raises CannotStart if it fails, StopRequest if we should stop.
        """
        for attempt in range(MOST_LOST_SERVERS + 1):
            try:
                return self.retry_while_disk_full(lambda: self.run_step_once(line))
            except CannotStart:
                if self.all_servers_run() or attempt == MOST_LOST_SERVERS:
                    raise
            while not self.all_servers_run():
                self.raise_if_stopping()
                self.revive_servers()
                time.sleep(LOOK_EVERY)

    def run_step_once(self, line: str) -> None:
        step = Child(line.split()[-1], command(line), self.environment)
        step.start()
        was_full = False
        while (code := step.exit_code()) is None:
            time.sleep(0.02)
            # By the time it has ended there may be space again.
            was_full = was_full or self.is_full()
            if self.stopping:
                step.stop(give_up=0)
        self.raise_if_stopping()
        step.wait_for_output(seconds=1)
        if code:
            kind = NoSpace if was_full else CannotStart
            raise kind(f"`{line}` failed; what it said stands above.")

    def all_servers_run(self) -> bool:
        return all(server.daemon.is_running() for server, _ in self.servers)

    def start_children(self) -> None:
        self.name_children()
        launch(self.children, self.environment, lambda: self.stopping)
        self.revive_children()

    def name_children(self) -> None:
        """Determine the processes of the service and their commands."""
        for name, line in COMMANDS.items():
            more = ["--bind", web_address(self.environment)] if name == "web" else []
            self.children.append(Child(name, command(line, *more), self.environment))

    def watch(
        self,
        when_ready: Callable[[], None],
        is_ready: Callable[[], bool],
        sources: SourceWatcher | None = None,
    ) -> None:
        """Restart what ends until we are asked to stop; call `when_ready` once when all is ready.

        With `sources`, restart the children when a source file has changed.
        """
        is_announced = False
        while not self.stopping:
            self.restart_after_full_disk()
            self.revive_servers()
            if sources and (paths := sources.changed_files()):
                self.reload(paths)
            self.revive_children()
            if not self.are_children_recorded:
                self.record_children()
            if not is_announced and is_ready():
                is_announced = True
                when_ready()
            time.sleep(LOOK_EVERY)

    def reload(self, paths: list[str]) -> None:
        """Restart the children; migrate and collect static files first if these have changed."""
        more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
        print_line("up", f"{paths[0]}{more} changed; restarting.")
        if needs_setup(paths):
            try:
                self.run_step(SETUP)
            except CannotStart as error:
                print_line("up", str(error))
            except StopRequest:
                return
        self.stop_children(RELOAD_PATIENCE)
        for child in self.children:
            child.forget_stopped()
        launch(self.children, self.environment, lambda: self.stopping)
        self.are_children_recorded = False

    def stop_children(self, patience: float) -> None:
        """Ask all children to stop at once; kill them after `patience` seconds."""
        for child in self.children:
            child.ask_to_stop()
        give_up = time.monotonic() + patience
        for child in self.children:
            child.stop(give_up)

    def restart_after_full_disk(self) -> None:
        """When a full disk has space again, restart at once what waits for its next attempt."""
        was_full, self.was_full = self.was_full, self.is_full()
        if was_full == self.was_full:
            return
        if self.was_full:
            print_line("up", f"The disk of {self.data_dir} is full; what needs space waits for it.")
            return
        print_line("up", "There is space again.")
        for backoff in self.backoffs():
            backoff.reset()

    def backoffs(self) -> list[Backoff]:
        return [back for _, back in self.servers] + [child.backoff for child in self.children]

    def revive_servers(self) -> None:
        for server, backoff in self.servers:
            if server.daemon.is_running() or not backoff.is_over():
                continue
            print_line("up", f"{server.daemon.name} ended; starting it again.")
            backoff.begin()
            try:
                server.start()
            except (ServerFailed, *START_ERRORS) as error:
                print_line("up", f"{error} Trying again in {backoff.record_failure():.0f} s.")
                self.reset_damaged_valkey(server, backoff)
            else:
                # What ended because it was missing need not wait any longer.
                for child in self.children:
                    child.backoff.reset()

    def reset_damaged_valkey(self, server: Postgres | Valkey, backoff: Backoff) -> None:
        """Let Valkey start empty if its data keeps it from starting.

        Everything in it can be recomputed from the database.
        """
        if not isinstance(server, Valkey) or self.is_full():
            return
        if backoff.failures >= MOST_FAILED_STARTS and server.put_data_aside():
            print_line("up", "Valkey does not start with what it has kept, which is put aside.")

    def revive_children(self) -> None:
        if [child for child in self.children if child.restart_if_due()]:
            self.are_children_recorded = False

    def record_children(self) -> None:
        """Record the running processes for the next start; if that fails, try again later."""
        with suppress(OSError):
            runtime.record_children(self.data_dir, self.children)
            self.are_children_recorded = True

    def stop(self) -> None:
        """Stop the children together, then the servers they use."""
        self.stop_children(0 if self.hurried else PATIENCE)
        for server, _ in reversed(self.servers):
            server.stop()
        with suppress(OSError):
            runtime.remove_addresses(self.data_dir)

    def raise_if_stopping(self) -> None:
        if self.stopping:
            raise StopRequest


def web_address(environment: dict[str, str]) -> str:
    return f"{environment['WEB_HOST']}:{environment['PORT']}"


def answers_health(host: str, port: int) -> bool:
    """Return whether /health/ answers at all, whatever it says."""
    connection = http.client.HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", "/health/", headers={"Host": "localhost"})
        return connection.getresponse().status in {200, 503}
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
