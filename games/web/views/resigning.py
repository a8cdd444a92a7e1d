"""The page to resign one's seat, which asks for confirmation.

From the match it needs a sign-in, from an e-mail a known device; only its form acts.
"""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.engine.contract import Refused
from games.http.viewers import signed_in, visible_match_or_404
from games.models import Match, Player
from games.presentation import errors_text, labels, links
from games.services import resigning
from games.web.views import devices


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def resign_match(request: HttpRequest, number: int) -> HttpResponse:
    """Resign my seat in a match, after confirmation."""
    return _handle_resignation(request, visible_match_or_404(request, number), signed_in(request))


@never_cache
@csrf_exempt  # The nonce replaces the token: it is shown only on a known device.
@require_http_methods(["GET", "HEAD", "POST"])
def resign_by_link(request: HttpRequest, link: str) -> HttpResponse:
    """Resign the seat whose player requested this link by e-mail."""
    target = resigning.read_resign_link(link)
    if target is None:
        return render(request, "games/answers/bad_link.html", status=410)
    match, player = target
    with override(player.language):
        if devices.may_act(request, player):
            response = _handle_resignation(request, match, player)
        else:
            response = devices.render_unknown_device_flow(request, player)
    response["X-Robots-Tag"] = "noindex"
    return response


def _handle_resignation(request: HttpRequest, match: Match, player: Player) -> HttpResponse:
    note, is_done, status = "", False, 200
    seat = f"{match.pk.hex}.{player.pk.hex}"
    if not match.seats.filter(player=player).exists() and request.method != "POST":
        raise Http404
    if request.method == "POST":
        try:
            links.read_nonce(request.POST.get("nonce", ""), seat, 0)
            resigning.resign_seat(match, player)
            is_done = True
        except links.BadNonce:
            note = _("Please click the button again.")
        except Refused as refusal:
            note, status = errors_text.describe_refusal(refusal), 409
    context = {
        "match": match,
        "title": labels.match_title(match),
        "nonce": links.new_nonce(seat, 0),
        "note": note,
        "is_done": is_done,
    }
    return render(request, "games/resigning/resign.html", context, status=status)
