"""The pages of leagues, seasons and divisions, and taking part."""

from __future__ import annotations

import csv
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Page, Paginator
from django.db.models import Prefetch, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import (
    condition,
    require_http_methods,
    require_POST,
    require_safe,
)

from abyss_site.core.database.replica import may_lag, may_lag_if
from games.engine.contract import Refused
from games.engine.numbers import parse_number
from games.engine.paces import PACES
from games.http.responses import see_other
from games.http.viewers import player_of, signed_in, viewer_of
from games.leagues import trf
from games.models import Division, Entry, League, Player, Season, TeamMember
from games.presentation import (
    brackets,
    errors_text,
    group_tables,
    labels,
    league_tables,
    leagues,
    ties,
)
from games.presentation.league_tables import Line
from games.services import change_marks
from games.services.leagues import (
    byes,
    cups,
    directors,
    entries,
    reports,
    results,
    rolling,
    teams,
    terms,
)
from games.services.moderation import league_directors
from games.titles import GAMES
from games.web import feeds, page_updates
from games.web.page_updates import Updates

# Number of entrants of each division shown on the season's page, and of divisions on a page.
LINES_SHOWN, DIVISIONS_SHOWN = 20, 10
# On the live page: entrants of each division, and divisions.
LEADERS, LEADING = 3, 8
# Divisions up to this size are shown whole; larger ones in pages of so many entrants or tables.
SHORT, ENTRANTS_SHOWN = 64, 50


@never_cache
@require_safe
@may_lag
def all_leagues(request: HttpRequest) -> HttpResponse:
    """List the leagues with the state of their newest season."""
    rows = league_tables.list_open_leagues(player_of(request))
    summaries = [_summarize_league(league) for league in rows]
    return render(request, "games/leagues/leagues.html", {"leagues": summaries})


@never_cache
@require_safe
@may_lag
def show_league(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a league: its rules and seasons."""
    league = League.objects.filter(slug=slug).first()
    if league is None:
        raise Http404
    league_terms = terms.terms_from_row(league)
    context = _summarize_league(league) | {
        "rules": leagues.describe_league_rules(league_terms),
        "pace": labels.pace_in_words(PACES[league_terms.pace]),
        "seasons": [
            (season, leagues.STATES[Season.State(season.state)]) for season in league.seasons.all()
        ],
        "directors": directors.directors_of(league),
        "may_direct": _may_direct(request, league),
    }
    return render(request, "games/leagues/league.html", context)


def _is_over(request: HttpRequest, slug: str, number: int, *division: int) -> bool:
    """Return whether a season is over; the pages of others are drawn again when they change."""
    return _get_season_or_404(slug, number).state in (Season.State.CLOSED, Season.State.VOID)


def _describe_updates(request: HttpRequest, season: Season) -> Updates | None:
    """Return what a page about a season follows. To be called before what it shows is read."""
    viewer = viewer_of(request)
    marks = page_updates.fetch_known_marks(viewer.player, change_marks.topic_of_season(season.pk))
    return page_updates.describe_updates(viewer, page_updates.page_of_season(season.pk), marks)


@never_cache
@require_safe
@may_lag_if(_is_over)
def show_season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a season: divisions with standings, entries, and what the viewer may do."""
    season, me = _get_season_or_404(slug, number), player_of(request)
    live = _describe_updates(request, season)
    mine = teams.entry_of(season, me) if me else None
    is_own_first = Q(pk=mine.division_id if mine else None)
    rows = season.divisions.select_related("season__league").annotate(is_mine=is_own_first)
    divisions = Paginator(rows.order_by("-is_mine", "level", "number"), DIVISIONS_SHOWN).get_page(
        request.GET.get("page")
    )
    parts = [
        {
            "division": division,
            "lines": league_tables.division_standings(division, most=LINES_SHOWN),
            "is_mine": mine and mine.division_id == division.pk,
        }
        for division in divisions
    ]
    waiting = _signed_up(season, request) if not parts else None
    context = {
        "live": live,
        "season": season,
        "state": _season_state_label(season),
        "is_open": season.state not in league_tables.OVER,
        "title": GAMES[terms.terms_from_row(season).game].title,
        "rules": leagues.describe_league_rules(terms.terms_from_row(season)),
        "fingerprint": ties.fingerprint_of(season),
        "parts": parts,
        "pages": divisions if parts else waiting,
        "waiting": [(row, leagues.ENTRIES[Entry.State(row.state)]) for row in waiting or ()],
        "teams": _list_teams(season) if terms.terms_from_row(season).is_for_teams else [],
        "reserves": list(_entries_in_states(season, Entry.State.RESERVE)[:ENTRANTS_SHOWN]),
        "may_direct": _may_direct(request, season.league),
        "challenges": rolling.list_challengeable(season, me, now=timezone.now())
        if mine and me
        else [],
        "joins_at_once": terms.terms_from_row(season).is_rolling,
        **_participation_options(season, mine, me),
    }
    return render(request, "games/leagues/season.html", context)


def _live_etag(request: HttpRequest, slug: str, number: int) -> str | None:
    season = league_tables.season_of(slug, number)
    if season is None:
        return None
    stamp = f"{league_tables.live_stamp(season)} {get_language()}"
    return f'"{sha256(stamp.encode()).hexdigest()[:32]}"'


@never_cache
@require_safe
@condition(etag_func=_live_etag)
def follow_season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show what is played now and the latest results; its script asks for changes."""
    season = _get_season_or_404(slug, number)
    updates = _describe_updates(request, season)
    rows = season.divisions.select_related("season__league").order_by("level", "number")
    divisions = [
        (division, league_tables.division_standings(division, most=LEADERS))
        for division in rows[:LEADING]
    ]
    context = {
        "season": season,
        "state": _season_state_label(season),
        "title": GAMES[terms.terms_from_row(season).game].title,
        "live": updates,
        "tables": league_tables.list_live_tables(season, ENTRANTS_SHOWN),
        "divisions": divisions,
    }
    return render(request, "games/leagues/live.html", context)


@never_cache
@require_safe
@may_lag_if(_is_over)
def show_division(
    request: HttpRequest, slug: str, number: int, level: int, group: int
) -> HttpResponse:
    """Show a division: standings, crosstable, schedule, and standings for hypothetical results."""
    season = _get_season_or_404(slug, number)
    division = _find_division(season, level, group)
    if division is None:
        raise Http404
    live = _describe_updates(request, season)
    show = _whole_division if _is_short(division) else _long_division
    lines, context = show(request, division)
    table = results.stored_standings(division)
    league_terms = terms.terms_from_row(season)
    is_whole = len(table) <= SHORT
    visible_seeds = None if is_whole else [line.entry.seed or 0 for line in lines]
    viewer_zone = viewer_of(request).zone
    context |= {
        "tie_breaks": ties.describe_tie_breaks(division, table, visible_seeds),
        "ruled_ties": ties.describe_ruled_ties(division, viewer_zone),
        "proofs": ties.list_proofs(division),
        "live": live,
        "season": season,
        "division": division,
        "is_single": results.has_one_division(season.pk),
        "title": GAMES[league_terms.game].title,
        "lines": lines,
        "counts": [leagues.COUNTS[name] for name in ties.list_counts(table, season)],
        "groups": group_tables.list_shown_groups(division),
        "embed_url": _embed_url(division),
        "has_report": reports.has_report(division),
        "me": player_of(request),
        "uneven": leagues.describe_evenness(division),
    }
    return render(request, "games/leagues/division.html", context)


def _embed_url(division: Division) -> str:
    """Return the address of the page for frames and paper, "" if only some may enter the league."""
    season = division.season
    if season.league.access != League.Access.OPEN:
        return ""
    place = [season.league.slug, season.number, division.level + 1, division.number + 1]
    return f"{settings.SITE_URL}{reverse('embed_division', args=place)}"


def _is_short(division: Division) -> bool:
    return division.entries.filter(stand_in=None).count() <= SHORT


def _whole_division(
    request: HttpRequest, division: Division
) -> tuple[list[Line], dict[str, object]]:
    """Return the standings and the rest of the page of a division that is shown whole."""
    pairings = results.pairings_of(division)
    group_rounds = results.last_group_round(division)
    supposed_results = league_tables.parse_supposed_results(pairings, request.GET, group_rounds)
    lines = league_tables.division_standings(division, supposed_results)
    schedule = league_tables.build_schedule(pairings, request.GET)
    return lines, {
        "brackets": brackets.list_brackets(division, schedule),
        "cross": league_tables.build_crosstable(division, lines),
        "schedule": schedule,
        "open": [
            table
            for _round, tables in schedule
            for table in tables
            if table.pairing.settled_at is None
        ],
        "supposed": len(supposed_results),
    }


def _long_division(
    request: HttpRequest, division: Division
) -> tuple[list[Line], dict[str, object]]:
    """Return a page of the standings, and of the tables of a round."""
    seeds = range(division.entries.filter(stand_in=None).count())
    pages = Paginator(seeds, ENTRANTS_SHOWN).get_page(request.GET.get("page"))
    first = pages.start_index() - 1
    lines = league_tables.division_standings(division, first=first, most=ENTRANTS_SHOWN)
    rounds = {row.number: row for row in division.rounds.order_by("number")}
    newest = max(rounds, default=0)
    wanted_number = parse_number(request.GET.get("round", ""), newest)
    number = wanted_number if wanted_number is not None and wanted_number in rounds else newest
    many = rounds[number].pairings.count() if rounds else 0
    tables = Paginator(range(many), ENTRANTS_SHOWN).get_page(request.GET.get("tables"))
    pairings = league_tables.pairings_of_round(
        division, number, first=max(tables.start_index() - 1, 0), most=ENTRANTS_SHOWN
    )
    last = []
    if terms.terms_from_row(division.season).is_knock_out:
        last = league_tables.pairings_of_last_rounds(division, SHORT // 2)
    return lines, {
        "brackets": brackets.list_brackets(division, league_tables.build_schedule(last, {})),
        "schedule": league_tables.build_schedule(pairings, {}),
        "pages": pages,
        "rounds": rounds.values(),
        "round_shown": number,
        "table_pages": tables,
        "table_query": f"round={number}&",
    }


@never_cache
@require_safe
@may_lag
def export_standings(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Serve the standings of a season as a CSV file, for spreadsheets."""
    season = _get_season_or_404(slug, number)
    response = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slug}-{number}.csv"'
    writer = csv.writer(response)
    for row in league_tables.list_standing_rows(season):
        writer.writerow(row)
    return response


@never_cache
@require_safe
@may_lag
def export_report(
    request: HttpRequest, slug: str, number: int, level: int, group: int
) -> HttpResponse:
    """Serve the results of a division as FIDE's tournament report file, if two play at a table."""
    season = _get_season_or_404(slug, number)
    division = _find_division(season, level, group)
    if division is None or not reports.has_report(division):
        raise Http404
    system = str(leagues.FORMS[terms.terms_from_row(season).form])
    text = trf.format_report(reports.build_report(division, system))
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    name = f"{slug}-{number}-{level}.{group}.trf"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _find_division(season: Season, level: int, group: int) -> Division | None:
    rows = season.divisions.select_related("season__league")
    return rows.filter(level=level - 1, number=group - 1).first()


@never_cache
@require_safe
@may_lag
def serve_round_calendar(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Serve the rounds of a season as an iCalendar file, which programs can subscribe to."""
    season = _get_season_or_404(slug, number)
    return HttpResponse(feeds.render_round_calendar(season), content_type="text/calendar")


@require_POST
@login_required
def take_part(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Sign up, or check in; to leave is asked about on a page of its own."""
    season, me = _get_season_or_404(slug, number), signed_in(request)
    try:
        match request.POST.get("what"):
            case "sign_up":
                _count_codes(request)
                entry = entries.sign_up(
                    season,
                    me,
                    code=request.POST.get("code", ""),
                    team_name=request.POST.get("team_name", ""),
                )
                state_name = leagues.ENTRIES[Entry.State(entry.state)]
                messages.success(request, _("You are %(told)s.") % {"told": state_name})
            case "check_in":
                entries.check_in(season, me)
                messages.success(request, _("You have checked in."))
            case "leave":
                return see_other(reverse("leave_season", args=[slug, number]))
            case "join_team":
                _count_codes(request)
                entry = entries.join_team(season, me, team_code=request.POST.get("team_code", ""))
                messages.success(request, _("You play for %(team)s.") % {"team": entry.team_name})
            case "request_bye" | "withdraw_bye" as what:
                _change_byes(request, season, what)
            case "dismiss" | "move_up" as what:
                _arrange_team(request, season, what)
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal))
    return see_other(reverse("season", args=[slug, number]))


def _change_byes(request: HttpRequest, season: Season, what: str) -> None:
    """Ask for a bye in a coming round, or withdraw that. Raises CannotTakeBye."""
    me, number = signed_in(request), parse_number(request.POST.get("round", ""), 1000) or 0
    if what == "request_bye":
        byes.request_bye(season, me, number)
        text = _("You sit out round %(number)s.")
    else:
        byes.withdraw_bye(season, me, number)
        text = _("You play in round %(number)s.")
    messages.success(request, text % {"number": number})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def leave_season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Say what it means to leave a season (GET), and leave it (POST)."""
    season, me = _get_season_or_404(slug, number), signed_in(request)
    mine = teams.entry_of(season, me)
    back = see_other(reverse("season", args=[slug, number]))
    if request.method == "POST":
        try:
            entries.leave_season(season, me)
            messages.success(request, _("You have left this season."))
        except Refused as refusal:
            messages.error(request, errors_text.describe_refusal(refusal))
        return back
    if mine is None or mine.state not in entries.IN or season.state in league_tables.OVER:
        return back
    meaning = league_tables.describe_leaving(season, mine)
    context = {"season": season, "meaning": meaning}
    return render(request, "games/leagues/leave.html", context)


def _arrange_team(request: HttpRequest, season: Season, what: str) -> None:
    """Do to a player of a team what its captain asked for. Raises CannotEnter."""
    me = signed_in(request)
    mine = teams.membership_of(season, me)
    member_id = request.POST.get("member", "")
    members = teams.members_of(mine.entry) if mine else TeamMember.objects.none()
    whom = next((member.player for member in members if str(member.pk) == member_id), None)
    if whom is None:
        raise Http404
    entries.arrange_team(season, me, whom, dismisses=what == "dismiss")
    text = _("%(name)s is not in the team any more.") if what == "dismiss" else ""
    messages.success(
        request, text % {"name": whom.display_name} if text else _("The boards are changed.")
    )


@require_POST
@login_required
def challenge(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Challenge another player of a ladder."""
    season, me = _get_season_or_404(slug, number), signed_in(request)
    entry = _entry_of_form(season, request.POST.get("entry", ""))
    if entry is None:
        raise Http404
    try:
        rolling.challenge(season, me, entry.player, now=timezone.now())
        text = _("You have challenged %(name)s. The match begins in a minute.")
        messages.success(request, text % {"name": entry.player.display_name})
    except Refused as refusal:
        messages.error(request, errors_text.describe_refusal(refusal))
    return see_other(reverse("season", args=[slug, number]))


def _entry_of_form(season: Season, entry_id: str) -> Entry | None:
    try:
        number = UUID(entry_id)
    except ValueError:
        return None
    return season.entries.select_related("player").filter(pk=number).first()


def _count_codes(request: HttpRequest) -> None:
    """Raise CannotEnter for whoever has tried too many codes."""
    who = signed_in(request).pk.hex
    code = request.POST.get("code") or request.POST.get("team_code")
    if code and entries.has_tried_too_often(who):
        raise entries.CannotEnter("Too many codes: try again in an hour.")


def _may_direct(request: HttpRequest, league: League) -> bool:
    me = player_of(request)
    return me is not None and league_directors.may_direct(me, league)


def _get_season_or_404(slug: str, number: int) -> Season:
    season = league_tables.season_of(slug, number)
    if season is None:
        raise Http404
    return season


def _season_state_label(season: Season) -> object:
    return leagues.STATES[Season.State(season.state)]


def _entry_label(season: Season, entry: Entry) -> object:
    """Return what a player reads about their own entry; nobody plays once a season is over."""
    if entry.state == Entry.State.PLAYING and season.state == Season.State.CLOSED:
        return _("took part")
    return leagues.ENTRIES[Entry.State(entry.state)]


def _summarize_league(league: League) -> dict[str, object]:
    newest = league_tables.latest_season(league)
    league_terms = terms.terms_from_row(league)
    return {
        "league": league,
        "title": GAMES[league_terms.game].title,
        "form": leagues.FORMS[league_terms.form],
        "season": newest,
        "state": newest and _season_state_label(newest),
        "many": newest and newest.entries.filter(state__in=entries.IN).count(),
    }


def _entries_in_states(season: Season, *states: Entry.State) -> Any:
    rows = season.entries.filter(state__in=states, stand_in=None).select_related("player")
    return rows.order_by("signed_up_at", "pk")


def _list_teams(season: Season) -> list[tuple[Entry, list[TeamMember]]]:
    """Return the first teams of a season with their players, by name."""
    there = Prefetch("members", TeamMember.objects.filter(left_at=None).select_related("player"))
    rows = season.entries.filter(state__in=entries.IN).prefetch_related(there)
    return [(row, list(row.members.all())) for row in rows.order_by("team_name")[:ENTRANTS_SHOWN]]


def _signed_up(season: Season, request: HttpRequest) -> Page[Entry]:
    rows = _entries_in_states(season, Entry.State.SIGNED, Entry.State.HERE)
    return Paginator(rows, ENTRANTS_SHOWN).get_page(request.GET.get("page"))


def _participation_options(
    season: Season, mine: Entry | None, me: Player | None
) -> dict[str, object]:
    """Return which buttons the viewer has, or why they cannot sign up."""
    is_in = mine is not None and mine.state in entries.IN
    is_over = season.state in league_tables.OVER
    refusal = ""
    if me is not None and not is_in and not is_over:
        try:
            entries.check_conditions(terms.terms_from_row(season), me, now=timezone.now())
        except Refused as refusal_error:
            refusal = errors_text.describe_refusal(refusal_error)
    lets_in = me is None or mine is not None or entries.may_enter(season, me)
    takes_code = season.league.access == League.Access.CODE
    is_for_teams = terms.terms_from_row(season).is_for_teams
    keeps_out = refusal
    if not (lets_in or takes_code or is_over or refusal):
        refusal = _("Only players who were invited can enter this season.")
    return {
        "mine": mine,
        "is_for_teams": is_for_teams,
        "members": list(teams.members_of(mine)) if is_in and mine and is_for_teams else [],
        "is_captain": is_in and mine and me and mine.player_id == me.pk,
        "may_join_team": is_for_teams and me and not (is_in or is_over or keeps_out),
        "mine_words": mine and _entry_label(season, mine),
        "may_sign_up": me is not None and not is_in and not is_over and not refusal,
        "may_sign_in_to_enter": me is None
        and not is_over
        and (season.state != Season.State.RUNNING or terms.terms_from_row(season).is_rolling),
        "may_check_in": mine is not None and league_tables.must_check_in(mine),
        "may_leave": is_in and not is_over,
        "needs_code": me is not None and not lets_in and takes_code and not is_over,
        "is_invited": me is not None and not is_in and cups.is_invited(season, me),
        "refusal": refusal,
        "bye_rounds": byes.list_coming_byes(season, mine) if is_in and mine else [],
        "free_rounds": byes.list_open_rounds(season, mine) if is_in and mine else [],
    }
