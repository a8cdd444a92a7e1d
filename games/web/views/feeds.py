"""The secret URLs of a player's calendar and feed, and the page that shows them."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from abyss_site.core.database.replica import may_lag
from games.http.responses import see_other
from games.http.viewers import signed_in
from games.models import Player
from games.services import accounts
from games.services.rate_limits import is_too_often, seconds_left
from games.web import feeds

# Limit for requests of a calendar, and of a feed, per hour: once a minute is enough.
LOOKS_AN_HOUR, HOUR = 60, timedelta(hours=1)


@login_required
def own_feeds(request: HttpRequest) -> HttpResponse:
    """Show the URLs; replace them by new ones, or remove them."""
    player = signed_in(request)
    if request.method == "POST":
        accounts.rotate_feed_key(player, is_on="stop" not in request.POST)
        return see_other(reverse("feeds"))
    site, key = settings.SITE_URL.rstrip("/"), accounts.feed_key(player)
    addresses = key and {
        "calendar": site + reverse("calendar", args=[key]),
        "news": site + reverse("news", args=[key]),
    }
    return render(request, "accounts/feeds.html", {"addresses": addresses})


@require_safe
@cache_control(private=True, max_age=60)
@conditional_page
@may_lag
def serve_calendar(request: HttpRequest, key: str) -> HttpResponse:
    """Return the player's deadlines as iCalendar. 404 for an unknown key, 429 if too often."""
    player = _get_feed_owner_or_404(key)
    if is_too_often("feed", f"calendar {key}", times=LOOKS_AN_HOUR, within=HOUR):
        return _refuse_for_now(f"calendar {key}")
    calendar = feeds.render_deadline_calendar(player, now=timezone.now())
    return HttpResponse(calendar, "text/calendar; charset=utf-8")


@require_safe
@cache_control(private=True, max_age=60)
@conditional_page
@may_lag
def serve_atom_feed(request: HttpRequest, key: str) -> HttpResponse:
    """Return the player's open prompts and finished matches as Atom; see serve_calendar()."""
    player = _get_feed_owner_or_404(key)
    if is_too_often("feed", f"news {key}", times=LOOKS_AN_HOUR, within=HOUR):
        return _refuse_for_now(f"news {key}")
    return HttpResponse(feeds.render_atom_feed(player), "application/atom+xml; charset=utf-8")


def _refuse_for_now(address: str) -> HttpResponse:
    """Refuse a request of a feed until its hour is over; a program keeps what it has."""
    response = HttpResponse(
        f"This address answers {LOOKS_AN_HOUR} times an hour.\n",
        "text/plain; charset=utf-8",
        status=429,
    )
    response["Retry-After"] = str(seconds_left("feed", address))
    return response


def _get_feed_owner_or_404(key: str) -> Player:
    player = accounts.player_of_feed(key)
    if player is None:
        raise Http404
    return player
