"""API endpoints for invitations, sent and received, and for rematches."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import schemas
from games.api.endpoint import Endpoint, accept_idempotency_key
from games.api.matches import own_match, serialize_match
from games.api.operations import describe_operation
from games.api.paging import EntryCursor, build_entries_serializer, respond_with_entries
from games.http.viewers import signed_in, visible_match_or_404
from games.models import Invitation, Match, Seat
from games.presentation import invitations as invitation_text
from games.queries import matches
from games.services import invitations, rematches
from games.services.invitations import MAX_NOTE_LENGTH


class NewInvitation(s.Serializer):
    """Somebody to invite."""

    whom = schemas.NonBlank(
        max_length=254,
        trim_whitespace=False,
        help_text="An e-mail address, or the name of a player here.",
    )
    note = s.CharField(
        max_length=MAX_NOTE_LENGTH, default="", allow_blank=True, help_text="A line from you."
    )


class SentInvitation(s.Serializer):
    """An invitation that you have sent."""

    id = s.UUIDField()
    match = s.IntegerField()
    whom = s.CharField(help_text="As you called them; an address does not tell whose it is.")
    note = s.CharField(allow_blank=True)
    seat = s.IntegerField(allow_null=True, help_text="Kept for them; null: who comes first sits.")
    sent_at = s.DateTimeField()
    expires_at = s.DateTimeField()
    outcome = s.ChoiceField(Invitation.Outcome.choices)


class MyInvitation(s.Serializer):
    """An invitation that you have received."""

    id = s.UUIDField()
    inviter = s.CharField()
    note = s.CharField(allow_blank=True)
    seat = s.IntegerField(allow_null=True, help_text="Kept for you; null: who comes first sits.")
    expires_at = s.DateTimeField()
    match = schemas.MatchShape()


class Accepting(s.Serializer):
    """How to join."""

    word = schemas.Word()


class Invitations(Endpoint):
    @describe_operation(
        "list_sent_invitations",
        parameters=[EntryCursor],
        responses=build_entries_serializer(SentInvitation),
    )
    def get(self, request: Request, number: int) -> Response:
        """Your invitations to this match that were not accepted, oldest first."""
        open_invitations = invitation_text.describe_match_invitations(
            own_match(request, number), signed_in(request)
        )["asked"]
        return respond_with_entries(
            open_invitations,
            request,
            lambda row: _serialize_sent_invitation(row, number),
            lambda row: row.pk,
        )

    @accept_idempotency_key
    @describe_operation("invite", request=NewInvitation, responses={201: SentInvitation})
    def post(self, request: Request, number: int) -> Response:
        """Invite somebody to a match in which you play and that has not started."""
        match = own_match(request, number)
        serializer = NewInvitation(data=request.data)
        serializer.is_valid(raise_exception=True)
        row = invitations.invite_player(match, signed_in(request), **serializer.validated_data)
        return Response(_serialize_sent_invitation(row, number), 201)


class OneInvitation(Endpoint):
    @describe_operation("withdraw_invitation", responses={204: None})
    def delete(self, request: Request, number: int, invitation: UUID) -> Response:
        """Withdraw an invitation of yours."""
        match, player = own_match(request, number), signed_in(request)
        if not match.invitations.filter(inviter=player, pk=invitation).exists():
            raise Http404
        invitations.revoke_invitation(player, match, invitation)
        return Response(status=204)


class MyInvitations(Endpoint):
    @describe_operation(
        "list_invitations",
        parameters=[EntryCursor],
        responses=build_entries_serializer(MyInvitation),
    )
    def get(self, request: Request) -> Response:
        """The invitations you have received, the next to expire first."""
        rows = [
            entry["row"] for entry in invitation_text.invitations_for_player(signed_in(request))
        ]
        match_by_id = {
            row.pk: row for row in matches.matches_with_seats([r.match_id for r in rows])
        }
        return respond_with_entries(
            rows,
            request,
            lambda row: _serialize_received_invitation(request, row, match_by_id[row.match_id]),
            lambda row: row.pk,
        )


class Accept(Endpoint):
    @accept_idempotency_key
    @describe_operation("accept_invitation", request=Accepting, responses=schemas.MatchShape)
    def post(self, request: Request, invitation: UUID) -> Response:
        """Accept an invitation, and join the match."""
        serializer = Accepting(data=request.data)
        serializer.is_valid(raise_exception=True)
        word, program = serializer.validated_data["word"], Seat.WordSource.PROGRAM
        match = invitations.accept_invitation(
            _get_invitation_or_404(request, invitation), word=word, word_source=program
        )
        return Response(_serialize_reloaded_match(request, match))


class Decline(Endpoint):
    @accept_idempotency_key
    @describe_operation("decline_invitation", request=None, responses={204: None})
    def post(self, request: Request, invitation: UUID) -> Response:
        """Decline an invitation; those concerned are notified."""
        invitations.decline_invitation(_get_invitation_or_404(request, invitation))
        return Response(status=204)


class Rematch(Endpoint):
    @accept_idempotency_key
    @describe_operation("play_again", request=Accepting, responses={201: schemas.MatchShape})
    def post(self, request: Request, number: int) -> Response:
        """Offer a rematch of a match that you have played to its end, or get the one offered."""
        serializer = Accepting(data=request.data)
        serializer.is_valid(raise_exception=True)
        word, program = serializer.validated_data["word"], Seat.WordSource.PROGRAM
        match = visible_match_or_404(request, number)
        again = rematches.offer_rematch(match, signed_in(request), word=word, word_source=program)
        headers = {"Location": f"/api/v1/matches/{again.number}/"}
        return Response(_serialize_reloaded_match(request, again), 201, headers=headers)


def _get_invitation_or_404(request: Request, number: UUID) -> Invitation:
    row = invitation_text.find_own_invitation(signed_in(request), number)
    if row is None:
        raise Http404
    return row


def _serialize_reloaded_match(request: Request, match: Match) -> dict[str, Any]:
    return serialize_match(matches.match_by_number(match.number), signed_in(request))


def _serialize_sent_invitation(row: Invitation, number: int) -> dict[str, Any]:
    plain = ("id", "whom", "note", "seat", "sent_at", "expires_at", "outcome")
    return {name: getattr(row, name) for name in plain} | {"match": number}


def _serialize_received_invitation(
    request: Request, row: Invitation, match: Match
) -> dict[str, Any]:
    plain = {name: getattr(row, name) for name in ("id", "note", "seat", "expires_at")}
    return plain | {
        "inviter": row.inviter.display_name,
        "match": serialize_match(match, signed_in(request)),
    }
