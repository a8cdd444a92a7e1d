"""Test the checks themselves: plant one fault after the other and see whether each is detected.

All faults are planted in one service that keeps running: people play, a fault is on for a while,
and once all due work is done or late, new violations are attributed to the fault. In the first
round no fault is on and nothing may be found.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from devtools.chaos.checks import CHECKS
from devtools.chaos.checks.deadlines import SLACK_SECONDS
from devtools.chaos.evidence import BOUNDS
from devtools.chaos.faults import FAULTS, Fault
from devtools.chaos.idle_players import NEAR
from devtools.chaos.recovery import Recovery
from devtools.chaos.testbed import Testbed

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


class Caught(NamedTuple):
    """The result of one fault: `found` are the violations of the checks that should notice it."""

    fault: str
    what: str
    found: list[str]
    others: list[str]


def describe(caught: Caught) -> str:
    """Return one line about the result of a fault."""
    return f"{caught.fault}: {caught.found[0] if caught.found else 'NOT CAUGHT'}"


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
        self.bed = Testbed(folder, seed=seed, faults=self.switch)
        self.bed.rarity = RARITY
        windows = self.bed.evidence.windows
        self.recovery = Recovery(self.bed.service, self.bed.clock, windows, lambda: None)
        self.faults = [fault for fault in FAULTS if not names or fault.name in names]
        self.known: set[str] = set()
        self.caught: list[Caught] = []

    def run(self) -> dict[str, Any]:
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

    def _try(self, fault: Fault) -> Caught:
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
        mine = [one for one in fresh if one.partition(":")[0] in fault.caught_by]
        return Caught(fault.name, fault.what, mine, [one for one in fresh if one not in mine])

    def _find(self, fault: Fault) -> list[str]:
        """Return the new violations, once all due work is done or late."""
        found = self.recovery.settle()
        self._end_window()
        slow = [name for name in SLOW if not fault.caught_by or name in fault.caught_by]
        found += self.bed.find_violations(
            tuple(name for name in CHECKS if name not in SLOW or name in slow)
        )
        fresh = [one for one in found if one not in self.known]
        self.known.update(fresh)
        return fresh

    def _let_play(self) -> None:
        begin, answers, calls = time.monotonic(), self._answers(), self._calls()
        while (passed := time.monotonic() - begin) < MOST_SECONDS:
            is_enough = self._answers() - answers >= ANSWERS and self._calls() - calls >= CALLS
            if is_enough and passed >= LEAST_SECONDS:
                return
            time.sleep(0.5)

    def _answers(self) -> int:
        return len(self.bed.evidence.submissions)

    def _calls(self) -> int:
        return sum(len(one.calls) for one in self.bed.evidence.programs)

    def _begin_window(self) -> None:
        self.window_began = time.time()

    def _end_window(self) -> None:
        self.bed.evidence.windows.spans.append((self.window_began, time.time()))

    def _table(self) -> dict[str, Any]:
        clean, *tried = self.caught
        return {
            "violations without a fault": clean.others,
            "faults": {
                one.fault: {
                    "what": one.what,
                    "caught": bool(one.found),
                    "by": one.found[0] if one.found else "",
                    "beside": len(one.others),
                }
                for one in tried
            },
            "missed": [one.fault for one in tried if not one.found],
        }
