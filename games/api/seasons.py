"""API endpoint for taking part in a season of a league."""

from __future__ import annotations

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.endpoint import Endpoint, accept_idempotency_key
from games.models import Entry, Season
from games.presentation import league_tables
from games.presentation.request import signed_in
from games.services.leagues import entries, rolling


class SeasonEntryShape(s.Serializer):
    """Your state in a season."""

    state = s.ChoiceField(Entry.State.choices, allow_null=True, help_text="null: nothing yet.")


class SeasonAction(s.Serializer):
    """What to do."""

    step = s.ChoiceField(["sign_up", "check_in"], default="sign_up")
    code = s.CharField(
        max_length=20, required=False, default="", allow_blank=True,
        help_text="The league’s code, if it asks for one.",
    )  # fmt: skip


class SeasonEntry(Endpoint):
    @extend_schema(operation_id="get_part", responses=SeasonEntryShape)
    def get(self, request: Request, slug: str, season: int) -> Response:
        """Your state in this season."""
        mine = _get_season_or_404(slug, season).entries.filter(player=signed_in(request)).first()
        return Response({"state": mine and mine.state})

    @accept_idempotency_key
    @extend_schema(operation_id="join_season", request=SeasonAction, responses=SeasonEntryShape)
    def post(self, request: Request, slug: str, season: int) -> Response:
        """Sign up, or check in before the draw."""
        asked = SeasonAction(data=request.data)
        asked.is_valid(raise_exception=True)
        signs_up = asked.validated_data["step"] == "sign_up"
        found, me, code = (
            _get_season_or_404(slug, season),
            signed_in(request),
            asked.validated_data["code"],
        )
        if not signs_up:
            return Response({"state": entries.check_in(found, me).state})
        if code and entries.has_tried_too_often(me.pk.hex):
            raise entries.CannotEnter("Too many codes: try again in an hour.")
        return Response({"state": entries.sign_up(found, me, code=code).state})

    @extend_schema(operation_id="leave_season", responses={204: None})
    def delete(self, request: Request, slug: str, season: int) -> Response:
        """Withdraw from the season; running matches stay yours."""
        entries.withdraw_entry(_get_season_or_404(slug, season), signed_in(request))
        return Response(status=204)


class Opponent(s.Serializer):
    """Somebody on the ladder whom you may challenge."""

    player = s.UUIDField()
    name = s.CharField()


class NewChallenge(s.Serializer):
    """Whom you challenge."""

    player = s.UUIDField()


class ChallengeShape(s.Serializer):
    """A table that the next pass of the clock seats."""

    round = s.IntegerField()
    table = s.IntegerField()


class Challenges(Endpoint):
    @extend_schema(operation_id="list_challengeable", responses=Opponent(many=True))
    def get(self, request: Request, slug: str, season: int) -> Response:
        """Whom you may challenge on this ladder now, the highest first."""
        found = _get_season_or_404(slug, season)
        rows = rolling.list_challengeable(found, signed_in(request), now=timezone.now())
        return Response(
            [{"player": row.player_id, "name": row.player.display_name} for row in rows]
        )

    @accept_idempotency_key
    @extend_schema(operation_id="challenge", request=NewChallenge, responses={201: ChallengeShape})
    def post(self, request: Request, slug: str, season: int) -> Response:
        """Challenge a player who is above you on this ladder."""
        found = _get_season_or_404(slug, season)
        asked = NewChallenge(data=request.data)
        asked.is_valid(raise_exception=True)
        rows = found.entries.select_related("player")
        entry = rows.filter(player=asked.validated_data["player"]).first()
        if entry is None:
            raise Http404
        made = rolling.challenge(found, signed_in(request), entry.player, now=timezone.now())
        return Response({"round": made.round.number, "table": made.number}, status=201)


def _get_season_or_404(slug: str, number: int) -> Season:
    found = league_tables.season_of(slug, number)
    if found is None:
        raise Http404
    return found
