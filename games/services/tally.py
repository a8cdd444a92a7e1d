"""What the door took and refused, counted in Valkey for whoever watches; nothing depends on it."""

from __future__ import annotations

import logging
from functools import cache
from typing import Any

import redis
from django.conf import settings

# Hashes: source -> how many; “source code” -> how many. Valkey emptied is counted from 0 again.
ANSWERED, REFUSED = "tally:answered", "tally:refused"
# A dead Valkey must not hold up a refusal.
PATIENCE = 0.05

log = logging.getLogger(__name__)


def refused(source: str, code: str) -> None:
    """Count one refusal at the door."""
    try:
        _valkey(settings.REDIS_URL).hincrby(REFUSED, f"{source} {code}", 1)
    except redis.RedisError as error:
        log.info("refusal not counted: %s", type(error).__name__)


def read(name: str) -> dict[str, int]:
    """Return what was counted under ANSWERED or REFUSED. Raises redis.RedisError."""
    found: Any = _valkey(settings.REDIS_URL).hgetall(name)
    return {field.decode(): int(many) for field, many in found.items()}


@cache
def _valkey(url: str) -> redis.Redis:
    return redis.Redis.from_url(
        url, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE, retry=None
    )
