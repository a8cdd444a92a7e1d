"""Middleware that depends on who is looking: language, seat on a shared device, guests."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.contrib.auth import get_user
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from games.http.responses import see_other
from games.http.viewers import HELD_BY, player_of
from games.models import Player
from games.queries import hotseat
from games.services import profiles

# The URL names of the forms that guests may send: to play their own matches, and to stop being a
# guest. All others are for people with an address.
GUEST_FORMS = frozenset(
    ["first_match", "coach", "prompt", "undo", "resign", "orders", "move_order", "keep_order"]
    + ["cancel_order", "private_note", "appearance", "sign_in", "confirm_code", "use_link"]
    + ["sign_out", "demo_sign_in", "own_data", "guest", "mfa_login_webauthn", "puzzle"]
)
# The pages of a match and of its questions.
OF_MATCH = re.compile(r"/(matches/(?P<number>[0-9]{1,9})|p/(?P<token>[a-z0-9]+))/")
# Pages with nothing for guests but forms that they may not send.
PAGES_OF_PLAYERS = re.compile(r"/(settings|matches/new|leagues/new|emails|messages)/")


def act_as_companion(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Middleware: show the pages of a match on one device to the companion who holds the device.

    Nobody gains by it: whoever has the session has all the seats of its companions.
    """

    def acting(request: HttpRequest) -> HttpResponse:
        page = OF_MATCH.match(request.path)
        if page is not None and isinstance(request.user, Player) and HELD_BY in request.session:
            number, holder = request.session[HELD_BY]
            same = (
                int(page["number"]) == number
                if page["number"]
                else hotseat.is_asked_in(page["token"], number)
            )
            if same:
                companion = hotseat.fetch_companion(request.user, number, UUID(holder))
                setattr(request, "companion", companion)  # noqa: B010
        return get_response(request)

    return acting


def use_player_language(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Middleware: use a player's own language on pages, whatever the browser requests.

    Nobody may store their pages.

    The API does so itself: answering a prompt does not load the player.
    """

    def with_player_language(request: HttpRequest) -> HttpResponse:
        if request.path.startswith("/api/v1/"):
            return get_response(request)
        # Each look at an attribute of a lazy user costs several calls; a page takes hundreds.
        request.user = get_user(request)
        player = player_of(request)
        if player is None:
            return get_response(request)
        with translation.override(player.language):
            response = get_response(request)
        response.headers.setdefault("Content-Language", player.language)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            # What a page shows is for this reader: no browser or proxy keeps it for another one.
            patch_cache_control(response, private=True, no_store=True)
        return response

    return with_player_language


def note_visits(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Middleware: note the day on which a player has last looked at a page."""

    def noted(request: HttpRequest) -> HttpResponse:
        player = None if request.path.startswith("/api/") else player_of(request)
        if player is not None and not player.is_guest:
            profiles.record_visit(player, timezone.now().date())
        return get_response(request)

    return noted


def limit_guests(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Middleware: let guests send only GUEST_FORMS; other forms lead to the page about guests."""

    def limited(request: HttpRequest) -> HttpResponse:
        player = None if request.path.startswith("/api/") else player_of(request)
        if player is None or not player.is_guest or _is_for_guests(request):
            return get_response(request)
        messages.info(request, _("Add your e-mail address first."))
        return see_other(reverse("guest"))

    return limited


def _is_for_guests(request: HttpRequest) -> bool:
    try:
        name = resolve(request.path_info).url_name
    except Resolver404:
        return True
    if name in GUEST_FORMS:
        return True
    is_read = request.method in ("GET", "HEAD", "OPTIONS")
    return is_read and not PAGES_OF_PLAYERS.match(request.path)


def explain_buttons(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Middleware: explain a GET request to a URL that only accepts POST (405).

    It also happens to players whose session has expired: the sign-in leads back to the form's URL.
    """

    def explained(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code != 405 or request.method != "GET" or response.content:
            return response
        table = re.match(r"/matches/\d+/", request.path)
        page = render(request, "405.html", {"table": table and table[0]}, status=405)
        page["Allow"] = response["Allow"]
        return page

    return explained
