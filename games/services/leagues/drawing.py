"""Draw the rounds of a division: all at once for a season, or one by one from the standings."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from games.leagues import draws, pairing
from games.leagues.draws import Table
from games.leagues.terms import Terms
from games.models import Division, Entry, Pairing, PairingSeat, Round
from games.services.leagues import results, terms

How = Pairing.How


def draw_all(division: Division, *, now: datetime) -> None:
    """Draw a division at the start of its season: every round, or only the first."""
    asked = terms.terms_from_row(division.season)
    if asked.form != "round_robin":
        draw_next(division, now=now)
        return
    entries = results.list_entrants(division)
    rounds = asked.rounds_of(len(entries))
    drawn = draws.draw_balanced_rounds(len(entries), asked.seats, rounds, least=asked.least_seats)
    division.evenness = msgspec.to_builtins(draws.measure_evenness(len(entries), drawn))
    division.save(update_fields=["evenness"])
    begin = now + timedelta(hours=asked.notification_hours)
    for n, tables in enumerate(drawn):
        starts = begin + timedelta(days=asked.round_days) * (n // asked.rounds_at_once)
        write_round(division, entries, n + 1, list(tables), starts, now=now)


def draw_next(division: Division, *, now: datetime) -> Round | None:
    """Draw the next round from the standings; None if the division is finished."""
    asked = terms.terms_from_row(division.season)
    before = list(division.rounds.order_by("number"))
    entries = results.list_entrants(division)
    third: Table | None = None
    if asked.form == "knock_out":
        tables = _knock_out(division, asked)
        third = _third_place(division, asked) if tables else None
    elif asked.form == "swiss" and len(before) < asked.rounds_of(len(entries)):
        tables = _draw_swiss(division, asked)
    else:
        return None
    if not tables:
        return None
    starts = now + timedelta(hours=asked.notification_hours)
    if before and not asked.hurries:
        starts = max(starts, before[-1].ends_at)
    row = write_round(division, entries, len(before) + 1, tables, starts, now=now)
    if third is not None:
        _write_pairing(row, len(tables) + 1, third, entries, now=now, is_third_place=True)
    return row


def _draw_swiss(division: Division, asked: Terms) -> list[Table]:
    pairings = results.pairings_of(division)
    gone = {
        entry.seed for entry in results.list_entrants(division) if entry.state == Entry.State.LEFT
    }
    found = results.current_standings(division, pairings)
    order = [one.entrant for one in found if one.entrant not in gone]
    if len(draws.table_sizes(len(order), asked.seats, asked.least_seats)) == 0:
        return []
    played: dict[int, list[Table]] = {}
    for row in pairings:
        table = tuple(chair.entry.seed or 0 for chair in row.seats.all())
        if len(table) > 1:
            played.setdefault(row.round.number, []).append(table)
    points = {one.entrant: one.points for one in found}
    before = [tuple(tables) for _number, tables in sorted(played.items())]
    return list(
        pairing.draw_swiss_round(order, points, before, asked.seats, least=asked.least_seats)
    )


def _knock_out(division: Division, asked: Terms) -> list[Table]:
    left = still_in(division, asked)
    return list(pairing.knock_out(left, asked.seats, asked.through)) if len(left) > 1 else []


def _third_place(division: Division, asked: Terms) -> Table | None:
    """Return the losers of the semi-finals, if the next round is the final; None if there is none.

    Players who have left play for nothing.
    """
    last = division.rounds.order_by("number").last()
    if not asked.third_place or last is None or len(still_in(division, asked)) != 2:
        return None
    alive = set(still_in(division, asked))
    rows = [row for row in results.pairings_of(division) if row.round_id == last.pk]
    lost = [
        chair.entry.seed or 0
        for row in rows
        for chair in row.seats.all()
        if (chair.entry.seed or 0) not in alive and chair.entry.state != Entry.State.LEFT
    ]
    return (lost[0], lost[1]) if len(lost) == 2 else None


def still_in(division: Division, asked: Terms) -> list[int]:
    """Return the seeds of those not knocked out yet, in order; after the final, the winner's."""
    alive = [e.seed or 0 for e in results.list_entrants(division) if e.state != Entry.State.LEFT]
    for row in results.pairings_of(division):
        found = results.result_of(row, asked.substitutes)
        if row.settled_at is None or found is None or len(found.table) == 1:
            continue
        if row.is_third_place:
            continue
        through = 1 if _is_final(row) else asked.through
        ranked = sorted(range(len(found.table)), key=lambda n: (found.places[n], found.table[n]))
        out = {found.table[n] for n in ranked[through:]}
        alive = [seed for seed in alive if seed not in out]
    return alive


def _is_final(row: Pairing) -> bool:
    """Whether it is the only table of its round but one for the third place, without byes."""
    return row.round.pairings.filter(is_third_place=False).count() == 1


def write_round(
    division: Division,
    entries: list[Entry],
    number: int,
    tables: list[Table],
    starts: datetime,
    *,
    now: datetime,
) -> Round:
    """Save a round and its pairings; whoever sits out has a bye."""
    asked = terms.terms_from_row(division.season)
    by_seed = {entry.seed or 0: entry for entry in entries}
    ends = starts + timedelta(days=asked.round_days)
    row = Round.objects.create(
        division=division, number=number, starts_at=starts, ends_at=ends, drawn_at=now
    )
    seated = {seed for table in tables for seed in table}
    playing = [s for s, entry in by_seed.items() if entry.state != Entry.State.LEFT]
    if asked.form == "knock_out":
        playing = still_in(division, asked)
    out = [(seed,) for seed in sorted(set(playing) - seated)]
    for n, table in enumerate([*tables, *out], start=1):
        _write_pairing(row, n, table, entries, now=now)
    return row


def _write_pairing(
    row: Round,
    number: int,
    table: Table,
    entries: list[Entry],
    *,
    now: datetime,
    is_third_place: bool = False,
) -> None:
    """Save a table of a round; a table of one is a bye."""
    by_seed, alone = {entry.seed or 0: entry for entry in entries}, len(table) == 1
    pairing_row = Pairing.objects.create(
        round=row,
        number=number,
        how=How.BYE if alone else How.PLAYED,
        places=[1] if alone else None,
        is_third_place=is_third_place,
        settled_at=now if alone else None,
    )
    PairingSeat.objects.bulk_create(
        PairingSeat(pairing=pairing_row, entry=by_seed[seed], number=seat)
        for seat, seed in enumerate(table)
    )
