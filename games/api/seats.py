"""API endpoints for seats: join, leave, add a bot, take over, reclaim, resign."""

from __future__ import annotations

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import schemas
from games.api.endpoint import Endpoint, accept_idempotency_key
from games.api.matches import own_match, serialize_match
from games.api.operations import describe_operation
from games.http.viewers import signed_in, visible_match_or_404
from games.models import Level, Match, Seat
from games.presentation.problems import Unreadable
from games.queries import matches as match_queries
from games.services import accounts, inactivity, matches, own_bots, resigning, substitutes


class Join(Endpoint):
    @accept_idempotency_key
    @describe_operation("join_match", request=schemas.Joining, responses=schemas.MatchShape)
    def post(self, request: Request, number: int) -> Response:
        """Join a match; a private one with the last part of an invitation's address."""
        serializer = schemas.Joining(data=request.data)
        serializer.is_valid(raise_exception=True)
        link = serializer.validated_data.get("invitation")
        match = (
            visible_match_or_404(request, number)
            if link is None
            else _find_invited_match(link, number)
        )
        word, program = serializer.validated_data["word"], Seat.WordSource.PROGRAM
        matches.join_match(match, signed_in(request), word=word, word_source=program)
        return _respond_with_match(request, number)


class Leave(Endpoint):
    @accept_idempotency_key
    @describe_operation("leave_match", request=None, responses={204: None})
    def post(self, request: Request, number: int) -> Response:
        """Leave a match before it begins."""
        matches.leave_match(own_match(request, number), signed_in(request))
        return Response(status=204)


class BotWish(s.Serializer):
    """Which bot to add: one of the house, or one of yours."""

    level = s.ChoiceField(
        [Level.QUICK, Level.STRONG],
        default=Level.QUICK,
        help_text="Of a house bot: one of the `levels` of the game.",
    )
    bot = s.UUIDField(
        required=False, allow_null=True, help_text="Your own, where players' bots are welcome."
    )


class Bots(Endpoint):
    @accept_idempotency_key
    @describe_operation("add_bot", request=BotWish, responses=schemas.MatchShape)
    def post(self, request: Request, number: int) -> Response:
        """Add a house bot to a match that you have opened, or add a bot of yours."""
        serializer = BotWish(data=request.data)
        serializer.is_valid(raise_exception=True)
        if bot := serializer.validated_data.get("bot"):
            own_bots.seat_bot(signed_in(request), visible_match_or_404(request, number), bot)
            return _respond_with_match(request, number)
        level = serializer.validated_data["level"]
        matches.add_bot(own_match(request, number), signed_in(request), level=level)
        return _respond_with_match(request, number)


class Take(Endpoint):
    @accept_idempotency_key
    @describe_operation("take_seat", request=None, responses=schemas.MatchShape)
    def post(self, request: Request, number: int) -> Response:
        """Take over a seat of a running match that is offered to others."""
        substitutes.take_seat(visible_match_or_404(request, number), signed_in(request))
        return _respond_with_match(request, number)


class ReclaimSeat(Endpoint):
    @accept_idempotency_key
    @describe_operation("reclaim_seat", request=None, responses=schemas.MatchShape)
    def post(self, request: Request, number: int) -> Response:
        """Reclaim your own seat from a house bot, or from the list of offered ones."""
        inactivity.reclaim_seat(own_match(request, number), signed_in(request))
        return _respond_with_match(request, number)


class Resign(Endpoint):
    @accept_idempotency_key
    @describe_operation("resign", request=None, responses={204: None})
    def post(self, request: Request, number: int) -> Response:
        """Resign your seat for good: a house bot plays it to the end."""
        resigning.resign_seat(own_match(request, number), signed_in(request))
        return Response(status=204)


def _respond_with_match(request: Request, number: int) -> Response:
    return Response(serialize_match(match_queries.match_by_number(number), signed_in(request)))


def _find_invited_match(link: str, number: int) -> Match:
    match_id = accounts.read_invitation_link(link)
    match = match_queries.open_match_by_id(match_id) if match_id else None
    if match is None:
        raise Unreadable("invitation", _("This link has expired or is incomplete."))
    if match.number != number:
        raise Http404
    return match
