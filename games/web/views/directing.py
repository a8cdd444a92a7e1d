"""The pages on which directors found and run their leagues.

Every action is filled in, previewed and confirmed; services/moderation/ does the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.engine.contract import AnyGame, Refused
from games.http.responses import parse_form_number, see_other
from games.http.viewers import language_of, signed_in
from games.leagues.terms import Terms
from games.models import AuditLogEntry, Entry, League, Pairing, Player, Proposal, Season
from games.presentation import directing, errors_text, league_tables, leagues
from games.queries.games_on_offer import games_on_offer
from games.services.leagues import (
    cups,
    directors,
    forbidden_pairings,
    late_entries,
    season_starts,
    terms,
)
from games.services.moderation import approvals, desk, league_directors
from games.services.moderation.roles import Action, may_take_action
from games.services.moderation.staff_actions import EditLeague, FoundLeague, StaffAction
from games.titles import GAMES
from games.web.forms.directing import (
    CUP,
    FIELDS,
    TITLES,
    LeagueActionForm,
    LeagueForm,
    initial_row_ids,
)

# The latest decisions on the page of a league's directors.
LOG_LENGTH = 50
# Tables, and entrants, on one page.
ROWS_SHOWN = 100


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def found_league(request: HttpRequest) -> HttpResponse:
    """Choose a game, fill in the terms, preview and found a league, or a cup of one's own."""
    me = signed_in(request)
    is_staff = may_take_action(me, Action.FOUND_LEAGUE)
    if not is_staff:
        try:
            cups.check_may_found(me, now=timezone.now())
        except Refused as refusal:
            note = errors_text.describe_refusal(refusal)
            return render(request, "games/leagues/found.html", {"note": note}, status=403)
    model = _get_model_league(request, me)
    game = games_on_offer().get(model.terms["game"] if model else request.GET.get("game", ""))
    if game is None:
        games = list(games_on_offer().values())
        return render(request, "games/leagues/found.html", {"games": games})
    format_name = model.terms["form"] if model else request.GET.get("form", "")
    if format_name not in leagues.FORMS:
        context = {"game": game, "formats": _list_formats(game)}
        return render(request, "games/leagues/found.html", context)
    first_terms = _first_terms(game, format_name, is_cup=not is_staff)
    if model is not None:
        first_terms = terms.terms_from_row(model)
    form = LeagueForm(
        *(game, first_terms, language_of(request), request.POST or None),
        has_format=False,
        initial={"description": model.description, "access": model.access} if model else {},
    )
    title = _("Create a league: %(game)s, %(format)s") % {
        "game": game.title,
        "format": leagues.FORMS[format_name],
    }

    def build() -> StaffAction:
        data = form.cleaned_data
        return FoundLeague(
            name=data["name"],
            slug=_free_slug(data["name"]),
            description=data["description"],
            access=data["access"],
            terms=form.chosen_terms(),
            reason="",
        )

    return _preview_or_do(request, form, build, title=title, league=None)


def _get_model_league(request: HttpRequest, me: Player) -> League | None:
    """Return the league whose terms are copied, which the visitor directs; None: none is."""
    league = League.objects.filter(slug=request.GET.get("copy", "")).first()
    return league if league is not None and league_directors.may_direct(me, league) else None


def _list_formats(game: AnyGame) -> list[tuple[str, object, object]]:
    """Return the name, title and explanation of each format that the game can be played in."""
    return [
        (name, title, leagues.FORMS_IN_WORDS[name])
        for name, title in leagues.FORMS.items()
        if name not in ("ladder", "double_elimination") or 2 in game.seats
    ]


def _first_terms(game: AnyGame, format_name: object, *, is_cup: bool) -> Terms:
    """Return the terms that the form begins with, for the smallest tables of the game."""
    first_terms = Terms(game.name, seats=game.seats.start, least_seats=game.seats.start)
    if is_cup:
        first_terms = msgspec.structs.replace(first_terms, **CUP)
    has_third_place = is_cup and first_terms.seats == 2 and format_name == "knock_out"
    return msgspec.structs.replace(first_terms, form=format_name, third_place=has_third_place)


def _free_slug(name: str) -> str:
    """Return an address for a league of this name that no other league has."""
    base = slugify(name)[:34].strip("-") or "league"
    slug, number = base, 2
    while League.objects.filter(slug=slug).exists() or slug == "new":
        slug, number = f"{base}-{number}", number + 1
    return slug


@never_cache
@login_required
@require_safe
def manage_league(request: HttpRequest, slug: str) -> HttpResponse:
    """Show directors what waits for them, and what they can do."""
    league, me = _get_own_league_or_404(request, slug)
    season = league_tables.latest_season(league)
    is_over = season is None or season.state in league_tables.OVER
    is_open = season is not None and not is_over
    is_waiting = season is not None and season.state in season_starts.WAITING
    tables = directing.list_open_tables(season) if is_open and season else Pairing.objects.none()
    table_pages = Paginator(tables, ROWS_SHOWN).get_page(request.GET.get("tables"))
    tables_on_page: Any = table_pages.object_list
    entrants = _entrants(season) if is_open and season else Entry.objects.none()
    entrant_pages = Paginator(entrants, ROWS_SHOWN).get_page(request.GET.get("entrants"))
    steps = [AuditLogEntry.Step.DONE, AuditLogEntry.Step.DECLINED]
    log = AuditLogEntry.objects.filter(league=league, step__in=steps)
    context = {
        "league": league,
        "season": None if is_over else season,
        "state": season and leagues.STATES[Season.State(season.state)],
        "plays": season is not None and not is_over and directors.plays_in(me, season),
        "is_waiting": is_waiting,
        "may_move_start": is_waiting and season and not season.terms["starts_when_full"],
        "may_admit": season is not None and late_entries.takes_late_entries(season),
        "may_open": league.is_open and is_over,
        "directors": directors.directors_of(league),
        "me": me,
        "titles": {action.value: title for action, title in TITLES.items()},
        "proposals": _list_proposals(league, me),
        "rounds": directing.list_open_rounds(tables_on_page),
        "table_pages": table_pages,
        "entrants": [(row, leagues.ENTRIES[Entry.State(row.state)]) for row in entrant_pages],
        "entrant_pages": entrant_pages,
        "invited": [] if season is None else directing.list_invited(season),
        "absent": [] if season is None else directing.list_absent(season),
        "never_meet": [] if season is None else directing.list_forbidden_pairings(season),
        "may_forbid": season is not None and forbidden_pairings.takes_forbidden_pairings(season),
        "log": directing.describe_log(
            log.select_related("by").order_by("-occurred_at")[:LOG_LENGTH]
        ),
    }
    return render(request, "games/leagues/manage.html", context)


def _entrants(season: Season) -> QuerySet[Entry]:
    absent_states = [Entry.State.LEFT, Entry.State.MISSED]
    rows = season.entries.exclude(state__in=absent_states).select_related("player")
    return rows.order_by("signed_up_at", "pk")


def _list_proposals(league: League, me: Player) -> list[dict[str, object]]:
    """Return what waits for a second person, with whether the viewer may agree."""
    proposals = []
    rows = league.proposals.filter(outcome=Proposal.Outcome.WAITING).select_related("by")
    for row in rows.order_by("proposed_at"):
        others = {player.pk for player in approvals.others_who_may_approve(row)}
        proposals.append(
            {
                "proposal": row,
                "title": TITLES[Action(row.action)],
                "changes": directing.describe_proposal(row),
                "may_agree": me.pk in others,
                "is_mine": row.by_id == me.pk,
            }
        )
    return proposals


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_league(request: HttpRequest, slug: str) -> HttpResponse:
    """Change a league and the terms of its coming seasons."""
    league, _me = _get_own_league_or_404(request, slug)
    league_terms = terms.terms_from_row(league)
    initial = {name: getattr(league, name) for name in ("name", "description", "access")}
    form = LeagueForm(
        GAMES[league_terms.game],
        league_terms,
        language_of(request),
        request.POST or None,
        initial=initial,
    )

    def build() -> StaffAction:
        data = form.cleaned_data
        return EditLeague(
            league=league.pk,
            name=data["name"],
            description=data["description"],
            access=data["access"],
            is_open="close" not in request.POST if league.is_open else "reopen" in request.POST,
            terms=form.changed_terms(),
            reason="",
        )

    return _preview_or_do(
        request, form, build, title=str(TITLES[Action.EDIT_LEAGUE]), league=league
    )


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def direct_league(request: HttpRequest, slug: str, action: str) -> HttpResponse:
    """Fill in, preview and confirm what is done to a league or one of its seasons."""
    league, me = _get_own_league_or_404(request, slug)
    league_action = next(
        (league_action for league_action in FIELDS if league_action.value == action), None
    )
    if league_action is None:
        raise Http404
    data = request.POST if request.method == "POST" else None
    first = initial_row_ids(request.GET)
    form = LeagueActionForm(
        league_action, league, data, request.FILES or None, initial=first, zone=me.zone
    )
    about = directing.describe_target(league, form.row_id, FIELDS[league_action])
    if about is None:
        raise Http404
    title = str(TITLES[league_action])
    return _preview_or_do(request, form, form.build_action, title=title, league=league, about=about)


def _preview_or_do(
    request: HttpRequest,
    form: Any,
    build: Callable[[], StaffAction],
    *,
    title: str,
    league: League | None,
    about: str = "",
) -> HttpResponse:
    """Show the form, with what would change once it is filled in; do it when it is confirmed."""
    me, preview, changes = signed_in(request), None, []
    if request.method == "POST" and form.is_valid():
        try:
            action = build()
            if "confirm" in request.POST:
                number = parse_form_number(request.POST)
                (result,) = desk.take_staff_actions(me, [action], form=number)
                return _respond(request, result.record, league)
            preview = desk.preview_staff_action(me, action)
            changes = directing.describe_changes(preview.sentences, me.zone)
        except Refused as refusal:
            form.add_error(None, errors_text.describe_refusal(refusal))
    context = {
        "form": form,
        "title": title,
        "league": league,
        "about": about,
        "preview": preview,
        "changes": changes,
        "is_numbered": all(re.match("[0-9]", change) for change in changes),
        "form_number": uuid4(),
        "has_terms": isinstance(form, LeagueForm),
    }
    status = 200 if request.method != "POST" or preview else 422
    return render(request, "games/leagues/direct.html", context, status=status)


def _respond(
    request: HttpRequest, record: AuditLogEntry | Proposal, league: League | None
) -> HttpResponse:
    if isinstance(record, Proposal):
        messages.info(request, _("Another director has to agree: it waits for them."))
        if command := desk.approval_command(record):
            text = _("Only the site’s operator can agree now, with this command: %(command)s")
            messages.warning(request, text % {"command": command})
    else:
        messages.success(request, _("Done."))
    target = league or (record.league if isinstance(record, AuditLogEntry) else None)
    return see_other(reverse("manage_league", args=[target.slug]) if target else reverse("leagues"))


@require_POST
@login_required
def decide_proposal(request: HttpRequest, slug: str, number: UUID) -> HttpResponse:
    """Agree to what another director wants to do, or refuse it."""
    league, me = _get_own_league_or_404(request, slug)
    proposal = league.proposals.filter(pk=number).first()
    if proposal is None:
        raise Http404
    agrees = "agree" in request.POST
    try:
        desk.decide_proposal(me, proposal, agrees=agrees)
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal))
    else:
        messages.success(request, _("Done.") if agrees else _("Refused."))
    return see_other(reverse("manage_league", args=[slug]))


def _get_own_league_or_404(request: HttpRequest, slug: str) -> tuple[League, Player]:
    """Return a league that the visitor directs, and the visitor. Raises PermissionDenied."""
    league, me = League.objects.filter(slug=slug).first(), signed_in(request)
    if league is None:
        raise Http404
    if not league_directors.may_direct(me, league):
        raise PermissionDenied
    return league, me
