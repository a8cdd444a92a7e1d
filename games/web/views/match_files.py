"""Look at a match file of any origin. Nothing of it is stored."""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.engine.numbers import parse_number
from games.presentation import errors_text
from games.presentation.match_files import (
    MAX_BYTES,
    MAX_MOVES,
    BadMatchFile,
    show_match_file,
)
from games.services.rate_limits import address_of, is_too_often, seconds_left

# Limit, because each time the rules repeat the moves of the file.
LOOKS_AN_HOUR, HOUR = 240, timedelta(hours=1)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def look_at_match_file(request: HttpRequest) -> HttpResponse:
    """Show the form; with a file, its match after so many moves. 422 for a bad file."""
    if request.method != "POST":
        return render(request, "games/matches/file.html", {})
    client = address_of(request)
    if is_too_often("look-at-file", client, times=LOOKS_AN_HOUR, within=HOUR):
        sentence = _("You have looked at many files within an hour. Please try again later.")
        wait = {"Retry-After": str(seconds_left("look-at-file", client))}
        return HttpResponse(sentence, "text/plain; charset=utf-8", 429, headers=wait)
    data = _read_file(request)
    ply = parse_number(request.POST.get("ply", ""), MAX_MOVES)
    try:
        shown = show_match_file(data, ply, get_language() or "en")
    except BadMatchFile as refusal:
        facts = {"error": errors_text.describe_refusal(refusal)}
        return render(request, "games/matches/file.html", facts, status=422)
    context = {
        "shown": shown,
        "text": data.decode(),
        "players": list(zip(shown.names, shown.places, strict=True)),
        "before": max(0, shown.ply - 1),
        "behind": min(shown.last_ply, shown.ply + 1),
    }
    return render(request, "games/matches/file.html", context)


def _read_file(request: HttpRequest) -> bytes:
    """Return the file that was chosen, or the text of the one that is looked at."""
    upload = request.FILES.get("file")
    if upload is not None:
        content: bytes = upload.read(MAX_BYTES + 1)
        return content
    text: str = request.POST.get("text", "")
    # A browser sends the line breaks of a form as CR LF, and no line of a file ends so.
    return text.replace("\r\n", "\n").encode("utf-8", "replace")
