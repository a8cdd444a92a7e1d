"""The Valkey client for short-lived data: marks, wake-ups, counters. It answers at once or
fails."""

from __future__ import annotations

from functools import cache
from typing import Any

import redis
import redis.sentinel
from django.conf import settings

from abyss_site.core.valkey.sentinels import Sentinels, parse_sentinels

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
    timeouts = {"socket_connect_timeout": patience, "socket_timeout": patience}
    if sentinels := parse_sentinels(url):
        # redis-py's Sentinel is untyped.
        watching: Any = redis.sentinel
        options = build_sentinel_options(sentinels, timeouts)
        primary: redis.Redis = watching.Sentinel(**options, retry=None).master_for(sentinels.name)
        return primary
    return redis.Redis.from_url(url, **timeouts, retry=None)


def build_sentinel_options(sentinels: Sentinels, timeouts: dict[str, float]) -> dict[str, object]:
    """Return the arguments of redis-py's Sentinel, with timeouts for Sentinels and servers.

    A connection of its clients asks the Sentinels for the primary when it is made.
    """
    return {
        "sentinels": list(sentinels.hosts),
        "sentinel_kwargs": {
            **timeouts,
            "password": sentinels.sentinel_password,
            "retry": None,
        },
        "username": sentinels.username,
        "password": sentinels.password,
        "db": sentinels.database,
        **timeouts,
    }
