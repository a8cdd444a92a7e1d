"""Letters about invitations: to players, to people we do not know, and what became of them."""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.urls import reverse

from games.emails.matches import match_of, render
from games.emails.prompts import written
from games.engine import commitment
from games.engine.contract import Refused
from games.engine.text import paragraph
from games.models import Invitation, Status
from games.presentation import errors_text, labels, links
from games.queries import matches
from games.services.invitations import LINK, check_open
from games.titles import GAMES
from notifications.models import Notice
from notifications.outgoing import renderers
from notifications.outgoing.headers import one_click_url
from notifications.outgoing.renderers import Letter


def register() -> None:
    """Tell the post office who writes these letters."""
    renderers.letter("invitation", ask)
    renderers.letter("introduction", ask)
    renderers.letter("declined", tell)
    renderers.letter("invitation_answered", tell)


def ask(notice: Notice) -> Letter | None:
    """Ask somebody to a match; None once that is over."""
    row = _row(notice)
    try:
        if row is None or row.match is None:
            return None
        check_open(row, notice.due)
    except Refused:
        return None
    player = notice.player
    context = _facts(notice, row) | {
        "note": row.note,
        "note_text": paragraph(row.note, "    > ") if row.note else "",
        "expires": written(row.expires, player),
        "is_kept": row.seat is not None,
        "is_rematch": row.match.rematch_of_id is not None,
        "from_elsewhere": notice.data.get("sender", ""),
    }
    for number, answer in enumerate(("yes", "no"), start=1):
        path = links.invitation_path(row.token, number)
        context[f"{answer}_page"] = settings.SITE_URL.rstrip("/") + path
    if notice.kind == "introduction":
        context |= {"never": one_click_url(notice), "inviter": plainly(row.inviter.display_name)}
        context["names"] = [plainly(name) for name in context["names"]]
    context["names_text"] = ", ".join(context["names"])
    return render(notice, notice.kind, context)


def tell(notice: Notice) -> Letter | None:
    """What became of an invitation; None if its match is not there any more."""
    row = _row(notice)
    if row is None or row.match is None:
        return None
    context = _facts(notice, row) | {
        "whom": row.whom,
        "is_kept": row.seat is not None,
        "said": notice.data.get("said", ""),
        "line": notice.data.get("line", ""),
        "reason": errors_text.retold(notice.data, row.match.game),
        "word": notice.data.get("word", ""),
        "tells_word": "word" in notice.data,
        "message_id": notice.data.get("answers", ""),
        "drawn_letters": commitment.DRAWN_LETTERS,
        "is_dealing": row.match.status == Status.DEALING,
        "round": row.match.beacon_round,
        "commitment": commitment.commit(bytes(row.match.secret)) if row.match.secret else "",
        "neutral_name": "" if notice.player.has_chosen_name else notice.player.display_name,
        "name_page": settings.SITE_URL.rstrip("/") + reverse("choose_name"),
    }
    return render(notice, notice.kind, context)


def plainly(name: str) -> str:
    """A name from which no mail program makes a link: letters to strangers advertise nothing.

    >>> plainly("Win at http://prizes.example/now"), plainly("Dr. No")
    ('Win at http prizes example now', 'Dr. No')
    """
    return " ".join(re.split(r"[^\w'’-]+", name)).strip() if LINK.search(name) else name


def _row(notice: Notice) -> Invitation | None:
    rows = Invitation.objects.select_related("match", "inviter", "player")
    return rows.filter(pk=notice.data["invitation"]).first()


def _facts(notice: Notice, row: Invitation) -> dict[str, Any]:
    match, language = match_of(notice), notice.player.language
    return {
        "title": GAMES[match.game].TITLE,
        "number": match.number,
        "inviter": " ".join(row.inviter.display_name.split()),
        "names": [" ".join(name.split()) for name in matches.names(match)],
        "pace": labels.pace_in_words(match),
        "options": labels.options_in_words(match, language),
        "terms": labels.terms(match),
        "link": settings.SITE_URL.rstrip("/") + reverse("match", args=[match.number]),
        "site": settings.SITE_URL,
    }
