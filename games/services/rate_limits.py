"""How often somebody may do what costs us something, counted in Valkey by all processes."""

from __future__ import annotations

import hashlib
import logging
from datetime import timedelta
from typing import Any

from django.http import HttpRequest

from abyss_site.http.proxies import client_network
from abyss_site.valkey.client import AWAY, valkey

PATIENCE = 0.1

# What is counted, and what happens while Valkey is away. Closed: it reaches strangers or costs
# money, so nothing is better than without a limit. Open: a door that locks itself would keep
# everybody out. `abyss_site/valkey/limit_cache.py` says it of what allauth counts; what rows count
# (see docs/running.md) does not need Valkey.
FAILS_CLOSED = frozenset(["sign-in", "letter", "own-data", "device-code"])
FAILS_OPEN = frozenset(
    ["password", "match-file", "feed", "first-match", "opened", "scanned"]
    + ["api-read", "api-play", "api-manage"]
)

# One command for both: whoever is counted first begins the window.
COUNT = """
local many = redis.call('INCR', KEYS[1])
if many == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return many
"""

log = logging.getLogger(__name__)


def is_too_often(what: str, who: str, *, times: int, within: timedelta) -> bool:
    """Count one more `what` by `who`; tell whether it is more than `times` in this window.

    Who it was is kept as a hash only. While Valkey is away FAILS_CLOSED says what is refused.
    """
    try:
        return _count_attempts(what, who, within) > times
    except AWAY as error:
        log.warning("%s not counted: %s", what, type(error).__name__)
        return what in FAILS_CLOSED


def _count_attempts(what: str, who: str, within: timedelta) -> int:
    seconds = int(within.total_seconds())
    many: Any = valkey(PATIENCE).eval(COUNT, 1, _throttle_key(what, who), seconds)
    return int(many)


def seconds_left(what: str, who: str) -> int:
    """Return the whole seconds, at least one, after which `who` is counted from 0 again."""
    try:
        left: Any = valkey(PATIENCE).ttl(_throttle_key(what, who))
    except AWAY as error:
        log.warning("not throttled: %s", type(error).__name__)
        return 1
    return max(1, int(left))


def set_mark(what: str, who: str, *, within: timedelta) -> None:
    """Remember for a while that `who` did `what`."""
    is_too_often(what, who, times=0, within=within)


def is_marked(what: str, who: str) -> bool:
    """Tell whether `who` was marked so lately."""
    try:
        return bool(valkey(PATIENCE).exists(_throttle_key(what, who)))
    except AWAY as error:
        log.warning("not throttled: %s", type(error).__name__)
        return False


def is_away() -> bool:
    """Tell whether nothing can be counted right now."""
    try:
        valkey(PATIENCE).ping()
    except AWAY:
        return True
    return False


def address_of(request: HttpRequest) -> str:
    """Return what is counted as one visitor; see abyss_site/http/proxies.py."""
    return client_network(request)


def _throttle_key(what: str, who: str) -> str:
    return f"throttle:{what}:{hashlib.sha256(who.lower().encode()).hexdigest()[:32]}"
