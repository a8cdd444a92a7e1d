"""Pass automatically for a player who repeatedly misses prompts, until they are back."""

from __future__ import annotations

from datetime import datetime

import msgspec
from django.db.models import Max

from abyss_site.core.database import connection
from games.engine import orders
from games.engine.contract import Decision
from games.models import Match, Move, Order, Prompt, sql
from games.services.play.decision_rows import Standing

# Number of consecutive prompts of a kind that may time out before the seat passes automatically.
MAX_MISSED = 3


def has_missed_before(prompt: Prompt) -> bool:
    """Return whether one more timeout of this open prompt's kind is one too many in a row.

    Only of sealed prompts, for which everybody else waits.
    """
    if not prompt.sealed:
        return False
    values = {"prompt": prompt.pk, "many": MAX_MISSED - 1}
    [rows] = connection.execute_together((sql.LAST_SOURCES, values))
    return [source for (source,) in rows] == ["clock"] * (MAX_MISSED - 1)


def add_auto_pass_order(match: Match, move: Move, *, now: datetime) -> Standing | None:
    """Order “until I am back” with the clock's answer for a seat that timed out too often in a row.

    None if the seat has that order already.
    """
    order = orders.order_repeating_answer(Decision(**move.decision), orders.Term("back"))
    mine = match.orders.filter(seat=move.seat)
    rules = msgspec.to_builtins(order)
    if mine.filter(active=True, rules=rules).exists():
        return None
    row = Order.objects.create(
        match=match,
        seat=move.seat,
        number=(mine.aggregate(last=Max("number"))["last"] or 0) + 1,
        rules=rules,
        created_at=now,
    )
    return Standing(row.pk, row.seat, order, None, None, None)
