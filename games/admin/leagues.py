"""DOOR: leagues at the desk: looked at, with links to what a director does to them."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy
from unfold.admin import TabularInline

from abyss_site.admin_lists.short_lists import ReadOnly
from games.admin import action_views
from games.models import Division, Entry, League, Pairing, Round, Season
from games.services.leagues import directors, teams
from games.services.moderation.roles import Action

PAIRING_SEATS = "seats__entry__player"


def _describe_players(row: Pairing) -> str:
    return " · ".join(
        f"{one.number} {one.entry.team_name or one.entry.player}" for one in row.seats.all()
    )


class PairingsInline(TabularInline):
    """Who meets at the tables of a round."""

    model = Pairing
    hide_title = True
    fields = readonly_fields = ("number", "seats", "match", "how", "settled_at")
    extra = 0
    can_delete = False

    @admin.display(description=pgettext_lazy("column", "seats"))
    def seats(self, row: Pairing) -> str:
        return _describe_players(row)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Pairing]:
        rows: QuerySet[Pairing] = super().get_queryset(request)
        rows = self.admin_site.visible_rows(request, rows)
        hidden = ("match__state", "match__seed", "match__secret")
        return rows.select_related("match").defer(*hidden).prefetch_related(PAIRING_SEATS)

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(League)
class LeagueAdmin(action_views.RowActions, ReadOnly):
    """Leagues and the terms of their coming seasons."""

    row_actions = (
        *(Action.EDIT_LEAGUE, Action.OPEN_SEASON, Action.ADD_DEPUTY, Action.DROP_DEPUTY),
    )
    about = "league"

    list_display = ("name", "slug", "is_open", "access", "is_player_made", "created_at")
    list_filter = ("is_open", "access", "is_player_made")
    search_fields = ("name", "slug")
    fields = (
        *("name", "slug", "description", "terms", "is_open", "access", "is_player_made"),
        *("directed_by", "created_at"),
    )
    readonly_fields = ("directed_by",)

    @admin.display(description="directors")
    def directed_by(self, row: League) -> str:
        return ", ".join(one.player.display_name for one in directors.directors_of(row))


@admin.register(Season)
class SeasonAdmin(action_views.RowActions, ReadOnly):
    """Seasons, and when the clock looks at them next."""

    row_actions = (Action.INVITE, Action.WRITE, Action.CALL_OFF, Action.CLOSE_SEASON)
    about = "season"

    list_display = ("league", "number", "state", "opened_at", "starts_at", "closed_at", "due_at")
    list_select_related = ("league",)
    list_filter = ("state",)
    search_fields = ("league__name", "league__slug")
    ordering = ("-id",)
    fields = (
        *("league", "number", "terms", "state"),
        *("opened_at", "sign_up_until", "starts_at", "closed_at", "due_at"),
    )


@admin.register(Division)
class DivisionAdmin(ReadOnly):
    """Divisions, how even their draw is, and their standings once they are frozen."""

    list_display = ("season", "level", "number")
    list_select_related = ("season__league",)
    search_fields = ("season__league__name",)
    ordering = ("-id",)
    fields = ("season", "level", "number", "evenness", "table")


@admin.register(Entry)
class EntryAdmin(action_views.RowActions, ReadOnly):
    """Who takes part in what."""

    row_actions, about = (Action.REMOVE_ENTRY, Action.RENAME_TEAM), "entry"

    list_display = (
        *("player", "team_name", "season", "division", "state", "seed", "signed_up_at", "left_at"),
    )
    list_select_related = ("player", "season__league", "division")
    list_filter = ("state",)
    search_fields = ("player__email", "player__display_name", "team_name", "season__league__name")
    ordering = ("-id",)
    fields = (
        *("player", "team_name", "team", "season", "division", "state", "seed", "rating"),
        *("signed_up_at", "left_at", "instead_of"),
    )
    readonly_fields = ("team",)

    @admin.display(description=gettext_lazy("players of the team"))
    def team(self, row: Entry) -> str:
        return ", ".join(str(one.player) for one in teams.members_of(row))


@admin.register(Round)
class RoundAdmin(action_views.RowActions, ReadOnly):
    """Rounds with their tables."""

    row_actions, about = (Action.EDIT_ROUND, Action.POSTPONE), "round"

    list_display = (
        "season",
        "division",
        "number",
        "starts_at",
        "ends_at",
        "started_at",
        "closed_at",
    )
    list_select_related = ("division__season__league",)
    list_filter = (
        ("started_at", admin.EmptyFieldListFilter),
        ("closed_at", admin.EmptyFieldListFilter),
    )
    search_fields = ("division__season__league__name",)
    ordering = ("-id",)
    fields = (
        "division",
        "number",
        "starts_at",
        "ends_at",
        "drawn_at",
        "started_at",
        "warned_at",
        "closed_at",
    )
    inlines = (PairingsInline,)

    @admin.display(description="season")
    def season(self, row: Round) -> str:
        return str(row.division.season)


@admin.register(Pairing)
class PairingAdmin(action_views.RowActions, ReadOnly):
    """Tables of rounds, and what came of them."""

    row_actions, about = (Action.DECIDE_TABLE,), "pairing"

    list_display = ("of_round", "number", "seats", "match", "how", "settled_at")
    list_select_related = ("round", "match")
    list_filter = ("how",)
    search_fields = ("=match__number", "round__division__season__league__name")
    ordering = ("-id",)
    fields = ("of_round", "number", "seats", "match", "how", "places", "why", "settled_at")
    readonly_fields = ("of_round", "seats")

    @admin.display(description="round")
    def of_round(self, row: Pairing) -> str:
        return gettext("Round %(number)s") % {"number": row.round.number}

    @admin.display(description="seats")
    def seats(self, row: Pairing) -> str:
        return _describe_players(row)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Pairing]:
        rows = super().get_queryset(request).prefetch_related(PAIRING_SEATS)
        return rows.defer("match__state", "match__seed", "match__secret")
