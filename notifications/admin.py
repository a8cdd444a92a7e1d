"""DOOR: the moderators' view of the post office. Rows are looked at here, never written."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from unfold.admin import TabularInline

from . import quarantine
from .models import (
    Delivery,
    Hook,
    InboundLetter,
    Mailbox,
    Notice,
    PostedLetter,
    Quarantine,
    Trouble,
    Wish,
)
from .short_lists import ReadOnly, lately


class Attempts(TabularInline):
    """What became of a notice each time it was sent."""

    model = Delivery
    fields = readonly_fields = (
        *("channel", "tried", "accepted", "error"),
        *("arrived", "bounced", "bounce"),
    )
    extra = 0
    can_delete = False


@admin.register(Notice)
class NoticeAdmin(ReadOnly):
    list_display = ("created", "kind", "player", "thread", "state", "why", "tries", "sent")
    list_filter = ("state", *lately("kind"))
    list_select_related = ("player",)
    search_fields = ("key", "player__email", "thread")
    # The token answers the player's question; a moderator must not be able to.
    exclude = ("reply_token", "subject", "text", "html", "headers", "data", "key")
    change_form_before_template = "admin/desk_measures.html"
    inlines = (Attempts,)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *more: Any, **facts: Any
    ) -> HttpResponse:
        """The page of a letter, with links to what the desk does about it."""
        notice = facts["obj"]
        names = ("release", "reject") if notice.kind == "held" else ("resend",)
        links = [(f"{reverse('admin:desk_act', args=[n])}?letter={notice.pk}", n) for n in names]
        shown: HttpResponse = super().render_change_form(
            request, {**context, "measures": links}, *more, **facts
        )
        return shown


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly):
    list_display = ("tried", "notice", "channel", "accepted", "error", "bounced", "bounce")
    list_filter = ("accepted", *lately("channel"))
    list_select_related = ("notice",)


@admin.register(InboundLetter)
class InboundLetterAdmin(ReadOnly):
    list_display = ("received", "sender", "purpose", "state", "reason", "copies")
    list_filter = ("state", *lately("reason", "source"))
    search_fields = ("sender", "message_id")
    exclude = ("raw", "token", "envelope", "words", "first_line")


@admin.register(Wish)
class WishAdmin(ReadOnly):
    list_display = ("since", "player", "channel", "thread", "events")
    list_select_related = ("player",)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        # Letters come again when the player asks for them.
        return super(ReadOnly, self).has_delete_permission(request, obj)


@admin.register(PostedLetter)
class PostedLetterAdmin(ReadOnly):
    list_display = ("posted", "recipient", "opened")
    search_fields = ("recipient",)
    exclude = ("raw", "subject")


@admin.register(Mailbox)
class MailboxAdmin(ReadOnly):
    list_display = ("player", "rhythm", "quiet_from", "quiet_until", "receipts", "most_a_day")
    list_select_related = ("player",)


@admin.register(Trouble)
class TroubleAdmin(ReadOnly):
    list_display = ("address", "why", "score", "last", "stopped", "evidence")
    list_filter = ("why",)
    search_fields = ("address",)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        # A moderator who knows better lets letters go there again.
        return super(ReadOnly, self).has_delete_permission(request, obj)


@admin.register(Hook)
class HookAdmin(ReadOnly):
    list_display = ("player", "shape", "label", "failing", "error", "stopped")
    list_filter = ("shape",)
    list_select_related = ("player",)
    search_fields = ("player__email",)
    # Whoever knows these can speak in the player's name, or in ours.
    exclude = ("url", "digest", "secret", "key")


@admin.register(Quarantine)
class QuarantineAdmin(ReadOnly):
    """Rows that a job could not handle. Errors are told by kind, never by what they say."""

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
    list_filter = ("job", "table", "error")
    ordering = ("-last_seen_at",)
    actions = ("try_again",)

    def has_retry_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("notifications.change_quarantine")

    @admin.action(description="Try again now", permissions=["retry"])
    def try_again(self, request: HttpRequest, entries: QuerySet[Quarantine]) -> None:
        many = quarantine.retry(entries, now=timezone.now())
        self.message_user(request, f"{many} to be tried again within seconds.")
