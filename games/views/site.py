"""Pages for machines: health and robots."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import health

# Matches are for people, and a search engine has no seat at a table.
ROBOTS = "User-agent: *\nAllow: /$\nAllow: /static/\nDisallow: /\n"


@never_cache
@require_safe
def health_report(request: HttpRequest) -> HttpResponse:
    """How every part is; 503 only when nothing can be played, for the rest mends itself."""
    report = health.status()
    return JsonResponse(report, status=200 if report["database"]["ok"] else 503)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What search engines may read."""
    return HttpResponse(ROBOTS, content_type="text/plain")
