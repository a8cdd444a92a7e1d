"""Valkey for what is asked in passing: marks, bells, counts. It answers at once or is away."""

from __future__ import annotations

from functools import cache

import redis
from django.conf import settings

# Seconds. A dead Valkey must not hold up the page or the answer.
PATIENCE = 0.05
# Out of patience while it is greeted, a connection of redis-py fails with a closed or lost file.
AWAY = (redis.RedisError, OSError, ValueError, AttributeError)


def valkey(patience: float | None = None) -> redis.Redis:
    """Return this process's client with so many seconds of patience, PATIENCE unless given.

    What it does may raise any of AWAY.
    """
    return _client(settings.REDIS_URL, patience or PATIENCE)


@cache
def _client(url: str, patience: float) -> redis.Redis:
    return redis.Redis.from_url(
        url, socket_connect_timeout=patience, socket_timeout=patience, retry=None
    )
