"""How many requests a client may send in a minute, and the headers that tell it."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.http import HttpRequest
from rest_framework.exceptions import Throttled

from abyss_site.core.valkey.client import CONNECTION_ERRORS
from games.services.rate_limits import count_attempt

# Maximum number of requests per minute by scope, for a player or a visitor's network address.
A_MINUTE = {"read": 1200, "play": 600, "manage": 60}
MINUTE = timedelta(minutes=1)
# The attribute of a request that has the headers of its response.
PACE_HEADERS = "pace_headers"

log = logging.getLogger(__name__)


def check_pace(request: HttpRequest, scope: str, who: str) -> None:
    """Count one more request, and keep the headers about it. Raises Throttled.

    While Valkey is unavailable nothing is counted, and there are no such headers.
    """
    most = A_MINUTE[scope]
    try:
        many, left = count_attempt(f"api-{scope}", who, within=MINUTE)
    except CONNECTION_ERRORS as error:
        log.warning("api-%s not counted: %s", scope, type(error).__name__)
        return
    headers = {
        "RateLimit-Limit": str(most),
        "RateLimit-Remaining": str(max(0, most - many)),
        "RateLimit-Reset": str(left),
    }
    setattr(request, PACE_HEADERS, headers)
    if many > most:
        raise Throttled(wait=left)


def list_pace_headers(request: HttpRequest) -> dict[str, str]:
    """Return the headers about the pace of a request, {} if it was not counted."""
    headers: dict[str, str] = getattr(request, PACE_HEADERS, {})
    return headers
