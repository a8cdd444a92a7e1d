"""Letters of the post office itself: a test, and the two about a change of address."""

from __future__ import annotations

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import override

from notifications.models import Notification

from .renderers import Letter


def render_account_email(notification: Notification) -> Letter:
    """Write out a notification whose templates have the name of its kind."""
    player = notification.player
    context = {
        "reader": player.display_name,
        "language": player.language,
        "site": settings.SITE_URL,
        "why": notification.data.get("why", ""),
        "link": settings.SITE_URL + notification.data.get("link_path", "/letters/"),
    }
    with override(player.language):
        subject, text, html = (
            render_to_string(f"notifications/{notification.kind}{end}", context)
            for end in (".subject.txt", ".txt", ".html")
        )
    return Letter(subject.strip(), text.strip() + "\n", html, player.language)
