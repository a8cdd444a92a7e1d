"""The archive: all finished matches that anybody may see."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from abyss_site.core.database.replica import may_lag
from games.presentation import labels
from games.queries import match_lists
from games.web.forms.lobby import ArchiveForm


@require_safe
@may_lag
def show_archive(request: HttpRequest) -> HttpResponse:
    """Show finished matches, filtered by GET parameters, last finished first."""
    form = ArchiveForm(request.GET)
    wishes = form.wishes()
    before = match_lists.Mark.read(request.GET.get("before", ""))
    rows, earlier = match_lists.fetch_match_page(
        match_lists.archived_matches(wishes, before), "finished_at"
    )
    context = {
        "form": form,
        "wishes": wishes,
        "before": before,
        "earlier": earlier,
        "matches": [
            {
                "match": match,
                "title": labels.match_title(match),
                "seats": sorted(
                    match.seats.all(), key=lambda seat: (seat.place or 99, seat.number)
                ),
            }
            for match in rows
        ],
        "tab": "archive",
    }
    return render(request, "games/players/archive.html", context)
