"""Start a first match with a coach, and switch the coach on and off."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.presentation.request import see_other, signed_in, visible_match_or_404
from games.services import coaching
from games.services.rate_limits import is_too_often
from games.titles import GAMES

FIRST_MATCHES_A_DAY, DAY = 5, timedelta(days=1)


@require_POST
@login_required
def first_match(request: HttpRequest) -> HttpResponse:
    """Start a coached match against a house bot."""
    player, game = signed_in(request), request.POST.get("game", coaching.FIRST_GAME)
    if game not in GAMES or GAMES[game].coach is None:
        raise Http404
    if is_too_often("first-match", player.pk.hex, times=FIRST_MATCHES_A_DAY, within=DAY):
        messages.error(request, _("You have started many guided matches today; finish one first."))
        return see_other("/")
    match = coaching.first_match(player, game=game)
    return see_other(f"/matches/{match.number}/")


@require_POST
@login_required
def toggle_coach(request: HttpRequest, number: int) -> HttpResponse:
    """Switch the coach on or off."""
    match = visible_match_or_404(request, number)
    coaching.set_coaching(match, signed_in(request), on=request.POST.get("on") == "yes")
    return see_other(f"/matches/{number}/")
