"""Letters about invitations: to players, to people we do not know, and what became of them."""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.urls import reverse

from games.emails.matches import match_of, render_email
from games.emails.prompts import format_instant
from games.engine import commitment
from games.engine.contract import Refused
from games.engine.text import wrap_paragraph
from games.models import Invitation, Status
from games.presentation import errors_text, labels, links
from games.queries import matches
from games.services.invitations import LINK, check_open
from games.titles import GAMES
from notifications.gateway import Letter, Notice, one_click_url


def render_invitation_email(notice: Notice) -> Letter | None:
    """Ask somebody to a match; None once that is over."""
    row = _fetch_invitation(notice)
    try:
        if row is None or row.match is None:
            return None
        check_open(row, notice.due)
    except Refused:
        return None
    player = notice.player
    context = _build_invitation_context(notice, row) | {
        "note": row.note,
        "note_text": wrap_paragraph(row.note, "    > ") if row.note else "",
        "expires": format_instant(row.expires, player),
        "is_kept": row.seat is not None,
        "is_rematch": row.match.rematch_of_id is not None,
        "from_elsewhere": notice.data.get("sender", ""),
    }
    for number, answer in enumerate(("yes", "no"), start=1):
        path = links.invitation_path(row.token, number)
        context[f"{answer}_page"] = settings.SITE_URL.rstrip("/") + path
    if notice.kind == "introduction":
        context |= {
            "never": one_click_url(notice),
            "inviter": strip_links_from_name(row.inviter.display_name),
        }
        context["names"] = [strip_links_from_name(name) for name in context["names"]]
    context["names_text"] = ", ".join(context["names"])
    return render_email(notice, notice.kind, context)


def render_invitation_answer_email(notice: Notice) -> Letter | None:
    """What became of an invitation; None if its match is not there any more."""
    row = _fetch_invitation(notice)
    if row is None or row.match is None:
        return None
    context = _build_invitation_context(notice, row) | {
        "whom": row.whom,
        "is_kept": row.seat is not None,
        "said": notice.data.get("said", ""),
        "line": notice.data.get("line", ""),
        "reason": errors_text.describe_saved_refusal(notice.data, row.match.game),
        "word": notice.data.get("word", ""),
        "tells_word": "word" in notice.data,
        "message_id": notice.data.get("answers", ""),
        "drawn_letters": commitment.DRAWN_LETTERS,
        "is_dealing": row.match.status == Status.DEALING,
        "round": row.match.beacon_round,
        "commitment": commitment.hash_secret(bytes(row.match.secret)) if row.match.secret else "",
        "neutral_name": "" if notice.player.has_chosen_name else notice.player.display_name,
        "name_page": settings.SITE_URL.rstrip("/") + reverse("choose_name"),
    }
    return render_email(notice, notice.kind, context)


def strip_links_from_name(name: str) -> str:
    """A name from which no mail program makes a link: letters to strangers advertise nothing.

    >>> strip_links_from_name("Win at http://prizes.example/now"), strip_links_from_name("Dr. No")
    ('Win at http prizes example now', 'Dr. No')
    """
    return " ".join(re.split(r"[^\w'’-]+", name)).strip() if LINK.search(name) else name


def _fetch_invitation(notice: Notice) -> Invitation | None:
    rows = Invitation.objects.select_related("match", "inviter", "player")
    return rows.filter(pk=notice.data["invitation"]).first()


def _build_invitation_context(notice: Notice, row: Invitation) -> dict[str, Any]:
    match, language = match_of(notice), notice.player.language
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
