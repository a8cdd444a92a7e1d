"""The page for one's hours of availability and absences."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games.engine import availability, clock
from games.engine.contract import Refused
from games.http.responses import see_other
from games.http.viewers import signed_in
from games.presentation import errors_text
from games.queries import match_lists
from games.services import accounts
from games.web.forms.availability import HoursForm, first_values


@never_cache
@login_required
def own_hours(request: HttpRequest) -> HttpResponse:
    """Change one's hours; add or remove an absence."""
    player = signed_in(request)
    now = clock.parse_stored_hours(player.zone, player.hours)
    learnt = availability.suggest_hours(match_lists.answer_times(player), player.zone)
    wants_it = learnt is not None and "suggested" in request.GET
    form_hours = learnt if learnt is not None and wants_it else now
    form = HoursForm(request.POST or None, initial=first_values(form_hours))
    if request.method == "POST" and form.is_valid():
        try:
            accounts.change_hours(player, form.hours(now, _parse_removed_absences(request)))
        except Refused as refusal:
            form.add_error(None, errors_text.describe_refusal(refusal))
        else:
            messages.success(request, _("Your hours are saved."))
            return see_other("/settings/hours/")
    context = {"form": form, "away": now.away, "zone": player.zone}
    context |= {
        "learnt": first_values(learnt) if learnt is not None and learnt.week != now.week else None,
        "is_filled_in": wants_it,
    }
    return render(request, "accounts/hours.html", context, status=422 if form.errors else 200)


def _parse_removed_absences(request: HttpRequest) -> list[date]:
    """Return the first days of the absences that were selected for removal."""
    days = []
    for text in request.POST.getlist("drop"):
        try:
            days.append(date.fromisoformat(text))
        except ValueError:
            continue
    return days
