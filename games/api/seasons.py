"""API endpoint for taking part in a season of a league."""

from __future__ import annotations

from typing import Literal, assert_never, get_args

from django.http import Http404
from django.utils import timezone
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.endpoint import Endpoint, accept_idempotency_key
from games.api.operations import describe_operation
from games.api.paging import EntryCursor, build_entries_serializer, respond_with_entries
from games.http.viewers import signed_in
from games.models import Entry, Player, Season
from games.presentation import league_tables
from games.services.leagues import byes, entries, rolling, teams


class SeasonEntryShape(s.Serializer):
    """Your state in a season."""

    state = s.ChoiceField(Entry.State.choices, allow_null=True, help_text="null: nothing yet.")
    team = s.CharField(required=False, help_text="The name of your team, if teams enter.")
    team_code = s.CharField(required=False, help_text="With this code others join your team.")
    members = s.ListField(
        child=s.UUIDField(), required=False, help_text="Its players by board; the first is 1."
    )


Step = Literal[
    "sign_up", "check_in", "join_team", "dismiss", "move_up", "request_bye", "withdraw_bye"
]


class SeasonAction(s.Serializer):
    """What to do."""

    step = s.ChoiceField(
        get_args(Step),
        default="sign_up",
    )
    round = s.IntegerField(
        min_value=0, max_value=1000, required=False, default=0,
        help_text="To ask for a bye in a coming round of a Swiss system, or to withdraw that.",
    )  # fmt: skip
    team = s.CharField(
        max_length=40, required=False, default="", allow_blank=True,
        help_text="The name of the team that you found, to sign up where teams enter.",
    )  # fmt: skip
    team_code = s.CharField(
        max_length=20, required=False, default="", allow_blank=True,
        help_text="To join a team: its code.",
    )  # fmt: skip
    player = s.UUIDField(
        required=False, allow_null=True, default=None,
        help_text="Of your team, whom to dismiss or to move up by a board.",
    )  # fmt: skip
    code = s.CharField(
        max_length=20, required=False, default="", allow_blank=True,
        help_text="The league’s code, if it asks for one.",
    )  # fmt: skip


class SeasonEntry(Endpoint):
    @describe_operation("get_part", responses=SeasonEntryShape)
    def get(self, request: Request, slug: str, season: int) -> Response:
        """Your state in this season."""
        season_row = _get_season_or_404(slug, season)
        return Response(_serialize_entry(teams.entry_of(season_row, signed_in(request))))

    @accept_idempotency_key
    @describe_operation("join_season", request=SeasonAction, responses=SeasonEntryShape)
    def post(self, request: Request, slug: str, season: int) -> Response:
        """Sign up, check in before the draw, or join a team and arrange your own."""
        serializer = SeasonAction(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        season_row, me = _get_season_or_404(slug, season), signed_in(request)
        if (data["code"] or data["team_code"]) and entries.has_tried_too_often(me.pk.hex):
            raise entries.CannotEnter("Too many codes: try again in an hour.")
        step: Step = data["step"]
        match step:
            case "sign_up":
                entries.sign_up(season_row, me, code=data["code"], team_name=data["team"])
            case "check_in":
                entries.check_in(season_row, me)
            case "join_team":
                entries.join_team(season_row, me, team_code=data["team_code"])
            case "request_bye":
                byes.request_bye(season_row, me, data["round"])
            case "withdraw_bye":
                byes.withdraw_bye(season_row, me, data["round"])
            case "dismiss" | "move_up":
                whom = Player.objects.filter(pk=data["player"]).first()
                if whom is None:
                    raise Http404
                entries.arrange_team(season_row, me, whom, dismisses=step == "dismiss")
            case _:
                assert_never(step)
        return Response(_serialize_entry(teams.entry_of(season_row, me)))

    @describe_operation("leave_season", responses={204: None})
    def delete(self, request: Request, slug: str, season: int) -> Response:
        """Withdraw from the season, or leave your team; running matches stay yours."""
        entries.leave_season(_get_season_or_404(slug, season), signed_in(request))
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
    @describe_operation(
        "list_challengeable", parameters=[EntryCursor], responses=build_entries_serializer(Opponent)
    )
    def get(self, request: Request, slug: str, season: int) -> Response:
        """Whom you may challenge on this ladder now, the highest first."""
        season_row = _get_season_or_404(slug, season)
        rows = rolling.list_challengeable(season_row, signed_in(request), now=timezone.now())
        return respond_with_entries(
            rows,
            request,
            lambda row: {"player": row.player_id, "name": row.player.display_name},
            lambda row: row.player_id,
        )

    @accept_idempotency_key
    @describe_operation("challenge", request=NewChallenge, responses={201: ChallengeShape})
    def post(self, request: Request, slug: str, season: int) -> Response:
        """Challenge a player who is above you on this ladder."""
        season_row = _get_season_or_404(slug, season)
        serializer = NewChallenge(data=request.data)
        serializer.is_valid(raise_exception=True)
        rows = season_row.entries.select_related("player")
        entry = rows.filter(player=serializer.validated_data["player"]).first()
        if entry is None:
            raise Http404
        pairing = rolling.challenge(
            season_row, signed_in(request), entry.player, now=timezone.now()
        )
        return Response({"round": pairing.round.number, "table": pairing.number}, status=201)


def _serialize_entry(mine: Entry | None) -> dict[str, object]:
    if mine is None or not mine.team_name:
        return {"state": mine and mine.state}
    members = [member.player_id for member in teams.members_of(mine)]
    team_fields = {"team": mine.team_name, "team_code": mine.team_code, "members": members}
    return {"state": mine.state, **(team_fields if members else {})}


def _get_season_or_404(slug: str, number: int) -> Season:
    season = league_tables.season_of(slug, number)
    if season is None:
        raise Http404
    return season
