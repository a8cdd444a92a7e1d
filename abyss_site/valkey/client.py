"""The Valkey client for short-lived data: marks, wake-ups, counters. It answers at once or
fails."""

from __future__ import annotations

from functools import cache

import redis
from django.conf import settings

# When a connection times out during its handshake, redis-py raises errors about a closed or missing
# file.
CONNECTION_ERRORS = (redis.RedisError, OSError, ValueError, AttributeError)


def valkey(patience: float = 0) -> redis.Redis:
    """Return this process's client with a timeout of `patience` seconds, or of VALKEY_TIMEOUT_MS if
    that is longer.

    Its methods may raise any of CONNECTION_ERRORS.
    """
    return _client(settings.REDIS_URL, max(patience, settings.VALKEY_TIMEOUT_MS / 1000))


@cache
def _client(url: str, patience: float) -> redis.Redis:
    return redis.Redis.from_url(
        url, socket_connect_timeout=patience, socket_timeout=patience, retry=None
    )
