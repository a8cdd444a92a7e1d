"""How long work of one process takes, whatever else the machine does."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time


def measure_least(work: Callable[[], object], tries: int = 4) -> float:
    """Return the least processor time of some tries, in seconds.

    A busy machine does less in a second of its processor.
    """
    return min(_measure(work) for _ in range(tries))


def _measure(work: Callable[[], object]) -> float:
    begun = process_time()
    work()
    return process_time() - begun
