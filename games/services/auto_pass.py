"""Pass automatically for a player who repeatedly misses prompts, until they are back."""

from __future__ import annotations

from datetime import datetime

import msgspec
from django.db.models import Max

from games.engine import orders
from games.engine.contract import Decision
from games.models import Match, Move, Order, Prompt
from games.services.decision_rows import Standing

# Number of consecutive prompts of a kind that may time out before the seat passes automatically.
MAX_MISSED = 3


def add_auto_pass_order(
    match: Match, prompt: Prompt, move: Move, *, now: datetime
) -> Standing | None:
    """Order “until I am back” with the clock's answer for a seat that timed out too often in a row.

    Only for sealed prompts, for which everybody else waits. None if the seat did not time out
    MAX_MISSED times in a row, or has that order already.
    """
    if not prompt.sealed:
        return None
    alike = match.moves.filter(
        seat=prompt.seat, prompt__question=prompt.question, undone=None
    ).exclude(source="undo")
    last = list(alike.order_by("-ply").values_list("source", flat=True)[:MAX_MISSED])
    order = orders.order_repeating_answer(Decision(**move.decision), orders.Term("back"))
    mine = match.orders.filter(seat=prompt.seat)
    rules = msgspec.to_builtins(order)
    if last != ["clock"] * MAX_MISSED or mine.filter(active=True, rules=rules).exists():
        return None
    row = Order.objects.create(
        match=match,
        seat=prompt.seat,
        number=(mine.aggregate(last=Max("number"))["last"] or 0) + 1,
        rules=rules,
        created_at=now,
    )
    return Standing(row.pk, row.seat, order, None, None, None)
