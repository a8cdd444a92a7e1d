"""Which matches a visitor may look at, or know of."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from games.models import Match, Status
from games.presentation import invitations
from games.presentation.request import player_of
from games.queries import matches


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
