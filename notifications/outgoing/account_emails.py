"""Render e-mails about a player's account, such as a test e-mail or a change of address."""

from __future__ import annotations

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import override

from notifications.models import Notification

from .renderers import Email


def render_account_email(notification: Notification) -> Email:
    """Render a notification with the templates named after its kind."""
    player = notification.player
    context = {
        "reader": player.display_name,
        "language": player.language,
        "site": settings.SITE_URL,
        "lines": notification.data.get("lines", []),
        "why": notification.data.get("why", ""),
        "link": settings.SITE_URL + notification.data.get("link_path", "/emails/"),
    }
    with override(player.language):
        subject, text, html = (
            render_to_string(f"notifications/{notification.kind}{end}", context)
            for end in (".subject.txt", ".txt", ".html")
        )
    return Email(subject.strip(), text.strip() + "\n", html, player.language)
