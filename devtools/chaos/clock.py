"""The service's clock, which the chaos run sets, and the conversion of its times to the right
clock."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

# (when, by how many seconds, affecting what was due after which instant).
Move = tuple[float, float, float]


class Clock:
    """The file with the error of the service's clock, and all jumps of it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        # (right time, seconds that the service is ahead from then on), oldest first.
        self.jumps: list[tuple[float, float]] = [(0.0, 0.0)]
        # The outages that the service gave back: (from, until), by the right clock.
        self.outages: list[tuple[float, float]] = []
        self.jumping = threading.Lock()
        self._write()

    @property
    def ahead(self) -> float:
        return self.jumps[-1][1]

    @property
    def since_jump(self) -> float:
        """Return the seconds since the last jump."""
        return time.time() - self.jumps[-1][0]

    def jump(self, seconds: float) -> None:
        with self.jumping:
            self.jumps.append((time.time(), self.ahead + seconds))
            self._write()

    @contextmanager
    def without_jumps(self) -> Iterator[datetime]:
        """Prevent jumps during the block; yield the service's current time."""
        with self.jumping:
            yield datetime.fromtimestamp(time.time() + self.ahead, UTC)

    def seconds_put_back_since(self, instant: float) -> float:
        """Return by how many seconds the clock was put back after an instant of the right clock."""
        return sum(by for at, by, _ in self._put_back() if at > instant)

    def to_right_time(self, instant: datetime) -> float:
        """Return the right time of a time that the service recorded; the latest if ambiguous."""
        ends = [at for at, _ in self.jumps[1:]] + [float("inf")]
        fitting = [
            right
            for (begin, ahead), end in zip(self.jumps, ends, strict=True)
            # The instant of a jump belongs to both sides of it.
            if begin - 1 <= (right := instant.timestamp() - ahead) <= end + 1
        ]
        return max(fitting, default=instant.timestamp() - self.ahead)

    def note_outages(self, spans: Iterable[tuple[datetime, datetime]]) -> None:
        """Store the outages that the service reports, by its own clock."""
        self.outages = [
            (self.to_right_time(begin), self.to_right_time(end)) for begin, end in spans
        ]

    def due_at(self, due: float) -> float:
        """Return the right time at which a deadline or reminder planned for `due` is due.

        If the clock is put back, it is due later by as much. After an outage the service gives back
        the time since its last heartbeat: by the right clock that is how long it did not tick.
        """
        outages = [(end, end - begin, begin) for begin, end in self.outages]
        return _move_clock(due, self._put_back() + outages)

    def sent_at(self, due: float) -> float:
        """Return the right time at which an e-mail is due; outages do not postpone it."""
        return _move_clock(due, self._put_back())

    def _put_back(self) -> list[Move]:
        steps = [(at, before - ahead) for (_, before), (at, ahead) in pairwise(self.jumps)]
        return [(at, by, at - by) for at, by in steps if by > 0]

    def _write(self) -> None:
        # Atomically: a half-written number would stop the service.
        draft = self.file.with_suffix(".new")
        draft.write_text(str(self.ahead))
        draft.replace(self.file)


def _move_clock(due: float, moves: list[Move]) -> float:
    for _, by, since in sorted(moves):
        if due > since:
            due += by
    return due
