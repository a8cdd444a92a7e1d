"""Letters that answer a player's letter, or tell what other players say."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext

from games.emails.batch_rows import get_email_facts
from games.emails.matches import build_move_context, context_of, render_email
from games.engine.text import wrap_paragraph
from games.models import Match
from games.queries import chat as chat_queries
from notifications.gateway import Letter, Notice


def render_quarantine_email(notice: Notice) -> Letter | None:
    """A letter that came from elsewhere, and the page that lets it count."""
    context = context_of(notice, get_email_facts(notice))
    lines = notice.data.get("lines", [])
    context["held_lines"] = lines
    context["is_unproven"] = notice.data.get("is_unproven", False)
    path = notice.data.get("link_path", "")
    context["held_link"] = lines and path and settings.SITE_URL.rstrip("/") + path
    return render_email(notice, "held", context)


def render_transcript_email(notice: Notice) -> Letter | None:
    """What became of each line of a letter, with what is asked by now."""
    match = get_email_facts(notice).match
    context = context_of(notice, get_email_facts(notice))
    context["done"] = [_line_done(done, match, notice) for done in notice.data["done"]]
    context["left"] = notice.data["left"]
    context |= {key: notice.data[key] for key in ("helped", "ordered")}
    return render_email(notice, "transcript", context)


def _line_done(done: dict[str, Any], match: Match, notice: Notice) -> dict[str, Any]:
    told = done.get("told", [])
    if "ply" in done:
        played = build_move_context(match, notice.data["seat"], done["ply"], notice.player.language)
        told = [
            gettext("Played: %(answer)s.") % {"answer": played["moved"]},
            *played["moved_story"],
        ]
    # An address must not be broken.
    lines = (one if one.startswith("http") else wrap_paragraph(one) for one in told)
    return {"line": done["line"], "told": told, "told_text": "\n".join(lines)}


def render_chat_email(notice: Notice) -> Letter | None:
    """What others have said. None if another letter has told it, or will."""
    if chat_queries.is_told_elsewhere(notice):
        return None
    context = context_of(notice, get_email_facts(notice))
    return render_email(notice, notice.kind, context) if context["said"] else None
