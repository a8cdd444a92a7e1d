"""Entries in a season: sign-up, check-in, withdrawal, and moving up from the waiting list."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone

from games.engine.contract import Refused
from games.engine.time_zones import is_in_zone
from games.leagues.terms import Terms
from games.models import Entry, League, PairingSeat, Player, Season, SeasonToken
from games.queries import punctuality
from games.queries.ratings import shown_rating
from games.services import sanctions
from games.services.leagues import cups, directors, news, teams, terms
from games.services.rate_limits import is_too_often

State = Entry.State
# Entry codes that a player may try.
MOST_CODES, CODES_WITHIN = 20, timedelta(hours=1)
# Entries with a place or on the waiting list.
IN = (State.SIGNED, State.HERE, State.RESERVE, State.PLAYING)


class CannotEnter(Refused):
    """The season accepts no entries now, or not this player."""

    code = "cannot_enter"


@transaction.atomic
def sign_up(
    season: Season,
    player: Player,
    *,
    code: str = "",
    team_name: str = "",
    now: datetime | None = None,
) -> Entry:
    """Sign a player up; beyond the capacity, and after the draw, for the waiting list.

    `code` is the league's entry code, "" for none. In a league of teams the player founds one with
    this name, and is its captain. Idempotent. Raises CannotEnter or CannotJoinTeam.
    """
    now = now or timezone.now()
    season = lock_season(season)
    if season.state in (Season.State.CLOSED, Season.State.VOID):
        raise CannotEnter("This season is over.")
    league_terms = terms.terms_from_row(season)
    check_conditions(league_terms, player, now=now)
    mine = season.entries.filter(player=player).first()
    if mine is not None and mine.state in IN:
        return mine
    if teams.membership_of(season, player) is not None:
        raise teams.CannotJoinTeam("You play for a team of this season already.")
    if mine is not None and mine.is_removed:
        raise CannotEnter("A director has removed you from this season.")
    if mine is None and not may_enter(season, player, code):
        raise CannotEnter("This season is for those who were invited or have its code.")
    if mine is not None and mine.division_id is not None and not league_terms.is_rolling:
        raise CannotEnter("A player who has left a running season can join the next one.")
    state = _state_for(season)
    if mine is None:
        mine = Entry(season=season, player=player)
    mine.state, mine.signed_up_at, mine.left_at = state, now, None
    if state == State.PLAYING and mine.division_id is None:
        _join_division(season, mine)
    if league_terms.is_for_teams:
        teams.prepare_team(mine, team_name)
    cups.use_invitation(mine)
    mine.save()
    if league_terms.is_for_teams:
        teams.add_member(mine, player, league_terms, now=now)
    _look_again(season, now)
    return mine


def _look_again(season: Season, now: datetime) -> None:
    """Let the clock process a locked season at once: it may be full now."""
    season.due_at = now
    season.save(update_fields=["due_at"])


@transaction.atomic
def join_team(
    season: Season, player: Player, *, team_code: str, now: datetime | None = None
) -> Entry:
    """Let a player join the team whose captain gave them its code.

    Raises CannotEnter or CannotJoinTeam.
    """
    now = now or timezone.now()
    season = lock_season(season)
    if season.state in (Season.State.CLOSED, Season.State.VOID):
        raise CannotEnter("This season is over.")
    league_terms = terms.terms_from_row(season)
    check_conditions(league_terms, player, now=now)
    if season.entries.filter(player=player, is_removed=True).exists():
        raise CannotEnter("A director has removed you from this season.")
    if season.league.access == League.Access.INVITED and not may_enter(season, player):
        # A captain passes the code of the team on, but lets nobody in.
        raise CannotEnter("This season is for those who were invited or have its code.")
    entry = teams.find_team(season, team_code)
    teams.add_member(entry, player, league_terms, now=now)
    _look_again(season, now)
    return entry


@transaction.atomic
def leave_season(season: Season, player: Player, *, now: datetime | None = None) -> None:
    """Take a player out of a season, see withdraw_entry().

    In a league of teams their team goes on without them as long as somebody is left, and the next
    board's player is its captain. Raises CannotEnter.
    """
    now = now or timezone.now()
    season = lock_season(season)
    mine = teams.membership_of(season, player)
    is_over = season.state in (Season.State.CLOSED, Season.State.VOID)
    if mine is None or is_over or teams.members_of(mine.entry).count() == 1:
        withdraw_entry(season, player, now=now)
    else:
        teams.drop_member(mine, now=now)


@transaction.atomic
def arrange_team(
    season: Season, captain: Player, whom: Player, *, dismisses: bool, now: datetime | None = None
) -> None:
    """Let a captain dismiss a player of the team, or move them up by one board.

    Raises CannotEnter.
    """
    season = lock_season(season)
    if season.state in (Season.State.CLOSED, Season.State.VOID):
        raise CannotEnter("This season is over.")
    mine, theirs = (teams.membership_of(season, player) for player in (captain, whom))
    if mine is None or mine.entry.player_id != captain.pk:
        raise CannotEnter("Only the captain of a team can do this.")
    if theirs is None or theirs.entry_id != mine.entry_id or (dismisses and whom == captain):
        raise CannotEnter("This is not another player of your team.")
    if dismisses:
        teams.drop_member(theirs, now=now or timezone.now())
    else:
        teams.move_up(theirs)


def may_enter(season: Season, player: Player, code: str = "") -> bool:
    """Return whether the league lets a player in: everybody, or by invitation or code.

    Its directors come in without either.
    """
    league = season.league
    if league.access == League.Access.OPEN or cups.is_invited(season, player):
        return True
    if directors.is_director(player, league):
        return True
    return league.access == League.Access.CODE and cups.is_entry_code(league, code)


def has_tried_too_often(who: str) -> bool:
    """Count one more entry code that somebody tries; return whether those are too many."""
    return is_too_often("entry-code", who, times=MOST_CODES, within=CODES_WITHIN)


def _state_for(season: Season) -> State:
    """What somebody who signs up now is."""
    league_terms = terms.terms_from_row(season)
    if season.state == Season.State.RUNNING and not league_terms.is_rolling:
        return State.RESERVE
    capacity = league_terms.capacity
    there = [State.SIGNED, State.HERE, State.PLAYING]
    if capacity and season.entries.filter(state__in=there).count() >= capacity:
        return State.RESERVE
    if season.state == Season.State.RUNNING:
        return State.PLAYING
    return State.SIGNED if season.state == Season.State.SIGN_UP else State.HERE


def _join_division(season: Season, entry: Entry) -> None:
    """Let somebody join a season without a draw while it runs, as the last."""
    division = season.divisions.get()
    last = division.entries.aggregate(last=Max("seed"))["last"]
    entry.division, entry.seed = division, 0 if last is None else last + 1
    entry.rating = shown_rating(entry.player, terms.terms_from_row(season).game)


def check_conditions(league_terms: Terms, player: Player, *, now: datetime) -> None:
    """Raise CannotEnter unless the player is as punctual and as strong as the league requires.

    Raises PlayerSuspended for suspended players.
    """
    sanctions.check_may_join(player, now=now)
    if player.is_bot or not player.is_active or player.email_verified_at is None:
        raise CannotEnter("Only players who have confirmed their address can take part.")
    reliability = (
        punctuality.compute_reliability([player.pk], now=now).get(player.pk)
        if league_terms.min_punctuality
        else None
    )
    if reliability is not None and reliability.in_time < league_terms.min_punctuality:
        raise CannotEnter(
            "This league requires {least}% answers in time; yours are {share}%.",
            least=league_terms.min_punctuality,
            share=reliability.in_time,
        )
    if league_terms.zones and not any(is_in_zone(player.zone, zone) for zone in league_terms.zones):
        raise CannotEnter(
            "This league is for players in these time zones: {zones}; yours is {mine}.",
            zones=", ".join(league_terms.zones),
            mine=player.zone,
        )
    rating = shown_rating(player, league_terms.game)
    if league_terms.least_rating is not None and rating < league_terms.least_rating:
        raise CannotEnter(
            "This league asks for a rating of at least {least}; yours is {mine}.",
            least=league_terms.least_rating,
            mine=rating,
        )
    if league_terms.most_rating is not None and rating > league_terms.most_rating:
        raise CannotEnter(
            "This league asks for a rating of at most {most}; yours is {mine}.",
            most=league_terms.most_rating,
            mine=rating,
        )


@transaction.atomic
def check_in(season: Season, player: Player, *, now: datetime | None = None) -> Entry:
    """Check in a player who has signed up. Idempotent. Raises CannotEnter."""
    now = now or timezone.now()
    season = lock_season(season)
    mine = teams.entry_of(season, player)
    if mine is None or mine.state not in IN:
        raise CannotEnter("You have not signed up for this season.")
    if mine.state == State.SIGNED and season.state == Season.State.CHECK_IN:
        mine.state = State.HERE
        mine.save(update_fields=["state"])
    elif mine.state == State.SIGNED:
        raise CannotEnter("Checking in is not open yet.")
    return mine


@transaction.atomic
def withdraw_entry(season: Season, player: Player, *, now: datetime | None = None) -> Entry:
    """Withdraw a player from a season; the first reserve moves up.

    Raises CannotEnter.

    They keep their running matches. Without a reserve, the pairings drawn for them are won by the
    others.
    """
    now = now or timezone.now()
    season = lock_season(season)
    mine = season.entries.filter(player=player, state__in=IN).first()
    if mine is None or season.state in (Season.State.CLOSED, Season.State.VOID):
        raise CannotEnter("You do not take part in this season.")
    had_place = mine.state != State.RESERVE
    was_playing = mine.state == State.PLAYING
    mine.state, mine.left_at = State.LEFT, now
    mine.save(update_fields=["state", "left_at"])
    teams.drop_all(mine, now=now)
    if had_place:
        move_up(season, mine if was_playing else None, now=now)
    return mine


def seasons_of(player: Player) -> list[Season]:
    """Return the seasons that are not over in which a player takes part, in locking order."""
    over = (Season.State.CLOSED, Season.State.VOID)
    entries = Entry.objects.filter(teams.takes_part(player), state__in=IN)
    mine = Season.objects.filter(pk__in=entries.values("season")).select_related("league")
    return list(mine.exclude(state__in=over).order_by("pk"))


def withdraw_everywhere(player: Player, *, now: datetime) -> None:
    """Withdraw a player from every season that is not over, see leave_season()."""
    for season in seasons_of(player):
        leave_season(season, player, now=now)


def first_reserve(season: Season) -> Entry | None:
    """Return who gets the next free place of a season, None if nobody waits."""
    reserves = season.entries.filter(state=State.RESERVE).select_related("player")
    return reserves.order_by("signed_up_at", "pk").first()


def move_entries(closed_account: Player, remaining_account: Player, *, now: datetime) -> None:
    """Give what an account that is merged takes part in to the one that stays.

    From a season in which both take part the closed one withdraws, see leave_season().
    """
    takes_part = Q(entries__player=closed_account) | Q(team_members__player=closed_account)
    for season in Season.objects.filter(takes_part).distinct().order_by("pk"):
        season = lock_season(season)
        others = Q(entries__player=remaining_account) | Q(team_members__player=remaining_account)
        if not Season.objects.filter(others, pk=season.pk).exists():
            season.entries.filter(player=closed_account).update(player=remaining_account)
            season.team_members.filter(player=closed_account).update(player=remaining_account)
        elif _takes_part(season, closed_account):
            leave_season(season, closed_account, now=now)
    # Replies to the closed account's e-mails, for which the other has no token of its own.
    remaining_tokens = SeasonToken.objects.filter(player=remaining_account)
    tokens = SeasonToken.objects.filter(player=closed_account).exclude(
        season__in=remaining_tokens.values("season")
    )
    tokens.update(player=remaining_account)


def _takes_part(season: Season, player: Player) -> bool:
    is_over = season.state in (Season.State.CLOSED, Season.State.VOID)
    mine = season.entries.filter(teams.takes_part(player), state__in=IN)
    return not is_over and mine.exists()


def move_up(season: Season, left: Entry | None, *, now: datetime) -> Entry | None:
    """Give a free place to the first reserve; None if there is none.

    `left` is the entry whose place in a division is free; None before the draw. The season is
    locked.
    """
    first = first_reserve(season)
    if first is None:
        return None
    if left is not None and terms.terms_from_row(season).is_rolling:
        first.state, left = State.PLAYING, None
        _join_division(season, first)
    elif left is None:
        first.state = State.SIGNED if season.state == Season.State.SIGN_UP else State.HERE
    else:
        first.state, first.instead_of = State.PLAYING, left
        first.division, first.seed = left.division, left.seed
    first.save()
    if left is not None:
        _take_over(left, first)
    news.notify_entrants(season, [first], "moved_up", now=now)
    return first


def _take_over(left: Entry, stand_in: Entry) -> None:
    """Put a replacement into all pairings of the entry that are not seated yet."""
    coming = left.pairing_seats.filter(
        pairing__match=None, pairing__boards=None, pairing__settled_at=None
    )
    PairingSeat.objects.filter(pk__in=list(coming.values_list("pk", flat=True))).update(
        entry=stand_in
    )


def lock_season(season: Season) -> Season:
    """Lock the season's row until the end of the transaction, and return it."""
    return Season.objects.select_for_update().select_related("league").get(pk=season.pk)
