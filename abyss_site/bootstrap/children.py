"""A child process that is restarted when it crashes, and the prefix of its output."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from contextlib import suppress
from typing import IO

from abyss_site.bootstrap import output
from abyss_site.bootstrap.processes import die_with_parent
from abyss_site.bootstrap.stack import ROOT

# Nothing tells that the cause of a failure is gone, but for a full disk and a server of ours, so
# the longest delay is what a service that could run again may lose.
FIRST_DELAY = 0.5
LONGEST_DELAY = 10.0
# Seconds after which a start counts as successful.
HEALTHY_LIFE = 60.0

# What starting a process can raise: no memory, no file, no process or thread available.
START_ERRORS = (OSError, RuntimeError, subprocess.SubprocessError)


def print_line(who: str, line: str) -> None:
    """Print one line with the name of its source, as soon as possible."""
    output.standard.queue_line(f"{who:>8} | {line}")


class Backoff:
    """The time to wait before the next attempt: longer after each quick failure."""

    def __init__(self) -> None:
        self.failures = 0
        self.started = 0.0
        self.next_attempt = 0.0

    def begin(self) -> None:
        self.started = time.monotonic()

    def record_failure(self) -> float:
        """Record a failure; return the seconds until the next attempt."""
        now = time.monotonic()
        self.failures = 1 if now - self.started > HEALTHY_LIFE else self.failures + 1
        delay = min(LONGEST_DELAY, FIRST_DELAY * 2.0 ** (self.failures - 1))
        self.next_attempt = now + delay
        return delay

    def reset(self) -> None:
        """Allow the next attempt at once, because the cause is gone."""
        self.next_attempt = 0.0

    def is_over(self) -> bool:
        return time.monotonic() >= self.next_attempt


class AdoptedProcess:
    """A process that another one has started, and that became our child when that one ended.

    It has what we use of `subprocess.Popen`.
    """

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return its exit code, minus the signal that ended it; None while it runs."""
        if self.returncode is None:
            ready_pid, status = os.waitpid(self.pid, os.WNOHANG)
            if ready_pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Return its exit code. Raises TimeoutExpired after `timeout` seconds."""
        give_up = time.monotonic() + (timeout or 0.0)
        while (code := self.poll()) is None:
            if timeout is not None and time.monotonic() >= give_up:
                raise subprocess.TimeoutExpired(str(self.pid), timeout)
            time.sleep(0.02)
        return code

    def terminate(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGTERM)


class Child:
    """One supervised process and everything it starts, in one process group."""

    def __init__(self, name: str, command: list[str], environment: dict[str, str]) -> None:
        self.name = name
        self.command = command
        self.environment = environment
        self.backoff = Backoff()
        self.process: subprocess.Popen[str] | AdoptedProcess | None = None

    @property
    def pid(self) -> int | None:
        return self.process.pid if self.process else None

    def restart_if_due(self) -> bool:
        """Start it if it does not run and the wait is over; return whether it was started."""
        if self.process is not None and self.process.poll() is not None:
            self.record_exit()
        if self.process is not None or not self.backoff.is_over():
            return False
        try:
            self.start()
        except START_ERRORS as error:
            delay = self.backoff.record_failure()
            print_line("up", f"{self.name} cannot be started ({error}); again in {delay:.1f} s.")
            return False
        return True

    def start(self) -> None:
        self.backoff.begin()
        process = subprocess.Popen(
            self.command,
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
            preexec_fn=die_with_parent(signal.SIGTERM),
        )
        assert process.stdout is not None
        self.listen_to(process, process.stdout)

    def adopt(self, pid: int, output: IO[str]) -> None:
        """Supervise a process that runs already and has become our child."""
        self.backoff.begin()
        self.listen_to(AdoptedProcess(pid), output)

    def listen_to(self, process: subprocess.Popen[str] | AdoptedProcess, output: IO[str]) -> None:
        """Pass on what a process says for as long as it runs."""
        self.process = process
        listener = threading.Thread(target=self.relay, args=(output,), daemon=True)
        try:
            listener.start()
        except RuntimeError:
            # Nobody would read its output, so it would block forever.
            self.kill_group()
            process.wait()
            self.process = None
            raise

        self.listener = listener

    def exit_code(self) -> int | None:
        """Return its exit code; None while it runs."""
        return self.process.poll() if self.process else None

    def wait_for_output(self, seconds: float) -> None:
        """Wait until all of its output has been passed on, for at most `seconds`."""
        self.listener.join(seconds)

    def relay(self, output: IO[str]) -> None:
        with output:
            for line in output:
                if line.strip():
                    print_line(self.name, line.rstrip())

    def record_exit(self) -> None:
        """Record its end, and kill what it had started, which would keep its port or its work."""
        assert self.process is not None
        self.kill_group()
        how, delay = describe_exit(self.process.wait()), self.backoff.record_failure()
        print_line("up", f"{self.name} ended ({how}); back in {delay:.1f} s.")
        self.process = None

    def ask_to_stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()

    def stop(self, give_up: float) -> None:
        """Wait until `give_up` (monotonic) for it to end as asked, then kill its whole group."""
        if self.process is None:
            return
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(max(0.0, give_up - time.monotonic()))
        self.kill_group()
        self.process.wait()

    def forget_stopped(self) -> None:
        """Reset the backoff, so that the next `restart_if_due` restarts what `stop` has ended."""
        self.process, self.backoff = None, Backoff()

    def kill_group(self) -> None:
        assert self.process is not None
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)


def describe_exit(returncode: int) -> str:
    """Return how a process ended: by the name of a signal or with an exit code."""
    if returncode < 0:
        return signal.Signals(-returncode).name
    return f"exit code {returncode}"
