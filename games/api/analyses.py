"""API endpoint for the analysis of a finished match."""

from __future__ import annotations

import msgspec
from django.utils import timezone
from rest_framework import serializers as s
from rest_framework.exceptions import Throttled
from rest_framework.permissions import SAFE_METHODS, AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.endpoint import Endpoint, accept_idempotency_key
from games.api.operations import describe_operation
from games.api.schemas import Arguments
from games.engine.analysis import Judgement
from games.http.viewers import language_of, signed_in, visible_match_or_404
from games.models import Analysis, Match
from games.presentation import analyses
from games.services.analyses import request_analysis
from games.services.rate_limits import seconds_left


class DecisionShape(s.Serializer):
    """An answer."""

    verb = s.CharField()
    args = Arguments()


class RemarkShape(s.Serializer):
    """A mistake or a find."""

    ply = s.IntegerField(help_text="The move; its question was asked in the position before it.")
    seat = s.IntegerField()
    question = s.CharField()
    played = DecisionShape()
    other = DecisionShape(
        help_text="Of a mistake the best answer found, of a find what a quick bot would have"
        " answered."
    )
    points = s.FloatField(
        help_text="How many points of lead lie between the two. In a match that is won or lost"
        " together leads go from -10, certainly lost, to 10, certainly won."
    )
    error = s.FloatField(help_text="The standard error of `points`.")
    sentence = s.CharField(help_text="The same in your language.")


class AnalysisShape(s.Serializer):
    """The analysis of a match."""

    status = s.ChoiceField(
        ["none", *Analysis.Status.values],
        help_text="`none`: nobody has requested it. `waiting`: it is being computed. `failed`: the"
        " rules have been corrected since the match, and it cannot be analysed.",
    )
    percent = s.IntegerField(help_text="How much of it is done.")
    plies = s.ListField(child=s.IntegerField(), help_text="After which moves leads are given.")
    leads = s.ListField(
        child=s.ListField(child=s.FloatField()),
        help_text="By seat: by how many points it may expect to lead over the best other seat,"
        " at each of `plies`.",
    )
    mistakes = RemarkShape(many=True, help_text="At most three of each seat, the largest first.")
    finds = RemarkShape(many=True, help_text="At most three of each seat, the largest first.")


class MatchAnalysis(Endpoint):
    def get_permissions(self) -> list[BasePermission]:
        is_read = self.request.method in SAFE_METHODS
        return [AllowAny() if is_read else IsAuthenticated()]

    @describe_operation("get_analysis", responses=AnalysisShape)
    def get(self, request: Request, number: int) -> Response:
        """The analysis of a finished match, as far as it is."""
        return Response(_serialize_analysis(request, visible_match_or_404(request, number)))

    @accept_idempotency_key
    @describe_operation("request_analysis", request=None, responses={202: AnalysisShape})
    def post(self, request: Request, number: int) -> Response:
        """Request the analysis of a finished match; each match is analysed once."""
        match, player = visible_match_or_404(request, number), signed_in(request)
        is_new = analyses.find_analysis(match) is None
        if is_new and analyses.has_requested_often(player):
            raise Throttled(wait=seconds_left("analysis", player.pk.hex))
        request_analysis(match, player, now=timezone.now())
        return Response(_serialize_analysis(request, match), status=202)


def _serialize_analysis(request: Request, match: Match) -> dict[str, object]:
    language = language_of(request)
    row = analyses.find_analysis(match)
    summary = analyses.load_summary(row)
    body: dict[str, object] = {"status": row.status if row else "none", "percent": 0}
    body |= {"plies": [], "leads": [], "mistakes": [], "finds": []}
    if summary is None:
        is_waiting = row is not None and row.status == Analysis.Status.WAITING
        return body | {"percent": analyses.measure_progress(row) if row and is_waiting else 0}
    return body | {
        "percent": 100,
        "plies": summary.plies,
        "leads": summary.leads,
        "mistakes": [_serialize_remark(match, remark, language) for remark in summary.mistakes],
        "finds": [_serialize_remark(match, remark, language) for remark in summary.finds],
    }


def _serialize_remark(match: Match, judgement: Judgement, language: str) -> dict[str, object]:
    description = analyses.describe_judged(match, judgement, language, None)
    return {
        "ply": judgement.ply,
        "seat": judgement.seat,
        "question": judgement.question,
        "played": {
            "verb": judgement.played.verb,
            "args": msgspec.to_builtins(judgement.played.args),
        },
        "other": {"verb": judgement.other.verb, "args": msgspec.to_builtins(judgement.other.args)},
        "points": judgement.points,
        "error": judgement.error,
        "sentence": description.sentence,
    }
