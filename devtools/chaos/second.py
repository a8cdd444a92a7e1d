"""A second web server, worker, beat and mailroom beside those of `up`."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress

from abyss_site.bootstrap.processes import any_free_port, die_with_parent
from abyss_site.bootstrap.stack import ROOT
from abyss_site.bootstrap.supervisor import Supervisor
from devtools.chaos.plan import PARTS
from devtools.chaos.service import Service

PAUSE_SECONDS = 2.0


class SecondProcesses:
    """One more process of each part, restarted at once when it has ended."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        # The earliest time of the next start: a part that cannot run without its servers is not
        # restarted in a loop.
        self.not_before: dict[str, float] = {}
        self.ports = {"web": any_free_port(), "mailroom": any_free_port()}
        self.output = service.folder / "second.log"

    def start(self) -> None:
        """Start those that do not run, without waiting for them; call it from the main thread
        only."""
        now = time.monotonic()
        missing = [p for p in PARTS if self.pid(p) is None and self.not_before.get(p, 0.0) <= now]
        if not missing:
            return
        with suppress(OSError, ValueError, LookupError):
            environment = self._environment()
            for part, command in _commands(self.service, environment).items():
                if part in missing:
                    self.processes[part] = self._start(command, environment)
                    self.not_before[part] = now + PAUSE_SECONDS
        self.service.web_ports[1:] = [self.ports["web"]]
        self.service.smtp_ports[1:] = [self.ports["mailroom"]]

    def pid(self, part: str) -> int | None:
        """Return the process id of the second process of a part; None if it does not run."""
        process = self.processes.get(part)
        return process.pid if process and process.poll() is None else None

    def pids(self) -> list[int]:
        """Return the process ids of all that run."""
        return [pid for part in PARTS if (pid := self.pid(part)) is not None]

    def kill(self, part: str) -> bool:
        """Kill one and its descendants by SIGKILL; return whether it was alive."""
        process = self.processes.pop(part, None)
        if process is None:
            return False
        was_alive = process.poll() is None
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return was_alive

    def kill_all(self) -> None:
        """Kill all of them: the broker's address changes when `up` is restarted."""
        for part in PARTS:
            self.kill(part)

    def _environment(self) -> dict[str, str]:
        return {
            **self.service.environment,
            **self.service.variables(),
            "PYTHONUNBUFFERED": "1",
            "WEB_HOST": "127.0.0.1",
            "PORT": str(self.ports["web"]),
            "SMTP_PORT": str(self.ports["mailroom"]),
        }

    def _start(self, command: list[str], environment: dict[str, str]) -> subprocess.Popen[bytes]:
        with self.output.open("ab") as output:
            return subprocess.Popen(
                command,
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=die_with_parent(signal.SIGKILL),
            )


def _commands(service: Service, environment: dict[str, str]) -> dict[str, list[str]]:
    supervisor = Supervisor(service.data, environment)
    supervisor.name_children()
    return {child.name: child.command for child in supervisor.children}
