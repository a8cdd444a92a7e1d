"""The page of one's private notes about a match."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.engine.contract import Refused
from games.http.responses import see_other
from games.http.viewers import language_of, signed_in, visible_match_or_404
from games.models import PrivateNote
from games.presentation import errors_text
from games.queries import matches
from games.services import private_notes
from games.web.views import matches as match_views
from games.web.views.hotseat import cover_board


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_private_notes(request: HttpRequest, number: int) -> HttpResponse:
    """Show and change my notes about a match I play in; 404 for everybody else."""
    match, player = visible_match_or_404(request, number), signed_in(request)
    if match.is_hotseat and (cover := cover_board(request, match)):
        return cover
    seat = matches.seat_of(match, player)
    if seat is None:
        raise Http404
    row = PrivateNote.objects.filter(match=match, player=player).first()
    text, refusal = row.text if row else "", ""
    if request.method == "POST":
        text = request.POST.get("text", "")
        try:
            private_notes.save_private_note(match, player, text)
        except Refused as refusal_error:
            refusal = errors_text.describe_refusal(refusal_error)
        else:
            messages.success(request, _("Notes saved."))
            return see_other(f"/matches/{number}/notes/")
    context = match_views.build_match_header(match, seat, language_of(request)) | {
        "text": text,
        "refusal": refusal,
        "longest": private_notes.LONGEST,
        "tab": "notes",
    }
    return render(request, "games/notes/note.html", context, status=422 if refusal else 200)
