"""Seasons from sign-up to promotion, advanced by the clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from statistics import fmean
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from games.leagues import draws, ladders
from games.leagues.ladders import Right
from games.leagues.terms import Terms
from games.models import Board, Division, Entry, League, Pairing, Season, Status
from games.queries.ratings import shown_ratings
from games.services import change_marks
from games.services.leagues import (
    clubs,
    directors,
    draw_constraints,
    drawing,
    entries,
    news,
    no_shows,
    playing,
    results,
    teams,
    terms,
    ties,
)
from games.services.play.dealing import new_secret
from notifications import gateway

State = Season.State
# How often a running season is processed, and one that is open for sign-up.
OFTEN, SELDOM = timedelta(minutes=1), timedelta(minutes=10)
# How often an arena is processed, where players wait for their next opponent.
AT_ONCE = timedelta(seconds=10)


def run_leagues(now: datetime | None = None, *, limit: int = 20) -> int:
    """Advance every season that is due; return how many.

    Safe to run twice, or at once.

    Each has its own transaction, so that a failing one does not block the others.
    """
    now = now or timezone.now()
    attempts = gateway.Attempts("leagues", Season, now)
    due = attempts.skip_resting(_due_seasons(now)).order_by("due_at")
    seen = list(due.values_list("pk", "due_at")[:limit])
    return sum(
        bool(attempts.attempt(pk, partial(_run_season, pk, due_at, now))) for pk, due_at in seen
    )


def _due_seasons(now: datetime) -> QuerySet[Season]:
    """Return the seasons whose time has come, or in which a match is over since the last look."""
    over = Q(match__status=Status.FINISHED, match__finished_at__gt=now - 2 * OFTEN)
    tables = Pairing.objects.filter(over, settled_at=None)
    boards = Board.objects.filter(over, settled_at=None)
    has_result = Q(divisions__rounds__in=tables.values("round")) | Q(
        divisions__rounds__in=boards.values("pairing__round")
    )
    seasons_with_results = Season.objects.filter(has_result, state=State.RUNNING)
    is_due = Q(due_at__lte=now) | Q(pk__in=seasons_with_results.values("pk"))
    return Season.objects.filter(is_due, due_at__isnull=False)


@transaction.atomic
def _run_season(pk: UUID, due_at: datetime | None, now: datetime) -> bool:
    """Advance a season, unless somebody else has since it was seen with this `due_at`."""
    rows = Season.objects.select_for_update(skip_locked=True, of=("self",))
    season = rows.select_related("league").filter(pk=pk, due_at=due_at).first()
    if season is None:
        return False
    advance_season(season, now=now)
    return True


def advance_season(season: Season, *, now: datetime) -> None:
    """Do what is due in a locked season, and record when to process it next."""
    league_terms = terms.terms_from_row(season)
    if season.state == State.SIGN_UP:
        _end_sign_up(season, league_terms, now=now)
    elif (
        season.state == State.CHECK_IN and season.starts_at is not None and now >= season.starts_at
    ):
        drop_absent(season, now=now)
        start_season(season, league_terms, now=now)
    is_more = False
    if season.state == State.RUNNING:
        no_shows.handle_missed_turns(season, league_terms, now=now)
        is_more = playing.advance_divisions(season, league_terms, now=now)
        is_played = not is_more and not playing.has_open_rounds(season)
        if (
            is_played
            and not season.divisions.filter(lot_due_at__isnull=False).exists()
            and not ties.settle_promotion_ties(season, league_terms, now=now)
        ):
            close_season(season, league_terms, now=now)
    season.due_at = now if is_more else _next_look(season, now)
    season.save()


def _next_look(season: Season, now: datetime) -> datetime | None:
    if season.state in (State.CLOSED, State.VOID):
        return None
    if season.state == State.RUNNING:
        is_arena = terms.terms_from_row(season).form == "arena"
        return now + (AT_ONCE if is_arena else OFTEN)
    then = season.sign_up_until if season.state == State.SIGN_UP else season.starts_at
    return max(then, now) if then is not None else now + SELDOM


def open_next(league: League, *, now: datetime, starts_at: datetime | None = None) -> Season:
    """Open the league's next season for sign-up, and invite those who want to play in it.

    It starts at `starts_at`; None: as soon as its terms allow. Does not lock the league itself.
    """
    league_terms = terms.terms_from_row(league)
    until = None
    if not league_terms.starts_when_full:
        check_in = timedelta(days=league_terms.check_in_days)
        starts_at = starts_at or now + timedelta(days=league_terms.sign_up_days) + check_in
        until = starts_at - check_in
    last = league.seasons.aggregate(last=Max("number"))["last"] or 0
    season = Season.objects.create(
        league=league,
        number=last + 1,
        terms=league.terms,
        opened_at=now,
        sign_up_until=until,
        starts_at=starts_at,
        due_at=now,
        lot_secret=new_secret(),
    )
    news.tell_players(season, _list_invited(season), "opened", now=now)
    return season


def _list_invited(season: Season) -> list[UUID]:
    """Return whom a new season is announced to.

    They are the players of the last season that was played, and those who had signed up for one
    that was called off since. If everybody can enter, also the members of the league's club who
    want e-mails.
    """
    before = season.league.seasons.filter(number__lt=season.number)
    last_played = before.filter(divisions__isnull=False).aggregate(last=Max("number"))["last"] or 0
    there = Q(season__number=last_played, division__isnull=False) | (
        Q(season__number__gt=last_played) & ~Q(state__in=(Entry.State.LEFT, Entry.State.MISSED))
    )
    rows = Entry.objects.filter(there, season__in=before, player__is_active=True)
    players = [player for each in teams.player_ids(rows).values() for player in each]
    league = season.league
    if league.club_id is not None and league.access == League.Access.OPEN:
        players += clubs.recipients_of(league.club_id)
    return list(dict.fromkeys(players))


def _end_sign_up(season: Season, league_terms: Terms, *, now: datetime) -> None:
    entrants = list(season.entries.filter(state=Entry.State.SIGNED))
    complete = len(entrants) - len(teams.incomplete_teams(entrants, league_terms))
    if league_terms.starts_when_full and complete >= league_terms.capacity:
        season.starts_at = now
        start_season(season, league_terms, now=now)
    elif season.sign_up_until is not None and now >= season.sign_up_until:
        if league_terms.check_in_days:
            _change_state(season, State.CHECK_IN)
            news.notify_entrants(season, entrants, "check_in", now=now)
        else:
            start_season(season, league_terms, now=now)


def _change_state(season: Season, state: Season.State) -> None:
    season.state = state
    change_marks.mark_season_changed(season.pk)


def drop_absent(season: Season, *, now: datetime) -> None:
    """Remove entrants who did not check in; reserves move up."""
    absent = list(season.entries.filter(state=Entry.State.SIGNED))
    season.entries.filter(pk__in=[entry.pk for entry in absent]).update(
        state=Entry.State.MISSED, left_at=now
    )
    for _entry in absent:
        if entries.move_up(season, None, now=now) is None:
            break
    news.notify_entrants(season, absent, "missed", now=now)
    season.team_members.filter(entry__in=[entry.pk for entry in absent]).delete()


def _drop_incomplete(
    season: Season, there: Sequence[Entry], league_terms: Terms, *, now: datetime
) -> None:
    """Remove teams without a player for each board; complete reserves move up."""
    absent = teams.incomplete_teams(there, league_terms)
    while absent:
        keys = [entry.pk for entry in absent]
        season.entries.filter(pk__in=keys).update(state=Entry.State.MISSED, left_at=now)
        news.notify_entrants(season, absent, "incomplete", now=now)
        season.team_members.filter(entry__in=keys).delete()
        replacements = [entries.move_up(season, None, now=now) for _entry in absent]
        absent = teams.incomplete_teams(
            [entry for entry in replacements if entry is not None], league_terms
        )


def start_season(season: Season, league_terms: Terms, *, now: datetime) -> None:
    """Create and draw the divisions, and notify everybody.

    Cancels the season if there are too few entrants.
    """
    there = (Entry.State.SIGNED, Entry.State.HERE)
    rows = season.entries.filter(state__in=there).select_related("player")
    if league_terms.is_for_teams:
        _drop_incomplete(season, list(rows), league_terms, now=now)
    taking_part = list(rows.order_by("signed_up_at", "pk"))
    if len(taking_part) < max(league_terms.least_entrants, league_terms.least_seats):
        _cancel_season(season, league_terms, now=now)
        return
    _change_state(season, State.RUNNING)
    # As planned, although the clock comes a little later.
    season.starts_at = min(season.starts_at or now, now)
    players = teams.player_ids(taking_part)
    ratings = shown_ratings(
        [player for each in players.values() for player in each], league_terms.game
    )
    for row in taking_part:
        row.rating = round(fmean(ratings[player] for player in players[row.pk]))
    returning = _division_rights(season, taking_part)
    new = [n for n, row in enumerate(taking_part) if row.player_id not in returning]
    new.sort(key=lambda n: (-(taking_part[n].rating or 0), taking_part[n].signed_up_at))
    new.sort(key=lambda n: draw_constraints.rank_of(taking_part[n]))
    back = {
        n: returning[row.player_id]
        for n, row in enumerate(taking_part)
        if row.player_id in returning
    }
    size = (0 if league_terms.is_rolling else league_terms.division_size) or len(taking_part)
    division_members = ladders.arrange_divisions(
        *(back, new, size, league_terms.fan), has_room=league_terms.ties == "all"
    )
    if not all(
        draws.table_sizes(len(members), league_terms.seats, league_terms.least_seats)
        for _, members in division_members
    ):
        _cancel_season(season, league_terms, now=now)
        return
    for _level, members in division_members:
        members.sort(key=lambda n: draw_constraints.rank_of(taking_part[n]))
    _write_divisions(season, taking_part, division_members, now=now)
    season.save()
    news.notify_entrants(season, taking_part, "begins", now=now)
    reserves = season.entries.filter(state=Entry.State.RESERVE)
    news.notify_entrants(season, reserves, "reserve", now=now)


def _division_rights(season: Season, taking_part: Sequence[Entry]) -> dict[UUID, Right]:
    """Return player id -> the division they may play in, for players of the last closed season."""
    last = Season.objects.filter(league=season.league, state=State.CLOSED).first()
    if last is None:
        return {}
    league_terms = terms.terms_from_row(last)
    holders = {str(e.pk): e.player_id for e in Entry.objects.filter(season=last)}
    orders = list(last.divisions.order_by("level", "number"))
    numbers = {row.player_id: n for n, row in enumerate(taking_part)}
    players: list[UUID] = []
    divisions = []
    for division in orders:
        order, places = [], []
        for line in division.table or []:
            order.append(len(players))
            places.append(line["place"])
            players.append(holders[line["entry"]])
        divisions.append(ladders.Division(division.level, tuple(order), tuple(places)))
    rights = ladders.assign_rights(divisions, league_terms.up, league_terms.down)
    return {players[n]: right for n, right in rights.items() if players[n] in numbers}


def _write_divisions(
    season: Season,
    taking_part: Sequence[Entry],
    division_members: Sequence[tuple[int, list[int]]],
    *,
    now: datetime,
) -> None:
    numbers: Counter[int] = Counter()
    divisions = []
    for level, members in division_members:
        division = Division(season=season, level=level, number=numbers[level])
        numbers[level] += 1
        divisions.append(division)
        for seed, n in enumerate(members):
            row = taking_part[n]
            row.division, row.seed, row.state = division, seed, Entry.State.PLAYING
    Division.objects.bulk_create(divisions)
    fields = ["division", "seed", "state", "rating"]
    Entry.objects.bulk_update(taking_part, fields, batch_size=drawing.BATCH)
    drawing.draw_first(divisions, now=now)


def _cancel_season(season: Season, league_terms: Terms, *, now: datetime) -> None:
    """Call a season off for which too few have entered, and tell its directors.

    A league that repeats itself opens the next one, unless this is the second such in a row.
    """
    call_off(season, now=now)
    before = season.league.seasons.filter(number=season.number - 1).first()
    if (
        league_terms.goes_on
        and season.league.is_open
        and not (before is not None and had_too_few(before))
    ):
        open_next(season.league, now=now, starts_at=_plan_next_start(season, now=now))
    recipients = [row.player_id for row in directors.directors_of(season.league)]
    news.tell_players(season, recipients, "cancelled", now=now)


def had_too_few(season: Season) -> bool:
    """Return whether a season was cancelled at its start, as too few had entered.

    A director calls off before that, or when there are divisions.
    """
    if season.state != State.VOID or season.starts_at is None or season.closed_at is None:
        return False
    return season.starts_at <= season.closed_at and not season.divisions.exists()


def call_off(season: Season, *, now: datetime) -> None:
    """End a locked season that cannot or should not be played, and notify everybody."""
    absent_states = (Entry.State.LEFT, Entry.State.MISSED)
    recipients = list(season.entries.exclude(state__in=absent_states))
    _change_state(season, State.VOID)
    season.closed_at, season.due_at = now, None
    season.save()
    season.invitations.all().delete()
    news.notify_entrants(season, recipients, "called_off", now=now)


def close_season(season: Season, league_terms: Terms, *, now: datetime) -> None:
    """Make the standings final, notify everybody, and open the next season if there is one."""
    for division in season.divisions.all():
        division.table = results.serialize_standings(division)
        division.save(update_fields=["table"])
    _change_state(season, State.CLOSED)
    season.closed_at, season.due_at = now, None
    season.save()
    season.invitations.all().delete()
    entrants = list(season.entries.filter(division__isnull=False, stand_in=None))
    news.notify_entrants(season, entrants, "closed", now=now)
    if league_terms.goes_on and season.league.is_open:
        open_next(season.league, now=now, starts_at=_plan_next_start(season, now=now))


def _plan_next_start(season: Season, *, now: datetime) -> datetime | None:
    """Return when the arena after this one starts: on the same weekday, at the same hour.

    They are those of the founder's time zone. The weeks between leave time for sign-up and
    check-in, counted from the planned end. None for other formats, which start by their terms.
    """
    before, league_terms = terms.terms_from_row(season), terms.terms_from_row(season.league)
    if (
        {before.form, league_terms.form} != {"arena"}
        or league_terms.starts_when_full
        or not season.starts_at
    ):
        return None
    ends_at = season.starts_at
    if season.state == State.CLOSED:
        ends_at = min(ends_at + timedelta(hours=before.arena_hours), now)
    check_in = timedelta(days=league_terms.check_in_days)
    earliest = max(ends_at + timedelta(days=league_terms.sign_up_days), now) + check_in
    founder = next(iter(directors.directors_of(season.league)), None)
    starts = season.starts_at.astimezone(ZoneInfo(founder.player.zone if founder else "UTC"))
    while starts <= season.starts_at or starts < earliest:
        starts += timedelta(days=7)
    return starts.astimezone(UTC)
