"""Who may do what to a league, as its director or as staff: the only place that decides it.

1. Staff with the role acts on every league, a director on their own. 2. Any player may found a cup,
within the limits of services/leagues/cups.py. 3. Whoever has entered a season decides nothing in
it, whatever their role. 4. What takes something away from a running season needs two people.
"""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q

from games.models import Entry, League, Pairing, Player, Round, Season
from games.services.conflicts_of_interest import NotAllowed
from games.services.leagues import directors
from games.services.moderation.roles import LEAGUE_ACTIONS, Action, may_take_action
from games.services.moderation.staff_actions import (
    BaseAction,
    DecideTable,
    EditRound,
    EntryAction,
    FoundLeague,
    LeagueAction,
    PairRound,
    PostponeRound,
    SeasonAction,
)

# What nobody does who has entered the season.
APART = {
    *(Action.DECIDE_TABLE, Action.REMOVE_ENTRY, Action.POSTPONE, Action.EDIT_ROUND),
    *(Action.ADMIT_ENTRY, Action.RENAME_TEAM, Action.CALL_OFF, Action.CLOSE_SEASON),
    *(Action.SEED, Action.FORBID_PAIR, Action.ALLOW_PAIR, Action.PAIR_ROUND),
}
# What needs two people once a season is running.
TWO_WHILE_RUNNING = {
    *(Action.DECIDE_TABLE, Action.REMOVE_ENTRY, Action.CALL_OFF, Action.CLOSE_SEASON),
}


def is_league_action(action: BaseAction) -> bool:
    """Return whether an action is one on a league."""
    return action.kind in LEAGUE_ACTIONS


def season_of_action(action: BaseAction) -> Season | None:
    """Return the season that is acted on, with its league; None if there is none."""
    condition: Q | None = None
    match action:
        case SeasonAction():
            condition = Q(pk=action.season)
        case EntryAction():
            condition = Q(pk__in=Entry.objects.filter(pk=action.entry).values("season"))
        case PostponeRound() | EditRound() | PairRound():
            rows = Round.objects.filter(pk=action.round)
            condition = Q(pk__in=rows.values("division__season"))
        case DecideTable():
            pairings = Pairing.objects.filter(pk=action.pairing)
            condition = Q(pk__in=pairings.values("round__division__season"))
    if condition is None:
        return None
    return Season.objects.select_related("league").filter(condition).first()


def league_of_action(action: BaseAction) -> League | None:
    """Return the league that is acted on, None if there is none."""
    if isinstance(action, LeagueAction):
        return League.objects.filter(pk=action.league).first()
    season = season_of_action(action) if is_league_action(action) else None
    return season.league if season else None


def may_direct(by: Player, league: League) -> bool:
    """Return whether somebody runs a league: as its director, or as staff."""
    return may_take_action(by, Action.EDIT_LEAGUE) or (
        by.is_active and directors.is_director(by, league)
    )


def may_take(by: Player, action: BaseAction) -> bool:
    """Return whether somebody may do it, as staff or as a director of the league."""
    if may_take_action(by, action.kind):
        return True
    if isinstance(action, FoundLeague):
        # Its handler checks the limits of players.
        return by.is_active and not by.is_bot
    league = league_of_action(action) if is_league_action(action) else None
    return league is not None and may_direct(by, league)


def check_apart(by: Player, action: BaseAction) -> None:
    """Raise NotAllowed for whoever has entered the season, also through a bot."""
    if action.kind not in APART:
        return
    season = season_of_action(action)
    if season is None or not directors.plays_in(by, season):
        return
    is_unplayed = season.state in (Season.State.SIGN_UP, Season.State.CHECK_IN)
    if not (action.kind == Action.CALL_OFF and is_unplayed):
        raise NotAllowed("You take part in this season: another director has to decide.")


def needs_second(by: Player, action: BaseAction) -> bool:
    """Return whether somebody else has to agree to what is done to a league.

    A player-made cup with one director is run by that director alone.
    """
    season = season_of_action(action) if action.kind in TWO_WHILE_RUNNING else None
    if season is None or season.state != Season.State.RUNNING:
        return False
    return not season.league.is_player_made or bool(other_directors(by.pk, season))


def other_directors(proposer: UUID, season: Season) -> list[Player]:
    """Return the league's directors, other than who proposed it, who may decide in a season."""
    people = [row.player for row in directors.directors_of(season.league)]
    return [
        player
        for player in people
        if player.pk != proposer and not directors.plays_in(player, season)
    ]
