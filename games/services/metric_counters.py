"""Counters of answers and refusals in Valkey, for metrics only."""

from __future__ import annotations

import logging
from typing import Any

from abyss_site.core.valkey.client import CONNECTION_ERRORS, valkey

# Hashes: source -> count; “source code” -> count. They restart at 0 if Valkey is emptied.
ANSWER_COUNTS, REFUSAL_COUNTS = "tally:answered", "tally:refused"

log = logging.getLogger(__name__)


def count_refusal(source: str, code: str) -> None:
    """Count one refused answer."""
    try:
        valkey().hincrby(REFUSAL_COUNTS, f"{source} {code}", 1)
    except CONNECTION_ERRORS as error:
        log.info("refusal not counted: %s", type(error).__name__)


def read_counts(name: str) -> dict[str, int]:
    """Return the counts of ANSWER_COUNTS or REFUSAL_COUNTS. Raises one of CONNECTION_ERRORS."""
    counts: Any = valkey().hgetall(name)
    return {field.decode(): int(many) for field, many in counts.items()}
