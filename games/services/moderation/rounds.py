"""Change who meets whom in a league's round before it starts."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.utils.translation import gettext_noop

from games.models import Entry, PairingSeat, Round
from games.services.action_context import ActionContext, CannotBeDone
from games.services.leagues import directing, pairing_by_hand, teams
from games.services.moderation.entry_lists import find_entries
from games.services.moderation.staff_actions import EditRound, PairRound


def exchange_round_seats(context: ActionContext, action: EditRound) -> None:
    """Let two entrants of a round change places, at one table or two; both tables are told."""
    row = Round.objects.select_related("division__season__league").filter(pk=action.round).first()
    if row is None:
        raise CannotBeDone("Name the round.")
    context.league = row.division.season.league
    first = _find_pairing_seat(row, action.table, action.seat)
    second = _find_pairing_seat(row, action.other_table, action.other)
    try:
        directing.exchange_entrants(first, second)
    except directing.CannotDirect as refusal:
        raise CannotBeDone(refusal.reason) from refusal
    for pairing_seat, other in ((first, second), (second, first)):
        context.add_change(
            gettext_noop("{table}, seat {seat}: now {name}."),
            table=directing.describe_pairing(pairing_seat.pairing),
            seat=pairing_seat.number,
            name=other.entry.shown_name,
        )
    tables = {first.pairing_id, second.pairing_id}
    people = PairingSeat.objects.filter(pairing__in=tables).values_list("entry__player", flat=True)
    context.recipients += [(player, None) for player in people]


def pair_round(context: ActionContext, action: PairRound) -> None:
    """Pair a round by hand; the tables that change are told."""
    row = Round.objects.select_related("division__season__league").filter(pk=action.round).first()
    if row is None:
        raise CannotBeDone("Name the round.")
    context.league = row.division.season.league
    open_pairings = pairing_by_hand.list_open_pairings(row)
    if row.started_at is not None or not open_pairings:
        raise CannotBeDone("Only a round that has not begun can be paired.")
    there = [seat.entry for pairing in open_pairings for seat in pairing.seats.all()]
    tables = [_read_table(line, there) for line in action.tables.splitlines() if line.strip()]
    try:
        pairing = pairing_by_hand.pair_round(row, tables, now=context.now)
    except directing.CannotDirect as refusal:
        raise CannotBeDone(refusal.sentence, **refusal.facts) from refusal
    if not pairing.changed:
        raise CannotBeDone("That changes nothing.")
    for number, members in sorted(pairing.changed, key=lambda table: table[0]):
        names = " – ".join(entry.shown_name for entry in members)
        sentence = gettext_noop("Table {table}: {names}")
        if len(members) == 1:
            sentence = gettext_noop("Table {table}: {names} has a bye")
        context.add_change(sentence, table=number, names=names)
    for first, second, number in pairing.meetings:
        context.add_change(
            gettext_noop("{first} and {second} meet in round {number} too."),
            first=first.shown_name,
            second=second.shown_name,
            number=number,
        )
    people = teams.player_ids(entry for _number, members in pairing.changed for entry in members)
    context.recipients += [(player, None) for each in people.values() for player in each]


# What stands between the names of a table; the first one that leads to known names is taken.
SEPARATORS = (" – ", " - ", ";", "\t", ",", " / ", "–")


def _read_table(line: str, there: Sequence[Entry]) -> list[UUID]:
    """Return the entries that a line names. Raises CannotBeDone."""
    refusal: CannotBeDone | None = None
    for separator in ("\n", *SEPARATORS):
        names = [name for name in line.split(separator) if name.strip()]
        try:
            if separator == "\n" or len(names) > 1:
                return [entry.pk for entry in find_entries(there, names)]
        except CannotBeDone as error:
            refusal = error if len(names) > 1 or refusal is None else refusal
    assert refusal is not None
    raise refusal


def _find_pairing_seat(row: Round, table: int, seat: int) -> PairingSeat:
    """Return a seat of a pairing, with its entrant. Raises CannotBeDone."""
    pairing_seats = PairingSeat.objects.select_related("pairing", "entry__player")
    row_seat = pairing_seats.filter(pairing__round=row, pairing__number=table, number=seat).first()
    if row_seat is None:
        raise CannotBeDone("Name the two seats to exchange, and their tables in the round.")
    return row_seat
