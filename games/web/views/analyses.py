"""The page of a match's analysis."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from abyss_site.core.database.replica import may_lag_if
from games.engine.contract import Refused
from games.http.responses import see_other
from games.http.viewers import is_long_over, language_of, player_of, signed_in, visible_match_or_404
from games.models import Analysis, Match
from games.presentation import analyses, errors_text
from games.queries import matches
from games.services.analyses import request_analysis
from games.web import board_html
from games.web.charts import build_lead_chart
from games.web.views import matches as match_views

# Seconds after which the page of an analysis that is not finished is reloaded.
REFRESH_SECONDS = 5


@require_http_methods(["GET", "HEAD", "POST"])
@may_lag_if(is_long_over)
def show_analysis(request: HttpRequest, number: int) -> HttpResponse:
    """Show the analysis of a finished match, or its progress; a POST requests it."""
    match = visible_match_or_404(request, number)
    if not matches.can_be_analysed(match):
        raise Http404
    if request.method == "POST":
        return _request_analysis(request, match)
    language = language_of(request)
    seat = matches.seat_of(match, player_of(request))
    row = analyses.find_analysis(match)
    context = match_views.build_match_header(match, seat, language)
    context |= _describe_analysis(match, row, language, seat)
    context["style"] = board_html.stylesheet_path(match.game)
    response = render(request, "games/analysis/analysis.html", context)
    if context["is_waiting"]:
        response["Refresh"] = str(REFRESH_SECONDS)
    return response


@login_required
def _request_analysis(request: HttpRequest, match: Match) -> HttpResponse:
    page = see_other(reverse("analysis", args=[match.number]))
    if analyses.find_analysis(match) is None and analyses.has_requested_often(signed_in(request)):
        messages.error(request, _("You have requested many analyses today. Try again tomorrow."))
        return page
    try:
        request_analysis(match, signed_in(request), now=timezone.now())
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal))
    return page


def _describe_analysis(
    match: Match, row: Analysis | None, language: str, seat: int | None
) -> dict[str, object]:
    """Return the context: the result, or how far it is."""
    summary = analyses.load_summary(row)
    context: dict[str, object] = {"is_waiting": False, "is_requested": row is not None}
    if summary is not None:
        context["remarks"] = analyses.list_remarks(match, summary, language, seat)
        context["charts"] = build_lead_chart(match, summary)
    elif row is not None and row.status == Analysis.Status.WAITING:
        context |= {"is_waiting": True, "percent": analyses.measure_progress(row)}
    return context
