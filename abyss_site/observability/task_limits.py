"""Count the tasks that hit a time limit, which the main process of a worker enforces."""

from __future__ import annotations

from contextlib import suppress

from celery.worker.request import Request

from abyss_site.core.valkey.client import CONNECTION_ERRORS
from games.presentation import health


class CountedRequest(Request):  # type: ignore[misc]  # Celery is untyped.
    """Celery's record of a task in the worker, which is told of its time limits."""

    def on_timeout(self, soft: bool, timeout: float) -> object:
        # The limit is enforced whether or not Valkey can be told.
        with suppress(*CONNECTION_ERRORS):
            health.note_timeout(self.name, "soft" if soft else "hard")
        return super().on_timeout(soft, timeout)
