"""The secret URLs of a player's calendar and feed, and the page that shows them."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from abyss_site.database.replica import may_lag
from games.models import Player
from games.presentation.request import see_other, signed_in
from games.services import accounts
from games.services.rate_limits import is_too_often
from games.web import feeds

# Limit for requests of a calendar or feed per hour: once a minute is enough.
LOOKS_AN_HOUR, HOUR = 60, timedelta(hours=1)


@login_required
def own_feeds(request: HttpRequest) -> HttpResponse:
    """Show the URLs; replace them by new ones, or remove them."""
    player = signed_in(request)
    if request.method == "POST":
        accounts.rotate_feed_key(player, wanted="stop" not in request.POST)
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
    """Return the player's open deadlines as iCalendar. 404 for an unknown key."""
    made = feeds.render_deadline_calendar(_get_feed_owner_or_404(key))
    return HttpResponse(made, "text/calendar; charset=utf-8")


@require_safe
@cache_control(private=True, max_age=60)
@conditional_page
@may_lag
def serve_atom_feed(request: HttpRequest, key: str) -> HttpResponse:
    """Return the player's open prompts and finished matches as Atom. 404 for an unknown key."""
    made = feeds.render_atom_feed(_get_feed_owner_or_404(key))
    return HttpResponse(made, "application/atom+xml; charset=utf-8")


def _get_feed_owner_or_404(key: str) -> Player:
    player = accounts.player_of_feed(key)
    if player is None or is_too_often("feed", key, times=LOOKS_AN_HOUR, within=HOUR):
        raise Http404
    return player
