"""Change who meets whom in a league's round before it starts."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from games.models import PairingSeat, Round
from games.services.action_context import ActionContext, CannotBeDone
from games.services.leagues import directing
from games.services.moderation.staff_actions import EditRound


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


def _find_pairing_seat(row: Round, table: int, seat: int) -> PairingSeat:
    """Return a seat of a pairing, with its entrant. Raises CannotBeDone."""
    pairing_seats = PairingSeat.objects.select_related("pairing", "entry__player")
    row_seat = pairing_seats.filter(pairing__round=row, pairing__number=table, number=seat).first()
    if row_seat is None:
        raise CannotBeDone("Name the two seats to exchange, and their tables in the round.")
    return row_seat
