"""What directors do to a league: create, change, open, call off, edit a draw, decide a table.

Who may do it, its preview, its record and the consent of a second person are the business of
services/moderation/, through which every entry point comes here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.engine.contract import Refused
from games.leagues.standings import are_places
from games.models import (
    Entry,
    League,
    Pairing,
    PairingSeat,
    Player,
    Round,
    Season,
    SeasonInvitation,
)
from games.services.leagues import (
    cups,
    entries,
    group_stages,
    news,
    playing,
    results,
    seasons,
    teams,
    terms,
    ties,
)

How = Pairing.How
OVER = (Season.State.CLOSED, Season.State.VOID)
# Parts of addresses that lead elsewhere than to a league.
RESERVED_SLUGS = {"new"}
# A director invites so many players to a season at most.
MOST_INVITATIONS = 200
# The days from the opening of a season to its start.
MOST_AHEAD = 365
# The days by which a round can be postponed at once.
MOST_POSTPONED = 60


class CannotDirect(Refused):
    """It is too late for this, or it does not fit this league."""

    code = "cannot_direct"


@transaction.atomic
def found_league(
    *, name: str, slug: str, words: str = "", values: Mapping[str, object], **fields: object
) -> League:
    """Create a league without seasons; `values` are its terms by name, see leagues/terms.py.

    `fields` are `access` and `is_player_made`. Raises BadTerms, BadOptions, or CannotDirect if
    another league has the slug.
    """
    if slug in RESERVED_SLUGS or League.objects.filter(slug=slug).exists():
        raise CannotDirect("There is already a league with this address.")
    stored_terms = terms.serialize_terms(terms.parse_terms(values))
    league = League(name=name, slug=slug, description=words, terms=stored_terms, **fields)
    _ensure_entry_code(league)
    league.save()
    return league


@transaction.atomic
def change_league(league: League, *, values: Mapping[str, object], **fields: object) -> League:
    """Change the given terms, `name`, `description`, `access` or `is_open`.

    Open seasons keep their terms. Raises BadTerms or BadOptions.
    """
    league = League.objects.select_for_update().get(pk=league.pk)
    league_terms = terms.parse_terms({**league.terms, **values})
    if league.is_player_made:
        cups.check_limits(league_terms)
    league.terms = terms.serialize_terms(league_terms)
    for field in ("name", "description", "access", "is_open"):
        setattr(league, field, fields.get(field, getattr(league, field)))
    _ensure_entry_code(league)
    league.save()
    return league


def _ensure_entry_code(league: League) -> None:
    if league.access == League.Access.CODE and not league.entry_code:
        league.entry_code = cups.new_entry_code()


@transaction.atomic
def open_season(
    league: League, *, starts_at: datetime | None = None, now: datetime | None = None
) -> Season:
    """Open a league's next season for sign-up, which starts at `starts_at`.

    None: as soon as its terms allow. Raises CannotDirect while another one is open, and for a start
    too soon or too late.
    """
    now = now or timezone.now()
    league = League.objects.select_for_update().get(pk=league.pk)
    if not league.is_open or league.seasons.exclude(state__in=OVER).exists():
        raise CannotDirect("A season of this league is not over yet, or the league is closed.")
    if starts_at is not None:
        check_in = timedelta(days=terms.terms_from_row(league).check_in_days)
        check_start(league, starts_at, check_in, now=now)
    return seasons.open_next(league, now=now, starts_at=starts_at)


def check_start(
    row: League | Season, starts_at: datetime, before: timedelta, *, now: datetime
) -> None:
    """Raise CannotDirect unless a season of these terms can start then.

    `before` is the time between the end of sign-up and the start.
    """
    if terms.terms_from_row(row).starts_when_full:
        raise CannotDirect("This league starts when it is full: no start can be chosen.")
    if starts_at - before <= now:
        raise CannotDirect("Choose a later start: sign-up and check-in come before it.")
    league = row.league if isinstance(row, Season) else row
    most = cups.MOST_DAYS if league.is_player_made else MOST_AHEAD
    if starts_at > now + timedelta(days=most):
        raise CannotDirect("A season starts within {most} days.", most=most)


@transaction.atomic
def invite_player(season: Season, player: Player, *, about: str, now: datetime) -> bool:
    """Invite a player to a season; return whether they were not invited before.

    It also lets back in whoever was removed before the draw. `about` is the id of the audit log
    entry. Raises CannotDirect.
    """
    season = entries.lock_season(season)
    if season.state in OVER:
        raise CannotDirect("This season is over.")
    mine = teams.entry_of(season, player)
    if mine is not None and mine.state in entries.IN:
        raise CannotDirect("This person already takes part.")
    if season.invitations.count() >= MOST_INVITATIONS:
        raise CannotDirect("A season has {most} invitations at most.", most=MOST_INVITATIONS)
    season.entries.filter(player=player, division=None).update(is_removed=False)
    _row, is_new = SeasonInvitation.objects.get_or_create(
        season=season, player=player, defaults={"invited_at": now}
    )
    if is_new:
        news.tell_players(season, [player.pk], "invited", about=about, now=now)
    return is_new


@transaction.atomic
def call_off(season: Season, *, now: datetime | None = None) -> Season:
    """End a season without standings; running matches go on. Raises CannotDirect."""
    season = entries.lock_season(season)
    if season.state in OVER:
        raise CannotDirect("This season is over.")
    seasons.call_off(season, now=now or timezone.now())
    return season


@transaction.atomic
def close_early(season: Season, *, now: datetime | None = None) -> int:
    """End a running season with the standings as they are; return how many tables were open.

    Matches that are played are decided by the league's rule and may go on without counting; other
    tables count for nobody. Raises CannotDirect.
    """
    now = now or timezone.now()
    season = entries.lock_season(season)
    pairings = Pairing.objects.filter(round__division__season=season)
    if season.state != Season.State.RUNNING:
        raise CannotDirect("Only a running season can be closed.")
    if not pairings.exclude(settled_at=None).exclude(how__in=[*Pairing.BYES, How.VOID]).exists():
        raise CannotDirect("Nothing has been decided in this season: call it off instead.")
    league_terms, many = terms.terms_from_row(season), 0
    for division in season.divisions.all():
        many += playing.settle_open_rounds(division, league_terms, now=now)
    ties.settle_promotion_ties(season, league_terms, now=now, at_once=True)
    seasons.close_season(season, league_terms, now=now)
    return many


@transaction.atomic
def exchange_entrants(first: PairingSeat, second: PairingSeat) -> None:
    """Exchange two entrants of a round that is not seated yet, or two seats of one pairing.

    Raises CannotDirect; nothing is changed.
    """
    rows = PairingSeat.objects.select_related("pairing__round", "entry")
    season = entries.lock_season(first.pairing.round.division.season)
    # Reload: whoever held the lock may have seated or exchanged them.
    first_seat, second_seat = (
        rows.filter(pk=pairing_seat.pk).first() for pairing_seat in (first, second)
    )
    if first_seat is None or second_seat is None:
        raise CannotDirect("That seat was exchanged meanwhile.")
    if (
        first_seat.pk == second_seat.pk
        or first_seat.pairing.round_id != second_seat.pairing.round_id
    ):
        raise CannotDirect("Only two entrants of the same round can be exchanged.")
    if season.state != Season.State.RUNNING or not all(
        is_open_pairing(c.pairing) for c in (first_seat, second_seat)
    ):
        raise CannotDirect("A table that is seated or decided stays as it is.")
    if not group_stages.keeps_groups(
        first_seat.pairing.round, [[first_seat.entry, second_seat.entry]]
    ):
        raise CannotDirect("Before the knock-out only players of the same group meet.")
    # Delete first: the constraints allow no entrant twice in a pairing, not even between
    # statements.
    PairingSeat.objects.filter(pk__in=[first_seat.pk, second_seat.pk]).delete()
    PairingSeat.objects.bulk_create(
        PairingSeat(pairing=pairing_seat.pairing, number=pairing_seat.number, entry=other.entry)
        for pairing_seat, other in ((first_seat, second_seat), (second_seat, first_seat))
    )


def is_open_pairing(pairing: Pairing) -> bool:
    """Return whether a pairing is neither seated nor decided; a bye is open until its round."""
    if pairing.settled_at is None:
        return not results.is_seated(pairing)
    return pairing.how in Pairing.BYES and pairing.round.started_at is None


@transaction.atomic
def remove_entry(entry: Entry, *, about: str, now: datetime) -> Entry | None:
    """Remove an entrant for good; return the reserve who takes the place, None if nobody does.

    As after a withdrawal, they keep their running matches. `about` is the id of the audit log
    entry. Raises CannotEnter.
    """
    season = entries.lock_season(entry.season)
    players = teams.player_ids([entry])[entry.pk]
    left = entries.withdraw_entry(season, entry.player, now=now)
    left.is_removed = True
    left.save(update_fields=["is_removed"])
    season.invitations.filter(player=entry.player).delete()
    news.tell_players(season, players, "removed", about=about, now=now)
    return Entry.objects.select_related("player").filter(instead_of=left).first()


@transaction.atomic
def rename_team(entry: Entry, name: str, *, about: str, now: datetime) -> str:
    """Give a team another name, tell its captain, and return the name as it is stored.

    `about` is the id of the audit log entry. Raises CannotDirect or CannotJoinTeam.
    """
    season = entries.lock_season(entry.season)
    if not entry.team_name:
        raise CannotDirect("Only a team has a name of its own.")
    entry.team_name = teams.clean_team_name(season, name, besides=entry)
    entry.save(update_fields=["team_name"])
    news.tell_players(season, [entry.player_id], "renamed", about=about, now=now)
    return entry.team_name


@transaction.atomic
def postpone_round(row: Round, days: int, *, about: str, now: datetime) -> list[Round]:
    """Move a round that is not over by some days, and those drawn for later; return all of them.

    A round that is being played ends later; one that is not begins later as well. `about` is the
    id of the audit log entry. Raises CannotDirect.
    """
    season = entries.lock_season(row.division.season)
    row = Round.objects.select_related("division").get(pk=row.pk)
    if season.state != Season.State.RUNNING or row.closed_at is not None:
        raise CannotDirect("This round is over.")
    if not 1 <= days <= MOST_POSTPONED:
        raise CannotDirect("A round is postponed by 1 to {most} days.", most=MOST_POSTPONED)
    later = row.division.rounds.filter(closed_at=None, starts_at__gte=row.starts_at)
    postponed_rounds, step = list(later.order_by("number")), timedelta(days=days)
    for postponed_round in postponed_rounds:
        postponed_round.ends_at += step
        postponed_round.warned_at = None
        if postponed_round.started_at is None:
            postponed_round.starts_at += step
            postponed_round.not_before_at = postponed_round.starts_at
        postponed_round.save(update_fields=["starts_at", "ends_at", "not_before_at", "warned_at"])
    entrants = row.division.entries.filter(state=Entry.State.PLAYING)
    news.notify_entrants(season, entrants, "postponed", about=about, now=now)
    return postponed_rounds


@transaction.atomic
def decide_pairing(
    pairing: Pairing,
    *,
    places: Sequence[int] | None,
    why: str,
    now: datetime | None = None,
) -> Pairing:
    """Decide a pairing: `places` by seat, from 1, None if it counts for nobody; `why` is public.

    The standings of a closed season cannot be changed. Raises CannotDirect.
    """
    now = now or timezone.now()
    rows = Pairing.objects.select_related("match", "round__division__season__league")
    pairing = rows.get(pk=pairing.pk)
    season = entries.lock_season(pairing.round.division.season)
    if season.state != Season.State.RUNNING:
        raise CannotDirect("The standings of this season are frozen.")
    pairing_seats = list(pairing.seats.select_related("entry"))
    if places is not None and not are_places(places, len(pairing_seats)):
        raise CannotDirect("Give each seat a place: 1, 2, 2, 4 for two who share the second.")
    how = How.VOID if places is None else How.STAFF
    results.settle_pairing(
        pairing, how, None if places is None else list(places), why=why[:300], now=now
    )
    results.refresh_standings(pairing.round.division)
    Season.objects.filter(pk=season.pk).update(due_at=now)
    event_key = f"{pairing.pk}-{now.timestamp():.0f}"
    news.notify_entrants(
        season,
        [pairing_seat.entry for pairing_seat in pairing_seats],
        "decided",
        about=event_key,
        now=now,
    )
    return pairing


def describe_pairing(pairing: Pairing) -> str:
    """Return the name of a pairing for the log: its season, round and number.

    With the division between, if there are several.
    """
    row, division = pairing.round, pairing.round.division
    where = f"round {row.number}, table {pairing.number}"
    if results.has_one_division(division.season_id):
        return f"{division.season}, {where}"
    return f"{division.season}, division {division}, {where}"
