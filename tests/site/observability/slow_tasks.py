"""Tasks that hit their time limits, for a worker of their own: `celery -A` this module."""

from __future__ import annotations

import time
from contextlib import suppress

from celery.exceptions import SoftTimeLimitExceeded

from abyss_site.celery import app

QUEUE = "slow_tasks"
SOFT, HARD = "tests.take_long", "tests.never_end"


@app.task(name=SOFT, soft_time_limit=1, time_limit=30)  # type: ignore[untyped-decorator]
def take_long() -> None:
    time.sleep(20)


@app.task(name=HARD, soft_time_limit=1, time_limit=2)  # type: ignore[untyped-decorator]
def never_end() -> None:
    """Go on after the soft limit, as code does that catches every error."""
    for _ in range(20):
        with suppress(SoftTimeLimitExceeded):
            time.sleep(20)
