"""Fail over to a standby of the database while the service runs, at the same address.

The standby follows by streaming replication. Before the primary dies, every commit waits for the
standby, so nothing acknowledged is lost. Then the primary is killed by SIGKILL, its files are
deleted, the standby is promoted, and `up` finds the promoted cluster in the place of the old one.
The supervisor is stopped meanwhile, because it would restart the old one.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psycopg

from abyss_site.bootstrap.embedded import POSTGRES_OPTIONS, Postgres, program
from abyss_site.bootstrap.processes import command_line
from devtools.chaos.processes import process_tree, send
from devtools.chaos.service import Service

STEP_TIMEOUT_SECONDS = 30.0
# Seconds for which everybody plays while each commit waits for the standby.
SYNCHRONOUS_SECONDS = 2.0


class CannotFailOver(Exception):
    """The standby did not start or does not follow; the primary is unchanged."""


def fail_over(service: Service) -> float:
    """Fail over to a new standby; return for how many seconds there was no primary.

    1. Copy the primary and let the copy follow. 2. Let each commit wait for it. 3. Stop the
       supervisor, kill the primary, promote the standby and shut it down. 4. Move its files to
       those of the primary, and let the supervisor continue.

    Raises CannotFailOver, or OSError, ValueError or LookupError if the primary is away.
    """
    standby = Standby(service)
    try:
        standby.follow()
        try:
            _be_synchronous(standby)
            return _take_over(service, standby)
        except (psycopg.Error, CannotFailOver):
            _be_alone(service)
            raise
    except (psycopg.Error, subprocess.SubprocessError) as error:
        raise CannotFailOver(f"{type(error).__name__}: {error}") from error
    finally:
        standby.remove()


class Standby:
    """A copy of the service's cluster that follows it; its files lie beside the original."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.primary = Postgres(service.data / "postgres")
        self.data = service.data / "standby"
        self.sockets = service.data / "standby-socket"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"postgresql://abyss@/postgres?host={self.sockets}"

    def follow(self) -> None:
        """Copy the primary and start the copy."""
        self.remove()
        host = str(self.primary.sockets)
        copy = [program("pg_basebackup"), "-D", str(self.data), "-h", host, "-U", "abyss"]
        subprocess.run(
            [*self.primary.prefix, *copy, "--wal-method=stream", "--checkpoint=fast", "-R"],
            env=self.primary.environment(),
            cwd="/",
            check=True,
            capture_output=True,
            timeout=STEP_TIMEOUT_SECONDS,
        )
        self.sockets.mkdir(mode=0o700)
        self.primary.own(self.sockets)
        options = {**POSTGRES_OPTIONS, "unix_socket_directories": str(self.sockets)}
        settings = [part for key, value in options.items() for part in ("-c", f"{key}={value}")]
        with (self.service.folder / "standby.log").open("ab") as log:
            self.process = subprocess.Popen(
                [*self.primary.prefix, program("postgres"), "-D", str(self.data), *settings],
                env=self.primary.environment(),
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def promote(self) -> None:
        """Promote the standby to primary."""
        _ask(self.url, "SELECT pg_promote(true, 30)")
        _wait(lambda: _ask(self.url, "SELECT pg_is_in_recovery()") == "False")

    def end(self, number: signal.Signals) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(number)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(STEP_TIMEOUT_SECONDS)

    def remove(self) -> None:
        """Stop it and delete its files."""
        self.end(signal.SIGQUIT)
        shutil.rmtree(self.data, ignore_errors=True)
        shutil.rmtree(self.sockets, ignore_errors=True)


def _be_synchronous(standby: Standby) -> None:
    """Let every commit of the primary wait for the standby from now on."""
    url = standby.service.address("DATABASE_URL")
    _wait(lambda: _ask(url, "SELECT count(*) FROM pg_stat_replication") != "0")
    _ask(url, "ALTER SYSTEM SET synchronous_standby_names = '*'")
    _ask(url, "SELECT pg_reload_conf()")
    _wait(lambda: "sync" in _ask(url, "SELECT max(sync_state) FROM pg_stat_replication"))
    time.sleep(SYNCHRONOUS_SECONDS)


def _be_alone(service: Service) -> None:
    """Let commits wait for nobody; without a standby they would wait forever."""
    end = time.monotonic() + STEP_TIMEOUT_SECONDS
    while time.monotonic() < end:
        with suppress(psycopg.Error, OSError, ValueError, LookupError):
            url = service.address("DATABASE_URL")
            _ask(url, "ALTER SYSTEM RESET synchronous_standby_names")
            _ask(url, "SELECT pg_reload_conf()")
            return
        time.sleep(0.5)


def _take_over(service: Service, standby: Standby) -> float:
    primary, supervisor = service.pid("postgres"), [service.pid("supervisor")]
    send(supervisor, signal.SIGSTOP)
    try:
        began = time.monotonic()
        _kill_tree(primary)
        standby.promote()
        standby.end(signal.SIGINT)
        _exchange(service.data / "postgres", standby.data)
        return time.monotonic() - began
    finally:
        send(supervisor, signal.SIGCONT)


def _kill_tree(pid: int) -> None:
    everybody = process_tree(pid)
    send(everybody, signal.SIGKILL)
    # A zombie has no command line.
    _wait(lambda: not any(map(command_line, everybody)))


def _exchange(old: Path, new: Path) -> None:
    shutil.rmtree(old)
    new.rename(old)


def _ask(url: str, query: str) -> str:
    with psycopg.connect(url, autocommit=True, connect_timeout=5) as connection:
        cursor = connection.execute(query)
        row = cursor.fetchone() if cursor.description else None
        return str(row[0]) if row else ""


def _wait(is_so: Callable[[], bool]) -> None:
    """Wait until `is_so` returns True. Raises CannotFailOver if it takes too long."""
    end = time.monotonic() + STEP_TIMEOUT_SECONDS
    while time.monotonic() < end:
        with suppress(psycopg.OperationalError):
            if is_so():
                return
        time.sleep(0.05)
    raise CannotFailOver("a step took too long")
