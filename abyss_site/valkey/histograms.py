"""How long requests take, as a histogram in Valkey that all processes add to; for metrics only."""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from typing import Any

from abyss_site.valkey.client import CONNECTION_ERRORS, valkey

# A hash: “kind status bucket” -> count; “kind status sum” -> milliseconds. It restarts at 0 if
# Valkey is emptied.
REQUESTS = "tally:request_ms"
# Upper bounds of the buckets in seconds; the last one has none.
BOUNDS = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
# A process writes its counts with the first request after this many seconds.
FLUSH_SECONDS = 2.0

log = logging.getLogger(__name__)
_guard = threading.Lock()
_counts: Counter[str] = Counter()
_flushed_at = 0.0


def count_request(kind: str, status: int, seconds: float) -> None:
    """Count one request of a kind, by the first digit of its status."""
    global _flushed_at
    bucket = next((str(bound) for bound in BOUNDS if seconds <= bound), "+Inf")
    family = f"{kind} {status // 100}xx"
    with _guard:
        _counts.update({f"{family} {bucket}": 1, f"{family} sum": round(seconds * 1000)})
        if time.monotonic() - _flushed_at < FLUSH_SECONDS:
            return
        written, _flushed_at = dict(_counts), time.monotonic()
        _counts.clear()
    try:
        with valkey().pipeline(transaction=False) as pipeline:
            for field, many in written.items():
                pipeline.hincrby(REQUESTS, field, many)
            pipeline.execute()
    except CONNECTION_ERRORS as error:
        log.info("requests not counted: %s", type(error).__name__)


def read_requests() -> dict[tuple[str, str], tuple[list[tuple[str, float]], float]]:
    """Return for each kind and status the cumulative buckets and the sum in seconds.

    Raises one of CONNECTION_ERRORS.
    """
    found: Any = valkey().hgetall(REQUESTS)
    counts = {tuple(field.decode().split(" ")): int(many) for field, many in found.items()}
    told = {}
    for kind, status in sorted({(kind, status) for kind, status, _ in counts}):
        total, buckets = 0, []
        for bound in (*map(str, BOUNDS), "+Inf"):
            total += counts.get((kind, status, bound), 0)
            buckets.append((bound, float(total)))
        told[kind, status] = (buckets, counts.get((kind, status, "sum"), 0) / 1000)
    return told
