"""The page about playing as a guest: until when, how to keep the matches, and how to end it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.http.responses import see_other
from games.http.viewers import player_of
from games.queries import match_lists
from games.services import guests
from games.web.forms.accounts import SignInForm


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_guest(request: HttpRequest) -> HttpResponse:
    """Show what guests have, with a form for their address; POST deletes the guest."""
    guest = player_of(request)
    if guest is None or not guest.is_guest:
        return see_other("/")
    if request.method == "POST":
        farewell = _("Your matches as a guest are deleted.")
        guests.delete_guest(guest, now=timezone.now())
        logout(request)
        messages.success(request, farewell)
        return see_other("/")
    context = {
        "form": SignInForm(),
        "kept_until": guests.kept_until(guest),
        "has_matches": match_lists.current_matches(guest).exists(),
    }
    return render(request, "accounts/guest.html", context)
