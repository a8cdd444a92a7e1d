"""The page of the final scores, line by line, with charts."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from abyss_site.core.database.replica import may_lag_if
from games.http.viewers import is_long_over, language_of, player_of, visible_match_or_404
from games.queries import matches
from games.web import board_html, score_sheet
from games.web.charts import build_match_charts
from games.web.views import matches as match_views


@never_cache
@require_safe
@may_lag_if(is_long_over)
def show_scores(request: HttpRequest, number: int) -> HttpResponse:
    """Show the final scores, line by line."""
    match = visible_match_or_404(request, number)
    language = language_of(request)
    seat = matches.seat_of(match, player_of(request))
    context = match_views.build_match_header(match, seat, language)
    context |= {
        "scores": score_sheet.score_sheet_for_match(match, language, seat),
        "style": board_html.stylesheet_path(match.game),
        "shared_picture": board_html.shared_picture_url(request, match),
    }
    if context["scores"]:
        context["charts"] = build_match_charts(match, language, upto=match.ply)
    return render(request, "games/scores/scores.html", context)
