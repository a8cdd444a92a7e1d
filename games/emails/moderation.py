"""What letters from staff say, to whom it concerns: no table, for not all of them sit there."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils import translation

from games.emails.matches import match_of, render_email
from games.engine.text import wrap_paragraph
from games.presentation import moderation
from games.titles import GAMES
from notifications.gateway import Letter, Notification


def render_moderation_email(notification: Notification) -> Letter | None:
    """What staff did, and how to appeal where something was decided about the reader."""
    match = match_of(notification) if "match" in notification.data else None
    about = f"{GAMES[match.game].title} #{match.number}" if match else "Abyss by Post"
    with translation.override(notification.player.language):
        said = moderation.in_letter(notification.data["deed"], notification.player)
    site = settings.SITE_URL.rstrip("/")
    path = reverse("match", args=[match.number]) if match else said.path or reverse("sanctions")
    context = {
        "about": about,
        "said": said,
        "wrapped": [wrap_paragraph(line) for line in said.lines],
        "link": site + path,
        "appeal": said.appeal_path and site + said.appeal_path,
    }
    return render_email(notification, "desk", context)
