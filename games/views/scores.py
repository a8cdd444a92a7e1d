"""How a match ended: the score line by line with what each line counts, and the way there."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import queries
from games.views import laying, sheet, tables
from games.views.charts import charts
from games.views.visitors import language_of, player_of


@require_safe
def scores(request: HttpRequest, number: int) -> HttpResponse:
    """How the match ended, line by line."""
    match = tables.visible(request, number)
    language = language_of(request)
    context = tables.head(match, queries.seat_of(match, player_of(request)), language)
    context |= {"scores": sheet.of(match, language), "style": laying.style(match.game)}
    if context["scores"]:
        context["charts"] = charts(match, language, upto=match.ply)
    return render(request, "games/scores.html", context)
