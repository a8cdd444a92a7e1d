"""The client for the event loop of the web server, which listens to Valkey for open pages."""

from __future__ import annotations

from typing import Any

import redis.asyncio
import redis.asyncio.sentinel
from django.conf import settings

from abyss_site.core.valkey.client import build_sentinel_options
from abyss_site.core.valkey.sentinels import parse_sentinels


def open_stream_client(*, connect_seconds: float, seconds: float) -> redis.asyncio.Redis:
    """Return a new client; `seconds` is how long it waits for a reply.

    Its methods may raise any of CONNECTION_ERRORS.
    """
    timeouts: dict[str, Any] = {"socket_connect_timeout": connect_seconds}
    timeouts["socket_timeout"] = seconds
    if sentinels := parse_sentinels(settings.REDIS_URL):
        # redis-py's Sentinel is untyped.
        watching: Any = redis.asyncio.sentinel
        options = build_sentinel_options(sentinels, timeouts)
        primary: redis.asyncio.Redis = watching.Sentinel(**options).master_for(sentinels.name)
        return primary
    return redis.asyncio.Redis.from_url(settings.REDIS_URL, **timeouts)
