"""The board of a match on a page: as clickable HTML, or as a picture like in e-mails."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from django.contrib.staticfiles import finders
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from games.engine.contract import View
from games.engine.text import Line, unfold_text
from games.models import Match
from games.presentation import boards
from games.titles import GAMES
from games.web.forms.answers import Look, Part


def build_page_layout(game: str, view: View, language: str) -> Look | None:
    """Return the page layout of a game; None if it has none."""
    page = boards.PAGES.get(game)
    return Look(page, GAMES[game], view, language) if page else None


def board_context(
    game: str,
    view: View,
    names: Sequence[str],
    language: str,
    parts: Iterable[Part] = (),
    links: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Return the parts of the board for a template; {} for a game without a board.

    They are {"board", "hand", "style", "summaries"}; `summaries[seat]` is for the strip of players.

    A component that one of `parts` is about links to the page with only its answers, unless `links`
    says where components lead. A game that
    has only a picture sets `is_drawn`: the picture cannot be clicked, and says less than the text.
    """
    page = boards.PAGES.get(game)
    if page is None:
        return _draw_responsive_board(game, view, names, language)
    parts = list(parts)
    if links is None:
        links = {thing: f"?at={thing}#answers" for thing in list_answerable_things(parts)}
    html = page.render_table(view, names, language, links)
    hand = page.render_hand(view, names, language, links) if page.render_hand else ""
    # Games escape all names; their own words are safe.
    return {
        "board": mark_safe(html),  # nosec B308 B703
        "hand": mark_safe(hand),  # nosec B308 B703
        "style": stylesheet_path(game),
        "summaries": page.summarize_seats(view, language),
    }


def render_table_in_words(text: str) -> SafeString:
    """Return each line as a paragraph. A loop of the template takes ten times as long."""
    return SafeString("".join(map(_render_line, unfold_text(text))))  # nosec B703: lines are escaped


def _render_line(line: Line) -> str:
    gap = "" if line.text else " gap"
    return f'<p class="in{line.depth}{gap}">{escape(line.text)}</p>'


def _draw_responsive_board(
    game: str, view: View, names: Sequence[str], language: str
) -> dict[str, object]:
    """Return both pictures of the board; the page shows the one that fits its width."""
    shapes = {"upright": False, "wide": True}
    pictures = {
        shape: boards.render_board_svg(game, view, names, language, wide=wide)
        for shape, wide in shapes.items()
    }
    if not all(pictures.values()):
        return {}
    both = "".join(f'<div class="{shape}">{svg}</div>' for shape, svg in pictures.items())
    # Games escape all names.
    html = mark_safe(f'<div class="drawn">{both}</div>')  # nosec B308 B703
    return {"board": html, "style": stylesheet_path(game), "is_drawn": True}


def has_public_picture(match: Match) -> bool:
    """Return whether strangers may see the match, and its game has pictures."""
    is_public = match.watchable and not match.private and match.started_at is not None
    return is_public and match.game in boards.PICTURES


def shared_picture_url(request: HttpRequest, match: Match) -> str:
    """Return the URL of the picture for links that are shared elsewhere; "" if there is none."""
    if not has_public_picture(match):
        return ""
    return request.build_absolute_uri(reverse("match_picture", args=[match.number]))


def stylesheet_path(game: str) -> str:
    """Return the path of the game's own style sheet among the static files; "" if it has none."""
    path = f"games/{game}.css"
    return path if finders.find(path) else ""


def list_answerable_things(parts: Iterable[Part]) -> list[str]:
    """Return the components on the board that are the subject of an answer, without duplicates."""
    things = [
        thing
        for part in parts
        for thing in (*part.things, *(answer.thing for answer in part.answers))
        if thing
    ]
    return list(dict.fromkeys(things))
