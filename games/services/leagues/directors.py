"""Who runs which league, and who is too close to a season to decide in it."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from games.models import League, LeagueDirector, Pairing, Player, Season
from games.services import conflicts_of_interest


def is_director(player: Player, league: League) -> bool:
    """Return whether a player is the founder of a league or one of its deputies."""
    return league.directors.filter(player=player, player__is_active=True).exists()


def directors_of(league: League) -> list[LeagueDirector]:
    """Return the directors of a league, with their players, the founder first."""
    rows = league.directors.filter(player__is_active=True, player__left_at=None)
    return list(rows.select_related("player").order_by("-is_founder", "appointed_at", "pk"))


def plays_in(player: Player, season: Season) -> bool:
    """Return whether a player has entered a season, also through a bot of theirs.

    Whoever has left it counts as well: their results stand in it. So does whoever holds a seat of
    one of its matches as a substitute, or has held one.
    """
    theirs = Q(player=player) | Q(player__owner=player)
    if season.entries.filter(theirs).exists() or season.team_members.filter(theirs).exists():
        return True
    matches = conflicts_of_interest.involved_match_ids(player)
    tables = Pairing.objects.filter(round__division__season=season)
    boards = tables.filter(boards__match__in=matches)
    return tables.filter(match__in=matches).exists() or boards.exists()


def appoint_director(
    league: League, player: Player, *, is_founder: bool = False, now: datetime
) -> bool:
    """Make a player a director of a league; return whether they were none before."""
    _row, is_new = LeagueDirector.objects.get_or_create(
        league=league,
        player=player,
        defaults={"is_founder": is_founder, "appointed_at": now},
    )
    return is_new


def dismiss_deputy(league: League, player: Player) -> bool:
    """End a deputy's work for a league; return whether they were one. The founder stays."""
    many, _by_model = league.directors.filter(player=player, is_founder=False).delete()
    return bool(many)


def move_directorships(closed_account: Player, remaining_account: Player) -> None:
    """Give the leagues of an account that is merged to the one that stays."""
    theirs = LeagueDirector.objects.filter(player=remaining_account).values("league")
    closed_account.directed_leagues.exclude(league__in=theirs).update(player=remaining_account)
    closed_account.directed_leagues.all().delete()
