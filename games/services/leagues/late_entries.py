"""Let reserves play in a Swiss system that is running."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from fractions import Fraction

import msgspec
from django.db import transaction
from django.db.models import Max

from games.leagues.terms import Terms
from games.models import Division, Entry, Pairing, PairingSeat, Season
from games.queries.ratings import shown_ratings
from games.services.leagues import entries, news, results, teams, terms
from games.services.leagues.directing import CannotDirect

How = Pairing.How


class MissedRounds(StrEnum):
    """What the rounds that were drawn before a late entry count."""

    # Half the points of a win each.
    HALF = "half"
    # The points of a win each.
    BYE = "bye"
    # No points.
    NOTHING = "nothing"


class LateEntry(msgspec.Struct, frozen=True):
    """An entry that was let in late: its division, first round and points for `missed` rounds."""

    entry: Entry
    division: Division
    first_round: int
    missed: int
    points: Fraction


def takes_late_entries(season: Season) -> bool:
    """Return whether reserves of a season can be let in."""
    return season.state == Season.State.RUNNING and terms.terms_from_row(season).form == "swiss"


@transaction.atomic
def admit_entry(
    entry: Entry, missed_rounds: MissedRounds, *, division: str = "", now: datetime
) -> LateEntry:
    """Let a reserve of a running Swiss system play from the next draw on, and notify them.

    `division` is the name of the one that they join, "" for the last. Raises CannotDirect.
    """
    season = entries.lock_season(entry.season)
    entry = season.entries.select_related("player").get(pk=entry.pk)
    if not takes_late_entries(season):
        raise CannotDirect("Only a running season in the Swiss system takes late entries.")
    if entry.state != Entry.State.RESERVE:
        raise CannotDirect("Only somebody on the reserve list can be let in.")
    league_terms = terms.terms_from_row(season)
    if teams.incomplete_teams([entry], league_terms):
        raise CannotDirect("This team has fewer players than boards.")
    new_division = _find_division(season, division)
    rounds = list(new_division.rounds.order_by("number"))
    if rounds and rounds[-1].number >= league_terms.rounds_of(new_division.entries.count() + 1):
        raise CannotDirect("All rounds of this division are drawn already.")
    _join_division(entry, new_division, league_terms)
    if missed_rounds != MissedRounds.NOTHING:
        how = How.HALF if missed_rounds == MissedRounds.HALF else How.BYE
        for row in rounds:
            number = row.pairings.aggregate(last=Max("number"))["last"] or 0
            bye = Pairing(round=row, number=number + 1, how=how, places=[1], settled_at=now)
            bye.save()
            PairingSeat.objects.create(pairing=bye, entry=entry, number=0)
    results.refresh_standings(new_division)
    first = rounds[-1].number + 1 if rounds else 1
    news.notify_entrants(season, [entry], "admitted", about=str(first), now=now)
    line = next(row for row in new_division.table or [] if row["entry"] == str(entry.pk))
    points = results.figure_of(line, "points")
    return LateEntry(entry, new_division, first, len(rounds), points)


def _find_division(season: Season, name: str) -> Division:
    rows = list(season.divisions.order_by("level", "number"))
    candidates = [row for row in rows if str(row) == name] if name else rows
    if not candidates:
        raise CannotDirect("There is no such division.")
    division = candidates[-1]
    division.season = season
    return division


def _join_division(entry: Entry, division: Division, league_terms: Terms) -> None:
    """Make an entry the last of a division, rated as at the draw."""
    players = teams.player_ids([entry])[entry.pk]
    ratings = shown_ratings(players, league_terms.game)
    last = division.entries.aggregate(last=Max("seed"))["last"]
    entry.division, entry.seed = division, 0 if last is None else last + 1
    entry.rating = round(sum(ratings[player] for player in players) / len(players))
    entry.state = Entry.State.PLAYING
    entry.save()
