"""Begin the session of a player or of a guest."""

from __future__ import annotations

from allauth.account.utils import perform_login
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse

from games.models import Player


def sign_in_player(request: HttpRequest, player: Player, path: str) -> HttpResponse:
    """Sign in an authenticated player, after their second factor if they have one."""
    response: HttpResponse = perform_login(
        request, player, email=player.email, redirect_url=path or "/"
    )
    return response


def sign_in_guest(request: HttpRequest, guest: Player) -> None:
    """Begin the session of a guest, which is all they have."""
    login(request, guest)
