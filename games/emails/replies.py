"""Replies to a player's e-mail, and e-mails about chat."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext

from games.emails.batch_rows import get_email_facts
from games.emails.matches import build_move_context, context_of, find_told_move, render_email
from games.engine.text import wrap_paragraph
from games.models import Match, Move
from games.queries import chat as chat_queries
from notifications.gateway import Email, Notification


def render_quarantine_email(notification: Notification) -> Email | None:
    """Render a quarantined e-mail with the link to release it."""
    context = context_of(notification, get_email_facts(notification))
    lines = notification.data.get("lines", [])
    context["held_lines"] = lines
    context["is_unproven"] = notification.data.get("is_unproven", False)
    path = notification.data.get("link_path", "")
    context["held_link"] = lines and path and settings.SITE_URL.rstrip("/") + path
    return render_email(notification, "held", context)


def render_transcript_email(notification: Notification) -> Email | None:
    """Render the outcome of each line of an e-mail, and the prompt that a reply to it answers.

    If the reader has been asked something since, the e-mail about that shows the question and the
    board, and confirms answers: this one only tells what else was done or not. None: nothing.
    """
    match, prompt = get_email_facts(notification).match, get_email_facts(notification).prompt
    tells_moves = any("ply" in entry for entry in notification.data["done"])
    is_other = prompt is not None and prompt.token != notification.reply_token
    is_asked_since = tells_moves and is_other and not (prompt and prompt.answered_at)
    if is_asked_since and notification.kind == "sequence":
        return None
    get_email_facts(notification).late.leave_out(
        [move.ply for entry in notification.data["done"] if (move := _find_move(match, entry))]
    )
    context = context_of(notification, get_email_facts(notification))
    context["done"] = [
        _line_done(entry, match, notification) for entry in notification.data["done"]
    ]
    # The reply to a mere command, e.g. “status”, does not tell what an e-mail about a turn tells.
    context["tells_moves"] = tells_moves
    context["left"] = notification.data["left"]
    context |= {key: notification.data[key] for key in ("helped", "ordered")}
    if is_asked_since or notification.data.get("brief"):
        context |= {"question": None, "picture": None, "table": "", "table_html": ""}
    elif context["helped"] or notification.data.get("confirm"):
        # Below a list of commands or orders, the board would be out of sight.
        context |= {"picture": None, "table": "", "table_html": ""}
        if notification.data.get("confirm"):
            # So would the question: what this e-mail asks is whether to follow the orders.
            context["question"] = None
    context["is_asked_since"] = is_asked_since
    return render_email(notification, "transcript", context)


def _line_done(entry: dict[str, Any], match: Match, notification: Notification) -> dict[str, Any]:
    sentences = entry.get("told", [])
    if move := _find_move(match, entry):
        move_context = build_move_context(
            match,
            notification.data["seat"],
            move,
            notification.player.language,
            arguments=entry.get("arguments", ()),
        )
        sentences = [
            gettext("Played: %(answer)s.") % {"answer": move_context["moved"]},
            *move_context["moved_story"],
        ]
    elif "ply" in entry:
        sentences = [gettext("A move was taken back, so that question does not count any more.")]
    # URLs must not be wrapped.
    lines = (
        sentence if sentence.startswith("http") else wrap_paragraph(sentence)
        for sentence in sentences
    )
    return {"line": entry["line"], "told": sentences, "told_text": "\n".join(lines)}


def _find_move(match: Match, entry: dict[str, object]) -> Move | None:
    """Return the move that a line has made; None if it made none, or the move was withdrawn."""
    return find_told_move(match, entry) if "ply" in entry else None


def render_chat_email(notification: Notification) -> Email | None:
    """Render new chat messages; None if another e-mail contains them, or will."""
    if chat_queries.is_covered_by_other_email(notification):
        return None
    context = context_of(notification, get_email_facts(notification))
    return render_email(notification, notification.kind, context) if context["said"] else None
