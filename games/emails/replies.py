"""Letters that answer a player's letter, or tell what other players say."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext

from games.emails.batch_rows import known, letter
from games.emails.matches import context_of, moved, render
from games.engine.text import paragraph
from games.models import Match
from games.queries import chat as chat_queries
from notifications.models import Notice
from notifications.outgoing.renderers import Letter


def register() -> None:
    """Tell the post office who writes which kind of letter."""
    letter("chat", chat)
    letter("held", held)
    for kind in ("commands", "sequence", "sequence_stopped"):
        letter(kind, transcript)


def held(notice: Notice) -> Letter | None:
    """A letter that came from elsewhere, and the page that lets it count."""
    context = context_of(notice, known(notice))
    lines = notice.data.get("lines", [])
    context["held_lines"] = lines
    context["is_unproven"] = notice.data.get("is_unproven", False)
    path = notice.data.get("link_path", "")
    context["held_link"] = lines and path and settings.SITE_URL.rstrip("/") + path
    return render(notice, "held", context)


def transcript(notice: Notice) -> Letter | None:
    """What became of each line of a letter, with what is asked by now."""
    match = known(notice).match
    context = context_of(notice, known(notice))
    context["done"] = [_line_done(done, match, notice) for done in notice.data["done"]]
    context["left"] = notice.data["left"]
    context |= {key: notice.data[key] for key in ("helped", "ordered")}
    return render(notice, "transcript", context)


def _line_done(done: dict[str, Any], match: Match, notice: Notice) -> dict[str, Any]:
    told = done.get("told", [])
    if "ply" in done:
        played = moved(match, notice.data["seat"], done["ply"], notice.player.language)
        told = [
            gettext("Played: %(answer)s.") % {"answer": played["moved"]},
            *played["moved_story"],
        ]
    # An address must not be broken.
    lines = (one if one.startswith("http") else paragraph(one) for one in told)
    return {"line": done["line"], "told": told, "told_text": "\n".join(lines)}


def chat(notice: Notice) -> Letter | None:
    """What others have said. None if another letter has told it, or will."""
    if chat_queries.is_told_elsewhere(notice):
        return None
    context = context_of(notice, known(notice))
    return render(notice, notice.kind, context) if context["said"] else None
