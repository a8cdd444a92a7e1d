"""Tasks that hit their time limits, for a worker of their own: `celery -A` this module."""

from __future__ import annotations

import time
from contextlib import suppress

from abyss_site.celery import app
from abyss_site.core.time_limits import TaskInterrupted

QUEUE = "slow_tasks"
SOFT, HARD = "tests.take_long", "tests.never_end"
CATCHING = "tests.catch_errors"


@app.task(name=SOFT, soft_time_limit=1, time_limit=30)  # type: ignore[untyped-decorator]
def take_long() -> None:
    time.sleep(20)


@app.task(name=CATCHING, soft_time_limit=1, time_limit=30)  # type: ignore[untyped-decorator]
def catch_errors() -> None:
    """Catch every error, as code does that no row may stop."""
    for _ in range(2):
        with suppress(Exception):
            time.sleep(20)


@app.task(name=HARD, soft_time_limit=1, time_limit=2)  # type: ignore[untyped-decorator]
def never_end() -> None:
    """Go on after the soft limit, as nothing does that only catches errors."""
    for _ in range(20):
        with suppress(TaskInterrupted):
            time.sleep(20)
