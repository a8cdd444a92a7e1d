"""Download a match as a signed file, and the keys to verify its signature."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from abyss_site.core.database.replica import may_lag_if
from games.engine import signature
from games.http.viewers import is_long_over, player_of, visible_match_or_404
from games.models import Status
from games.queries import matches
from games.services.exports import export_match
from games.services.rate_limits import address_of, is_too_often, seconds_left
from games.web.views.hotseat import cover_board

# Limit, because a file contains the whole match.
FILES_AN_HOUR, HOUR = 120, timedelta(hours=1)


@never_cache
@require_safe
@may_lag_if(is_long_over)
def match_file(request: HttpRequest, number: int) -> HttpResponse:
    """Download the whole record after the end; before that, what the visitor may see."""
    match = visible_match_or_404(request, number)
    if match.started_at is None:
        raise Http404
    if match.is_hotseat and (cover := cover_board(request, match)):
        return cover
    client = address_of(request)
    if is_too_often("match-file", client, times=FILES_AN_HOUR, within=HOUR):
        sentence = _("You have downloaded many match files within an hour. Please try again later.")
        wait = {"Retry-After": str(seconds_left("match-file", client))}
        return HttpResponse(sentence, "text/plain; charset=utf-8", 429, headers=wait)
    seat = matches.seat_of(match, player_of(request))
    lines = export_match(match, seat=seat, whole=match.status == Status.FINISHED)
    name = f"{match.game}-{match.number}.jsonl"
    return HttpResponse(
        "".join(f"{line}\n" for line in lines),
        content_type="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_safe
def signing_key(request: HttpRequest) -> HttpResponse:
    """Return the public keys of this site, 64 hexadecimal digits each, one per line.

    The first is the current one; the others are retired.
    """
    secrets = [settings.SIGNING_KEY, *settings.SIGNING_KEY_FALLBACKS]
    lines = "".join(f"{signature.public_key(secret)}\n" for secret in secrets)
    return HttpResponse(lines, content_type="text/plain")
