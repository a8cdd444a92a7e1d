"""DOOR: the moderator's desk. Looking is free; what a hand could break is read-only.

No list or page shows what a player may not know: states, seeds, decisions, events, tokens.
"""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property
from unfold.admin import ModelAdmin, TabularInline
from unfold.forms import ActionForm, UserChangeForm, UserCreationForm

from games.models import Match, Move, Outage, Player, Prompt, Seat, Snapshot
from games.services import silence
from games.services.moderation.roles import Action, may

# The first two hold nothing here, the third secrets only, and groups are chosen with the player.
for unused in (EmailAddress, EmailConfirmation, Authenticator, Group):
    if admin.site.is_registered(unused):
        admin.site.unregister(unused)

# Rows a list page counts at most: nobody leafs further, and a search is quicker.
MOST_COUNTED = 2000


class ShortPaginator(Paginator):
    """Pages over a big table without counting all of it."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows[:MOST_COUNTED].count())


class ReadOnly(ModelAdmin):
    """A table that is looked at only; the services write it."""

    show_full_result_count = False
    paginator = ShortPaginator
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatsInline(TabularInline):
    """Who sits in the match."""

    model = Seat
    fields = readonly_fields = ("number", "player", "place", "score")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Match)
class MatchAdmin(ReadOnly):
    """Matches, without what is on the table."""

    list_display = ("number", "game", "status", "seats_wanted", "ply", "private", "created")
    list_filter = ("status", "game", "private")
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
    )
    inlines = (SeatsInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).defer("state", "seed", "secret")


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    """Who sits where."""

    list_display = ("match", "number", "player", "place", "score")
    list_select_related = ("match", "player")
    list_filter = ("match__status", "match__game")
    search_fields = ("=match__number", "player__display_name", "player__email")
    ordering = ("-id",)
    fields = ("match", "number", "player", "place", "score")


class MoreTimeForm(ActionForm):
    """What “Give more time” needs: for how many hours, and a reason that the table reads."""

    hours = forms.IntegerField(required=False, min_value=1, max_value=24 * 28)
    reason = forms.CharField(required=False, max_length=300)


@admin.register(Prompt)
class PromptAdmin(ReadOnly):
    """Questions and their deadlines, without tokens and without what was offered.

    A deadline may be moved, later only, by whoever may change questions.
    """

    action_form = MoreTimeForm
    actions = ("give_more_time",)

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

    def has_more_time_permission(self, request: HttpRequest) -> bool:
        return may(request.user, Action.EXTEND)

    @admin.action(description="Give more time", permissions=["more_time"])
    def give_more_time(self, request: HttpRequest, chosen: QuerySet[Prompt]) -> None:
        form = MoreTimeForm(request.POST)
        form.fields["action"].choices = self.get_action_choices(request)
        hours = form.cleaned_data.get("hours") if form.is_valid() else None
        reason = form.cleaned_data.get("reason", "") if form.is_valid() else ""
        if not hours or not reason:
            self.message_user(request, "Say for how many hours, and why.", messages.ERROR)
            return
        for prompt in chosen:
            if silence.give_time(prompt, hours, reason):
                self.log_change(request, prompt, f"{hours} hours more: {reason}")
                self.message_user(request, f"{prompt}: {hours} hours more.")
            else:
                self.message_user(request, f"{prompt} is settled already.", messages.WARNING)


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
    list_filter = ("source",)
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


class NewPlayerForm(UserCreationForm):
    """A new player; without a password they sign in by letter."""

    class Meta:
        model = Player
        fields = ("email", "display_name")
        field_classes: dict[str, type[forms.Field]] = {}


class PlayerForm(UserChangeForm):
    """What staff may change of a player."""

    class Meta:
        model = Player
        fields = "__all__"
        field_classes: dict[str, type[forms.Field]] = {}


@admin.register(Player)
class PlayerAdmin(UserAdmin, ModelAdmin):
    """People and house bots. A player who has sat somewhere is deactivated, not deleted."""

    form = PlayerForm
    add_form = NewPlayerForm
    show_full_result_count = False
    paginator = ShortPaginator
    list_display = ("display_name", "email", "is_bot", "level", "is_staff", "is_active", "joined")
    list_filter = ("is_active", "is_staff", "is_bot", "language")
    search_fields = ("display_name", "email")
    ordering = ("-joined",)
    readonly_fields = ("email_verified", "is_bot", "level", "joined", "last_login")
    fieldsets = (
        (None, {"fields": ("email", "email_verified", "password")}),
        ("At the table", {"fields": ("display_name", "language", "zone", "is_bot", "level")}),
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
        return (*self.readonly_fields, *rights)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
