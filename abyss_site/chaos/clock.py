"""The service's clock, as the chaos run sets it; and what its times were by the right clock."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

# (when, by how many seconds, what was due after which instant).
Move = tuple[float, float, float]


class Clock:
    """The file that says by how much the service's clock is wrong, and every jump it made."""

    def __init__(self, file: Path) -> None:
        self.file = file
        # (right time, seconds that the service is ahead from then on), oldest first.
        self.jumps: list[tuple[float, float]] = [(0.0, 0.0)]
        # What the service took for an outage, and gave back: (from, until), by the right clock.
        self.outages: list[tuple[float, float]] = []
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

    def put_back_since(self, instant: float) -> float:
        """Return by how many seconds it was put back after an instant of the right clock."""
        return sum(by for at, by, _ in self._put_back() if at > instant)

    def right(self, recorded: datetime) -> float:
        """Return the right time of what the service recorded, the latest of several."""
        ends = [at for at, _ in self.jumps[1:]] + [float("inf")]
        fitting = [
            right
            for (begin, ahead), end in zip(self.jumps, ends, strict=True)
            # The instant of a jump belongs to both sides of it.
            if begin - 1 <= (right := recorded.timestamp() - ahead) <= end + 1
        ]
        return max(fitting, default=recorded.timestamp() - self.ahead)

    def note_outages(self, spans: Iterable[tuple[datetime, datetime]]) -> None:
        """Keep what the service says that it was away, by its own clock."""
        self.outages = [(self.right(began), self.right(ended)) for began, ended in spans]

    def due_at(self, due: float) -> float:
        """Return the right time at which a deadline or reminder is due that was to be at `due`.

        A clock put back lets it be due later by as much. After an outage the service gives back
        the time since its last pulse: by the right clock that is how long it did not tick.
        """
        given = [(ended, ended - began, began) for began, ended in self.outages]
        return _move_clock(due, self._put_back() + given)

    def sent_at(self, due: float) -> float:
        """Return the right time at which an e-mail is due, which no outage puts off."""
        return _move_clock(due, self._put_back())

    def _put_back(self) -> list[Move]:
        steps = [(at, before - ahead) for (_, before), (at, ahead) in pairwise(self.jumps)]
        return [(at, by, at - by) for at, by in steps if by > 0]

    def _write(self) -> None:
        # In one step: a half written number would stop the service.
        draft = self.file.with_suffix(".new")
        draft.write_text(str(self.ahead))
        draft.replace(self.file)


def _move_clock(due: float, moves: list[Move]) -> float:
    for _, by, since in sorted(moves):
        if due > since:
            due += by
    return due
