"""The service's clock, as the chaos run sets it; and what its times were by the right clock."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

# What games/services/deadlines.py takes for an outage, and how often it notes that it ticks.
OUTAGE_SECONDS, PULSE_SECONDS = 600.0, 70.0


class Clock:
    """The file that says by how much the service's clock is wrong, and every jump it made."""

    def __init__(self, file: Path) -> None:
        self.file = file
        # (right time, seconds that the service is ahead from then on), oldest first.
        self.jumps: list[tuple[float, float]] = [(0.0, 0.0)]
        self.jumping = threading.Lock()
        self._write()

    @property
    def ahead(self) -> float:
        return self.jumps[-1][1]

    @property
    def since_jump(self) -> float:
        """Seconds since it jumped last."""
        return time.time() - self.jumps[-1][0]

    def jump(self, seconds: float) -> None:
        with self.jumping:
            self.jumps.append((time.time(), self.ahead + seconds))
            self._write()

    @contextmanager
    def held(self) -> Iterator[datetime]:
        """Let the clock not jump for a moment; yield what the service takes for now."""
        with self.jumping:
            yield datetime.fromtimestamp(time.time() + self.ahead, UTC)

    def right(self, told: datetime) -> float:
        """Return the right time of what the service told, the latest if there are several."""
        ends = [at for at, _ in self.jumps[1:]] + [float("inf")]
        fitting = [
            right
            for (begin, ahead), end in zip(self.jumps, ends, strict=True)
            # The instant of a jump belongs to both sides of it.
            if begin - 1 <= (right := told.timestamp() - ahead) <= end + 1
        ]
        return max(fitting, default=told.timestamp() - self.ahead)

    def due_at(self, due: float) -> float:
        """Return the right time at which something is due that was to be due at `due`.

        A clock put back lets it be due later by as much; one put forward by an outage or more gives
        back the time, and that since the last pulse.
        """
        before = 0.0
        for at, ahead in self.jumps[1:]:
            by, before = ahead - before, ahead
            if by < 0 and due - by > at:
                due -= by
            elif by >= OUTAGE_SECONDS and due + PULSE_SECONDS > at:
                due = max(due, at) + PULSE_SECONDS
        return due

    def _write(self) -> None:
        # In one step: a half written number would stop the service.
        draft = self.file.with_suffix(".new")
        draft.write_text(str(self.ahead))
        draft.replace(self.file)
