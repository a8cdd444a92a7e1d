"""One chaos run from start to end: players, waves of disruptions, recovery, checks."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg

from devtools.chaos import checks, lateness
from devtools.chaos.injection import Injector
from devtools.chaos.plan import BACK, Act, short_plan, waves
from devtools.chaos.recovery import Recovery
from devtools.chaos.service import Row
from devtools.chaos.testbed import TestBed

# A shorter run has one short wave instead of long ones.
SHORT_SECONDS = 120
# Seconds for which an act of a short run waits for its target.
PATIENCE_SECONDS = 20.0
# Seconds in which every match must go on by itself after the last wave. After an outage reminders
# are later by its duration, and some players only answer after a reminder.
CALM_SECONDS = 300

OPEN = "SELECT number, ply FROM games_match WHERE status = 'running'"


class ChaosRun:
    """`violations` are sentences; an empty list means that the service survived.

    The run lasts `seconds`, or until a number of processes were killed or stopped; `second`
    processes of each part run beside those of the service.
    """

    def __init__(
        self, folder: Path, *, seed: int, seconds: float, kills: int = 0, second: bool = True
    ) -> None:
        self.seed, self.seconds, self.kills = seed, seconds, kills
        self.bed = TestBed(folder, seed=seed)
        self.injector = Injector(self.bed.service, self.bed.mail, self.bed.clock, self.bed.disk)
        self.injector.has_second = second
        keep_up = self.injector.keep_up
        windows = self.bed.evidence.windows
        self.recovery = Recovery(self.bed.service, self.bed.clock, windows, keep_up)
        self.violations: list[str] = []
        self.waves = 0
        # When the disruptions paused; 0 while they are going on.
        self.window_began = 0.0

    def run(self) -> Row:
        """Run everything; return the figures. Raises RuntimeError if nothing starts."""
        began = time.monotonic()
        try:
            self.bed.start()
            for wave in self._plan():
                self._go_through(wave)
            self._check_that_matches_go_on()
            with self.bed.everybody_rests():
                # If the clock was put back, everything is due that much later.
                self.violations += self.recovery.settle(allowance=BACK[1])
                self._close_window()
                self.violations += self.bed.find_violations(beside=self.injector.second.pids())
                figures = self._figures(time.monotonic() - began)
        finally:
            self.injector.end_all()
            self.injector.second.kill_all()
            if self.violations:
                self.bed.keep_database()
            self.bed.stop()
        return {**figures, "violations": checks.shorten(self.violations)}

    def _plan(self) -> Iterator[list[Act]]:
        if not self.kills and self.seconds < SHORT_SECONDS:
            self.injector.patience = PATIENCE_SECONDS
            self.injector.has_second = False
            yield short_plan(self.seed, self.seconds)
            return
        end = time.monotonic() + self.seconds
        for wave in waves(self.seed):
            is_over = self.injector.kills >= self.kills if self.kills else time.monotonic() > end
            if is_over:
                return
            yield wave

    def _go_through(self, wave: list[Act]) -> None:
        self.waves += 1
        self._close_window()
        self.window_began = 0.0
        began = time.time()
        self.injector.follow(wave)
        self.violations += self.recovery.wait_until_recovered()
        self.window_began = time.time()
        # Claims and delays from before the clock was put back end that much later.
        self.violations += self.recovery.settle(self.bed.clock.seconds_put_back_since(began))

    def _close_window(self) -> None:
        """Record the span without disruptions."""
        if self.window_began:
            self.bed.evidence.windows.spans.append((self.window_began, time.time()))

    def _check_that_matches_go_on(self) -> None:
        """Wait until every match has advanced since the disruptions ended."""
        end, waiting = time.monotonic() + CALM_SECONDS, None
        while time.monotonic() < end and not any(item.failure for item in self.bed.people):
            self.injector.keep_up()
            with suppress(psycopg.Error):
                now = [(row["number"], row["ply"]) for row in self.bed.service.rows(OPEN)]
                waiting = now if waiting is None else [item for item in waiting if item in now]
                if not waiting:
                    return
            time.sleep(0.3)
        self.violations += [f"stuck: match {n} stays at ply {ply}" for n, ply in waiting or ()]

    def _figures(self, seconds: float) -> Row:
        disruptions = self.injector.done
        alone = self.bed.service.ended_alone
        if alone:
            self.violations.append(f"supervisor: `up` ended by itself {alone} times")
        return {
            "seed": self.seed,
            "seconds": round(seconds),
            "waves": self.waves,
            "kills": self.injector.kills,
            "disruptions": dict(sorted(disruptions.items())),
            "not done": dict(self.injector.not_done),
            "disk": "a volume" if self.bed.disk.is_volume else "a limit on files",
            "seconds without a primary": [round(seconds, 1) for seconds in self.injector.failovers],
            "slowdown of the machine": round(self.bed.evidence.windows.slowdown, 1),
            "seconds until recovery": self.recovery.recovered,
            "seconds until done after recovery": {
                kind: {"most": max(took), "times": len(took)}
                for kind, took in self.recovery.settled.items()
                if took
            },
            "seconds late in peace": lateness.measure_lateness(self.bed.evidence),
            **self.bed.figures(),
        }
