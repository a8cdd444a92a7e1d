"""DOOR: leagues at the desk: looked at, with links to what a director does to them."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy
from unfold.admin import TabularInline

from abyss_site.core.admin_lists.short_lists import (
    ReadOnly,
    labelled_column,
    labelled_filter,
    list_lines,
)
from games.admin import action_views
from games.models import Club, Division, Entry, League, Pairing, Round, Season
from games.presentation import leagues as league_text
from games.presentation import ties
from games.services.leagues import clubs, directors, teams, terms
from games.services.moderation.roles import Action

PAIRING_SEATS = "seats__entry__player"


def _describe_players(row: Pairing) -> str:
    return " · ".join(
        f"{seat.number + 1} {seat.entry.team_name or seat.entry.player}" for seat in row.seats.all()
    )


def _describe_places(row: Pairing) -> str:
    seats = {seat.number: seat.entry for seat in row.seats.all()}
    return " · ".join(
        f"{seats[number].team_name or seats[number].player} {place}"
        for number, place in enumerate(row.places or [])
        if number in seats
    )


def _label_how(code: str) -> str:
    how = Pairing.How(code)
    return str(capfirst(league_text.HOW.get(how, how.label)))


def _label_season(code: str) -> str:
    return str(capfirst(league_text.STATES[Season.State(code)]))


def _label_entry(code: str) -> str:
    return str(capfirst(league_text.ENTRIES[Entry.State(code)]))


def _describe_terms(row: League | Season) -> object:
    return list_lines(league_text.describe_league_rules(terms.terms_from_row(row)))


def _describe_table(row: Division) -> object:
    """Return the standings of a division: “1. Alice: Points 4, Wins 2”."""
    entries = {str(entry.pk): entry for entry in row.entries.select_related("player")}
    lines = []
    for line in row.table or []:
        entry = entries.get(line["entry"])
        name = (entry.team_name or entry.player) if entry else ""
        figures = ", ".join(
            f"{heading} {line['figures'][count]}"
            for count, (heading, _meaning) in league_text.COUNTS.items()
            if count in line["figures"]
        )
        lines.append(f"{line['place']}. {name}: {figures}")
    return list_lines(lines)


def _describe_ties(row: Division) -> object:
    return list_lines(ties.describe_ruled_ties(row, "UTC"))


class PairingsInline(TabularInline):
    """Who meets at the tables of a round."""

    model = Pairing
    hide_title = True
    fields = readonly_fields = ("number", "seats", "match", "how_label", "settled_at")
    how_label = labelled_column("how", lambda row: row.settled_at and _label_how(row.how))
    extra = 0
    can_delete = False

    @admin.display(description=pgettext_lazy("column", "seats"))
    def seats(self, row: Pairing) -> str:
        return _describe_players(row)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Pairing]:
        rows: QuerySet[Pairing] = super().get_queryset(request)
        rows = self.admin_site.visible_rows(request, rows)
        secret_columns = ("match__state", "match__seed", "match__secret")
        return rows.select_related("match").defer(*secret_columns).prefetch_related(PAIRING_SEATS)

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Club)
class ClubAdmin(action_views.RowActions, ReadOnly):
    """Clubs, and what they say about themselves."""

    row_actions, about = (Action.CLEAR_CLUB,), "club"

    list_display = ("name", "slug", "created_at", "closed_at")
    list_filter = (("closed_at", admin.EmptyFieldListFilter),)
    search_fields = ("name", "slug", "description", "contact", "imprint")
    fields = (
        *("name", "slug", "description", "contact", "imprint", "organised_by"),
        *("created_at", "closed_at"),
    )
    readonly_fields = ("organised_by",)

    @admin.display(description="organisers")
    def organised_by(self, row: Club) -> str:
        return ", ".join(member.player.display_name for member in clubs.organisers_of(row))


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
        *("name", "slug", "description", "terms_label", "is_open", "access", "is_player_made"),
        *("directed_by", "created_at"),
    )
    readonly_fields = ("terms_label", "directed_by")
    terms_label = labelled_column("terms", _describe_terms)

    @admin.display(description="directors")
    def directed_by(self, row: League) -> str:
        return ", ".join(director.player.display_name for director in directors.directors_of(row))


@admin.register(Season)
class SeasonAdmin(action_views.RowActions, ReadOnly):
    """Seasons, and when the clock looks at them next."""

    row_actions = (
        *(Action.START_SEASON, Action.MOVE_START, Action.INVITE, Action.ENTER_LIST),
        *(Action.SEED, Action.WRITE),
        *(Action.CALL_OFF, Action.CLOSE_SEASON),
    )
    about = "season"

    list_display = (
        *("league", "number", "state_label", "opened_at", "starts_at", "closed_at", "due_at"),
    )
    list_select_related = ("league",)
    list_filter = (labelled_filter("state", _label_season),)
    readonly_fields = ("terms_label", "state_label")
    terms_label = labelled_column("terms", _describe_terms)
    state_label = labelled_column("state", lambda row: _label_season(row.state))
    search_fields = ("league__name", "league__slug")
    ordering = ("-id",)
    fields = (
        *("league", "number", "terms_label", "state_label"),
        *("opened_at", "sign_up_until", "starts_at", "closed_at", "due_at"),
    )


@admin.register(Division)
class DivisionAdmin(ReadOnly):
    """Divisions, how even their draw is, and their standings once they are frozen."""

    list_display = ("season", "level_label", "number_label")
    list_select_related = ("season__league",)
    search_fields = ("season__league__name",)
    ordering = ("-id",)
    fields = (
        *("season", "level_label", "number_label", "evenness_label", "table_label", "ties_label"),
    )
    readonly_fields = fields[1:]
    # Counted from 1, as the pages of leagues do.
    level_label = labelled_column("level", lambda row: row.level + 1)
    number_label = labelled_column("number", lambda row: row.number + 1)
    evenness_label = labelled_column("evenness", league_text.describe_evenness)
    table_label = labelled_column("table", _describe_table, title="standings")
    ties_label = labelled_column("ties", _describe_ties)


@admin.register(Entry)
class EntryAdmin(action_views.RowActions, ReadOnly):
    """Who takes part in what."""

    row_actions = (
        *(Action.ADMIT_ENTRY, Action.REMOVE_ENTRY, Action.RENAME_TEAM),
        *(Action.FORBID_PAIR, Action.ALLOW_PAIR),
    )
    about = "entry"

    list_display = (
        *("player", "team_name", "season", "division", "state_label", "seed"),
        *("signed_up_at", "left_at"),
    )
    list_select_related = ("player", "season__league", "division")
    list_filter = (labelled_filter("state", _label_entry),)
    search_fields = ("player__email", "player__display_name", "team_name", "season__league__name")
    ordering = ("-id",)
    fields = (
        *("player", "team_name", "team", "season", "division", "state_label", "seed", "rating"),
        *("signed_up_at", "left_at", "instead_of"),
    )
    readonly_fields = ("team", "state_label")
    state_label = labelled_column("state", lambda row: _label_entry(row.state))

    @admin.display(description=gettext_lazy("players of the team"))
    def team(self, row: Entry) -> str:
        return ", ".join(str(member.player) for member in teams.members_of(row))


@admin.register(Round)
class RoundAdmin(action_views.RowActions, ReadOnly):
    """Rounds with their tables."""

    row_actions, about = (Action.EDIT_ROUND, Action.PAIR_ROUND, Action.POSTPONE), "round"

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

    list_display = ("of_round", "number", "seats", "match", "how_label", "settled_at")
    list_select_related = ("round", "match")
    list_filter = (labelled_filter("how", _label_how),)
    how_label = labelled_column("how", lambda row: row.settled_at and _label_how(row.how))
    places_label = labelled_column("places", _describe_places)
    search_fields = ("=match__number", "round__division__season__league__name")
    ordering = ("-id",)
    fields = (
        *("of_round", "number", "seats", "match", "how_label", "places_label", "why"),
        "settled_at",
    )
    readonly_fields = ("of_round", "seats", "how_label", "places_label")

    @admin.display(description="round")
    def of_round(self, row: Pairing) -> str:
        return gettext("Round %(number)s") % {"number": row.round.number}

    @admin.display(description="seats")
    def seats(self, row: Pairing) -> str:
        return _describe_players(row)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Pairing]:
        rows = super().get_queryset(request).prefetch_related(PAIRING_SEATS)
        return rows.defer("match__state", "match__seed", "match__secret")
