"""DOOR: lists of what staff did, is asked to do, and decided about people."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import admin
from django.db.models import QuerySet, UUIDField, Value
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from abyss_site.core.admin_lists.short_lists import (
    ReadOnly,
    labelled_column,
    labelled_filter,
    list_lines,
)
from games.admin import action_views
from games.admin.bulk_actions import BulkActions
from games.http.viewers import signed_in
from games.models import (
    AuditLogEntry,
    DirectMessage,
    FraudSignal,
    Message,
    Player,
    Proposal,
    Report,
    Sanction,
)
from games.presentation import fraud_signals, moderation
from games.presentation.action_labels import ActionLink, label_of_code
from games.queries import direct_messages
from games.queries.chat import messages_around
from games.services.moderation import reports
from games.services.moderation.roles import Action


def _label_action(code: str) -> str:
    return label_of_code(code)


@admin.register(AuditLogEntry)
class AuditLogEntryAdmin(ReadOnly):
    """The audit log: written once, and never changed."""

    list_display = (
        "occurred_at",
        "action_label",
        "step",
        "by",
        "approved_by",
        "match",
        "player",
        "reason",
    )
    list_select_related = ("by", "approved_by", "match", "player")
    list_filter = ("step", labelled_filter("action", _label_action))
    search_fields = ("=match__number", "player__email", "by__email")
    ordering = ("-id",)
    fields = (
        *("occurred_at", "action_label", "step", "by", "approved_by", "match", "player"),
        *("reason", "public_note", "what_changed"),
    )
    readonly_fields = ("action_label", "what_changed")

    @admin.display(description="action")
    def action_label(self, row: AuditLogEntry) -> str:
        return _label_action(row.action)

    @admin.display(description="changes")
    def what_changed(self, row: AuditLogEntry) -> SafeString:
        zone: str = getattr(row, "reader_zone", "")
        return list_lines(moderation.describe_recorded_changes(row, zone))

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditLogEntry]:
        rows: QuerySet[AuditLogEntry] = super().get_queryset(request)
        # Columns do not know who reads them.
        return rows.annotate(reader_zone=Value(signed_in(request).zone))


@admin.register(Proposal)
class ProposalAdmin(ReadOnly):
    """What waits for a second pair of eyes."""

    list_display = (
        "proposed_at",
        "action_label",
        "concerns",
        "by",
        "reason",
        "outcome",
        "decided_by",
        "decision",
    )
    list_select_related = ("by", "decided_by", "league")
    list_filter = ("outcome", labelled_filter("action", _label_action))
    ordering = ("-id",)
    readonly_fields = ("action_label", "concerns")
    fields = (
        "proposed_at",
        "action_label",
        "concerns",
        "by",
        "reason",
        "outcome",
        "decided_at",
        "decided_by",
        "decision",
    )

    @admin.display(description="action")
    def action_label(self, row: Proposal) -> str:
        return _label_action(row.action)

    @admin.display(description="about")
    def concerns(self, row: Proposal) -> str:
        return action_views.describe_target(row)

    @admin.display(description="decide")
    def decision(self, row: Proposal) -> SafeString | str:
        if row.outcome != Proposal.Outcome.WAITING:
            return "–"
        path = reverse("admin:desk_decide", args=[row.pk])
        is_own = row.by_id == getattr(row, "reader", None)
        label = gettext("Take it back") if is_own else gettext("Decide")
        return format_html('<a class="underline" href="{}">{}</a>', path, label)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Proposal]:
        rows: QuerySet[Proposal] = super().get_queryset(request)
        # Columns do not know who reads them.
        return rows.annotate(reader=Value(signed_in(request).pk, output_field=UUIDField()))


# What can be done about a person from a report about them, or from their appeal.
ABOUT_PERSON = (
    *(Action.NOTE, Action.WARN, Action.MUTE, Action.SUSPEND, Action.BAN, Action.LIFT),
    Action.MERGE,
)


def _may_settle(request: HttpRequest, row: Report) -> bool:
    """Return whether the visitor can be offered to settle a report or an appeal."""
    if row.outcome != Report.Outcome.OPEN:
        return False
    return row.sanction is None or not reports.has_imposed(signed_in(request), row.sanction)


@admin.register(Report)
class ReportAdmin(action_views.RowActions, BulkActions, ReadOnly):
    """What players reported, and their appeals; nobody reads who reported them or their bots."""

    row_actions, about = (Action.SETTLE,), "report"
    bulk = (Action.SETTLE,)

    def list_links(self, request: HttpRequest, row: Report) -> list[ActionLink]:
        """What can be done about the report, and about the player it is about."""
        links = super().list_links(request, row) if _may_settle(request, row) else []
        about = self.player_in_file(row)
        if about is None:
            return links
        if row.direct_message_id is not None:
            message_field = {"message": row.direct_message_id}
            links += action_views.list_row_actions(request, (Action.HIDE,), message_field)
        fields = {"player": about.pk, "report": row.pk}
        return links + action_views.list_row_actions(request, ABOUT_PERSON, fields)

    def list_context(self, row: Report) -> Sequence[Message | DirectMessage]:
        """What was said around a reported message, in the match or between the two."""
        if row.direct_message is not None:
            return direct_messages.messages_around(row.direct_message)
        rows = Message.objects.filter(match=row.match_id, player=row.about_id, text=row.quoted)
        message = rows.select_related("match").defer("match__state").last() if row.quoted else None
        return messages_around(message) if message else []

    def player_in_file(self, row: Report) -> Player | None:
        """Whoever is reported, or appeals."""
        return row.about if row.sanction is None else row.sanction.player

    # Only those learn who reported who can settle it.
    restricted = ("by",)

    list_display = ("reported_at", "kind", "about", "match", "text", "outcome")
    list_select_related = ("about", "match")
    list_filter = ("outcome", "kind")
    search_fields = ("about__email", "by__email", "=match__number")
    ordering = ("-id",)
    fields = (
        *("reported_at", "kind", "by", "about", "match", "quoted", "sanction", "text", "outcome"),
        "settled_at",
    )


@admin.register(FraudSignal)
class FraudSignalAdmin(action_views.RowActions, BulkActions, ReadOnly):
    """What may speak for double accounts and collusion; nobody sees what is about themselves."""

    row_actions, about = (Action.DISMISS,), "hint"
    bulk = (Action.DISMISS,)

    list_display = ("last_seen_at", "kind", "one", "two", "evidence", "dismissed_at")
    list_select_related = ("one", "two")
    list_filter = ("kind", ("dismissed_at", admin.EmptyFieldListFilter))
    search_fields = ("one__email", "one__display_name", "two__email", "two__display_name")
    ordering = ("-last_seen_at", "-id")
    readonly_fields = ("evidence",)
    fieldsets = (
        (
            None,
            {
                "description": _("A signal is not proof: people share homes, machines and hours."),
                "fields": (
                    "kind",
                    "one",
                    "two",
                    "evidence",
                    "found_at",
                    "last_seen_at",
                    "dismissed_at",
                ),
            },
        ),
    )

    @admin.display(description="evidence")
    def evidence(self, row: FraudSignal) -> str:
        return fraud_signals.describe_evidence(row)


@admin.register(Sanction)
class SanctionAdmin(ReadOnly):
    """Who is kept from what, and until when."""

    list_display = ("imposed_at", "player", "kind", "lasts_until", "ended_at", "reason")
    list_select_related = ("player",)
    list_filter = ("kind", ("ended_at", admin.EmptyFieldListFilter))
    search_fields = ("player__email", "player__display_name")
    ordering = ("-id",)
    fields = ("player", "kind", "reason", "imposed_at", "lasts_until", "ended_at")


@admin.register(Message)
class MessageAdmin(action_views.RowActions, BulkActions, ReadOnly):
    """What players said in their matches; nobody reads the chat of a match in which they play."""

    row_actions, about = (Action.HIDE,), "message"
    bulk = (Action.HIDE,)

    list_display = ("sent_at", "match", "player", "text", "hidden_at")
    list_select_related = ("match", "player")
    list_filter = (("hidden_at", admin.EmptyFieldListFilter),)
    search_fields = ("text", "player__display_name", "player__email", "=match__number")
    ordering = ("-id",)
    fields = ("sent_at", "match", "seat_label", "player", "text", "hidden_at")
    readonly_fields = ("seat_label",)
    seat_label = labelled_column("seat", lambda row: row.seat + 1)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Message]:
        rows: QuerySet[Message] = super().get_queryset(request)
        return rows.defer("match__state", "match__seed", "match__secret")

    def list_links(self, request: HttpRequest, row: Message) -> list[ActionLink]:
        """What can be done about the message, and about who wrote it."""
        person = action_views.list_row_actions(request, ABOUT_PERSON, {"player": row.player_id})
        return super().list_links(request, row) + person

    def list_context(self, row: Message) -> Sequence[Message | DirectMessage]:
        """What was said before and after it."""
        return messages_around(row)

    def player_in_file(self, row: Message) -> Player:
        """Who wrote it."""
        return row.player
