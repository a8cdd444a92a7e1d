"""A child process that comes back when it crashes, and the prefix before what it says."""

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

FIRST_DELAY = 0.5
LONGEST_DELAY = 30.0
# Whoever lived this long was not failing to start.
HEALTHY_LIFE = 60.0

# What may go wrong when a process is started: no memory, no file, no process or thread to be had.
CANNOT_BEGIN = (OSError, RuntimeError, subprocess.SubprocessError)


def say(who: str, line: str) -> None:
    """Print one line under the name of who says it, as soon as that is possible."""
    output.standard.say(f"{who:>8} | {line}")


class Backoff:
    """How long to wait before the next attempt: longer after each quick failure."""

    def __init__(self) -> None:
        self.failures = 0
        self.started = 0.0
        self.next_attempt = 0.0

    def begin(self) -> None:
        self.started = time.monotonic()

    def failed(self) -> float:
        """Note a failure; return the seconds until the next attempt."""
        now = time.monotonic()
        self.failures = 1 if now - self.started > HEALTHY_LIFE else self.failures + 1
        delay = min(LONGEST_DELAY, FIRST_DELAY * 2.0 ** (self.failures - 1))
        self.next_attempt = now + delay
        return delay

    def hurry(self) -> None:
        """Let the next attempt be made at once, for what was in the way is gone."""
        self.next_attempt = 0.0

    def is_over(self) -> bool:
        return time.monotonic() >= self.next_attempt


class Child:
    """One supervised process and all it starts; they share a process group."""

    def __init__(self, name: str, command: list[str], environment: dict[str, str]) -> None:
        self.name = name
        self.command = command
        self.environment = environment
        self.backoff = Backoff()
        self.process: subprocess.Popen[str] | None = None

    @property
    def pid(self) -> int | None:
        return self.process.pid if self.process else None

    def revive(self) -> bool:
        """Start it if it does not run and its time has come; tell whether it was started."""
        if self.process is not None and self.process.poll() is not None:
            self.bury()
        if self.process is not None or not self.backoff.is_over():
            return False
        try:
            self.start()
        except CANNOT_BEGIN as error:
            delay = self.backoff.failed()
            say("up", f"{self.name} cannot be started ({error}); again in {delay:.1f} s.")
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
        self.process = process
        assert process.stdout is not None
        listener = threading.Thread(target=self.relay, args=(process.stdout,), daemon=True)
        try:
            listener.start()
        except RuntimeError:
            # Nobody would read what it says, and it would wait for that for ever.
            self.kill_group()
            process.wait()
            self.process = None
            raise

        self.listener = listener

    def exit_code(self) -> int | None:
        """Return the code with which it ended; None while it runs."""
        return self.process.poll() if self.process else None

    def wait_until_heard(self, seconds: float) -> None:
        """Wait until all that it said was passed on."""
        self.listener.join(seconds)

    def relay(self, said: IO[str]) -> None:
        with said:
            for line in said:
                if line.strip():
                    say(self.name, line.rstrip())

    def bury(self) -> None:
        """Note a death; what the dead one had started would keep its port or its work."""
        assert self.process is not None
        self.kill_group()
        delay = self.backoff.failed()
        say("up", f"{self.name} ended ({ending(self.process.returncode)}); back in {delay:.1f} s.")
        self.process = None

    def ask_to_stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()

    def stop(self, give_up: float) -> None:
        """Wait until `give_up` (monotonic) for it to end as asked, then end it and all its own."""
        if self.process is None:
            return
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(max(0.0, give_up - time.monotonic()))
        self.kill_group()
        self.process.wait()

    def forget_stopped(self) -> None:
        """Let the next `revive` start at once what `stop` has ended, as if for the first time."""
        self.process, self.backoff = None, Backoff()

    def kill_group(self) -> None:
        assert self.process is not None
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)


def ending(returncode: int) -> str:
    """Say how a process ended: by a signal's name or with an exit code."""
    if returncode < 0:
        return signal.Signals(-returncode).name
    return f"exit code {returncode}"
