"""Start a season at once, or move its start."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_noop

from games.services.action_context import ActionContext
from games.services.leagues import season_starts
from games.services.moderation.seasons import require_season
from games.services.moderation.staff_actions import MoveSeasonStart, StartSeason

# Entrants whose names are listed.
MOST_NAMES = 40


def start_season_now(context: ActionContext, action: StartSeason) -> None:
    """Start a season with those who have signed up."""
    start = season_starts.start_season_now(require_season(context, action), now=context.now)
    context.add_change(gettext_noop("{season} starts now."), season=str(start.season))
    context.add_change(
        gettext_noop("Entrants: {many}: {names}."),
        many=len(start.entrants),
        names=join_names(start.entrants),
    )
    if start.divisions > 1:
        context.add_change(gettext_noop("Divisions: {many}."), many=start.divisions)
    if start.matches:
        context.add_change(
            gettext_noop("Rounds drawn: {rounds}, with {many} matches."),
            rounds=start.rounds,
            many=start.matches,
        )
    if start.first_at > context.now:
        _add_instant(context, gettext_noop("First matches: {starts} ({zone})."), start.first_at)
    if start.absent:
        context.add_change(
            gettext_noop("Not checked in, or a team that is not complete: {names}."),
            names=join_names(start.absent),
        )
    if start.reserves:
        context.add_change(gettext_noop("On the reserve list: {many}."), many=start.reserves)


def join_names(names: list[str]) -> str:
    """Return the first names with commas between, and how many more there are."""
    rest = len(names) - MOST_NAMES
    return ", ".join(names[:MOST_NAMES]) + (f", … (+{rest})" if rest > 0 else "")


def move_season_start(context: ActionContext, action: MoveSeasonStart) -> None:
    """Move the start of a season; its entrants are told."""
    season, about = require_season(context, action), str(context.entry_id)
    before = season.starts_at
    season = season_starts.move_season_start(season, action.starts_at, about=about, now=context.now)
    if before is not None:
        _add_instant(context, gettext_noop("It was to start on {starts} ({zone})."), before)
    _add_instant(context, gettext_noop("It starts on {starts} ({zone})."), action.starts_at)
    if season.sign_up_until is not None and season.sign_up_until < action.starts_at:
        sentence = gettext_noop("Sign-up ends, and check-in opens, on {starts} ({zone}).")
        _add_instant(context, sentence, season.sign_up_until)


def _add_instant(context: ActionContext, sentence: str, instant: datetime) -> None:
    """Add what happens at an instant, in the time zone of the director."""
    zone = context.by.zone
    starts = f"{instant.astimezone(ZoneInfo(zone)):%F %H:%M}"
    context.add_change(sentence, starts=starts, zone=zone)
