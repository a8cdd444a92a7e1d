"""A number for each request, in every line of the log and in the answer's header."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from abyss_site import ids

HEADER = "X-Request-ID"

log = logging.getLogger(__name__)


def add_request_id(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Middleware: each request has an id, in every line of the log and in the answer's header.

    The line about the request names its route, never its path, which may hold a key.
    """

    def handle_request(request: HttpRequest) -> HttpResponse:
        number, begin = str(ids.uuid7()), time.monotonic()
        with ids.about(request=number):
            response = get_response(request)
            route = request.resolver_match.route if request.resolver_match else "?"
            took = (time.monotonic() - begin) * 1000
            log.info("%s /%s %s %.0f ms", request.method, route, response.status_code, took)
        response.headers[HEADER] = number
        return response

    return handle_request
