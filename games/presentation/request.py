"""Who looks at a page and at which matches they may, in which language, and where they go on.

Two of these are middleware: `speak` and `explain_buttons`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from allauth.account.utils import perform_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import translation

from games.models import Match, Player, Status
from games.models.players import LANGUAGES
from games.presentation import invitations
from games.queries import matches


def player_of(request: HttpRequest) -> Player | None:
    """The player who is signed in, None for a visitor."""
    return request.user if isinstance(request.user, Player) else None


def signed_in(request: HttpRequest) -> Player:
    """The player behind a page that only players see."""
    assert isinstance(request.user, Player)
    return request.user


def speak(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Middleware: pages speak a player's own language, whatever the browser asks for.

    The API sees to that itself: an answer to a question looks up nobody.
    """

    def spoken(request: HttpRequest) -> HttpResponse:
        player = None if request.path.startswith("/api/v1/") else player_of(request)
        if player is None:
            return get_response(request)
        with translation.override(player.language):
            response = get_response(request)
        response.headers.setdefault("Content-Language", player.language)
        return response

    return spoken


def explain_buttons(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Middleware: whoever follows a link to where only a button leads reads that nothing was done.

    So does who was signed out in the meantime: a sign-in leads back to where the button led.
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


def language_of(request: HttpRequest) -> str:
    """The player's own language; a visitor's is the browser's."""
    player = player_of(request)
    spoken = player.language if player else (translation.get_language() or "en")[:2]
    return spoken if spoken in dict(LANGUAGES) else "en"


def see_other(path: str) -> HttpResponseRedirect:
    """Send the browser on with a GET, so that reloading repeats nothing (RFC 9110 §15.4.4)."""
    response = HttpResponseRedirect(path)
    response.status_code = 303
    return response


def sign_in_player(request: HttpRequest, player: Player, path: str) -> HttpResponse:
    """Sign a player in who has shown who they are, after their second factor if they have one."""
    response: HttpResponse = perform_login(
        request, player, email=player.email, redirect_url=path or "/"
    )
    return response


def visible_match_or_404(request: HttpRequest, number: int) -> Match:
    """The match, if this visitor may look at it. Raises Http404."""
    match = known_match_or_404(request, number)
    is_watched = match.watchable or match.status in (Status.OPEN, Status.DEALING)
    if not is_watched and matches.seat_of(match, player_of(request)) is None:
        raise Http404
    return match


def known_match_or_404(request: HttpRequest, number: int) -> Match:
    """The match, if this visitor may know that it is there. Raises Http404."""
    try:
        match = matches.match_by_number(number)
    except Match.DoesNotExist as error:
        raise Http404 from error
    player = player_of(request)
    is_hidden = match.private and matches.seat_of(match, player) is None
    if is_hidden and invitations.find_invitation_to_match(match, player) is None:
        raise Http404
    return match
