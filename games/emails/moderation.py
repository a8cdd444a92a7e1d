"""E-mails about moderator actions, without the board, because not every reader has a seat."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils import translation

from games.emails.matches import match_of, render_email
from games.engine.text import wrap_paragraph
from games.presentation import moderation
from games.titles import GAMES
from notifications.gateway import Email, Notification


def render_moderation_email(notification: Notification) -> Email | None:
    """Render what staff did, and how to appeal against a decision about the reader."""
    match = match_of(notification) if "match" in notification.data else None
    about = f"{GAMES[match.game].title} #{match.number}" if match else "Abyss by Post"
    with translation.override(notification.player.language):
        summary = moderation.describe_in_email(notification.data["deed"], notification.player)
    site = settings.SITE_URL.rstrip("/")
    path = reverse("match", args=[match.number]) if match else summary.path or reverse("sanctions")
    context = {
        "about": about,
        "summary": summary,
        "wrapped": [wrap_paragraph(line) for line in summary.lines],
        "link": site + path,
        "appeal": summary.appeal_path and site + summary.appeal_path,
    }
    return render_email(notification, "desk", context)
