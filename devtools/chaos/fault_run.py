"""Test the checks themselves: plant one fault after the other and see whether each is detected.

All faults are planted in one service that keeps running: people play, a fault is on for a while,
and once all due work is done or late, new violations are attributed to the fault. In the first
round no fault is on and nothing may be found.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from devtools.chaos.checks import CHECKS
from devtools.chaos.checks.deadlines import SLACK_SECONDS
from devtools.chaos.evidence import BOUNDS
from devtools.chaos.faults import FAULTS, Fault
from devtools.chaos.idle_players import NEAR
from devtools.chaos.recovery import Recovery
from devtools.chaos.service import Row
from devtools.chaos.testbed import TestBed

# Each fault is on until this many more answers and calls were made, with a minimum and a maximum
# number of seconds.
ANSWERS, CALLS = 30, 18
LEAST_SECONDS, MOST_SECONDS = 15.0, 90.0
# Programs do something other than answering once in this many polls.
RARITY = 2
# Leagues are processed once a minute: advance the clock by this much between two faults, which does
# not count as an outage yet.
CLOCK_STEP_SECONDS = 240.0
# Checks that start a command; they run only in the first round and where they should find
# something.
SLOW = ("replay",)


class FaultResult(NamedTuple):
    """The result of one fault: `found` are the violations of the checks that should notice it."""

    fault: str
    what: str
    found: list[str]
    others: list[str]


def describe(result: FaultResult) -> str:
    """Return one line about the result of a fault."""
    return f"{result.fault}: {result.found[0] if result.found else 'NOT CAUGHT'}"


class FaultRun:
    """Runs the faults with these names, or all; calls `tell` with each result.

    `caught` has the result of each; the first is that of no fault at all.
    """

    def __init__(
        self, folder: Path, *, seed: int, names: Sequence[str], tell: Callable[[str], object]
    ) -> None:
        self.tell = tell
        self.switch = folder / "fault"
        self.switch.write_text("")
        self.bed = TestBed(folder, seed=seed, faults=self.switch)
        self.bed.rarity = RARITY
        windows = self.bed.evidence.windows
        self.recovery = Recovery(self.bed.service, self.bed.clock, windows, lambda: None)
        self.faults = [fault for fault in FAULTS if not names or fault.name in names]
        self.known: set[str] = set()
        self.caught: list[FaultResult] = []

    def run(self) -> Row:
        """Run everything; return a table. Raises RuntimeError if nothing starts."""
        try:
            self.bed.start()
            self._begin_window()
            self.caught.append(self._try(Fault("none", "no fault is on", (), {})))
            for fault in self.faults:
                self.bed.clock.jump(CLOCK_STEP_SECONDS)
                self.caught.append(self._try(fault))
                self.tell(describe(self.caught[-1]))
        finally:
            self.switch.write_text("")
            self.bed.stop()
        return self._table()

    def _try(self, fault: Fault) -> FaultResult:
        self.switch.write_text("" if fault.name == "none" else fault.name)
        # Readers are only reminded of their first prompt, and each round has new ones.
        self.bed.deal()
        self._let_play()
        with self.bed.everybody_rests():
            if "reminders" in fault.caught_by:
                # A missing reminder is detected by being late, and nothing waits for it.
                time.sleep(NEAR + BOUNDS["reminders"] + SLACK_SECONDS)
            fresh = self._find(fault)
            self.switch.write_text("")
            # Later consequences must not be attributed to the next fault.
            self._begin_window()
            self._find(fault)
        self._begin_window()
        mine = [violation for violation in fresh if violation.partition(":")[0] in fault.caught_by]
        return FaultResult(
            fault.name,
            fault.what,
            mine,
            [violation for violation in fresh if violation not in mine],
        )

    def _find(self, fault: Fault) -> list[str]:
        """Return the new violations, once all due work is done or late."""
        violations = self.recovery.settle()
        self._end_window()
        slow = [name for name in SLOW if not fault.caught_by or name in fault.caught_by]
        violations += self.bed.find_violations(
            tuple(name for name in CHECKS if name not in SLOW or name in slow)
        )
        fresh = [violation for violation in violations if violation not in self.known]
        self.known.update(fresh)
        return fresh

    def _let_play(self) -> None:
        begin, answers, calls = time.monotonic(), self._answers(), self._calls()
        while (seconds := time.monotonic() - begin) < MOST_SECONDS:
            is_enough = self._answers() - answers >= ANSWERS and self._calls() - calls >= CALLS
            if is_enough and seconds >= LEAST_SECONDS:
                return
            time.sleep(0.5)

    def _answers(self) -> int:
        return len(self.bed.evidence.submissions)

    def _calls(self) -> int:
        return sum(len(program.calls) for program in self.bed.evidence.programs)

    def _begin_window(self) -> None:
        self.window_began = time.time()

    def _end_window(self) -> None:
        self.bed.evidence.windows.spans.append((self.window_began, time.time()))

    def _table(self) -> Row:
        clean, *results = self.caught
        return {
            "violations without a fault": clean.others,
            "faults": {
                result.fault: {
                    "what": result.what,
                    "caught": bool(result.found),
                    "by": result.found[0] if result.found else "",
                    "beside": len(result.others),
                }
                for result in results
            },
            "missed": [result.fault for result in results if not result.found],
        }
