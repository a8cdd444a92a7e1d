"""API endpoints for leagues: terms, seasons, standings and schedules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, Q
from django.http import Http404
from django.utils.decorators import method_decorator
from rest_framework import serializers as s
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from abyss_site.core.database.replica import may_lag
from games.api import directing
from games.api.endpoint import Endpoint, Input, accept_idempotency_key
from games.api.operations import describe_operation
from games.api.paging import EntryCursor, build_entries_serializer, respond_with_entries
from games.http.viewers import player_of
from games.models import Board, Division, Entry, League, Pairing, Season
from games.presentation import brackets, group_tables, league_tables
from games.presentation.league_tables import Line
from games.services.leagues import directors, entries, results, terms
from games.services.moderation.staff_actions import FoundLeague

# Divisions on a page; larger divisions than these are told in parts.
A_PAGE, WHOLE = 10, 64
# Tables of a round in a bracket.
BRACKET_TABLES = 32


class SeasonShape(s.Serializer):
    """A season of a league."""

    number = s.IntegerField()
    state = s.ChoiceField(Season.State.choices)
    sign_up_until = s.DateTimeField(allow_null=True)
    starts_at = s.DateTimeField(allow_null=True)
    closed_at = s.DateTimeField(allow_null=True)
    players = s.IntegerField()


class LeagueShape(s.Serializer):
    """A league, with its seasons."""

    slug = s.CharField()
    name = s.CharField()
    description = s.CharField()
    access = s.ChoiceField(League.Access.choices, help_text="Who can sign up.")
    is_player_made = s.BooleanField()
    directors = s.ListField(child=s.UUIDField())
    terms = s.DictField(help_text="What the next season plays by; see docs/leagues.md.")
    seasons = SeasonShape(many=True, help_text="The newest first.")


class FigureShape(s.Serializer):
    """Points or a tie-break of an entrant."""

    kind = s.CharField(help_text="points, or a tie-break.")
    shown = s.CharField()
    why = s.CharField(help_text="What it is the sum of, in words.")


class StandingShape(s.Serializer):
    """An entrant in the standings."""

    place = s.IntegerField()
    player = s.UUIDField()
    name = s.CharField()
    played = s.IntegerField()
    figures = FigureShape(many=True)


class PairingSeatShape(s.Serializer):
    """An entrant at a table."""

    player = s.UUIDField()
    name = s.CharField()
    place = s.IntegerField(allow_null=True, help_text="null: not known yet.")


class BoardShape(s.Serializer):
    """One match of two teams."""

    board = s.IntegerField()
    match = s.IntegerField(allow_null=True)
    players = s.ListField(
        child=s.UUIDField(allow_null=True), help_text="Of the two teams; null: nobody."
    )
    places = s.ListField(
        child=s.IntegerField(), allow_null=True, help_text="Of the two teams; null: open or void."
    )


class PairingShape(s.Serializer):
    """A table of a round."""

    round = s.IntegerField()
    table = s.IntegerField()
    starts_at = s.DateTimeField()
    ends_at = s.DateTimeField()
    match = s.IntegerField(allow_null=True)
    seats = PairingSeatShape(many=True)
    boards = BoardShape(many=True, help_text="The matches of two teams; empty otherwise.")


class BracketRoundShape(s.Serializer):
    """A round of a bracket."""

    title = s.CharField(help_text="In the language of the request.")
    round = s.IntegerField(allow_null=True, help_text="null: not drawn yet, or of several rounds.")
    coming = s.IntegerField(help_text="Tables that are not drawn yet.")
    tables = PairingShape(many=True, help_text="Each beside the one that its winner went to.")


class BracketShape(s.Serializer):
    """A bracket of a knock-out."""

    part = s.ChoiceField(
        ["unbeaten", "beaten", "final"], allow_null=True, help_text="Of a double elimination."
    )
    rounds = BracketRoundShape(many=True, help_text="The first one first.")


class GroupLineShape(s.Serializer):
    """An entrant in the standings of a group."""

    place = s.IntegerField()
    player = s.UUIDField()
    name = s.CharField()
    played = s.IntegerField()
    points = s.CharField(help_text="As it is shown: “2”, “2½”, “2.33”.")
    advances = s.BooleanField(help_text="Once the groups are over.")


class GroupShape(s.Serializer):
    """A group that comes before a knock-out."""

    number = s.IntegerField()
    standings = GroupLineShape(many=True)


class DivisionShape(s.Serializer):
    """A division, with standings and tables."""

    name = s.CharField()
    entrants = s.IntegerField()
    rounds = s.IntegerField(help_text="Drawn so far.")
    standings = StandingShape(many=True)
    pairings = PairingShape(many=True)
    brackets = BracketShape(
        many=True, help_text=f"Of a knock-out: rounds of at most {BRACKET_TABLES} tables."
    )
    groups = GroupShape(many=True, help_text="Before a knock-out.")


class WholeSeasonShape(SeasonShape):
    """A season, with its divisions."""

    division_count = s.IntegerField()
    divisions = DivisionShape(many=True)


class SeasonQuery(s.Serializer):
    """Which part of a large season."""

    page = s.IntegerField(
        min_value=1, max_value=10_000, default=1, help_text=f"Of divisions, {A_PAGE} on each."
    )
    division = s.RegexField(
        r"^[1-9]\d{0,2}\.[1-9]\d{0,3}$", required=False, help_text="Only this one, such as 1.1."
    )
    part = s.IntegerField(
        min_value=1, max_value=10_000, default=1,
        help_text=f"Of a division of more than {WHOLE}: {WHOLE} lines and {WHOLE} tables on each.",
    )  # fmt: skip
    round = s.IntegerField(
        min_value=1, max_value=1000, required=False,
        help_text=f"Of a division of more than {WHOLE}; the last one if it is left out.",
    )  # fmt: skip


class Leagues(Endpoint):
    permission_classes = [IsAuthenticatedOrReadOnly]

    @describe_operation(
        "list_leagues", parameters=[EntryCursor], responses=build_entries_serializer(LeagueShape)
    )
    @method_decorator(may_lag)
    def get(self, request: Request) -> Response:
        """The leagues for everybody, and those that concern you, by name."""
        leagues = list(league_tables.list_open_leagues(player_of(request)))
        return respond_with_entries(leagues, request, _serialize_league, lambda row: row.slug)

    @accept_idempotency_key
    @describe_operation(
        "found_league",
        request=directing.NewLeague,
        responses=directing.LeagueOutcome,
    )
    def post(self, request: Request) -> Response:
        """Found a league, or a cup of your own, or preview that."""
        serializer = directing.NewLeague(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = dict(serializer.validated_data)
        is_preview = data.pop("preview")
        action = FoundLeague(reason="", **data)
        return directing.perform_league_action(request, action, is_preview)


class OneLeague(Endpoint):
    permission_classes = [AllowAny]

    @describe_operation("get_league", responses=LeagueShape)
    @method_decorator(may_lag)
    def get(self, request: Request, slug: str) -> Response:
        """One league."""
        league = League.objects.filter(slug=slug).first()
        if league is None:
            raise Http404
        return Response(_serialize_league(league))


class OneSeason(Endpoint):
    permission_classes = [AllowAny]

    @describe_operation("get_season", parameters=[SeasonQuery], responses=WholeSeasonShape)
    @method_decorator(may_lag)
    def get(self, request: Request, slug: str, season: int) -> Response:
        """One season: its divisions with standings and pairings, in parts if it is large."""
        season_row = league_tables.season_of(slug, season)
        if season_row is None:
            raise Http404
        query = SeasonQuery(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        filters = query.validated_data
        rows = season_row.divisions.select_related("season").order_by("level", "number")
        if "division" in filters:
            level, number = filters["division"].split(".")
            rows = rows.filter(level=int(level) - 1, number=int(number) - 1)
        first = (filters["page"] - 1) * A_PAGE
        page_rows = rows.annotate(entrants=Count("entries", filter=Q(entries__stand_in=None)))
        parts = _serialize_divisions(page_rows[first : first + A_PAGE], filters)
        divisions_part = {"division_count": season_row.divisions.count(), "divisions": parts}
        return Response(_serialize_season(season_row) | divisions_part)


def _serialize_league(league: League) -> dict[str, object]:
    names = ("slug", "name", "description", "access", "is_player_made", "terms")
    body = {name: getattr(league, name) for name in names}
    body["directors"] = [row.player_id for row in directors.directors_of(league)]
    return body | {"seasons": [_serialize_season(season) for season in league.seasons.all()]}


def _serialize_season(season: Season) -> dict[str, object]:
    names = ("number", "state", "sign_up_until", "starts_at", "closed_at")
    many = season.entries.filter(state__in=entries.IN).count()
    return {name: getattr(season, name) for name in names} | {"players": many}


def _serialize_divisions(divisions: Iterable[Any], filters: Input) -> list[dict[str, Any]]:
    """Serialize divisions that know their number of `entrants`; small ones have all pairings."""
    rows = list(divisions)
    pairings = results.pairings_by_division([row for row in rows if row.entrants <= WHOLE])
    return [_serialize_division(row, row.entrants, pairings.get(row.pk), filters) for row in rows]


def _serialize_division(
    division: Division, entrants: int, pairings: list[Pairing] | None, filters: Input
) -> dict[str, Any]:
    rounds, first = division.rounds.count(), 0
    if pairings is None:
        first = (filters["part"] - 1) * WHOLE
        number = filters.get("round", rounds)
        pairings = league_tables.pairings_of_round(division, number, first=first, most=WHOLE)
    lines = league_tables.division_standings(division, first=first, most=WHOLE)
    schedule = league_tables.build_schedule(pairings, {})
    return {
        "name": str(division),
        "entrants": entrants,
        "rounds": rounds,
        "standings": [_serialize_standing(line) for line in lines],
        "pairings": [_serialize_pairing(table) for _round, tables in schedule for table in tables],
        "brackets": _serialize_brackets(division),
        "groups": _serialize_groups(division),
    }


def _serialize_brackets(division: Division) -> list[dict[str, object]]:
    if not terms.terms_from_row(division.season).is_knock_out:
        return []
    pairings = league_tables.pairings_of_last_rounds(division, BRACKET_TABLES)
    schedule = league_tables.build_schedule(pairings, {})
    return [
        {
            "part": bracket.name,
            "rounds": [
                {
                    "title": column.title,
                    "round": column.number,
                    "coming": len(column.coming),
                    "tables": [_serialize_pairing(table) for table in column.tables],
                }
                for column in bracket.columns
            ],
        }
        for bracket in brackets.list_brackets(division, schedule)
    ]


def _serialize_groups(division: Division) -> list[dict[str, object]]:
    names = ("place", "played", "points", "advances")
    return [
        {
            "number": group.number,
            "standings": [
                {name: getattr(line, name) for name in names} | _serialize_entrant(line.entry)
                for line in group.lines
            ],
        }
        for group in group_tables.list_shown_groups(division)
    ]


def _serialize_standing(line: Line) -> dict[str, object]:
    figures = [{"kind": cell.kind, "shown": cell.shown, "why": cell.why} for cell in line.cells]
    return {
        "place": line.place,
        "played": line.played,
        "figures": figures,
        **_serialize_entrant(line.entry),
    }


def _serialize_pairing(table: league_tables.ScheduledTable) -> dict[str, object]:
    row = table.pairing
    return {
        "round": row.round.number,
        "table": row.number,
        "starts_at": row.round.starts_at,
        "ends_at": row.round.ends_at,
        "match": row.match and row.match.number,
        "seats": [{**_serialize_entrant(seat.entry), "place": seat.place} for seat in table.seated],
        "boards": [_serialize_board(seat.board) for seat in table.boards],
    }


def _serialize_board(board: Board) -> dict[str, object]:
    return {
        "board": board.number,
        "match": board.match and board.match.number,
        "players": [board.first_id, board.second_id],
        "places": board.places,
    }


def _serialize_entrant(entry: Entry) -> dict[str, object]:
    return {"player": entry.player_id, "name": entry.shown_name}
