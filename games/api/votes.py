"""API endpoints for undo requests and votes."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.endpoint import Endpoint, accept_idempotency_key
from games.api.matches import own_match
from games.api.operations import describe_operation
from games.api.paging import EntryCursor, build_entries_serializer, respond_with_entries
from games.http.viewers import language_of, signed_in
from games.models import Match, Vote
from games.presentation import votes as vote_text
from games.queries import matches
from games.services.play import undo, votes


class VoteShape(s.Serializer):
    """A request of one seat, on which the others in the match vote."""

    id = s.UUIDField()
    kind = s.ChoiceField(Vote.Kind.choices)
    seat = s.IntegerField(help_text="Who wishes for it.")
    wish = s.CharField(help_text="The wish in words.")
    details = s.ListField(child=s.CharField(), help_text="What it is about.")
    reason = s.CharField(allow_blank=True)
    silence = s.CharField(help_text="What silence means.")
    asked_at = s.DateTimeField()
    expires_at = s.DateTimeField(allow_null=True, help_text="When silence decides.")
    outcome = s.ChoiceField(Vote.Outcome.choices)
    ended = s.CharField(allow_blank=True, help_text="How it ended, in words.")
    is_yours_to_answer = s.BooleanField()
    says = s.BooleanField(allow_null=True, help_text="Your answer; null: none so far.")


class NewVote(s.Serializer):
    """Something to ask the others for."""

    kind = s.ChoiceField([kind.value for kind in votes.BUDGET])
    hours = s.IntegerField(
        min_value=0,
        max_value=9999,
        default=0,
        help_text="How long; only more time and a pause have that.",
    )
    reason = s.CharField(max_length=200, required=False, default="", allow_blank=True)


class TakingBack(s.Serializer):
    """A move of yours to take back."""

    ply = s.IntegerField(
        min_value=1, max_value=2**31 - 1, required=False, allow_null=True, default=None,
        help_text="The one that is meant, so that none before it is taken back; else the last.",
    )  # fmt: skip


class BallotInput(s.Serializer):
    """A vote on the request of another."""

    says = s.BooleanField(help_text="Whether you agree.")


class Undo(Endpoint):
    @accept_idempotency_key
    @describe_operation("take_back", request=TakingBack, responses=VoteShape)
    def post(self, request: Request, number: int) -> Response:
        """Take your last move back, or ask the others whether they agree."""
        match = own_match(request, number)
        serializer = TakingBack(data=request.data)
        serializer.is_valid(raise_exception=True)
        return _respond_with_vote(
            request,
            match,
            undo.request_undo(signed_in(request), match, **serializer.validated_data),
        )


class Votes(Endpoint):
    @describe_operation(
        "list_votes", parameters=[EntryCursor], responses=build_entries_serializer(VoteShape)
    )
    def get(self, request: Request, number: int) -> Response:
        """The open votes, oldest first."""
        match = own_match(request, number)
        open_now = vote_text.open_votes(match, _get_own_seat(request, match), language_of(request))
        return respond_with_entries(open_now, request, _serialize_vote, lambda vote: vote.row.pk)

    @accept_idempotency_key
    @describe_operation("ask_table", request=NewVote, responses={201: VoteShape})
    def post(self, request: Request, number: int) -> Response:
        """Ask for more time for your question, a pause, its end, or the end of the match."""
        match = own_match(request, number)
        serializer = NewVote(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        reason = " ".join(data["reason"].split())
        kind = Vote.Kind(data["kind"])
        vote = votes.call_vote(signed_in(request), match, kind, hours=data["hours"], reason=reason)
        return _respond_with_vote(request, match, vote, 201)


class OneVote(Endpoint):
    @describe_operation("get_vote", responses=VoteShape)
    def get(self, request: Request, number: int, vote: UUID) -> Response:
        """One vote, decided or not."""
        match = own_match(request, number)
        return _respond_with_vote(request, match, _get_vote_or_404(match, vote))

    @describe_operation("withdraw_vote", responses={200: VoteShape})
    def delete(self, request: Request, number: int, vote: UUID) -> Response:
        """Withdraw a request of yours before it is decided."""
        match = own_match(request, number)
        withdrawn_vote = votes.withdraw_vote(signed_in(request), _get_vote_or_404(match, vote))
        return _respond_with_vote(request, match, withdrawn_vote)


class AnswerVote(Endpoint):
    @accept_idempotency_key
    @describe_operation("answer_vote", request=BallotInput, responses=VoteShape)
    def post(self, request: Request, number: int, vote: UUID) -> Response:
        """Vote yes or no on the request of another; you may change it until it is decided."""
        match = own_match(request, number)
        serializer = BallotInput(data=request.data)
        serializer.is_valid(raise_exception=True)
        ballot = (
            _get_vote_or_404(match, vote).ballots.filter(seat=_get_own_seat(request, match)).first()
        )
        if ballot is None:
            raise votes.CannotVote("This vote is not yours.")
        return _respond_with_vote(
            request, match, votes.answer_ballot(ballot, serializer.validated_data["says"])
        )


def _get_vote_or_404(match: Match, vote: UUID) -> Vote:
    row = match.votes.filter(pk=vote).first()
    if row is None:
        raise Http404
    return row


def _get_own_seat(request: Request, match: Match) -> int:
    seat = matches.seat_of(match, signed_in(request))
    assert seat is not None
    return seat


def _respond_with_vote(request: Request, match: Match, vote: Vote, status: int = 200) -> Response:
    vote_summary = vote_text.describe_vote(
        match, _get_own_seat(request, match), vote.pk, language_of(request)
    )
    return Response(_serialize_vote(vote_summary), status)


def _serialize_vote(summary: vote_text.VoteSummary) -> dict[str, object]:
    row, ballot = summary.row, summary.ballot
    plain = ("id", "kind", "seat", "reason", "asked_at", "expires_at", "outcome")
    return {name: getattr(row, name) for name in plain} | {
        "wish": summary.wish,
        "details": list(summary.details),
        "silence": summary.silence,
        "ended": str(summary.ended),
        "is_yours_to_answer": ballot is not None and row.outcome == Vote.Outcome.OPEN,
        "says": None if ballot is None else ballot.says,
    }
