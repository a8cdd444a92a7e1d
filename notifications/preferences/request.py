"""The signed-in player of a request."""

from __future__ import annotations

from django.http import HttpRequest

from notifications.models.players import Player


def signed_in(request: HttpRequest) -> Player:
    """Return the player of a request to a view that requires sign-in."""
    assert isinstance(request.user, Player)
    return request.user
