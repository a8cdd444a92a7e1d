"""Read-only Django admin lists of notifications, for moderators.

Each list names its columns, so that a new field of a model is hidden until it is added here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from unfold.admin import TabularInline

from abyss_site.core.admin_lists.short_lists import (
    ReadOnly,
    labelled_column,
    labelled_filter,
    recent_value_filters,
)
from notifications import quarantine
from notifications.admin.code_labels import (
    KINDS,
    PURPOSES,
    REASONS,
    SOURCES,
    WHY,
    label_code,
    label_thread,
)
from notifications.models import (
    BounceScore,
    CapturedEmail,
    ChannelPreference,
    Delivery,
    EmailPreferences,
    InboundEmail,
    Notification,
    Quarantine,
    Webhook,
)
from notifications.outgoing import channels, reply_addresses

# What the page of an e-mail calls its moderator actions.
ACTIONS = {
    "release": {"label": _("Release"), "icon": "check"},
    "reject": {"label": _("Reject"), "icon": "close"},
    "resend": {"label": _("Send again"), "icon": "forward_to_inbox"},
}


CHANNELS = {channels.MAIL: _("E-mail"), channels.PUSH: _("Push notifications")}


def _label_kind(code: str) -> str:
    return label_code(KINDS, code)


def _label_reason(code: str) -> str:
    return label_code(REASONS, code)


def _label_source(code: str) -> str:
    return label_code(SOURCES, code)


def _label_channel(code: str) -> str:
    # Any other channel is the id of a webhook.
    return str(CHANNELS.get(code, _("Webhook")))


def _list_events(row: ChannelPreference) -> str:
    return ", ".join(str(event.label) for event in channels.EVENTS if event.name in row.events)


# E-mails at once: a page of the list.
MOST_AT_ONCE = 50


def _build_list_action(name: str) -> Callable[[object, HttpRequest, QuerySet[Model]], HttpResponse]:
    def open_form(admin: object, request: HttpRequest, rows: QuerySet[Model]) -> HttpResponse:
        query = QueryDict(mutable=True)
        query.setlist("id", [str(pk) for pk in rows.values_list("pk", flat=True)[:MOST_AT_ONCE]])
        query["next"] = request.get_full_path()
        return redirect(f"{reverse('admin:desk_bulk', args=[name])}?{query.urlencode()}")

    return open_form


class SaidElsewhere:
    """Columns with responses of other servers, without the codes of our addresses."""

    @admin.display(description="error")
    def failure(self, row: Delivery) -> str:
        return reply_addresses.redact_reply_codes(row.error) or "–"

    @admin.display(description="bounce")
    def report(self, row: Delivery) -> str:
        return reply_addresses.redact_reply_codes(row.bounce) or "–"


class Attempts(SaidElsewhere, TabularInline):
    """Deliveries of a notification, with their results."""

    model = Delivery
    hide_title = True
    fields = readonly_fields = (
        *("channel_label", "attempted_at", "accepted", "failure"),
        *("arrived_at", "bounced_at", "report"),
    )
    channel_label = labelled_column("channel", lambda row: _label_channel(row.channel))
    extra = 0
    can_delete = False


@admin.register(Notification)
class NotificationAdmin(ReadOnly):
    list_display = (
        *("created_at", "kind_label", "player", "thread_label", "state", "why_label", "tries"),
        "sent_at",
    )
    list_filter = ("state", labelled_filter("kind", _label_kind))
    readonly_fields = ("kind_label", "thread_label", "language_label", "why_label")
    kind_label = labelled_column("kind", lambda row: _label_kind(row.kind))
    thread_label = labelled_column("thread", lambda row: label_thread(row.thread))
    language_label = labelled_column(
        "language", lambda row: dict(settings.LANGUAGES).get(row.language, row.language)
    )
    why_label = labelled_column("why", lambda row: label_code(WHY, row.why))
    list_select_related = ("player",)
    search_fields = ("player__email", "thread")
    # Not the reply token, the Message-ID, the headers or the content: with them, staff could answer
    # for the player or see hidden information of the match.
    fields = (
        *("created_at", "due_at", "kind_label", "player", "address", "thread_label"),
        "language_label",
        *("state", "why_label", "tries", "rendered_at", "sent_at"),
    )
    change_form_before_template = "admin/desk_row_actions.html"
    inlines = (Attempts,)

    def get_actions(self, request: HttpRequest) -> dict[str, object]:
        """Return the moderator actions on several e-mails, which the games app carries out."""
        return {
            name: (_build_list_action(name), name, facts["label"])
            for name, facts in ACTIONS.items()
        }

    def render_change_form(
        self, request: HttpRequest, context: dict[str, object], *more: object, **facts: Any
    ) -> HttpResponse:
        """Render the page of an e-mail with links to its moderator actions."""
        notification = facts["obj"]
        names = ("release", "reject") if notification.kind == "held" else ("resend",)
        query = urlencode({"email": notification.pk, "next": request.path})
        links = [
            {"path": f"{reverse('admin:desk_act', args=[name])}?{query}", **ACTIONS[name]}
            for name in names
        ]
        response: HttpResponse = super().render_change_form(
            request, {**context, "row_actions": links}, *more, **facts
        )
        return response


@admin.register(Delivery)
class DeliveryAdmin(SaidElsewhere, ReadOnly):
    list_display = (
        "attempted_at",
        "notification_label",
        "channel_label",
        "accepted",
        "failure",
        "bounced_at",
        "report",
    )
    list_filter = ("accepted", labelled_filter("channel", _label_channel))
    list_select_related = ("notification__player",)
    fields = list_display[:4] + ("failure", "arrived_at", "bounced_at", "report")
    readonly_fields = ("notification_label", "channel_label", "failure", "report")
    channel_label = labelled_column("channel", lambda row: _label_channel(row.channel))

    @admin.display(description="notification", ordering="notification")
    def notification_label(self, row: Delivery) -> SafeString:
        notification = row.notification
        path = reverse("admin:notifications_notification_change", args=[notification.pk])
        label = f"{_label_kind(notification.kind)} · {notification.player or notification.address}"
        return format_html('<a class="underline" href="{}">{}</a>', path, label)


@admin.register(InboundEmail)
class InboundEmailAdmin(ReadOnly):
    # No content, and neither its size nor its hash.
    list_display = ("received_at", "sender", "purpose_label", "state", "reason_label", "copies")
    list_filter = (
        *("state", labelled_filter("reason", _label_reason)),
        labelled_filter("source", _label_source),
    )
    readonly_fields = ("source_label", "purpose_label", "reason_label")
    source_label = labelled_column("source", lambda row: _label_source(row.source))
    purpose_label = labelled_column("purpose", lambda row: label_code(PURPOSES, row.purpose))
    reason_label = labelled_column("reason", lambda row: _label_reason(row.reason))
    search_fields = ("sender", "=message_id")
    fields = (
        *("received_at", "source_label", "sender", "message_id", "purpose_label"),
        *("state", "reason_label", "tries", "copies", "due_at", "processed_at"),
    )


@admin.register(ChannelPreference)
class ChannelPreferenceAdmin(ReadOnly):
    list_display = ("changed_at", "player", "channel_label", "thread_label", "events_label")
    list_select_related = ("player",)
    fields = list_display
    readonly_fields = ("channel_label", "thread_label", "events_label")
    channel_label = labelled_column("channel", lambda row: _label_channel(row.channel))
    thread_label = labelled_column(
        "thread", lambda row: label_thread(row.thread) or _("All matches")
    )
    events_label = labelled_column("events", _list_events)

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        # Staff may delete a preference when the player asks to receive e-mails again.
        return bool(super(ReadOnly, self).has_delete_permission(request, obj))


@admin.register(CapturedEmail)
class CapturedEmailAdmin(ReadOnly):
    list_display = ("captured_at", "recipient", "opened_at")
    search_fields = ("recipient",)
    fields = list_display


@admin.register(EmailPreferences)
class EmailPreferencesAdmin(ReadOnly):
    list_display = ("player", "rhythm", "quiet_from", "quiet_until", "receipts", "most_a_day")
    list_select_related = ("player",)
    fields = (*list_display, "daily_at", "html", "settle")


@admin.register(BounceScore)
class BounceScoreAdmin(ReadOnly):
    list_display = ("address", "why", "score", "last_reported_at", "stopped_at", "report")
    list_filter = ("why",)
    search_fields = ("address",)
    fields = (*list_display[:-1], "status", "report")
    readonly_fields = ("report",)

    @admin.display(description="evidence")
    def report(self, row: BounceScore) -> str:
        return reply_addresses.redact_reply_codes(row.evidence) or "–"

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        # Staff may delete a score to resume e-mail to the address.
        return bool(super(ReadOnly, self).has_delete_permission(request, obj))


@admin.register(Webhook)
class WebhookAdmin(ReadOnly):
    list_display = ("player", "shape", "label", "first_failed_at", "error", "stopped_at")
    list_filter = ("shape",)
    list_select_related = ("player",)
    search_fields = ("player__email",)
    # Not the URL and the keys: whoever knows them can impersonate the player or us.
    fields = (*list_display, "created_at", "tested_at")


@admin.register(Quarantine)
class QuarantineAdmin(ReadOnly):
    """Rows that a job could not handle. Errors are shown by type, never with their message."""

    list_display = (
        "last_seen_at",
        "job",
        "table",
        "row_id",
        "error",
        "place",
        "tries",
        "next_try_at",
    )
    list_filter = recent_value_filters("job", "table", "error")
    fields = (*list_display, "first_seen_at", "release")
    ordering = ("-last_seen_at",)
    actions = ("try_again",)

    def has_retry_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("notifications.change_quarantine")

    @admin.action(description=_("Try again now"), permissions=["retry"])
    def try_again(self, request: HttpRequest, entries: QuerySet[Quarantine]) -> None:
        many = quarantine.retry_entries(entries, now=timezone.now())
        message = ngettext(
            "%(many)s row is tried again within seconds.",
            "%(many)s rows are tried again within seconds.",
            many,
        )
        self.message_user(request, message % {"many": many})
