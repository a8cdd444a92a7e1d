"""Rate limits for expensive or sensitive actions, counted in Valkey across all processes."""

from __future__ import annotations

import hashlib
import logging
from datetime import timedelta
from typing import Any, NamedTuple

from django.http import HttpRequest

from abyss_site.core.http.proxies import client_network
from abyss_site.core.valkey.client import CONNECTION_ERRORS, valkey
from abyss_site.core.valkey.commands import Command, execute_commands

PATIENCE = 0.1

# What is limited, and what happens while Valkey is unavailable. Closed: the action reaches
# strangers or costs money, so it is refused rather than unlimited. Open: refusing would lock
# everybody out. For allauth's limits see `abyss_site/core/valkey/limit_cache.py`; limits counted in
# database rows (see docs/running.md) do not need Valkey.
FAILS_CLOSED = frozenset(
    ["sign-in", "email", "own-data", "device-code", "entry-code", "guest"]
    + ["analysis", "opinion", "app-code"]
)
FAILS_OPEN = frozenset(
    ["password", "match-file", "picture", "feed", "first-match", "opened", "scanned"]
    + ["api-read", "api-play", "api-manage", "app-tokens"]
    + ["data-dump", "look-at-file", "player-matches"]
)

# A Lua script, so that the window starts atomically with the first count.
COUNT = """
local many = redis.call('INCR', KEYS[1])
if many == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return {many, redis.call('TTL', KEYS[1])}
"""

log = logging.getLogger(__name__)


def is_too_often(what: str, who: str, *, times: int, within: timedelta) -> bool:
    """Count one more `what` by `who`; return whether it is more than `times` in this window.

    `who` is stored only as a hash. While Valkey is unavailable, FAILS_CLOSED decides.
    """
    try:
        return count_attempt(what, who, within=within).many > times
    except CONNECTION_ERRORS as error:
        log.warning("%s not counted: %s", what, type(error).__name__)
        return what in FAILS_CLOSED


class Count(NamedTuple):
    """How often something was done in a window, and the seconds until the window ends."""

    many: int
    seconds_left: int


def count_attempt(what: str, who: str, *, within: timedelta) -> Count:
    """Count one more `what` by `who`. Raises CONNECTION_ERRORS while Valkey is unavailable."""
    seconds = int(within.total_seconds())
    command: Command = ("EVAL", COUNT, 1, _throttle_key(what, who), seconds)
    many, left = execute_commands(command, patience=PATIENCE)[0]
    return Count(int(many), max(1, int(left)))


def seconds_left(what: str, who: str) -> int:
    """Return the seconds (at least 1) until the window of `who` ends."""
    try:
        left: Any = valkey(PATIENCE).ttl(_throttle_key(what, who))
    except CONNECTION_ERRORS as error:
        log.warning("not throttled: %s", type(error).__name__)
        return 1
    return max(1, int(left))


def set_mark(what: str, who: str, *, within: timedelta) -> None:
    """Remember for a while that `who` did `what`."""
    is_too_often(what, who, times=0, within=within)


def is_marked(what: str, who: str) -> bool:
    """Return whether `who` is currently marked for `what`."""
    try:
        return bool(valkey(PATIENCE).exists(_throttle_key(what, who)))
    except CONNECTION_ERRORS as error:
        log.warning("not throttled: %s", type(error).__name__)
        return False


def is_away() -> bool:
    """Return whether Valkey is unavailable."""
    try:
        valkey(PATIENCE).ping()
    except CONNECTION_ERRORS:
        return True
    return False


def address_of(request: HttpRequest) -> str:
    """Return the key of a visitor for rate limits; see abyss_site/core/http/proxies.py."""
    return client_network(request)


def _throttle_key(what: str, who: str) -> str:
    return f"throttle:{what}:{hashlib.sha256(who.lower().encode()).hexdigest()[:32]}"
