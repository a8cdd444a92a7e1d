"""Start a season at once, or move its start, by a director."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec
from django.db import transaction

from games.models import Entry, Pairing, Round, Season
from games.services.leagues import directing, entries, news, seasons, terms
from games.services.leagues.directing import CannotDirect

State = Season.State
# States in which a season waits for its start.
WAITING = (State.SIGN_UP, State.CHECK_IN)


class SeasonStart(msgspec.Struct, frozen=True):
    """What the start of a season came to: names of entrants, and what was drawn.

    `absent` are those who signed up and do not play: they have not checked in, or their team lacks
    players. `rounds` and `matches` are those drawn so far, `first_at` the start of the first round.
    """

    season: Season
    entrants: list[str]
    absent: list[str]
    reserves: int
    divisions: int
    rounds: int
    matches: int
    first_at: datetime


@transaction.atomic
def start_season_now(season: Season, *, now: datetime) -> SeasonStart:
    """Start a season that waits for its date, with those who have signed up.

    During check-in only those play who have checked in. Raises CannotDirect, also if too few would
    play; nothing is changed.
    """
    season = entries.lock_season(season)
    if season.state not in WAITING:
        raise CannotDirect("This season has begun already, or it is over.")
    league_terms = terms.terms_from_row(season)
    if season.state == State.CHECK_IN:
        seasons.drop_absent(season, now=now)
    season.starts_at = now
    if season.sign_up_until is not None:
        season.sign_up_until = min(season.sign_up_until, now)
    there = (Entry.State.SIGNED, Entry.State.HERE)
    many = season.entries.filter(state__in=there).count()
    seasons.start_season(season, league_terms, now=now)
    # Too few: what the start has changed until then is rolled back.
    if season.state != State.RUNNING:
        raise CannotDirect(
            "Too few can play: {many} take part, and the season needs {least}; each division and"
            " team has to be filled.",
            many=many,
            least=max(league_terms.least_entrants, league_terms.least_seats),
        )
    season.due_at = now
    season.save()
    return _summarize_start(season)


def _summarize_start(season: Season) -> SeasonStart:
    rows = season.entries.select_related("player")
    playing = rows.filter(division__isnull=False)
    order = ("division__level", "division__number", "seed")
    rounds = Round.objects.filter(division__season=season)
    matches = Pairing.objects.filter(round__in=rounds).exclude(how__in=Pairing.BYES)
    return SeasonStart(
        season,
        [row.shown_name for row in playing.order_by(*order)],
        [row.shown_name for row in rows.filter(state=Entry.State.MISSED).order_by("signed_up_at")],
        rows.filter(state=Entry.State.RESERVE).count(),
        season.divisions.count(),
        rounds.values("number").distinct().count(),
        matches.count(),
        rounds.earliest("starts_at").starts_at,
    )


@transaction.atomic
def move_season_start(season: Season, starts_at: datetime, *, about: str, now: datetime) -> Season:
    """Let a season that waits for its date start later, or earlier, and notify its entrants.

    Sign-up ends accordingly; once it has ended, only the check-in gets longer or shorter. `about`
    is the id of the audit log entry. Raises CannotDirect.
    """
    season = entries.lock_season(season)
    if season.state not in WAITING:
        raise CannotDirect("This season has begun already, or it is over.")
    if starts_at == season.starts_at:
        raise CannotDirect("The season starts at this time already.")
    league_terms = terms.terms_from_row(season)
    check_in = timedelta(days=league_terms.check_in_days)
    if season.state == State.CHECK_IN:
        directing.check_start(season, starts_at, timedelta(), now=now)
        season.due_at = starts_at
    else:
        directing.check_start(season, starts_at, check_in, now=now)
        season.due_at = season.sign_up_until = starts_at - check_in
    season.starts_at = starts_at
    season.save()
    there = season.entries.filter(state__in=entries.IN)
    news.notify_entrants(season, there, "start_moved", about=about, now=now)
    return season
