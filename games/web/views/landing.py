"""The landing page for visitors: what this is, a match at once, a real board, a real e-mail."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from abyss_site.core.database.replica import may_lag
from games.emails import sample
from games.engine.board.art import render_art_image
from games.engine.tutorials import LEARNER
from games.http.viewers import language_of
from games.presentation import boards
from games.queries import site_figures
from games.services.accounts import DEMO_PLAYERS
from games.titles import GAMES
from games.web import board_html
from games.web.views.guide import list_games_with_guide

# The cards beside the first words.
FAN = ("oracle", "commander", "ship_master", "corruptor", "keeper")
# Seconds for which figures and boards are shown again.
FIGURES_SECONDS, BOARD_SECONDS = 60, 3600
# E-mails may use inline styles and data URLs of pictures, and nothing else.
EMAIL_POLICY = (
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"
)


@may_lag
def render_landing(request: HttpRequest) -> HttpResponse:
    """Render the page of somebody who is not signed in."""
    language = language_of(request)
    context = {
        "demo_players": DEMO_PLAYERS if settings.DEMO else (),
        "games": list_games_with_guide(language),
        "figures": _fetch_figures(),
        "fan": _render_fan(),
        "reply": sample.find_reply(),
        "email_subject": sample.render_sample_email(language, timezone.now().date())[0],
        **_build_board(language),
    }
    return render(request, "games/site/landing.html", context)


@xframe_options_sameorigin
@require_safe
def show_sample_email(request: HttpRequest) -> HttpResponse:
    """Return the HTML of the sample e-mail with its own styles, for the frame on the page."""
    html = sample.render_sample_email(language_of(request), timezone.now().date())[1]
    response = HttpResponse(html)
    response.headers["Content-Security-Policy"] = EMAIL_POLICY
    return response


def _fetch_figures() -> site_figures.Figures:
    figures = caches["memory"].get_or_set(
        "site-figures", lambda: site_figures.count_figures(timezone.now()), FIGURES_SECONDS
    )
    assert isinstance(figures, site_figures.Figures)
    return figures


def _render_fan() -> list[SafeString]:
    art = boards.ARTS[sample.GAME]
    return [mark_safe(render_art_image(art, code, "card")) for code in FAN]  # nosec B308 B703


def _build_board(language: str) -> dict[str, object]:
    """Return the position of the e-mail as a board; what glows leads into the tutorial."""
    lesson = sample.sample_lesson()
    view = GAMES[sample.GAME].build_view(lesson.state, LEARNER)
    onward = reverse("tutorial", args=[sample.GAME, sample.STEP])
    links = {lesson.step.spotlight: onward}
    key = f"landing-board-{language}"
    context: Any = caches["memory"].get_or_set(
        key,
        lambda: board_html.board_context(sample.GAME, view, sample.NAMES, language, links=links),
        BOARD_SECONDS,
    )
    return dict(context)
