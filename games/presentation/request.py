"""Helpers for requests: the player, their language, visible matches, redirects.

Five of these are middleware: `use_player_language`, `note_visits`, `limit_guests`,
`act_as_companion` and `explain_buttons`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from uuid import UUID

from allauth.account.utils import perform_login
from django.contrib import messages
from django.contrib.auth import get_user, login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from games.models import Match, Player, Status
from games.models.players import LANGUAGES
from games.presentation import invitations
from games.queries import hotseat, matches
from games.queries.header import HeaderCounts, fetch_header_counts
from games.services import profiles

# The cookie in which a browser keeps its choice, and what can be chosen.
THEME_COOKIE = "theme"
THEMES = ("light", "dark")
# The cookie of a browser that plays a sound when a question arrives.
SOUND_COOKIE = "sound"
# The cookie of a browser that keeps boards for when there is no network: "on", or "off" if it has
# to forget them.
OFFLINE_COOKIE = "offline"


# The URL names of the forms that guests may send: to play their own matches, and to stop being a
# guest. All others are for people with an address.
GUEST_FORMS = frozenset(
    ["first_match", "coach", "prompt", "undo", "resign", "orders", "move_order", "keep_order"]
    + ["cancel_order", "private_note", "appearance", "sign_in", "confirm_code", "use_link"]
    + ["sign_out", "demo_sign_in", "own_data", "guest", "mfa_login_webauthn", "puzzle"]
)
# The key of a session that notes who holds the device: the number of the match, and the player.
HELD_BY = "held_by"
# The pages of a match and of its questions.
OF_MATCH = re.compile(r"/(matches/(?P<number>[0-9]{1,9})|p/(?P<token>[a-z0-9]+))/")
# Pages with nothing for guests but forms that they may not send.
PAGES_OF_PLAYERS = re.compile(r"/(settings|matches/new|leagues/new|emails|messages)/")


def player_of(request: HttpRequest) -> Player | None:
    """Return the signed-in player, or the companion who holds their device; None for a visitor."""
    companion: Player | None = getattr(request, "companion", None)
    if companion is not None:
        return companion
    return request.user if isinstance(request.user, Player) else None


def header_counts(request: HttpRequest) -> HeaderCounts:
    """Return what the header tells the signed-in user; it is read once for each request."""
    known: HeaderCounts | None = getattr(request, "header_counts", None)
    if known is None:
        assert isinstance(request.user, Player)
        known = fetch_header_counts(request.user)
        request.header_counts = known  # type: ignore[attr-defined]
    return known


def signed_in(request: HttpRequest) -> Player:
    """Return the player of a page that requires a sign-in."""
    player = player_of(request)
    assert player is not None
    return player


def hold_device(request: HttpRequest, match_number: int, player: UUID) -> None:
    """Note who holds the device in a match of several people on it."""
    request.session[HELD_BY] = [match_number, str(player)]


def held_seat(request: HttpRequest, match_number: int) -> UUID | None:
    """Return the player who holds the device in this match, None if nobody has said so."""
    known = request.session.get(HELD_BY)
    return UUID(known[1]) if known and known[0] == match_number else None


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
                found = hotseat.fetch_companion(request.user, number, UUID(holder))
                setattr(request, "companion", found)  # noqa: B010
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


def parse_form_number(given: Mapping[str, str]) -> UUID | None:
    """Return the number of a form that is sent, by which a second sending is known; None: none."""
    try:
        return UUID(given.get("form_number", ""))
    except ValueError:
        return None


def chosen_theme(request: HttpRequest) -> str:
    """Return the theme that this browser has chosen, "" if it follows the system."""
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return theme if theme in THEMES else ""


def language_of(request: HttpRequest) -> str:
    """Return the player's own language, or that of a visitor's browser."""
    player = player_of(request)
    spoken = player.language if player else (translation.get_language() or "en")[:2]
    return spoken if spoken in dict(LANGUAGES) else "en"


def see_other(path: str) -> HttpResponseRedirect:
    """Redirect with 303, so that reloading repeats nothing (RFC 9110 §15.4.4)."""
    response = HttpResponseRedirect(path)
    response.status_code = 303
    return response


def sign_in_player(request: HttpRequest, player: Player, path: str) -> HttpResponse:
    """Sign in an authenticated player, after their second factor if they have one."""
    response: HttpResponse = perform_login(
        request, player, email=player.email, redirect_url=path or "/"
    )
    return response


def sign_in_guest(request: HttpRequest, guest: Player) -> None:
    """Begin the session of a guest, which is all they have."""
    login(request, guest)


def visible_match_or_404(request: HttpRequest, number: int) -> Match:
    """Return the match, if this visitor may look at it. Raises Http404."""
    match = known_match_or_404(request, number)
    is_watched = match.watchable or match.status in (Status.OPEN, Status.DEALING)
    if not is_watched and matches.seat_of(match, player_of(request)) is None:
        raise Http404
    return match


def is_long_over(request: HttpRequest, number: int) -> bool:
    """Return whether a match has been over for so long that its pages may come from a replica."""
    return matches.is_long_over(number, now=timezone.now())


def known_match_or_404(request: HttpRequest, number: int) -> Match:
    """Return the match, if this visitor may know that it exists. Raises Http404."""
    try:
        match = matches.match_by_number(number)
    except Match.DoesNotExist as error:
        raise Http404 from error
    player = player_of(request)
    is_hidden = match.private and matches.seat_of(match, player) is None
    if is_hidden and invitations.find_invitation_to_match(match, player) is None:
        raise Http404
    return match
