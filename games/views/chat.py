"""Saying something at the table."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from games import queries
from games.rules.contract import Refused
from games.services import chat
from games.views import tables
from games.views.visitors import see_other, signed_in


@require_POST
@login_required
def say(request: HttpRequest, number: int) -> HttpResponse:
    """Keep a message for the others of the match; a pressed button twice is one message."""
    match, player = tables.visible(request, number), signed_in(request)
    if queries.seat_of(match, player) is None or match.started is None:
        raise Http404
    try:
        chat.say(match, player, request.POST.get("text", ""), key=f"page-{_nonce(request)}")
    except Refused as refusal:
        return tables.page(request, match, unsaid=refusal, status=422)
    return see_other(f"/matches/{number}/#chat")


def _nonce(request: HttpRequest) -> UUID:
    try:
        return UUID(request.POST.get("nonce", ""))
    except ValueError:
        return uuid4()
