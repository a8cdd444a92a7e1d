"""Who is silent again and again is passed over until they are back."""

from __future__ import annotations

from datetime import datetime

import msgspec
from django.db.models import Max

from games.engine import orders
from games.engine.contract import Decision
from games.models import Match, Move, Order, Prompt
from games.services.decision_rows import Standing

# So many questions of a group, one after the other, may go unanswered.
MOST_MISSED = 3


def stand_in(match: Match, prompt: Prompt, move: Move, *, now: datetime) -> Standing | None:
    """Order the clock's answer “until I am back” for a seat that missed MOST_MISSED in a row.

    Only for questions of a group, at which everybody else waits. None while the seat is not absent
    or has that order.
    """
    if not prompt.sealed:
        return None
    alike = match.moves.filter(
        seat=prompt.seat, prompt__question=prompt.question, undone=None
    ).exclude(source="undo")
    last = list(alike.order_by("-ply").values_list("source", flat=True)[:MOST_MISSED])
    order = orders.as_answered(Decision(**move.decision), orders.Term("back"))
    mine = match.orders.filter(seat=prompt.seat)
    rules = msgspec.to_builtins(order)
    if last != ["clock"] * MOST_MISSED or mine.filter(active=True, rules=rules).exists():
        return None
    row = Order.objects.create(
        match=match,
        seat=prompt.seat,
        number=(mine.aggregate(last=Max("number"))["last"] or 0) + 1,
        rules=rules,
        created_at=now,
    )
    return Standing(row.pk, row.seat, order, None, None, None)
