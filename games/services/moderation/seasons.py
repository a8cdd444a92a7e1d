"""Direct a season: invite, write, decide, remove, postpone, call off and close."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from games.models import Block, Entry, Pairing, Round, Season
from games.services.action_context import ActionContext, CannotBeDone
from games.services.leagues import directing, entries, news, results
from games.services.moderation import league_directors
from games.services.moderation.leagues import require_player
from games.services.moderation.staff_actions import (
    BaseAction,
    CallOffSeason,
    CloseSeason,
    DecideTable,
    EntryAction,
    InvitePlayer,
    PostponeRound,
    RemoveEntry,
    RenameTeam,
    WriteToEntrants,
)

MAX_TEXT = 1000


def invite_player(context: ActionContext, action: InvitePlayer) -> None:
    """Invite a player by e-mail; whoever has blocked the director gets none, and nobody sees it."""
    season, player = require_season(context, action), require_player(action.whom)
    if not Block.objects.filter(player=player, blocked=context.by).exists():
        about = str(context.entry_id)
        directing.invite_player(season, player, about=about, now=context.now)
    context.add_change(
        gettext_noop("{name} is invited to {season}, by e-mail."),
        name=player.display_name,
        season=str(season),
    )


def write_to_entrants(context: ActionContext, action: WriteToEntrants) -> None:
    """Send the text to everybody who takes part, reserves too."""
    season = entries.lock_season(require_season(context, action))
    text = action.text.strip()
    if not text or len(text) > MAX_TEXT:
        raise CannotBeDone("A message has 1 to {most} characters.", most=MAX_TEXT)
    there = list(season.entries.filter(state__in=entries.IN))
    if not there:
        raise CannotBeDone("Nobody takes part yet.")
    news.notify_entrants(season, there, "message", about=str(context.entry_id), now=context.now)
    context.add_change(gettext_noop("Players who get the e-mail: {many}."), many=len(there))


def call_off_season(context: ActionContext, action: CallOffSeason) -> None:
    """End a season without standings."""
    season = require_season(context, action)
    many = season.entries.filter(state__in=entries.IN).count()
    directing.call_off(season, now=context.now)
    context.add_change(gettext_noop("{season} is called off."), season=str(season))
    context.add_change(gettext_noop("None of it counts; running matches go on."))
    context.add_change(gettext_noop("Players who get an e-mail: {many}."), many=many)


def close_season(context: ActionContext, action: CloseSeason) -> None:
    """End a running season with the standings as they are."""
    season = require_season(context, action)
    many = directing.close_early(season, now=context.now)
    context.add_change(
        gettext_noop("{season} ends, and its standings are final."), season=str(season)
    )
    context.add_change(
        gettext_noop("Open tables, decided by rule or not counted: {many}."), many=many
    )
    if season.league.seasons.filter(number=season.number + 1).exists():
        context.add_change(gettext_noop("The next season opens for sign-up."))


def remove_entry(context: ActionContext, action: RemoveEntry) -> None:
    """Remove an entrant; the first reserve takes the place."""
    entry = require_entry(context, action)
    about = str(context.entry_id)
    stand_in = directing.remove_entry(entry, about=about, now=context.now)
    context.add_change(
        gettext_noop("{name} is out of {season}, and cannot sign up for it again."),
        name=entry.shown_name,
        season=str(entry.season),
    )
    if stand_in is not None:
        context.add_change(
            gettext_noop("{name} takes the place, with its results and coming matches."),
            name=stand_in.shown_name,
        )
    elif entry.division_id is not None:
        context.add_change(
            gettext_noop("Nobody is on the reserve list: the opponents win the coming matches.")
        )


def rename_team(context: ActionContext, action: RenameTeam) -> None:
    """Give a team another name, and tell its captain."""
    entry = require_entry(context, action)
    before = entry.team_name
    after = directing.rename_team(entry, action.name, about=str(context.entry_id), now=context.now)
    context.add_change(
        gettext_noop("The team “{before}” is now called “{after}”."), before=before, after=after
    )


def postpone_round(context: ActionContext, action: PostponeRound) -> None:
    """Move a round and those after it."""
    row = Round.objects.select_related("division__season__league").filter(pk=action.round).first()
    if row is None:
        raise CannotBeDone("Name the round.")
    context.league = row.division.season.league
    about = str(context.entry_id)
    for postponed_round in directing.postpone_round(row, action.days, about=about, now=context.now):
        context.add_change(
            gettext_noop("Round {number}: {starts} to {ends}."),
            number=postponed_round.number,
            starts=f"{postponed_round.starts_at:%F}",
            ends=f"{postponed_round.ends_at:%F}",
        )


def decide_table(context: ActionContext, action: DecideTable) -> None:
    """Give the entrants of a table their places in the league, or none; the match goes on."""
    rows = Pairing.objects.select_related("match", "round__division__season__league")
    pairing = rows.filter(pk=action.pairing).first()
    if pairing is None:
        raise CannotBeDone("Name the table.")
    context.league, context.match = pairing.round.division.season.league, pairing.match
    places = action.places or None
    directing.decide_pairing(
        pairing, places=places, why=action.told.strip() or action.reason, now=context.now
    )
    if results.has_one_division(pairing.round.division.season_id):
        sentence = gettext_noop("{season}, round {round}, table {table}:")
    else:
        sentence = gettext_noop("{season}, division {division}, round {round}, table {table}:")
    context.add_change(
        sentence,
        season=str(pairing.round.division.season),
        division=str(pairing.round.division),
        round=pairing.round.number,
        table=pairing.number,
    )
    seats = pairing.seats.select_related("entry__player").order_by("number")
    for seat, place in zip(seats, places or [], strict=False):
        context.add_change(
            gettext_noop("{name}: place {place}"),
            name=seat.entry.shown_name,
            place=place,
        )
    if places is None:
        context.add_change(gettext_noop("It counts for nobody."))


def require_entry(context: ActionContext, action: EntryAction) -> Entry:
    """Return the entry that is acted on, and note its league and player. Raises CannotBeDone."""
    entry = Entry.objects.select_related("player", "season__league").filter(pk=action.entry).first()
    if entry is None:
        raise CannotBeDone("Name the person.")
    context.league, context.player = entry.season.league, entry.player
    return entry


def require_season(context: ActionContext, action: BaseAction) -> Season:
    """Return the season that is acted on, and note its league. Raises CannotBeDone."""
    season = league_directors.season_of_action(action)
    if season is None:
        raise CannotBeDone("Name the season.")
    context.league = season.league
    return season
