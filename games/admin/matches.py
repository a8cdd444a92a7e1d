"""DOOR: the moderator's desk. Looking is free; what a hand could break is read-only.

No list or page shows what a player may not know: states, seeds, decisions, events, tokens.
"""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from unfold.admin import TabularInline

from abyss_site.core.admin_lists.short_lists import (
    ReadOnly,
    labelled_column,
    labelled_filter,
    list_lines,
)
from games.admin import action_views
from games.admin.action_forms import ON_MATCH, ON_PLAYER
from games.admin.bulk_actions import BulkActions
from games.models import Match, Move, Outage, Player, Prompt, Seat, Snapshot
from games.presentation import labels, results
from games.services.moderation.roles import Action
from games.titles import GAMES


def _label_game(code: str) -> str:
    game = GAMES.get(code)
    return str(game.title) if game else code


def _describe_options(row: Match) -> object:
    if row.game not in GAMES:
        return ""
    return list_lines(labels.options_in_words(row, get_language() or "en"))


def _label_question(row: Prompt) -> str:
    game = GAMES.get(row.match.game)
    words = game.list_words(get_language() or "en") if game else {}
    return capfirst(words.get(f"question.{row.question}") or row.question.replace("_", " "))


class SeatsInline(TabularInline):
    """Who sits in the match."""

    model = Seat
    hide_title = True
    fields = readonly_fields = ("number_label", "player", "place", "score")
    number_label = labelled_column("number", lambda row: row.number + 1)
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Match)
class MatchAdmin(action_views.RowActions, BulkActions, ReadOnly):
    """Matches, without what is on the table."""

    row_actions, about = ON_MATCH, "match"
    bulk = (Action.PAUSE, Action.RESUME)

    list_display = (
        *("number", "game_label", "status", "seats_wanted", "ply", "private", "created_at"),
    )
    list_filter = ("status", labelled_filter("game", _label_game), "private")
    search_fields = ("=number", "seats__player__display_name", "seats__player__email")
    ordering = ("-number",)
    fields = (
        "number",
        "game_label",
        "options_label",
        "seats_wanted",
        "status",
        "private",
        "watchable",
        "bots_welcome",
        "pace",
        "language",
        "created_by",
        "created_at",
        "started_at",
        "finished_at",
        "edition",
        "revision",
        "ply",
        "outcome_label",
        "ruling_label",
    )
    readonly_fields = ("game_label", "options_label", "pace", "outcome_label", "ruling_label")
    inlines = (SeatsInline,)

    game_label = labelled_column("game", lambda row: _label_game(row.game))
    options_label = labelled_column("options", _describe_options)
    outcome_label = labelled_column("outcome", results.describe_result)
    ruling_label = labelled_column("ruling", lambda row: row.ruling and row.get_ruling_display())

    @admin.display(description="pace")
    def pace(self, row: Match) -> str:
        return labels.pace_in_words(row)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).defer("state", "seed", "secret")


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    """Who sits where."""

    list_display = ("match", "number_label", "player", "place", "score")
    number_label = labelled_column("number", lambda row: row.number + 1)
    list_select_related = ("match", "player")
    list_filter = (
        "match__status",
        labelled_filter("match__game", _label_game),
        ("offered_at", admin.EmptyFieldListFilter),
    )
    search_fields = ("=match__number", "player__display_name", "player__email")
    ordering = ("-id",)
    fields = ("match", "number_label", "player", "place", "score")
    readonly_fields = ("number_label",)


def _number_seat(row: Prompt | Move) -> int:
    """Return the number of a seat as people count, from 1."""
    return row.seat + 1


@admin.register(Prompt)
class PromptAdmin(ReadOnly):
    """Questions and their deadlines, without tokens and without what was offered."""

    list_display = (
        "match",
        "seat_label",
        "question_label",
        "sealed",
        "awaits_bot",
        "deadline_at",
        "closed_at",
    )
    readonly_fields = ("seat_label", "question_label")
    seat_label = labelled_column("seat", _number_seat)
    question_label = labelled_column("question", _label_question)
    list_select_related = ("match",)
    list_filter = (("closed_at", admin.EmptyFieldListFilter), "sealed", "awaits_bot")
    search_fields = ("=match__number",)
    ordering = ("-id",)
    fields = (
        "match",
        "seat_label",
        "number",
        "question_label",
        "sealed",
        "awaits_bot",
        "opened_at",
        "deadline_at",
        "remind_at",
        "closed_at",
    )


@admin.register(Outage)
class OutageAdmin(ReadOnly):
    """When the clock did not tick; every open deadline was moved by as much."""

    list_display = ("started_at", "ended_at")
    ordering = ("-ended_at",)
    fields = ("started_at", "ended_at")


def _label_source(code: str) -> str:
    return str(labels.SOURCES.get(code) or code)


@admin.register(Move)
class MoveAdmin(ReadOnly):
    """Who moved when and through which door; what was decided may be a secret."""

    list_display = ("match", "ply", "seat_label", "source_label", "played_at")
    list_select_related = ("match",)
    list_filter = (labelled_filter("source", _label_source),)
    readonly_fields = ("seat_label", "source_label")
    seat_label = labelled_column("seat", _number_seat)
    search_fields = ("=match__number",)
    ordering = ("-id",)
    fields = ("match", "ply", "seat_label", "source_label", "edition", "played_at")

    @admin.display(description="source")
    def source_label(self, row: Move) -> str:
        return _label_source(row.source)


@admin.register(Snapshot)
class SnapshotAdmin(ReadOnly):
    """At which plies a state is kept."""

    list_display = ("match", "ply", "edition", "revision")
    list_select_related = ("match",)
    search_fields = ("=match__number",)
    ordering = ("-id",)
    fields = ("match", "ply", "edition", "revision")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Snapshot]:
        return (
            super()
            .get_queryset(request)
            .defer("state", "match__state", "match__seed", "match__secret")
        )


@admin.register(Player)
class PlayerAdmin(action_views.RowActions, BulkActions, ReadOnly):
    """People and bots. What is to change about them is done by staff actions."""

    row_actions, about = (*ON_PLAYER, Action.SET_PASSWORD), "player"
    bulk = (Action.NOTE, Action.WARN, Action.MUTE, Action.SUSPEND)

    def player_in_file(self, row: Player) -> Player | None:
        """The player themselves."""
        return row

    restricted = ("is_superuser", "groups", "last_login")
    list_display = (
        "display_name",
        "email",
        "is_bot",
        "owner",
        "is_staff",
        "is_active",
        "joined_at",
    )
    list_select_related = ("owner",)
    list_filter = ("is_active", "is_staff", "is_bot", "language")
    search_fields = ("display_name", "email")
    ordering = ("-id",)
    fieldsets = (
        (None, {"fields": ("email", "email_verified_at", "has_password")}),
        (_("As a player"), {"fields": ("display_name", "language", "zone")}),
        (_("Bots"), {"fields": ("is_bot", "level", "owner")}),
        (_("Rights"), {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        (_("Dates"), {"fields": ("joined_at", "last_login")}),
    )
    readonly_fields = ("has_password", "owner")

    @admin.display(description="has a password", boolean=True)
    def has_password(self, row: Player) -> bool:
        return row.has_usable_password()
