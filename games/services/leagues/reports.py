"""Tournament report files of divisions in which two play at a table."""

from __future__ import annotations

from collections.abc import Sequence

from games.leagues import trf
from games.models import Division
from games.services.leagues import directors, results, terms
from games.services.leagues.results import Table


def has_report(division: Division) -> bool:
    """Return whether a division fits a report: two at a table, round by round, in its columns."""
    league_terms = terms.terms_from_row(division.season)
    if league_terms.seats != 2 or league_terms.is_rolling:
        return False
    entrants = division.entries.filter(stand_in=None, seed__isnull=False).count()
    return entrants <= trf.MOST_ENTRANTS and league_terms.rounds_of(entrants) <= trf.MOST_ROUNDS


def build_report(division: Division, system: str) -> trf.Report:
    """Return the report of a division with its finished rounds; `system` names the format."""
    season = division.season
    league_terms = terms.terms_from_row(season)
    tables = [row for row in results.list_tables(division) if not row.is_play_off]
    over = _finished_rounds(tables)
    ranks = {line["seed"]: line["place"] for line in results.stored_standings(division)}
    entrants = [
        (entry.seed or 0, entry.shown_name, entry.rating or 0)
        for entry in results.list_entrants(division)
    ]
    rounds = list(division.rounds.order_by("number"))
    last = max((row.ends_at for row in rounds), default=season.starts_at or season.opened_at)
    first = season.starts_at or season.opened_at
    return trf.Report(
        name=f"{season}, {division}",
        system=system,
        director=", ".join(
            row.player.display_name for row in directors.directors_of(season.league)
        ),
        starts_on=first.date(),
        ends_on=(season.closed_at or last).date(),
        rounds=tuple(row.starts_at.date() for row in rounds if row.number <= over),
        planned=max(league_terms.rounds_of(len(entrants)), len(rounds)),
        lines=trf.build_lines(entrants, games_by_round(tables, over), ranks),
    )


def _finished_rounds(tables: Sequence[Table]) -> int:
    """Return how many rounds from the first on are over."""
    is_open = [row.round for row in tables if not row.is_settled]
    return min(is_open, default=max((row.round for row in tables), default=0) + 1) - 1


def games_by_round(tables: Sequence[Table], rounds: int) -> list[list[dict[int, trf.Game]]]:
    """Return the tables of the first rounds as a report has them."""
    games_per_round: list[list[dict[int, trf.Game]]] = [[] for _ in range(rounds)]
    for row in tables:
        if row.round <= rounds and len(row.table) <= 2:
            places = row.result.places if row.result else None
            is_half_bye = row.result is not None and row.result.is_half_bye
            games = trf.games_of_table(
                row.table, places, is_walkover=row.is_walkover, is_half_bye=is_half_bye
            )
            games_per_round[row.round - 1].append(dict(games))
    return games_per_round
