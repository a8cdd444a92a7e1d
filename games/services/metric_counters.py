"""What the door took and refused, counted in Valkey for whoever watches; nothing depends on it."""

from __future__ import annotations

import logging
from typing import Any

from abyss_site.valkey.client import AWAY, valkey

# Hashes: source -> how many; “source code” -> how many. Valkey emptied is counted from 0 again.
ANSWERED, REFUSED = "tally:answered", "tally:refused"

log = logging.getLogger(__name__)


def count_refusal(source: str, code: str) -> None:
    """Count one refusal at the door."""
    try:
        valkey().hincrby(REFUSED, f"{source} {code}", 1)
    except AWAY as error:
        log.info("refusal not counted: %s", type(error).__name__)


def read_counts(name: str) -> dict[str, int]:
    """Return what was counted under ANSWERED or REFUSED. Raises one of AWAY."""
    found: Any = valkey().hgetall(name)
    return {field.decode(): int(many) for field, many in found.items()}
