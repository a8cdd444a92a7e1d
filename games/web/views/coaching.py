"""Start a first match with a coach, and switch the coach on and off."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.engine.contract import Refused
from games.http.responses import see_other
from games.http.sessions import sign_in_guest
from games.http.viewers import language_of, player_of, signed_in, visible_match_or_404
from games.models import Level, Player
from games.presentation import errors_text
from games.services import coaching, guests
from games.services.rate_limits import address_of, is_too_often
from games.titles import GAMES

FIRST_MATCHES_A_DAY, DAY = 5, timedelta(days=1)
# Limit for new guests per network address.
GUESTS_AN_HOUR, HOUR = 10, timedelta(hours=1)


@require_POST
def first_match(request: HttpRequest) -> HttpResponse:
    """Start a coached match against a house bot, a strong one for `level=strong`.

    A visitor becomes a guest.
    """
    game = request.POST.get("game", coaching.FIRST_GAME)
    level = Level.STRONG if request.POST.get("level") == Level.STRONG else Level.QUICK
    if game not in GAMES or GAMES[game].coach is None:
        raise Http404
    try:
        player = player_of(request) or _create_guest(request)
        if is_too_often("first-match", player.pk.hex, times=FIRST_MATCHES_A_DAY, within=DAY):
            messages.error(
                request, _("You have started many guided matches today; finish one first.")
            )
            return see_other("/")
        match = coaching.first_match(player, game=game, level=level)
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal))
        return see_other("/")
    return see_other(f"/matches/{match.number}/")


def _create_guest(request: HttpRequest) -> Player:
    """Create a guest and sign them in. Raises GuestLimit."""
    if is_too_often("guest", address_of(request), times=GUESTS_AN_HOUR, within=HOUR):
        raise guests.GuestLimit("Too many guests from your network. Try again in an hour.")
    guest = guests.create_guest(language=language_of(request), now=timezone.now())
    sign_in_guest(request, guest)
    return guest


@require_POST
@login_required
def toggle_coach(request: HttpRequest, number: int) -> HttpResponse:
    """Switch the coach on or off."""
    match = visible_match_or_404(request, number)
    coaching.set_coaching(match, signed_in(request), on=request.POST.get("on") == "yes")
    return see_other(f"/matches/{number}/")
