"""Let the rule of a league decide ties where a place matters: in knock-outs, and between levels."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from games.leagues import ladders
from games.leagues import ties as tie_rules
from games.leagues.draws import Table
from games.leagues.terms import Terms
from games.leagues.ties import Cut, Tie
from games.models import Division, Season
from games.services.leagues import drawing, group_stages, knock_outs, lots, results
from games.titles import GAMES


def settle_knock_out_ties(division: Division, league_terms: Terms, *, now: datetime) -> bool:
    """Let the rule decide the tied tables of a round that is over; return whether that takes time.

    Then the next round cannot be drawn yet. The season is locked. Idempotent.
    """
    if not league_terms.is_knock_out:
        return False
    playing = drawing.list_playing(division)
    tables = results.list_tables(division)
    if all(row.is_group or row.is_play_off for row in tables):
        return _settle_group_ties(division, tables, playing, league_terms, now=now)
    open_ties = knock_outs.list_open_ties(playing, tables, league_terms, results.ties_of(division))
    pending = [(tie.about, tie.cut, tie.is_final) for tie in open_ties]
    # If nobody lost anywhere, the next round would be the same again; but a title can be shared.
    can_all = any(tie.is_final for tie in open_ties) or not _is_without_losers(
        {tie.cut.contenders for tie in open_ties}, tables, playing
    )
    return _decide(division, pending, league_terms, can_all=can_all, at_once=False, now=now)


def _settle_group_ties(
    division: Division,
    tables: Sequence[results.Table],
    playing: Collection[int],
    league_terms: Terms,
    *,
    now: datetime,
) -> bool:
    """Let the rule decide who advances from groups that are over; return whether that takes time.

    Idempotent.
    """
    group_rows = group_stages.list_groups(division, tables, league_terms)
    records = results.ties_of(division)
    open_ties = group_stages.list_open_group_ties(group_rows, playing, records)
    pending = [(about, cut, True) for about, cut in open_ties]
    return _decide(division, pending, league_terms, can_all=True, at_once=False, now=now)


def _is_without_losers(
    contenders: Collection[tuple[int, ...]],
    tables: Sequence[results.Table],
    playing: Collection[int],
) -> bool:
    """Return whether all who met in the last round of a knock-out are tied."""
    main_tables = [row for row in tables if not row.is_play_off and not row.is_third_place]
    last = max((row.round for row in main_tables), default=0)
    opponents = {
        seed
        for row in main_tables
        if row.round == last and len(row.table) > 1
        for seed in row.table
    }
    return opponents & set(playing) <= {seed for group in contenders for seed in group}


def settle_promotion_ties(
    season: Season, league_terms: Terms, *, now: datetime, at_once: bool = False
) -> bool:
    """Let the rule decide who of those tied rises or falls; return whether that takes time.

    Then the season cannot be closed yet, unless it has to be `at_once`. The season is locked.
    Idempotent.
    """
    divisions = list(season.divisions.order_by("level", "number"))
    levels = [division.level for division in divisions]
    if len(set(levels)) < 2:
        return False
    is_open = False
    for division in divisions:
        division.season = season
        pending = _list_borders(division, levels, league_terms)
        is_open |= _decide(division, pending, league_terms, can_all=True, at_once=at_once, now=now)
    return is_open


def _list_borders(
    division: Division, levels: Sequence[int], league_terms: Terms
) -> list[tuple[str, Cut, bool]]:
    """Return the borders of a division's standings at which entrants are tied."""
    records = results.ties_of(division)
    places = {line.entrant: line.place for line in results.current_standings(division)}
    up, down = ladders.count_moves(
        levels, division.level, len(places), league_terms.up, league_terms.down
    )
    borders = []
    for about, spots in (("up", up), ("down", len(places) - down)):
        cut = tie_rules.cut_at(places, spots)
        # Play-offs and lots are in the standings already.
        is_spared = any(tie.about == about and tie.rule == "all" for tie in records)
        if cut.contenders and not is_spared:
            borders.append((about, cut, True))
    return borders


def _decide(
    division: Division,
    pending: Sequence[tuple[str, Cut, bool]],
    league_terms: Terms,
    *,
    can_all: bool,
    at_once: bool,
    now: datetime,
) -> bool:
    """Begin what decides the pending ties; return whether one of them stays open."""
    records = list(results.ties_of(division))
    new_ties: list[Tie] = []
    tables: list[Table] = []
    rule = "lot" if at_once or (league_terms.ties == "all" and not can_all) else league_terms.ties
    sizes = [n for n in GAMES[league_terms.game].seats if n <= max(league_terms.seats, 2)]
    for about, cut, decides_places in pending:
        if any(tie.is_awaited and tie.about == about for tie in records):
            continue
        contenders = tuple(sorted(cut.contenders))
        rule_here = tie_rules.next_rule(rule, about, contenders, records, sizes)
        tie = Tie(about, rule_here, contenders, decides_places=decides_places)
        if rule_here == "lot":
            tie = lots.draw_or_name(division, tie, now=now, at_once=at_once)
        elif rule_here == "play_off":
            tables += tie_rules.play_off_tables(contenders, sizes)
        new_ties.append(tie)
    if tables:
        _write_play_off(division, tables, league_terms, now=now)
    if new_ties:
        records += new_ties
        lots.save_records(division, records)
        for tie in new_ties:
            lots.tell_entrants(division, tie, now=now)
    return bool(tables) or any(tie.is_awaited for tie in records)


def _write_play_off(
    division: Division, tables: Sequence[Table], league_terms: Terms, *, now: datetime
) -> None:
    last = division.rounds.order_by("number").last()
    starts = now + timedelta(hours=league_terms.notification_hours)
    number = last.number + 1 if last else 1
    drawing.write_rounds(
        [drawing.RoundDraw(division, number, starts, tables, is_play_off=True)], now=now
    )
