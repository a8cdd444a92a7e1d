"""API endpoints for leagues: terms, seasons, standings and schedules."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import directing
from games.api.endpoint import Endpoint, accept_idempotency_key
from games.models import Division, Entry, League, Season
from games.presentation import league_tables
from games.presentation.league_tables import Line
from games.presentation.request import player_of
from games.services.leagues import directors, entries, results
from games.services.moderation.staff_actions import FoundLeague


class SeasonShape(s.Serializer):
    number = s.IntegerField()
    state = s.ChoiceField(Season.State.choices)
    sign_up_until = s.DateTimeField(allow_null=True)
    starts_at = s.DateTimeField(allow_null=True)
    closed_at = s.DateTimeField(allow_null=True)
    players = s.IntegerField()


class LeagueShape(s.Serializer):
    slug = s.CharField()
    name = s.CharField()
    description = s.CharField()
    access = s.ChoiceField(League.Access.choices, help_text="Who can sign up.")
    is_player_made = s.BooleanField()
    directors = s.ListField(child=s.UUIDField())
    terms = s.DictField(help_text="What the next season plays by; see docs/leagues.md.")
    seasons = SeasonShape(many=True, help_text="The newest first.")


class FigureShape(s.Serializer):
    kind = s.CharField(help_text="points, or a tie-break.")
    shown = s.CharField()
    why = s.CharField(help_text="What it is the sum of, in words.")


class StandingShape(s.Serializer):
    place = s.IntegerField()
    player = s.UUIDField()
    name = s.CharField()
    played = s.IntegerField()
    figures = FigureShape(many=True)


class PairingSeatShape(s.Serializer):
    player = s.UUIDField()
    name = s.CharField()
    place = s.IntegerField(allow_null=True, help_text="null: not known yet.")


class PairingShape(s.Serializer):
    round = s.IntegerField()
    table = s.IntegerField()
    starts_at = s.DateTimeField()
    ends_at = s.DateTimeField()
    match = s.IntegerField(allow_null=True)
    seats = PairingSeatShape(many=True)


class DivisionShape(s.Serializer):
    name = s.CharField()
    standings = StandingShape(many=True)
    pairings = PairingShape(many=True)


class WholeSeasonShape(SeasonShape):
    divisions = DivisionShape(many=True)


class Leagues(Endpoint):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(operation_id="list_leagues", responses=LeagueShape(many=True))
    def get(self, request: Request) -> Response:
        """The leagues for everybody, and those that concern you, by name."""
        found = league_tables.list_open_leagues(player_of(request))
        return Response([_serialize_league(one) for one in found])

    @accept_idempotency_key
    @extend_schema(
        operation_id="found_league",
        request=directing.NewLeague,
        responses=directing.LeagueOutcome,
    )
    def post(self, request: Request) -> Response:
        """Found a league, or a cup of your own, or preview that."""
        asked = directing.NewLeague(data=request.data)
        asked.is_valid(raise_exception=True)
        given = dict(asked.validated_data)
        is_preview = given.pop("preview")
        wanted = FoundLeague(reason="", **given)
        return directing.perform_league_action(request, wanted, is_preview)


class OneLeague(Endpoint):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="get_league", responses=LeagueShape)
    def get(self, request: Request, slug: str) -> Response:
        """One league."""
        found = League.objects.filter(slug=slug).first()
        if found is None:
            raise Http404
        return Response(_serialize_league(found))


class OneSeason(Endpoint):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="get_season", responses=WholeSeasonShape)
    def get(self, request: Request, slug: str, season: int) -> Response:
        """One season: its divisions with standings and pairings."""
        found = league_tables.season_of(slug, season)
        if found is None:
            raise Http404
        parts = [_serialize_division(one) for one in found.divisions.select_related("season")]
        return Response(_serialize_season(found) | {"divisions": parts})


def _serialize_league(one: League) -> dict[str, Any]:
    names = ("slug", "name", "description", "access", "is_player_made", "terms")
    told = {name: getattr(one, name) for name in names}
    told["directors"] = [row.player_id for row in directors.directors_of(one)]
    return told | {"seasons": [_serialize_season(season) for season in one.seasons.all()]}


def _serialize_season(one: Season) -> dict[str, Any]:
    names = ("number", "state", "sign_up_until", "starts_at", "closed_at")
    many = one.entries.filter(state__in=entries.IN).count()
    return {name: getattr(one, name) for name in names} | {"players": many}


def _serialize_division(one: Division) -> dict[str, Any]:
    pairings = results.pairings_of(one)
    tables = [
        laid for _round, found in league_tables.build_schedule(pairings, {}) for laid in found
    ]
    return {
        "name": str(one),
        "standings": [
            _serialize_standing(line) for line in league_tables.division_standings(one, pairings)
        ],
        "pairings": [_serialize_pairing(laid) for laid in tables],
    }


def _serialize_standing(line: Line) -> dict[str, Any]:
    figures = [{"kind": one.kind, "shown": one.shown, "why": one.why} for one in line.cells]
    return {
        "place": line.place,
        "played": line.played,
        "figures": figures,
        **_serialize_entrant(line.entry),
    }


def _serialize_pairing(laid: league_tables.Laid) -> dict[str, Any]:
    row = laid.pairing
    return {
        "round": row.round.number,
        "table": row.number,
        "starts_at": row.round.starts_at,
        "ends_at": row.round.ends_at,
        "match": row.match and row.match.number,
        "seats": [{**_serialize_entrant(one.entry), "place": one.place} for one in laid.seated],
    }


def _serialize_entrant(entry: Entry) -> dict[str, Any]:
    return {"player": entry.player_id, "name": entry.player.display_name}
