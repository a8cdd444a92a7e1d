"""What every request passes: its number, what its page may load, and text no row can hold."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.db import DataError
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest

from abyss_site import ids

REQUEST_ID_HEADER = "X-Request-ID"

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
        response.headers[REQUEST_ID_HEADER] = number
        return response

    return handle_request


# What a page may load and run: our own files and nothing else (Content-Security-Policy, CSP3).
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "frame-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

# The moderators' desk is dressed by django-unfold, whose Alpine.js turns the words of attributes
# into functions and which writes its colours into the page. Its scripts are files of ours all the
# same: no script stands in a page, and none comes from elsewhere. Only staff comes here.
DESK = "/admin/"
DESK_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'unsafe-eval'").replace(
    "style-src 'self'", "style-src 'self' 'unsafe-inline'"
)


def only_our_own(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Middleware: send the policy with every answer that has none of its own."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        policy = DESK_POLICY if request.path.startswith(DESK) else POLICY
        response.headers.setdefault("Content-Security-Policy", policy)
        return response

    return answer


class RefuseUnreadable:
    """Middleware: a value that cannot be stored or looked up came with the request, so 400.

    Forms and shapes refuse most of them with words. This is for what is looked up as it came: keys
    in paths, above all.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer what the database, or the way there, could not take."""
        if not isinstance(error, DataError | UnicodeEncodeError) and not _names_nul(error):
            return None
        route = request.resolver_match.route if request.resolver_match else "?"
        log.warning("%s /%s refused: %s", request.method, route, type(error).__name__)
        return HttpResponseBadRequest("This request holds something that cannot be read.")


def _names_nul(error: Exception) -> bool:
    return isinstance(error, ValueError) and "NUL (0x00)" in str(error)
