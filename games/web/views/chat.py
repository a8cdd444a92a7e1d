"""Send a chat message from the match page."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from games.engine.contract import Refused
from games.http.responses import see_other
from games.http.viewers import signed_in, visible_match_or_404
from games.queries import matches
from games.services import chat
from games.web.views import matches as match_views


@require_POST
@login_required
def send_message(request: HttpRequest, number: int) -> HttpResponse:
    """Send a message to the others in the match; two clicks send only one."""
    match, player = visible_match_or_404(request, number), signed_in(request)
    if matches.seat_of(match, player) is None or match.started_at is None:
        raise Http404
    try:
        chat.send_message(
            match, player, request.POST.get("text", ""), key=f"page-{_read_form_nonce(request)}"
        )
    except Refused as refusal:
        return match_views.render_match_page(
            request, match, match_views.FormResult(unsaid=refusal), status=422
        )
    return see_other(f"/matches/{number}/#chat")


def _read_form_nonce(request: HttpRequest) -> UUID:
    try:
        return UUID(request.POST.get("nonce", ""))
    except ValueError:
        return uuid4()
