"""Pair a drawn round by hand, before its matches are dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from itertools import combinations
from uuid import UUID

import msgspec
from django.db import transaction

from games.models import Entry, ForbiddenPairing, Pairing, PairingSeat, Round, Season
from games.services import change_marks
from games.services.leagues import directing, entries, group_stages, terms
from games.services.leagues.directing import CannotDirect

How = Pairing.How


class HandPairing(msgspec.Struct, frozen=True):
    """What was paired by hand: tables as they are now that were not before, and who met before.

    `changed` is (number of the table, its entrants); `meetings` (two entrants, number of a round).
    """

    row: Round
    changed: list[tuple[int, list[Entry]]]
    meetings: list[tuple[Entry, Entry, int]]


def list_open_pairings(row: Round) -> list[Pairing]:
    """Return the pairings of a round that can still be changed, with their entrants."""
    rows = row.pairings.select_related("match", "round").prefetch_related("seats__entry__player")
    return [
        pairing
        for pairing in rows.order_by("number")
        if directing.is_open_pairing(pairing)
        and not (pairing.is_third_place or pairing.is_play_off)
    ]


@transaction.atomic
def pair_round(row: Round, tables: Sequence[Sequence[UUID]], *, now: datetime) -> HandPairing:
    """Seat the entrants of a round at tables as a director says; a table of one is a bye.

    `tables` are ids of entries, in the order of the seats. Tables that are decided already stay as
    they are. Raises CannotDirect; nothing is changed.
    """
    season = entries.lock_season(row.division.season)
    row = Round.objects.select_related("division__season__league").get(pk=row.pk)
    if season.state != Season.State.RUNNING or row.started_at is not None:
        raise CannotDirect("Only a round that has not begun can be paired.")
    open_pairings = list_open_pairings(row)
    before = {
        tuple(seat.entry_id for seat in pairing.seats.all()): pairing for pairing in open_pairings
    }
    there = {seat.entry_id: seat.entry for p in open_pairings for seat in p.seats.all()}
    _check_tables(season, tables, list(before), there)
    if not group_stages.keeps_groups(row, [[there[pk] for pk in table] for table in tables]):
        raise CannotDirect("Before the knock-out only players of the same group meet.")
    _write_tables(row, tables, open_pairings, now=now)
    change_marks.mark_season_changed(season.pk)
    numbers = {
        tuple(seat.entry_id for seat in pairing.seats.all()): pairing.number
        for pairing in list_open_pairings(row)
    }
    new_tables = [table for table in map(tuple, tables) if table not in before]
    return HandPairing(
        row,
        [(numbers[table], [there[pk] for pk in table]) for table in new_tables],
        _find_meetings(row, [[there[pk] for pk in table] for table in new_tables]),
    )


def _check_tables(
    season: Season,
    tables: Sequence[Sequence[UUID]],
    before: Sequence[Sequence[UUID]],
    there: dict[UUID, Entry],
) -> None:
    """Raise CannotDirect unless everybody sits once, at tables that the league can play."""
    counts = Counter(pk for table in tables for pk in table)
    missing = [entry.shown_name for pk, entry in there.items() if not counts[pk]]
    twice = [there[pk].shown_name for pk, many in counts.items() if many > 1 and pk in there]
    if missing:
        raise CannotDirect("Not at any table: {names}.", names=", ".join(missing))
    if twice or not counts.keys() <= there.keys():
        raise CannotDirect("Twice, or not in this round: {names}.", names=", ".join(twice))
    league_terms = terms.terms_from_row(season)
    sizes, least = [len(table) for table in tables], max(league_terms.least_seats, 2)
    if not all(size == 1 or least <= size <= league_terms.seats for size in sizes):
        raise CannotDirect(
            "A table has {least} to {most} seats; somebody alone has a bye.",
            least=least,
            most=league_terms.seats,
        )
    byes = sum(len(table) == 1 for table in before)
    if league_terms.is_knock_out and sizes.count(1) != byes:
        raise CannotDirect("In this round of the knock-out, byes: {many}.", many=byes)
    _check_allowed(season, tables, there)


def _check_allowed(
    season: Season, tables: Sequence[Sequence[UUID]], there: dict[UUID, Entry]
) -> None:
    forbidden = ForbiddenPairing.objects.filter(season=season).values_list("first", "second")
    pairs = {frozenset(pair) for table in tables for pair in combinations(table, 2)}
    for first, second in forbidden:
        if frozenset((first, second)) in pairs:
            raise CannotDirect(
                "{first} and {second} are not to meet.",
                first=there[first].shown_name,
                second=there[second].shown_name,
            )


def _write_tables(
    row: Round, tables: Sequence[Sequence[UUID]], open_pairings: Sequence[Pairing], *, now: datetime
) -> None:
    """Replace the pairings that are open by these, byes last."""
    half_byes = {
        seat.entry_id for p in open_pairings if p.how == How.HALF for seat in p.seats.all()
    }
    row.pairings.filter(pk__in=[pairing.pk for pairing in open_pairings]).delete()
    used_numbers = set(row.pairings.values_list("number", flat=True))
    numbers = (n for n in range(1, len(tables) + len(used_numbers) + 1) if n not in used_numbers)
    tables_in_order = sorted(tables, key=lambda table: len(table) == 1)
    pairings = []
    for number, table in zip(numbers, tables_in_order, strict=False):
        is_bye = len(table) == 1
        bye = How.HALF if table[0] in half_byes else How.BYE
        pairings.append(
            Pairing(
                round=row,
                number=number,
                how=bye if is_bye else How.PLAYED,
                places=[1] if is_bye else None,
                settled_at=now if is_bye else None,
            )
        )
    Pairing.objects.bulk_create(pairings)
    PairingSeat.objects.bulk_create(
        PairingSeat(pairing=pairing, entry_id=pk, number=seat)
        for pairing, table in zip(pairings, tables_in_order, strict=True)
        for seat, pk in enumerate(table)
    )


def _find_meetings(row: Round, tables: Sequence[Sequence[Entry]]) -> list[tuple[Entry, Entry, int]]:
    """Return who of these tables has met in another round of the division, and in which."""
    seats = PairingSeat.objects.filter(pairing__round__division=row.division)
    rows = seats.exclude(pairing__round=row).values_list(
        "pairing", "entry", "pairing__round__number"
    )
    pairings: dict[UUID, set[UUID]] = {}
    rounds: dict[UUID, int] = {}
    for pairing, entry, number in rows:
        pairings.setdefault(pairing, set()).add(entry)
        rounds[pairing] = number
    return [
        (first, second, rounds[pairing])
        for table in tables
        for first, second in combinations(table, 2)
        for pairing, members in pairings.items()
        if first.pk in members and second.pk in members
    ]
