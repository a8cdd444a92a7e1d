"""The rows of what is asked: opened with a deadline, kept while the rules still ask, closed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec

from games import clock
from games.models import Match, Prompt, Seat
from games.rules import contract
from games.rules.contract import Decision


def ask(
    match: Match,
    seats: list[Seat],
    rows: Iterable[Prompt],
    asked: Iterable[contract.Prompt],
    *,
    answered: Prompt | None,
    now: datetime,
) -> list[Prompt]:
    """Close what is no longer asked, keep what is, open the rest; return the opened rows.

    `rows` are the match's prompts known so far, `answered` the one that was just answered. Kept
    prompts keep their token and deadline, so that a letter already sent stays good.
    """
    wanted = {(prompt.seat, prompt.number): prompt for prompt in asked}
    gone = []
    for row in rows:
        if row.closed is not None:
            continue
        if wanted.pop((row.seat, row.number), None) is None:
            gone.append(row.pk)
        elif row is answered:
            # A sealed answer may still be changed, but no clock needs to run for it any more.
            Prompt.objects.filter(pk=row.pk).update(answered=now, deadline=None, remind_at=None)
    if gone:
        Prompt.objects.filter(pk__in=gone).update(closed=now)
    if not wanted:
        return []
    bots = {seat.number for seat in seats if seat.player.is_bot}
    return Prompt.objects.bulk_create(
        _row(match, prompt, prompt.seat in bots, now) for prompt in wanted.values()
    )


def keep_offered(row: Prompt, decisions: Sequence[Decision]) -> None:
    """Remember what a letter numbers 1, 2, 3 ..., so that “2” means what its reader read."""
    if row.offered is None:
        row.offered = msgspec.to_builtins(decisions)
        # A JSON column: None itself would look for JSON's null.
        unlisted = Prompt.objects.filter(pk=row.pk, offered__isnull=True)
        unlisted.update(offered=row.offered)


def _row(match: Match, prompt: contract.Prompt, for_bot: bool, now: datetime) -> Prompt:
    sealed = prompt.group is not None
    due = clock.deadline(now, match.hours_per_offer if sealed else match.hours_per_turn)
    return Prompt(
        match=match,
        seat=prompt.seat,
        number=prompt.number,
        question=prompt.question,
        sealed=sealed,
        for_bot=for_bot,
        opened=now,
        deadline=due,
        remind_at=None if for_bot else clock.reminder(now, due),
    )
