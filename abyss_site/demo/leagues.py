"""The leagues of a demonstration: one that is open for entries, and one in its second season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from abyss_site.demo import matches
from games.engine.chance import Chance
from games.engine.random_match import seed_of
from games.models import League, Match, Player, Season, Status
from games.services.leagues import directing, entries, seasons

# The league that exists only in a filled demonstration.
SLUG = "lighthouse"
TERMS = {
    **{"game": "enchanters", "division_size": 4, "least_entrants": 4, "hurries": True},
    **{"sign_up_days": 1, "check_in_days": 0},
}
DAY = timedelta(days=1)
# How long ago the league's first season opened.
FOUNDED_AGO = timedelta(days=9)


def open_first_league(players: Sequence[Player]) -> None:
    """Create a league whose first season has some entrants and is open to others."""
    few = {"sign_up_days": 1, "check_in_days": 0, "least_entrants": 2}
    terms = {"game": "enchanters", "hurries": True, **few}
    league = directing.found_league(name="Harbour league", slug="harbour", values=terms)
    season = directing.open_season(league)
    for player in players:
        entries.sign_up(season, player)


def create_league(people: Mapping[str, Player], number: int, *, now: datetime) -> None:
    """Create a league with a finished first season and an open prompt in its second season.

    The number decides who plays well and who does not.
    """
    luck, then = Chance(seed_of("demo", number, "league")), now - FOUNDED_AGO
    league = directing.found_league(
        name="Lighthouse league",
        slug=SLUG,
        words="Four players, everybody against everybody, with three days per turn.",
        values=TERMS,
    )
    first = directing.open_season(league, now=then)
    then = start_season(first, list(people.values()), now=then)
    while not is_season_closed(first):
        play_round(first, luck, now=then)
        then += DAY
        seasons.run_leagues(then)
    second = league.seasons.exclude(pk=first.pk).get()
    then = start_season(second, list(people.values()), now=then)
    first_match, *waiting = list_running_matches(second)
    play_to_end(first_match, luck, now=then)
    for match in waiting:
        matches.play_match(match, luck, now=then, until=match.seats.get(number=0).player, plies=2)
    seasons.run_leagues(then + DAY)


def start_season(season: Season, players: Sequence[Player], *, now: datetime) -> datetime:
    """Sign everybody up, and return the instant at which the first round was dealt."""
    for place, player in enumerate(players):
        # Seeds follow the order of entry.
        entries.sign_up(season, player, now=now + timedelta(minutes=place))
    start = now + DAY + timedelta(hours=1)
    seasons.run_leagues(start)
    matches.deal_waiting_matches(now=start)
    return start


def play_round(season: Season, luck: Chance, *, now: datetime) -> None:
    """Play the running matches of a season to their end."""
    matches.deal_waiting_matches(now=now)
    for match in list_running_matches(season):
        play_to_end(match, luck, now=now)


def play_to_end(match: Match, luck: Chance, *, now: datetime) -> None:
    """Play so that one of the two wins: the other one always gives the fallback answer."""
    seats = match.seats.select_related("player").order_by("number")
    loser = luck.choose("loser", [seat.player for seat in seats])
    matches.play_match(match, luck, now=now, loser=loser)


def list_running_matches(season: Season) -> list[Match]:
    """Return the running matches of a season, in the order they were dealt."""
    mine = Match.objects.filter(pairing__round__division__season=season, status=Status.RUNNING)
    return list(mine.order_by("number"))


def is_season_closed(season: Season) -> bool:
    season.refresh_from_db(fields=["state"])
    return season.state == Season.State.CLOSED


def is_demonstration_filled() -> bool:
    """Return whether this database is already filled with the demonstration."""
    return League.objects.filter(slug=SLUG).exists()
