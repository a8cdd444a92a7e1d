"""The page of a division that other sites may show in a frame, and that prints well."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from abyss_site.core.database.replica import may_lag
from games.models import Division, League, Pairing
from games.presentation import brackets, group_tables, league_tables, leagues
from games.services.leagues import results, terms
from games.titles import GAMES

# Entrants whose standings are shown, and tables of a round in a bracket.
MOST_LINES, MOST_TABLES = 50, 32
# The only page that a frame of another site may show: no scripts, no forms. The middleware
# `forget_cookies` lets it know nobody.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors *",
    )
)
# Seconds for which anybody may show it again.
SECONDS = 60


@xframe_options_exempt
@cache_control(public=True, max_age=SECONDS)
@require_safe
@may_lag
def embed_division(
    request: HttpRequest, slug: str, number: int, level: int, group: int
) -> HttpResponse:
    """Show standings and brackets of a division of a league for everybody.

    In the language of `?language=`, or of the browser.
    """
    rows = Division.objects.select_related("season__league").filter(
        season__league__slug=slug, season__number=number, level=level - 1, number=group - 1
    )
    division = rows.filter(season__league__access=League.Access.OPEN).first()
    if division is None:
        raise Http404
    language = request.GET.get("language", "")
    if language not in dict(settings.LANGUAGES):
        language = translation.get_language() or "en"
    with translation.override(language):
        response = render(request, "games/leagues/embed.html", _describe(division))
    response["Content-Security-Policy"] = POLICY
    return response


def _describe(division: Division) -> dict[str, object]:
    season = division.season
    league_terms = terms.terms_from_row(season)
    pairings: Sequence[Pairing] = []
    if league_terms.is_knock_out:
        pairings = league_tables.pairings_of_last_rounds(division, MOST_TABLES)
    return {
        "season": season,
        "division": division,
        "is_single": results.has_one_division(season.pk),
        "title": GAMES[league_terms.game].title,
        "form": leagues.FORMS[league_terms.form],
        "lines": league_tables.division_standings(division, most=MOST_LINES),
        "brackets": brackets.list_brackets(division, league_tables.build_schedule(pairings, {})),
        "groups": group_tables.list_shown_groups(division),
    }
