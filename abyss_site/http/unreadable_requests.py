"""Requests with text that no database can hold: NUL bytes, lone surrogates, numbers too large."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import DataError
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest

log = logging.getLogger(__name__)


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
