"""What open pages ask while they are open: their marks, and how much waits for their reader."""

from __future__ import annotations

from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.queries.stream_rights import find_valid_rights
from games.web import page_stream
from games.web.page_updates import Subscription, fetch_line

STREAM = "text/event-stream"


@never_cache
@require_safe
def live_mark(request: HttpRequest, signature: str) -> HttpResponseBase:
    """Return the marks of a page as plain text, "" if they are unknown; or a stream of them.

    `?away`: nobody looks at the page. No stream (204) where none can be kept, so that the page
    polls, and for a reader who has signed out, or has no right to it for another reason.
    """
    try:
        subscription = Subscription.read(signature)
    except BadSignature as error:
        raise Http404 from error
    is_present = "away" not in request.GET
    if STREAM in request.headers.get("Accept", ""):
        right = subscription.find_right()
        is_readable = not right or find_valid_rights([right], now=timezone.now())
        if not (page_stream.can_stream(request.META) and is_readable):
            # A browser does not come back after this one, and writes no error.
            return HttpResponse(status=204)
        # Compression would delay events until a block is full.
        request.META.pop("HTTP_ACCEPT_ENCODING", None)
        parts = page_stream.stream_marks(subscription, is_present=is_present)
        response = StreamingHttpResponse(parts, content_type=STREAM)
        response["X-Accel-Buffering"] = "no"
        return response
    return HttpResponse(fetch_line(subscription, is_present=is_present) or "", "text/plain")


@never_cache
@require_safe
def count_waiting(request: HttpRequest) -> HttpResponse:
    """Return the links to what waits for the signed-in player, as in the header."""
    return render(request, "games/site/_counts.html")
