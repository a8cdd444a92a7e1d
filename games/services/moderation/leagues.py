"""Found and change a league, name its deputies, and open its seasons."""

from __future__ import annotations

import re
from datetime import timedelta
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_noop
from msgspec import json

from games.engine import display_names
from games.leagues.terms import Terms
from games.models import League, Player
from games.queries import players
from games.services.action_context import ActionContext, CannotBeDone
from games.services.leagues import cups, directing, directors, forecasts, rolling
from games.services.leagues import terms as league_terms
from games.services.moderation import league_directors
from games.services.moderation.roles import Action, may_take_action
from games.services.moderation.staff_actions import (
    AddDeputy,
    BaseAction,
    DropDeputy,
    EditLeague,
    FoundLeague,
    OpenSeason,
)

# Seasons that are shorter are told in days, others in weeks.
SHORT_SEASON = timedelta(days=14)
MAX_NAME, MAX_SLUG, MAX_DESCRIPTION = 60, 40, 2000
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
# A league has so many directors at most, its founder included.
MOST_DIRECTORS = 10


def found_league(context: ActionContext, action: FoundLeague) -> None:
    """Found a league for the house, or, by a player without that role, a cup within its limits."""
    by_staff = may_take_action(context.by, Action.FOUND_LEAGUE)
    if not by_staff:
        # Serializes the requests of a player, so that their cups are counted correctly.
        Player.objects.select_for_update(no_key=True).get(pk=context.by.pk)
        cups.check_may_found(context.by, now=context.now)
    name, access = _checked_name(action.name), _checked_access(action.access)
    if len(action.slug) > MAX_SLUG or not SLUG.fullmatch(action.slug):
        raise CannotBeDone(
            "An address has lower-case letters, digits and single hyphens, at most {most} in all.",
            most=MAX_SLUG,
        )
    terms = league_terms.parse_terms(action.terms)
    if not by_staff:
        cups.check_limits(terms)
    league = directing.found_league(
        name=name,
        slug=action.slug,
        words=action.description.strip()[:MAX_DESCRIPTION],
        values=league_terms.serialize_terms(terms),
        access=access,
        is_player_made=not by_staff,
    )
    directors.appoint_director(league, context.by, is_founder=True, now=context.now)
    context.league = league
    context.add_change(
        gettext_noop("{league} is created, with the address /leagues/{slug}/."),
        league=league.name,
        slug=league.slug,
    )
    _add_forecast(context, terms)
    if league.access != League.Access.OPEN:
        context.add_change(gettext_noop("It is not listed, and only people you let in can enter."))


def _add_forecast(context: ActionContext, terms: Terms) -> None:
    """Add what a season with these terms is like."""
    forecast = forecasts.forecast_season(terms)
    if forecast.rounds is not None:
        matches = f"{forecast.least_matches}–{forecast.most_matches}"
        if forecast.least_matches == forecast.most_matches:
            matches = str(forecast.most_matches)
        context.add_change(
            gettext_noop("With {many} players: rounds {rounds}, matches of a player {matches}."),
            many=forecast.entrants,
            rounds=forecast.rounds,
            matches=matches,
        )
    if forecast.length < SHORT_SEASON:
        days = -(-forecast.length // timedelta(days=1))
        context.add_change(gettext_noop("Length of a season in days: {days}."), days=days)
    else:
        weeks = round(forecast.length / timedelta(days=7), 1)
        context.add_change(
            gettext_noop("Length of a season in weeks: about {weeks}."), weeks=f"{weeks:g}"
        )
    if forecast.emails is not None:
        context.add_change(
            gettext_noop("E-mails to a player: about {many} a week."), many=forecast.emails
        )
    if terms.form == "arena" and not rolling.time_of_match(terms):
        context.add_change(gettext_noop("With this pace few matches end before the arena does."))


def edit_league(context: ActionContext, action: EditLeague) -> None:
    """Change what a league is called, who can enter it, and the terms of its coming seasons."""
    league = _require_league(action)
    fields: dict[str, object] = {
        name: value
        for name in ("description", "access", "is_open")
        if (value := getattr(action, name)) is not None and value != getattr(league, name)
    }
    if action.name is not None and action.name != league.name:
        fields["name"] = _checked_name(action.name)
    if action.access is not None:
        _checked_access(action.access)
    before = dict(league.terms)
    league = directing.change_league(league, values=action.terms, **fields)
    context.league = league
    after = json.decode(json.encode(league.terms))
    names = [name for name, value in after.items() if value != before.get(name)]
    for name in sorted(names):
        context.add_change(
            gettext_noop("{term}: {before} becomes {after}."),
            term=name,
            before=_format_value(before.get(name)),
            after=_format_value(after[name]),
        )
    for name in sorted(fields):
        context.add_change(gettext_noop("{term} is changed."), term=name)
    if not names and not fields:
        raise CannotBeDone("That changes nothing.")
    if names:
        context.add_change(gettext_noop("Seasons that are open keep their terms."))


def _format_value(value: object) -> str:
    if isinstance(value, list):
        value = ", ".join(str(item) for item in value)
    return "–" if value in (None, "", {}) else str(value)


def add_deputy(context: ActionContext, action: AddDeputy) -> None:
    """Let another player run the league; they are told."""
    league, player = _require_league(action), require_player(action.whom)
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    if len(directors.directors_of(league)) >= MOST_DIRECTORS:
        raise CannotBeDone("A league has {most} directors at most.", most=MOST_DIRECTORS)
    if not directors.appoint_director(league, player, now=context.now):
        raise CannotBeDone("This person already runs this league.")
    context.league, context.player = league, player
    context.add_change(
        gettext_noop("{name} can do in {league} what you can."),
        name=player.display_name,
        league=league.name,
    )
    context.recipients.append((player.pk, None))


def drop_deputy(context: ActionContext, action: DropDeputy) -> None:
    """Let a deputy not run the league any more; they are told. A deputy can drop themselves."""
    league, player = _require_league(action), require_player(action.whom)
    if not directors.dismiss_deputy(league, player):
        raise CannotBeDone("This person is not a deputy of this league.")
    context.league, context.player = league, player
    context.add_change(
        gettext_noop("{name} does not run {league} any more."),
        name=player.display_name,
        league=league.name,
    )
    context.recipients.append((player.pk, None))


def open_season(context: ActionContext, action: OpenSeason) -> None:
    """Open the next season; the players of the last one are invited."""
    league = _require_league(action)
    season = directing.open_season(league, starts_at=action.starts_at, now=context.now)
    context.league = league
    context.add_change(gettext_noop("{season} is open for sign-up."), season=str(season))
    if season.starts_at is not None:
        zone = context.by.zone
        context.add_change(
            gettext_noop("It starts on {starts} ({zone})."),
            starts=f"{season.starts_at.astimezone(ZoneInfo(zone)):%F %H:%M}",
            zone=zone,
        )
    if season.number > 1:
        context.add_change(gettext_noop("The players of the last season get an e-mail."))


def require_player(name: str) -> Player:
    """Return the player of this name. Raises CannotBeDone if there is none."""
    player = players.player_named(name)
    if player is None:
        raise CannotBeDone("No player is called “{name}”.", name=name[:60])
    return player


def _require_league(action: BaseAction) -> League:
    league = league_directors.league_of_action(action)
    if league is None:
        raise CannotBeDone("Name the league.")
    return league


def _checked_name(name: str) -> str:
    plain = " ".join(name.split())
    if not plain or len(plain) > MAX_NAME or not plain.isprintable():
        raise CannotBeDone("A league’s name has 1 to {most} characters.", most=MAX_NAME)
    if display_names.is_markup(plain):
        raise CannotBeDone("A name cannot contain markup such as “<b>”.")
    return plain


def _checked_access(access: str) -> str:
    if access not in League.Access.values:
        raise CannotBeDone("Choose who can enter: everybody, with a code, or by invitation.")
    return access
