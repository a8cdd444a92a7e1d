"""Carry out the plan's disruptions of the service, and end them again."""

from __future__ import annotations

import signal
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

import psycopg

from devtools.chaos.clock import Clock
from devtools.chaos.disk import Disk
from devtools.chaos.failover import CannotFailOver, fail_over
from devtools.chaos.mail_server import MailServer
from devtools.chaos.plan import MAIL, Act
from devtools.chaos.processes import process_tree, send
from devtools.chaos.second import SecondProcesses
from devtools.chaos.service import Service
from devtools.chaos.slow_link import SlowLink

LOOK_EVERY_SECONDS = 0.1
DATABASE_TIMEOUT_SECONDS = 40.0
SERVICE_ERRORS = (OSError, ValueError, LookupError)


class Injector:
    """Carries out acts. `done` counts by kind those that had an effect."""

    def __init__(self, service: Service, mail_server: MailServer, clock: Clock, disk: Disk) -> None:
        self.service, self.mail_server, self.clock, self.disk = service, mail_server, clock, disk
        self.second = SecondProcesses(service)
        self.has_second = True
        # Seconds for which an act waits for its target if that is away.
        self.patience = 0.0
        self.slow_link = SlowLink(service)
        self.done: Counter[str] = Counter()
        # Seconds without a primary, one entry for each failover; and why others did not happen.
        self.failovers: list[float] = []
        self.not_done: Counter[str] = Counter()
        # What ends when: kind -> (monotonic time, function to call).
        self.spells: dict[str, tuple[float, Callable[[], None]]] = {}

    @property
    def kills(self) -> int:
        """Return the number of processes that were killed or stopped."""
        return sum(many for kind, many in self.done.items() if kind.startswith(("kill_", "stop_")))

    def follow(self, acts: Sequence[Act]) -> None:
        """Carry out every act at its time, or as soon as the previous one is over; then end all
        spells."""
        begin = time.monotonic()
        for act in acts:
            self._wait_until(begin + act.at)
            self._do(act)
        while self.spells:
            self._wait_until(time.monotonic() + LOOK_EVERY_SECONDS)

    def end_all(self) -> None:
        """End everything that still lasts, at once."""
        for kind in list(self.spells):
            self._end(kind)

    def keep_up(self) -> None:
        """Restart what has ended unexpectedly: `up` as an init system would."""
        if self.service.restart_if_ended():
            self.service.ended_alone += 1
            self.second.kill_all()
        if self.has_second:
            self.second.start()

    def _wait_until(self, at: float) -> None:
        while True:
            now = time.monotonic()
            for kind in [kind for kind, (end, _) in self.spells.items() if end <= now]:
                self._end(kind)
            self.keep_up()
            if now >= at:
                return
            time.sleep(min(LOOK_EVERY_SECONDS, at - now))

    def _do(self, act: Act) -> None:
        end = time.monotonic() + self.patience
        while not self._try(act) and time.monotonic() < end:
            self._wait_until(time.monotonic() + LOOK_EVERY_SECONDS)

    def _try(self, act: Act) -> bool:
        verb, _, target = act.kind.partition("_")
        try:
            if verb == "kill":
                has_happened = self._kill(target)
            elif verb == "stop":
                has_happened = self._stop(act, target)
            elif verb == "mail":
                has_happened = self._disturb_mail(act)
            else:
                has_happened = self._disrupt(act)
        except (*SERVICE_ERRORS, CannotFailOver) as error:
            self.not_done[f"{act.kind}: {type(error).__name__}"] += 1
            return False
        self.done[act.kind] += has_happened
        return has_happened

    def _kill(self, target: str) -> bool:
        first, _, part = target.partition("_")
        if first == "second":
            return self.second.kill(part)
        if target == "supervisor":
            return self._kill_supervisor()
        return bool(send([self.service.pid(target)], signal.SIGKILL))

    def _kill_supervisor(self) -> bool:
        self._end_process_faults()
        self.second.kill_all()
        has_happened = bool(send([self.service.pid("supervisor")], signal.SIGKILL))
        self.service.process.wait()
        self.service.start()
        return has_happened

    def _stop(self, act: Act, target: str) -> bool:
        if act.kind in self.spells:
            self._end(act.kind)
        pid = self.service.pid(target)
        pids = [pid] if target == "supervisor" else process_tree(pid)
        has_happened = bool(send(pids, signal.SIGSTOP))
        self._begin(act, partial(_continue_processes, pids))
        return has_happened

    def _disturb_mail(self, act: Act) -> bool:
        self._restore_mail()
        self.mail_server.mood = act.kind.removeprefix("mail_")
        if act.kind == "mail_away":
            self.mail_server.go()
        self._begin(act, self._restore_mail)
        return True

    def _restore_mail(self) -> None:
        """Make the mail server work normally again."""
        for kind in MAIL:
            self.spells.pop(kind, None)
        self.mail_server.mood = "well"
        if self.mail_server.controller is None:
            with suppress(OSError):
                self.mail_server.come()

    def _disrupt(self, act: Act) -> bool:
        match act.kind:
            case "disk_full":
                self._begin(act, lambda: self.disk.free(self.service))
                return self.disk.fill(self.service)
            case "slow_database":
                self._begin(act, self.slow_link.end)
                return self.slow_link.begin()
            case "broker_emptied":
                return self.service.empty_broker()
            case "failover":
                self._end_process_faults()
                self._wait_for_database()
                self.failovers.append(fail_over(self.service))
                return True
            case "clock_forward" | "clock_back":
                self.clock.jump(act.size)
                return True
        raise ValueError(f"There is no disruption {act.kind!r}.")

    def _wait_for_database(self) -> None:
        """Wait for the database: without a primary there is no failover."""
        end = time.monotonic() + DATABASE_TIMEOUT_SECONDS
        while time.monotonic() < end:
            with suppress(psycopg.Error, *SERVICE_ERRORS):
                self.service.rows("SELECT 1")
                return
            self._wait_until(time.monotonic() + LOOK_EVERY_SECONDS)

    def _end_process_faults(self) -> None:
        """Continue all stopped processes: a stopped one cannot shut down."""
        for kind in [kind for kind in self.spells if kind not in MAIL]:
            self._end(kind)

    def _begin(self, act: Act, end: Callable[[], None]) -> None:
        self.spells[act.kind] = (time.monotonic() + act.size, end)

    def _end(self, kind: str) -> None:
        spell = self.spells.pop(kind, None)
        if spell:
            spell[1]()


def _continue_processes(pids: list[int]) -> None:
    send(pids, signal.SIGCONT)
