"""A match as a signed file, and the key that its signature is checked with."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import queries, signature
from games.models import Status
from games.services.exports import export_match
from games.views.tables import visible
from games.views.visitors import player_of


@never_cache
@require_safe
def match_file(request: HttpRequest, number: int) -> HttpResponse:
    """Everything after the end; before it what the visitor was told."""
    match = visible(request, number)
    if match.started is None:
        raise Http404
    seat = queries.seat_of(match, player_of(request))
    lines = export_match(match, seat=seat, whole=match.status == Status.FINISHED)
    name = f"{match.game}-{match.number}.jsonl"
    return HttpResponse(
        "".join(f"{line}\n" for line in lines),
        content_type="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_safe
def signing_key(request: HttpRequest) -> HttpResponse:
    """The public key of this site: 64 hexadecimal digits."""
    return HttpResponse(
        signature.public_key(settings.SIGNING_KEY) + "\n", content_type="text/plain"
    )
