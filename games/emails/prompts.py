"""The prompt in an e-mail: numbered answers with their links, and the deadline."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format

from games.engine import notation
from games.engine.text import wrap_item, wrap_paragraph
from games.models import Player, Prompt
from games.presentation import labels
from games.presentation.links import answer_path
from games.queries import matches
from games.titles import GAMES
from notifications.gateway import build_reply_address


def build_prompt_context(question: matches.Question, player: Player) -> dict[str, Any]:
    """Return the template context of a prompt in the reader's language."""
    game = GAMES[question.row.match.game]
    words = game.list_words(player.language)
    return {
        "text": question.text,
        "text_wrapped": wrap_paragraph(question.text),
        "answers_text": "\n".join(_format_numbered_answer(answer) for answer in question.answers),
        "answers": [_build_answer_links(question.row, answer) for answer in question.answers],
        "links_text": "\n".join(
            f"{answer.number:>3}: {_build_answer_url(question.row, answer)}"
            for answer in question.answers
        ),
        "answered": question.answered,
        "open": bool(question.slotted),
        "fallback": notation.format_decision(question.asked.fallback, words),
        "deadline": question.row.deadline_at and format_instant(question.row.deadline_at, player),
        "left": question.row.deadline_at
        and format_time_left(question.row.deadline_at, timezone.now()),
    }


def _build_answer_links(prompt: Prompt, answer: matches.Answer) -> dict[str, Any]:
    """Return an answer with its two links: an e-mail that gives it, and its page."""
    said = quote(answer.words + "\n")
    address = quote(build_reply_address("play", prompt.token), safe="@")
    return {
        "words": answer.words,
        "hint": answer.hint,
        "email": f"mailto:{address}?body={said}",
        "page": _build_answer_url(prompt, answer),
    }


def _build_answer_url(prompt: Prompt, answer: matches.Answer) -> str:
    return settings.SITE_URL.rstrip("/") + answer_path(prompt.token, answer.number)


def _format_numbered_answer(answer: matches.Answer) -> str:
    """Return an answer as a line that is not parsed as an answer when the e-mail is quoted."""
    return wrap_item(
        f"{answer.number:>3} · ", answer.words + (f" – {answer.hint}" if answer.hint else "")
    )


def format_instant(instant: datetime, player: Player) -> str:
    """Format an instant in the reader's zone, with its name, and in UTC if that differs."""
    local = instant.astimezone(ZoneInfo(player.zone))
    shown = f"{date_format(local, labels.day_and_time())} ({player.zone})"
    if player.zone == "UTC":
        return shown
    utc = date_format(instant.astimezone(ZoneInfo("UTC")), labels.short_day_and_time())
    return f"{shown}, {utc} UTC"


def format_time_left(instant: datetime, now: datetime) -> str:
    """Format the remaining time: “2 days”, “5 hours”, “20 minutes”."""
    seconds = max(instant - now, timedelta()).total_seconds()
    if (days := round(seconds / 86400)) >= 2:
        return labels.days_in_words(days)
    if (hours := round(seconds / 3600)) >= 2:
        return labels.hours_in_words(hours)
    return labels.minutes_in_words(max(round(seconds / 60), 1))
