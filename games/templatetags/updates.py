"""Template tags for pages that follow changes while they are open."""

from __future__ import annotations

from django import template
from django.template import Context

from games.http.viewers import device_of, header_counts, viewer_of
from games.models import Player
from games.queries.header import HeaderCounts, fetch_header_counts
from games.web import page_updates
from games.web.page_updates import Updates

register = template.Library()


@register.simple_tag(takes_context=True)
def updates_of_page(context: Context) -> Updates | None:
    """Return what the page follows: what its view says, else the header of a signed-in player."""
    request = context.get("request")
    live: Updates | None = context.get("live")
    if request is None or live is not None or not hasattr(request, "user"):
        return live
    viewer = viewer_of(request)
    return page_updates.describe_updates(viewer, "", page_updates.fetch_known_marks(viewer.player))


@register.simple_tag(takes_context=True)
def count_waiting(context: Context) -> int:
    """Return how many questions wait for the signed-in player."""
    count: int | None = context.get("waiting_count")
    user = context.get("user")
    if count is not None or not isinstance(user, Player):
        return count or 0
    return _header_counts(context, user).waiting


@register.simple_tag(takes_context=True)
def count_unanswered(context: Context) -> int:
    """Return how many invitations and votes the signed-in player has not answered."""
    user = context.get("user")
    return _header_counts(context, user).asked if isinstance(user, Player) else 0


@register.simple_tag(takes_context=True)
def count_unread_conversations(context: Context) -> int:
    """Return how many conversations of the signed-in player have new messages."""
    user = context.get("user")
    return _header_counts(context, user).unread if isinstance(user, Player) else 0


def _header_counts(context: Context, player: Player) -> HeaderCounts:
    """Return the counts, which are read once for each request."""
    request = context.get("request")
    return fetch_header_counts(player) if request is None else header_counts(request)


@register.simple_tag(takes_context=True)
def plays_sound(context: Context) -> bool:
    """Return whether this browser plays a sound when a question arrives."""
    request = context.get("request")
    return request is not None and device_of(request).plays_sound


@register.simple_tag(takes_context=True)
def keeps_offline(context: Context) -> str:
    """Return "on" if this browser keeps boards, "off" if it has to forget them, else ""."""
    request = context.get("request")
    return "" if request is None else device_of(request).offline
