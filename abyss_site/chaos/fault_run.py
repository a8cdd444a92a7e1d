"""Tries the checks themselves: plants one fault after the other, and sees whether each is caught.

All on one service that lives through them: people play, a fault is switched on for a while and off
again, what is due is waited for, and what the checks then find that they did not find before was
found because of the fault. The first time no fault is on, and nothing may be found.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from abyss_site.chaos.checks import CHECKS
from abyss_site.chaos.faults import FAULTS, Fault
from abyss_site.chaos.recovery import Recovery
from abyss_site.chaos.testbed import Testbed

# How long each fault is on while people play.
SECONDS = 12.0
# Programs do something beside answering after every so many looks.
RARITY = 2
# A league is looked at once a minute: the clock goes so much further between two faults, which is
# no outage yet.
CLOCK_STEP_SECONDS = 240.0
# Checks that start a command, and are made only where they are to find something, and at first.
SLOW = ("replay", "secrecy")


class Caught(NamedTuple):
    """What became of one fault: `found` are violations of the checks that had to notice it."""

    fault: str
    what: str
    found: list[str]
    others: list[str]


class FaultRun:
    """Goes through faults by name; `caught` is what became of each, the first of none at all."""

    def __init__(self, folder: Path, *, seed: int, names: Sequence[str] = ()) -> None:
        self.switch = folder / "fault"
        self.switch.write_text("")
        self.bed = Testbed(folder, seed=seed, faults=self.switch)
        self.bed.rarity = RARITY
        self.recovery = Recovery(self.bed.service, self.bed.clock, lambda: None)
        self.faults = [fault for fault in FAULTS if not names or fault.name in names]
        self.known: set[str] = set()
        self.caught: list[Caught] = []

    def run(self) -> dict[str, Any]:
        """Go through all of it; return a table. Raises RuntimeError if nothing starts."""
        try:
            self.bed.start()
            self._begin_window()
            self.caught.append(self._try(Fault("none", "no fault is on", (), {})))
            for fault in self.faults:
                self.bed.clock.jump(CLOCK_STEP_SECONDS)
                self.caught.append(self._try(fault))
        finally:
            self.switch.write_text("")
            self.bed.stop()
        return self._table()

    def _try(self, fault: Fault) -> Caught:
        self.switch.write_text("" if fault.name == "none" else fault.name)
        time.sleep(SECONDS)
        with self.bed.everybody_rests():
            found = self.recovery.settle()
            self._end_window()
            slow = [name for name in SLOW if not fault.caught_by or name in fault.caught_by]
            found += self.bed.find_violations(
                tuple(name for name in CHECKS if name not in SLOW or name in slow)
            )
            self.switch.write_text("")
        self._begin_window()
        fresh = [one for one in found if one not in self.known]
        self.known.update(fresh)
        mine = [one for one in fresh if one.partition(":")[0] in fault.caught_by]
        return Caught(fault.name, fault.what, mine, [one for one in fresh if one not in mine])

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
