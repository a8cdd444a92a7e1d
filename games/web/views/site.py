"""Pages for machines, health and robots; and those for when something is broken."""

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

# Matches are for people, and a search engine has no seat at a table.
ROBOTS = "User-agent: *\nAllow: /$\nAllow: /static/\nDisallow: /\n"

# What the database being away looks like, and after how many seconds trying again makes sense.
AWAY = (OperationalError, InterfaceError)
TRY_AGAIN_AFTER = 15


def broken(request: HttpRequest) -> HttpResponse:
    """Something was raised that no page expects; no page of ours can be asked for its words.

    503 while the database is away: nothing was kept, and it comes back by itself.
    """
    error = sys.exc_info()[1]
    is_away = isinstance(error, AWAY)
    status = 503 if is_away else 500
    is_damaged = _set_aside(error)
    response: HttpResponse
    if request.path.startswith("/api/v"):
        response = problems.server_error_response(status, is_damaged=is_damaged)
    else:
        page = loader.get_template("damaged.html" if is_damaged else f"{status}.html")
        response = HttpResponse(page.render(), status=status)
    if is_away:
        response["Retry-After"] = str(TRY_AGAIN_AFTER)
    return response


def _set_aside(error: BaseException | None) -> bool:
    """Let staff know of a match that cannot be read; whether it is one."""
    if not isinstance(error, states.Damaged):
        return False
    with suppress(DatabaseError):
        why = error.__cause__ or error
        gateway.set_aside("pages", Match, error.match.pk, why, now=timezone.now())
    return True


@never_cache
@require_safe
def health_report(request: HttpRequest) -> HttpResponse:
    """How every part is; 503 only when nothing can be played, for the rest mends itself."""
    report = health.check_health()
    return JsonResponse(report, status=200 if report["database"]["ok"] else 503)


@never_cache
@require_safe
def show_status(request: HttpRequest) -> HttpResponse:
    """What works now, for players."""
    return render(request, "games/status.html", {"uptime": check_uptime(timezone.now())})


@require_safe
def show_privacy(request: HttpRequest) -> HttpResponse:
    """What we keep about people, and for how long."""
    facts = {"kept": data_protection.list_stored_data(), "cookies": data_protection.list_cookies()}
    return render(request, "games/privacy.html", facts)


@require_safe
def serve_robots_txt(request: HttpRequest) -> HttpResponse:
    """What search engines may read."""
    return HttpResponse(ROBOTS, content_type="text/plain")
