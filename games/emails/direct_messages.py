"""E-mails about direct messages: what was written, and that a reply was not sent."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils import translation

from games.emails.matches import render_email
from games.engine.text import wrap_paragraph
from games.models import ConversationSide
from games.presentation import errors_text
from games.queries import direct_messages
from notifications.gateway import Email, Notification, one_click_url


def render_direct_message_email(notification: Notification) -> Email | None:
    """Render the messages that the reader has not seen; None if there are none, or not any more."""
    with translation.override(notification.player.language):
        side_and_lines = direct_messages.list_untold(notification)
    if side_and_lines is None:
        return None
    side, lines = side_and_lines
    context = _build_context(side) | {
        "said": lines,
        # Marked, so that a quote is not read as the reader's own words.
        "said_text": "\n\n".join(_quote_message(line.text) for line in lines),
        "stop_link": one_click_url(notification),
    }
    return render_email(notification, "direct_message", context)


def render_refused_message_email(notification: Notification) -> Email | None:
    """Render why an e-mail to a conversation was not passed on; None if that is gone."""
    sides = ConversationSide.objects.select_related("player", "other")
    side = sides.filter(pk=notification.data["side"]).first()
    if side is None:
        return None
    with translation.override(notification.player.language):
        reason = errors_text.describe_saved_refusal(notification.data)
    line = notification.data["line"]
    context = _build_context(side) | {
        "reason": reason,
        "reason_wrapped": wrap_paragraph(reason),
        "line": line,
        "line_text": wrap_paragraph(line, "    > ") if line else "",
    }
    return render_email(notification, "message_refused", context)


def _build_context(side: ConversationSide) -> dict[str, object]:
    site = settings.SITE_URL.rstrip("/")
    return {
        "name": " ".join(side.other.display_name.split()),
        "link": site + reverse("conversation", args=[side.other_id]),
        "profile": site + reverse("player", args=[side.other_id]),
        "site": site,
    }


def _quote_message(text: str) -> str:
    return "\n".join(
        wrap_paragraph(line, "    > ") if line else "    >" for line in text.split("\n")
    )
