"""The cache in which django-allauth counts attempts: in Valkey, so that all processes share the
counts.

allauth reads it before an attempt and writes it afterwards, under a lock that is also a key. While
Valkey is away, each of its limits fails as `FAILS_CLOSED` says.
"""

from __future__ import annotations

import json
import logging
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient

from abyss_site.core.valkey.client import CONNECTION_ERRORS, valkey

# An attacker could wait for an outage to guess credentials. Of the other things that allauth
# limits, a passkey cannot be guessed, and the rest changes the player's own account.
FAILS_CLOSED = frozenset(["login_failed"])

# Seconds that an attempt waits for Valkey, if VALKEY_TIMEOUT_MS is not longer.
PATIENCE = 0.1

log = logging.getLogger(__name__)


class JsonSerializer:
    """Serializes to JSON: whoever can write to Valkey must not make us execute it."""

    def dumps(self, value: object) -> bytes:
        return json.dumps(value).encode()

    def loads(self, data: bytes) -> object:
        return json.loads(data)


class LimitClient(RedisCacheClient):  # type: ignore[misc, unused-ignore]
    """Django's client, with the connections that everything else uses."""

    def get_client(self, key: object = None, *, write: bool = False) -> Any:
        return valkey(PATIENCE)


class LimitCache(RedisCache):  # type: ignore[misc, unused-ignore]
    """A cache in Valkey that also works, without data, while Valkey is away."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._class = LimitClient

    def add(self, key: object, *args: Any, **kwargs: Any) -> bool:
        """Take allauth's lock. While Valkey is away, return False (too many attempts) for
        FAILS_CLOSED."""
        try:
            return bool(super().add(key, *args, **kwargs))
        except CONNECTION_ERRORS as error:
            log.warning("attempts not counted: %s", type(error).__name__)
            return FAILS_CLOSED.isdisjoint(str(key).split(":"))

    def get(self, key: object, default: object = None, version: int | None = None) -> object:
        try:
            return super().get(key, default, version)
        except CONNECTION_ERRORS:
            return default

    def set(self, *args: Any, **kwargs: Any) -> None:
        try:
            super().set(*args, **kwargs)
        except CONNECTION_ERRORS:
            return

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        try:
            return bool(super().delete(*args, **kwargs))
        except CONNECTION_ERRORS:
            return False

    def clear(self) -> None:
        """Refuse: Django's implementation empties the whole database, which also holds the task
        queue."""
        raise NotImplementedError("Valkey holds the broker's queues as well")
