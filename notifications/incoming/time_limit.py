"""A limit of the processor time for one e-mail, which the kernel enforces."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

# Many times what any e-mail takes.
MAX_SECONDS = 10.0


@contextmanager
def limit_processor_time(seconds: float | None) -> Iterator[None]:
    """End this process with SIGPROF if the block takes more seconds of processor time.

    For processes that are replaced when they end, such as those of the worker's pool. An exception
    would not do: Python raises none before a call of C code returns, such as a slow search for a
    pattern, and code in between may catch it. `seconds` None: no limit.
    """
    if seconds is None:
        yield
        return
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
