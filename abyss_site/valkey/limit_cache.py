"""The cache in which django-allauth counts attempts: Valkey, so that all processes count together.

allauth reads it before an attempt and writes it afterwards, under a lock that is a key as well.
While Valkey is away, each of its limits fails as `FAILS_CLOSED` says.
"""

from __future__ import annotations

import json
import logging
from typing import Any

from django.core.cache.backends.redis import RedisCache

from abyss_site.valkey.client import AWAY

# Guessing is worth an attacker's wait for an outage: of what else allauth limits, a passkey cannot
# be guessed, and what is left changes the player's own account.
FAILS_CLOSED = frozenset(["login_failed"])

log = logging.getLogger(__name__)


class JsonSerializer:
    """Writes values as JSON: whoever can write to Valkey must not make us run what they wrote."""

    def dumps(self, value: object) -> bytes:
        return json.dumps(value).encode()

    def loads(self, data: bytes) -> Any:
        return json.loads(data)


class LimitCache(RedisCache):  # type: ignore[misc, unused-ignore]
    """A cache in Valkey that answers without it, too."""

    def add(self, key: object, *args: Any, **named: Any) -> bool:
        """Take allauth's lock. Not to be had, it counts the attempt as one too many."""
        try:
            return bool(super().add(key, *args, **named))
        except AWAY as error:
            log.warning("attempts not counted: %s", type(error).__name__)
            return FAILS_CLOSED.isdisjoint(str(key).split(":"))

    def get(self, key: object, default: object = None, version: int | None = None) -> Any:
        try:
            return super().get(key, default, version)
        except AWAY:
            return default

    def set(self, *args: Any, **named: Any) -> None:
        try:
            super().set(*args, **named)
        except AWAY:
            return

    def delete(self, *args: Any, **named: Any) -> bool:
        try:
            return bool(super().delete(*args, **named))
        except AWAY:
            return False

    def clear(self) -> None:
        """Refuse: Django's way empties the whole database, which holds what workers are to do."""
        raise NotImplementedError("Valkey holds the broker's queues as well")
