"""E-mails about invitations: to players, to people without an account, and about the outcome."""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext

from games.emails.matches import build_two_answers, match_of, render_email
from games.emails.prompts import format_instant
from games.engine import commitment
from games.engine.contract import Refused
from games.engine.text import wrap_paragraph
from games.models import Invitation, Status
from games.presentation import errors_text, labels, links
from games.queries import matches
from games.services.invitations import LINK, check_open
from games.titles import GAMES
from notifications.gateway import Email, Notification, one_click_url


def render_invitation_email(notification: Notification) -> Email | None:
    """Render an invitation to a match; None once it is over."""
    row = _fetch_invitation(notification)
    try:
        if row is None or row.match is None:
            return None
        check_open(row, notification.due_at)
    except Refused:
        return None
    player = notification.player
    context = _build_invitation_context(notification, row) | {
        "note": row.note,
        "note_text": wrap_paragraph(row.note, "    > ") if row.note else "",
        "expires": format_instant(row.expires_at, player),
        "is_kept": row.seat is not None,
        "is_rematch": row.match.rematch_of_id is not None,
        # Why an e-mail that answered the invitation did nothing.
        "is_held": "sender" in notification.data,
        "is_unproven": notification.data.get("is_unproven", False),
        "sender": notification.data.get("sender", ""),
    }
    is_stranger = notification.kind == "introduction"
    context |= build_two_answers(
        notification,
        notification.kind,
        context,
        (gettext("accept"), gettext("decline")),
        [links.invitation_path(row.token, number) for number in (1, 2)],
        by_page=is_stranger or context["is_held"],
    )
    if is_stranger:
        context |= {
            "never": one_click_url(notification),
            "inviter": strip_links_from_name(row.inviter.display_name),
        }
        context["names"] = [strip_links_from_name(name) for name in context["names"]]
    context["names_text"] = ", ".join(context["names"])
    return render_email(notification, notification.kind, context)


def render_invitation_answer_email(notification: Notification) -> Email | None:
    """Render the outcome of an invitation; None if its match was deleted.

    None also if accepting has started the match, whose own e-mail says so, unless a newcomer has
    to learn their name.
    """
    row = _fetch_invitation(notification)
    if row is None or row.match is None:
        return None
    has_started = notification.data.get("said") == "accepted" and row.match.status == Status.RUNNING
    if has_started and notification.player.has_chosen_name:
        return None
    context = _build_invitation_context(notification, row) | {
        "whom": row.whom,
        "is_kept": row.seat is not None,
        "said": notification.data.get("said", ""),
        "line": notification.data.get("line", ""),
        "reason": errors_text.describe_saved_refusal(notification.data, row.match.game),
        "word": notification.data.get("word", ""),
        "tells_word": "word" in notification.data,
        "message_id": notification.data.get("answers", ""),
        "drawn_letters": commitment.DRAWN_LETTERS,
        "is_dealing": row.match.status == Status.DEALING,
        "round": row.match.beacon_round,
        "commitment": commitment.hash_secret(bytes(row.match.secret)) if row.match.secret else "",
        "neutral_name": ""
        if notification.player.has_chosen_name
        else notification.player.display_name,
        "name_page": settings.SITE_URL.rstrip("/") + reverse("choose_name"),
    }
    return render_email(notification, notification.kind, context)


def strip_links_from_name(name: str) -> str:
    """Return a name that no mail program turns into a link, to prevent advertising by invitations.

    >>> strip_links_from_name("Win at http://prizes.example/now"), strip_links_from_name("Dr. No")
    ('Win at http prizes example now', 'Dr. No')
    """
    return " ".join(re.split(r"[^\w'’-]+", name)).strip() if LINK.search(name) else name


def _fetch_invitation(notification: Notification) -> Invitation | None:
    rows = Invitation.objects.select_related("match", "inviter", "player")
    return rows.filter(pk=notification.data["invitation"]).first()


def _build_invitation_context(notification: Notification, row: Invitation) -> dict[str, Any]:
    match, language = match_of(notification), notification.player.language
    return {
        "title": GAMES[match.game].title,
        "number": match.number,
        "inviter": " ".join(row.inviter.display_name.split()),
        "names": [" ".join(name.split()) for name in matches.player_names(match)],
        "pace": labels.pace_in_words(match),
        "options": labels.options_in_words(match, language),
        "terms": labels.describe_match_settings(match),
        "link": settings.SITE_URL.rstrip("/") + reverse("match", args=[match.number]),
        "site": settings.SITE_URL,
    }
