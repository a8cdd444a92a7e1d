"""For those who watch us: a number for each request, and the figures at /metrics."""

from __future__ import annotations

import ipaddress
import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest

from abyss_site import ids
from abyss_site.figures import Figures

HEADER = "X-Request-ID"

log = logging.getLogger(__name__)


def numbered(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Middleware: each request has an id, in every line of the log and in the answer's header.

    The line about the request names its route, never its path, which may hold a key.
    """

    def answered(request: HttpRequest) -> HttpResponse:
        number, begin = str(ids.uuid7()), time.monotonic()
        with ids.about(request=number):
            response = get_response(request)
            route = request.resolver_match.route if request.resolver_match else "?"
            took = (time.monotonic() - begin) * 1000
            log.info("%s /%s %s %.0f ms", request.method, route, response.status_code, took)
        response.headers[HEADER] = number
        return response

    return answered


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Figures for Prometheus; to others this page does not exist."""
    if not _may_watch(request):
        return HttpResponseNotFound()
    registry = CollectorRegistry(auto_describe=False)
    registry.register(Figures())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _may_watch(request: HttpRequest) -> bool:
    """Whoever shows the token; if there is none, who asks on this machine and for nobody else."""
    if settings.METRICS_TOKEN:
        shown = request.headers.get("Authorization", "")
        return constant_time_compare(shown, f"Bearer {settings.METRICS_TOKEN}")
    if "X-Forwarded-For" in request.headers or "Forwarded" in request.headers:
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
