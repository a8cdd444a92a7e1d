"""Undo requests and votes, on pages and by links."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import DataError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from games.engine.contract import Refused
from games.engine.numbers import parse_number
from games.http.responses import see_other
from games.http.viewers import signed_in, visible_match_or_404
from games.models import Ballot, Vote
from games.presentation import errors_text, labels, links
from games.presentation import votes as vote_text
from games.queries import matches
from games.services.play import undo, votes
from games.web.views import devices

# The numbers of the two answers of a ballot, on pages and in e-mails.
SAYS = {1: True, 2: False}


@require_POST
@login_required
def take_back(request: HttpRequest, number: int) -> HttpResponse:
    """Undo my last move, or ask the others."""
    match, player = visible_match_or_404(request, number), signed_in(request)
    last_ply = parse_number(request.POST.get("ply", ""), 999_999)
    try:
        vote = undo.request_undo(player, match, ply=last_ply)
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal))
        return see_other(f"/matches/{number}/")
    if vote.outcome == Vote.Outcome.PASSED:
        messages.success(request, _("Your move is taken back."))
    else:
        messages.success(request, _("The others are asked whether they agree."))
    return see_other(f"/matches/{number}/")


@require_POST
@login_required
def start_vote(request: HttpRequest, number: int) -> HttpResponse:
    """Ask the others for more time, a pause or its end, or the end of the match."""
    match, player = visible_match_or_404(request, number), signed_in(request)
    hours, kind = parse_number(request.POST.get("hours", "0"), 9999), request.POST.get("kind", "")
    if kind not in votes.BUDGET or hours is None:
        raise Http404
    reason = " ".join(request.POST.get("reason", "").replace("\0", " ").split())
    try:
        vote = votes.call_vote(player, match, Vote.Kind(kind), hours=hours, reason=reason)
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal))
        return see_other(f"/matches/{number}/")
    if vote.outcome == Vote.Outcome.PASSED:
        summary = vote_text.describe_vote(match, vote.seat, vote.pk, get_language() or "en")
        messages.success(request, summary.ended)
    else:
        messages.success(request, _("The others are asked whether they agree."))
    return see_other(f"/matches/{number}/")


@require_POST
@login_required
def answer_vote(request: HttpRequest, number: int, token: str) -> HttpResponse:
    """Vote yes or no on the match page."""
    match = visible_match_or_404(request, number)
    ballot = _get_ballot_or_404(token)
    if ballot.vote.match_id != match.pk or ballot.seat != matches.seat_of(
        match, signed_in(request)
    ):
        raise Http404
    try:
        votes.answer_ballot(ballot, request.POST.get("says") == "yes")
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal))
    else:
        messages.success(request, _("Your answer was played."))
    return see_other(f"/matches/{number}/")


@never_cache
@csrf_exempt  # The nonce replaces the token: it is shown only on a known device, for this answer.
@require_http_methods(["GET", "HEAD", "POST"])
def answer_vote_by_link(
    request: HttpRequest, token: str, number: int, signature: str = ""
) -> HttpResponse:
    """Vote by a link in an e-mail: 1 is yes, 2 is no.

    It counts on a known device of its reader.

    A link without a signature, as in old e-mails, grants no more than the Reply-To address of an
    e-mail.
    """
    if signature and not links.is_ours(token, number, signature):
        raise Http404
    row = _get_ballot_or_404(token)
    if number not in SAYS:
        raise Http404
    seats = matches.match_with_seats(row.vote.match_id).seats.all()
    player = next(seat.player for seat in seats if seat.number == row.seat)
    if player.is_bot or not player.is_active:
        raise Http404
    may_act = devices.may_act if signature else devices.is_at_home
    with override(player.language):
        if may_act(request, player):
            response = _handle_ballot(request, row, number, player.language)
        else:
            response = devices.render_unknown_device_flow(request, player)
    response["X-Robots-Tag"] = "noindex"
    return response


def _handle_ballot(request: HttpRequest, row: Ballot, number: int, language: str) -> HttpResponse:
    """Show one answer to a vote with its button, or the result of clicking it."""
    context: dict[str, object] = {"says": SAYS[number], "note": ""}
    if request.method == "POST":
        context |= _cast_ballot(request, row, number)
    return _render_ballot(request, row, number, language, context)


def _get_ballot_or_404(token: str) -> Ballot:
    """Return the ballot named by this token, its vote open or not. Raises Http404."""
    try:
        return Ballot.objects.select_related("vote").get(token=token)
    except (Ballot.DoesNotExist, DataError) as error:  # PostgreSQL text cannot hold a NUL.
        raise Http404 from error


def _cast_ballot(request: HttpRequest, row: Ballot, number: int) -> dict[str, object]:
    try:
        links.read_nonce(request.POST.get("nonce", ""), row.token, number)
        votes.answer_ballot(row, SAYS[number])
    except links.BadNonce:
        return {"note": _("Please click the button again.")}
    except Refused as refusal:
        return {"note": errors_text.describe_refusal(refusal)}
    return {"done": True}


def _render_ballot(
    request: HttpRequest, row: Ballot, number: int, language: str, context: dict[str, Any]
) -> HttpResponse:
    match = matches.match_with_seats(row.vote.match_id)
    context |= {
        "match": match,
        "title": labels.match_title(match),
        "vote": vote_text.describe_vote(match, row.seat, row.vote_id, language),
        "nonce": links.new_nonce(row.token, number),
    }
    is_over = bool(context["vote"].ended) and "done" not in context
    return render(request, "games/votes/ballot.html", context, status=410 if is_over else 200)
