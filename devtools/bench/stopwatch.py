"""Measure wall-clock and processor time of a piece of work."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any

# The figures of a benchmark by name, for JSON.
Figures = dict[str, Any]


class Stopwatch:
    """Measures `with` blocks and adds them up."""

    def __init__(self) -> None:
        self.wall = self.cpu = 0.0

    def __enter__(self) -> Stopwatch:
        self._wall, self._cpu = time.perf_counter(), time.process_time()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.wall += time.perf_counter() - self._wall
        self.cpu += time.process_time() - self._cpu

    def figures(self, operations: int) -> Figures:
        """Return operations per second, and microseconds of wall clock and processor for each.

        The processor time is that of this process only, without that of servers.
        """
        return {
            "operations": operations,
            "per_second": round(operations / self.wall),
            "wall_us": round(self.wall / operations * 1e6, 1),
            "cpu_us": round(self.cpu / operations * 1e6, 1),
        }
