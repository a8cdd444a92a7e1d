"""The page between two seats of a match on one device: nothing of the board is shown on it."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from games.http.responses import see_other
from games.http.viewers import held_seat, hold_device, known_match_or_404, viewer_of
from games.models import Match, Player, Status
from games.presentation import labels
from games.queries import hotseat
from games.services import change_marks
from games.web import page_updates
from games.web.page_updates import KnownMarks


def cover_board(
    request: HttpRequest, match: Match, marks: KnownMarks = None
) -> HttpResponse | None:
    """Return the page that asks to pass the device on, None if its holder may see their board.

    The match is one on one device. `marks` are those that the page is drawn under.
    """
    host = request.user
    if match.status == Status.FINISHED or not isinstance(host, Player):
        return None
    holders = hotseat.list_holders(match, host)
    holder = held_seat(request, match.number)
    if not holders or any(seat.player_id == holder for seat in holders):
        return None
    seats_to_answer = hotseat.seats_to_answer(match)
    context = {
        "match": match,
        "title": labels.match_title(match),
        "choices": holders,
        "is_passed": any(seat.number in seats_to_answer for seat in holders),
        "live": page_updates.describe_updates(viewer_of(request), str(match.number), marks),
    }
    return render(request, "games/matches/pass_device.html", context)


@require_POST
@login_required
def take_device(request: HttpRequest, number: int) -> HttpResponse:
    """Note who holds the device now, and show them their board."""
    host = request.user
    assert isinstance(host, Player)
    match = known_match_or_404(request, number)
    here = {str(seat.number): seat.player_id for seat in hotseat.seats_at_device(match, host)}
    player = here.get(request.POST.get("seat", "")) if match.is_hotseat else None
    if player is None:
        raise Http404
    hold_device(request, number, player)
    change_marks.mark_match_changed(number)
    return see_other(f"/matches/{number}/")
