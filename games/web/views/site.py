"""Pages for monitoring and robots, and error pages."""

from __future__ import annotations

import sys
from contextlib import suppress

from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template import loader
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Match
from games.presentation import health, problems
from games.presentation import privacy as data_protection
from games.presentation.uptime import check_uptime
from games.queries import states
from notifications import gateway

# Matches are of no use to search engines.
ROBOTS = "User-agent: *\nAllow: /$\nAllow: /static/\nAllow: /art/\nAllow: /learn/\nDisallow: /\n"

# Exceptions when the database is unavailable, and the Retry-After value in seconds.
AWAY = (OperationalError, InterfaceError)
TRY_AGAIN_AFTER = 15


def handle_server_error(request: HttpRequest) -> HttpResponse:
    """Handle an unexpected exception; the error page is rendered without the request's context.

    503 while the database is unavailable: nothing was saved, and it recovers by itself.
    """
    error = sys.exc_info()[1]
    is_away = isinstance(error, AWAY)
    status = 503 if is_away else 500
    is_damaged = _set_aside(error)
    response: HttpResponse
    if request.path.startswith("/api/v"):
        response = problems.server_error_response(status)
    else:
        page = loader.get_template("damaged.html" if is_damaged else f"{status}.html")
        response = HttpResponse(page.render(), status=status)
    if is_away:
        response["Retry-After"] = str(TRY_AGAIN_AFTER)
    return response


def _set_aside(error: BaseException | None) -> bool:
    """Set aside a match that cannot be read, for staff; return whether the error is such a case."""
    if not isinstance(error, states.DamagedState):
        return False
    with suppress(DatabaseError):
        why = error.__cause__ or error
        gateway.set_aside("pages", Match, error.match.pk, why, now=timezone.now())
    return True


@never_cache
@require_safe
def health_report(request: HttpRequest) -> HttpResponse:
    """Return the health of every part, within three seconds; 503 if one that counts has failed."""
    report = health.check_health()
    return JsonResponse(report, status=200 if report["ok"] else 503)


@never_cache
@require_safe
def show_status(request: HttpRequest) -> HttpResponse:
    """Show players what works now; 503 without the database, whose figures are left out then."""
    uptime = check_uptime(timezone.now())
    status = 200 if uptime.works["pages"] else 503
    return render(request, "games/site/status.html", {"uptime": uptime}, status=status)


@require_safe
def show_privacy(request: HttpRequest) -> HttpResponse:
    """Show what is stored about people, and for how long."""
    facts = {"kept": data_protection.list_stored_data(), "cookies": data_protection.list_cookies()}
    return render(request, "games/site/privacy.html", facts)


@require_safe
def serve_robots_txt(request: HttpRequest) -> HttpResponse:
    """Return robots.txt."""
    return HttpResponse(ROBOTS, content_type="text/plain")
