"""Who looks at a page about e-mails."""

from __future__ import annotations

from django.http import HttpRequest

from notifications.models.players import Player


def signed_in(request: HttpRequest) -> Player:
    """Return the player behind a page that only players see."""
    assert isinstance(request.user, Player)
    return request.user
