"""Start and stop operating-system processes so that none is left behind."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

PR_SET_PDEATHSIG = 1
# Loaded here, because little is allowed between fork and exec.
LIBC = ctypes.CDLL(None, use_errno=True)
START_PATIENCE = 60.0
# Maximum size of a server's log in octets; repeated messages about a full disk must not fill it.
LONGEST_LOG = 4 * 1024 * 1024


class ServerFailed(Exception):
    """A server does not start; the message says where to look or what to do."""


class Daemon:
    """A background process that writes to a log file."""

    def __init__(self, name: str, log: Path) -> None:
        self.name = name
        self.log = log
        self.process: subprocess.Popen[bytes] | None = None

    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self, command: list[str], *, on_death: signal.Signals, **options: Any) -> None:
        """Start the command; if this process dies, the kernel sends it `on_death`."""
        self.begin_log()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=die_with_parent(on_death),
                **options,
            )

    def begin_log(self) -> None:
        """Create the log, readable by this user only; replace it if it has grown too long."""
        self.log.touch(mode=0o600)
        self.log.chmod(0o600)
        if self.log.stat().st_size > LONGEST_LOG:
            self.log.replace(self.log.with_name(self.log.name + ".old"))
            self.log.touch(mode=0o600)

    def wait_until(self, is_ready: Callable[[], bool]) -> None:
        """Return when it is ready; raise ServerFailed if it ends first or takes too long."""
        give_up = time.monotonic() + START_PATIENCE
        while not is_ready():
            if not self.is_running():
                raise ServerFailed(f"{self.name} ended while starting; see {self.log}.")
            if time.monotonic() > give_up:
                raise ServerFailed(f"{self.name} was not ready after a minute; see {self.log}.")
            time.sleep(0.03)

    def stop(self, with_signal: signal.Signals, patience: float = 20) -> None:
        if self.process is None or not self.is_running():
            return
        self.process.send_signal(with_signal)
        try:
            self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def die_with_parent(with_signal: signal.Signals = signal.SIGTERM) -> Callable[[], None] | None:
    """Return a `preexec_fn`: the kernel then signals the child when its parent dies, even by
    SIGKILL.

    Linux only; elsewhere None, and the next start stops what is left. The kernel watches the
    *thread* that started the child, so start children from the main thread.
    """
    if sys.platform != "linux":
        return None
    parent = os.getpid()

    def prepare() -> None:
        ask_to_die_with_parent(with_signal)
        if os.getppid() != parent:
            os._exit(1)

    return prepare


def ask_to_die_with_parent(with_signal: signal.Signals) -> None:
    """Make the kernel signal this process when its parent dies (Linux only)."""
    if sys.platform == "linux":
        LIBC.prctl(PR_SET_PDEATHSIG, int(with_signal), 0, 0, 0)


def command_line(pid: int) -> str:
    """Return the command line of a process, "" if there is no such process."""
    try:
        raw = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        if sys.platform == "linux":
            return ""
        result = subprocess.run(
            ["ps", "-o", "args=", "-p", str(pid)], capture_output=True, text=True, check=False
        )
        return result.stdout.strip()
    return raw.replace(b"\0", b" ").decode(errors="replace").strip()


def stop_process(pid: int, with_signal: signal.Signals, patience: float = 10) -> None:
    """Ask a process that may not be our child to end; kill it after `patience` seconds."""
    give_up = time.monotonic() + patience
    with suppress(ProcessLookupError):
        os.kill(pid, with_signal)
        # A zombie has no command line.
        while command_line(pid):
            if time.monotonic() > give_up:
                os.kill(pid, signal.SIGKILL)
            time.sleep(0.03)


def is_listening(port: int, host: str = "127.0.0.1") -> bool:
    """Return whether something accepts connections on a port."""
    try:
        with socket.create_connection((host, port), timeout=1):
            return True
    except OSError:
        return False


def why_not_listen(port: int, host: str = "127.0.0.1") -> str:
    """Return why we could not listen on a port; "" if we could."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return (error.strerror or str(error)).lower()
    return ""


def any_free_port() -> int:
    """Return a port that is free at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
