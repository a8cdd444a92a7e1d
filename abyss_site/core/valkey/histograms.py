"""How long things take, as histograms in Valkey that all processes add to; for metrics only."""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from typing import Any

from abyss_site.core.valkey.client import CONNECTION_ERRORS, valkey

# A process writes its counts with the first one after this many seconds.
FLUSH_SECONDS = 2.0

log = logging.getLogger(__name__)


class Histogram:
    """Counts durations by labels; it restarts at 0 if Valkey is emptied.

    `bounds` are the upper bounds of the buckets in seconds; the last one has none. In Valkey it is
    a hash: “label … bucket” -> count; “label … sum” -> milliseconds.
    """

    def __init__(self, key: str, bounds: tuple[float, ...]) -> None:
        self.key = key
        self.bounds = bounds
        self._guard = threading.Lock()
        self._counts: Counter[str] = Counter()
        self._flushed_at = 0.0

    def count(self, *labels: str, seconds: float) -> None:
        """Count one duration; labels have no spaces. A negative one counts as 0."""
        seconds = max(0.0, seconds)
        bucket = next(
            (str(upper_bound) for upper_bound in self.bounds if seconds <= upper_bound), "+Inf"
        )
        family = " ".join(labels)
        with self._guard:
            self._counts.update({f"{family} {bucket}": 1, f"{family} sum": round(seconds * 1000)})
            if time.monotonic() - self._flushed_at < FLUSH_SECONDS:
                return
            counts, self._flushed_at = dict(self._counts), time.monotonic()
            self._counts.clear()
        try:
            with valkey().pipeline(transaction=False) as pipeline:
                for field, many in counts.items():
                    pipeline.hincrby(self.key, field, many)
                pipeline.execute()
        except CONNECTION_ERRORS as error:
            log.info("durations not counted: %s", type(error).__name__)

    def read(self) -> dict[tuple[str, ...], tuple[list[tuple[str, float]], float]]:
        """Return for all labels counted the cumulative buckets and the sum in seconds.

        Raises one of CONNECTION_ERRORS.
        """
        fields: Any = valkey().hgetall(self.key)
        counts = {tuple(field.decode().split(" ")): int(many) for field, many in fields.items()}
        distributions = {}
        for labels in sorted({name[:-1] for name in counts}):
            total, buckets = 0, []
            for upper_bound in (*map(str, self.bounds), "+Inf"):
                total += counts.get((*labels, upper_bound), 0)
                buckets.append((upper_bound, float(total)))
            distributions[labels] = (buckets, counts.get((*labels, "sum"), 0) / 1000)
        return distributions


# Requests by kind (page, api, answer) and the first digit of their status.
REQUESTS = Histogram("tally:request_ms", (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0))
# E-mails by direction: from due to sent (out), and from received to decided (in).
EMAILS = Histogram("tally:email_ms", (1.0, 5.0, 15.0, 30.0, 60.0, 120.0, 300.0, 900.0, 3600.0))
