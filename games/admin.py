"""DOOR: the moderator's desk. Looking is free; what a hand could break is read-only.

No list or page shows what a player may not know: states, seeds, decisions, events, tokens.
"""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin, TabularInline
from unfold.forms import UserChangeForm, UserCreationForm

from games import desk_admin as desk_admin
from games import desk_pages, refusals
from games import league_admin as league_admin
from games.desk_forms import ON_MATCH, ON_PLAYER
from games.models import Match, Move, Outage, Player, Prompt, Seat, Snapshot
from games.rules.contract import Refused
from games.services import names
from notifications.short_lists import ReadOnly, ShortPaginator, lately

# The first two hold nothing here, the third secrets only, and groups are chosen with the player.
for unused in (EmailAddress, EmailConfirmation, Authenticator, Group):
    if admin.site.is_registered(unused):
        admin.site.unregister(unused)


class SeatsInline(TabularInline):
    """Who sits in the match."""

    model = Seat
    hide_title = True
    fields = readonly_fields = ("number", "player", "place", "score")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Match)
class MatchAdmin(desk_pages.Measured, ReadOnly):
    """Matches, without what is on the table."""

    measures, about = ON_MATCH, "match"

    list_display = ("number", "game", "status", "seats_wanted", "ply", "private", "created")
    list_filter = ("status", *lately("game"), "private")
    search_fields = ("=number",)
    ordering = ("-number",)
    fields = (
        "number",
        "game",
        "options",
        "seats_wanted",
        "status",
        "private",
        "watchable",
        "bots_welcome",
        "hours_per_turn",
        "hours_per_offer",
        "created_by",
        "created",
        "started",
        "finished",
        "edition",
        "revision",
        "ply",
        "outcome",
        "ruling",
    )
    inlines = (SeatsInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).defer("state", "seed", "secret")


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    """Who sits where."""

    list_display = ("match", "number", "player", "place", "score")
    list_select_related = ("match", "player")
    list_filter = ("match__status", *lately("match__game"), ("wanted", admin.EmptyFieldListFilter))
    search_fields = ("=match__number", "player__display_name", "player__email")
    ordering = ("-id",)
    fields = ("match", "number", "player", "place", "score")


@admin.register(Prompt)
class PromptAdmin(ReadOnly):
    """Questions and their deadlines, without tokens and without what was offered."""

    list_display = ("match", "seat", "question", "sealed", "for_bot", "deadline", "closed")
    list_select_related = ("match",)
    list_filter = (("closed", admin.EmptyFieldListFilter), "sealed", "for_bot")
    search_fields = ("=match__number",)
    ordering = ("-id",)
    fields = (
        "match",
        "seat",
        "number",
        "question",
        "sealed",
        "for_bot",
        "opened",
        "deadline",
        "remind_at",
        "closed",
    )


@admin.register(Outage)
class OutageAdmin(ReadOnly):
    """When the clock did not tick; every open deadline was moved by as much."""

    list_display = ("began", "ended")
    ordering = ("-ended",)
    fields = ("began", "ended")


@admin.register(Move)
class MoveAdmin(ReadOnly):
    """Who moved when and through which door; what was decided may be a secret."""

    list_display = ("match", "ply", "seat", "source", "played")
    list_select_related = ("match",)
    list_filter = lately("source")
    search_fields = ("=match__number",)
    ordering = ("-id",)
    fields = ("match", "ply", "seat", "source", "edition", "played")


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


class NamedForm(forms.ModelForm):
    """A form of a player whose name nobody else may have."""

    def clean_display_name(self) -> str:
        """Say in words what the database would refuse."""
        name = str(self.cleaned_data.get("display_name") or "")
        is_staff = self.instance.is_staff or self.cleaned_data.get("is_staff", False)
        try:
            if name and name != self.initial.get("display_name"):
                names.check_free(self.instance, name, is_staff=is_staff)
        except Refused as refusal:
            raise forms.ValidationError(refusals.told(refusal)) from refusal
        return name


class NewPlayerForm(NamedForm, UserCreationForm):
    """A new player; without a password they sign in by letter."""

    class Meta:
        model = Player
        fields = ("email", "display_name")
        field_classes: dict[str, type[forms.Field]] = {}


class PlayerForm(NamedForm, UserChangeForm):
    """What staff may change of a player."""

    class Meta:
        model = Player
        fields = "__all__"
        field_classes: dict[str, type[forms.Field]] = {}


@admin.register(Player)
class PlayerAdmin(desk_pages.Measured, UserAdmin, ModelAdmin):
    """People and bots. A player who has sat somewhere is deactivated, not deleted."""

    measures, about = ON_PLAYER, "player"

    form = PlayerForm
    add_form = NewPlayerForm
    show_full_result_count = False
    paginator = ShortPaginator
    list_display = ("display_name", "email", "is_bot", "owner", "is_staff", "is_active", "joined")
    list_select_related = ("owner",)
    list_filter = ("is_active", "is_staff", "is_bot", "language")
    search_fields = ("display_name", "email")
    ordering = ("-id",)
    readonly_fields = ("email_verified", "is_bot", "level", "owner", "joined", "last_login")
    fieldsets = (
        (None, {"fields": ("email", "email_verified", "password")}),
        ("At the table", {"fields": ("display_name", "language", "zone")}),
        ("Bots", {"fields": ("is_bot", "level", "owner")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        ("Dates", {"fields": ("joined", "last_login")}),
    )
    add_fieldsets = (
        (
            None,
            {"fields": ("email", "display_name", "usable_password", "password1", "password2")},
        ),
    )
    filter_horizontal = ("groups",)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Who is staff is for superusers to say, or one could promote oneself."""
        rights = () if request.user.is_superuser else ("is_staff", "is_superuser", "groups")
        # A bot has no address, and gets none.
        address = ("email",) if obj is not None and obj.is_bot else ()
        return (*self.readonly_fields, *rights, *address)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
