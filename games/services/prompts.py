"""The rows of what is asked: opened with a deadline, kept while the rules still ask, closed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection
from msgspec.structs import replace

from games.engine import clock, contract
from games.engine.contract import Decision
from games.models import Match, Prompt, sql
from games.services.decision_rows import Sitter


class Change(msgspec.Struct, frozen=True):
    """What a move changes in what is asked: ids of rows to close, and new rows not saved yet."""

    closed: list[UUID]
    opened: list[Prompt]


def diff_prompts(
    match: Match,
    seats: Sequence[Sitter],
    rows: Iterable[Prompt],
    asked: Iterable[contract.Prompt],
    *,
    now: datetime,
) -> Change:
    """Compare the open `rows` with what the rules ask now.

    Rows still asked are left alone: they keep their token and deadline, so that a letter already
    sent stays good.
    """
    wanted = {(prompt.seat, prompt.number): prompt for prompt in asked}
    closed = [row.pk for row in rows if wanted.pop((row.seat, row.number), None) is None]
    opened = [row_of(match, prompt, seats[prompt.seat], now) for prompt in wanted.values()]
    return Change(closed, opened)


def keep_offered(listed: Sequence[tuple[Prompt, Sequence[Decision]]]) -> list[UUID]:
    """Remember what letters number 1, 2, 3 ..., so that “2” means what their readers read.

    Returns the ids of questions that were answered since their rows were read. A postman does this
    in the transaction of letters that tell of several matches, so he must not wait for a door that
    holds a row: it may be waiting for him. A row held is being answered, or listed.
    """
    if not listed:
        return []
    values: dict[str, Any] = {
        "ids": [row.pk for row, _ in listed],
        "offered": [msgspec.json.encode(decisions).decode() for _, decisions in listed],
        "answered": [row.answered_at for row, _ in listed],
    }
    with connection.cursor() as cursor:
        cursor.execute(sql.WRITE_OFFERED_ANSWERS, values)
        return [pk for (pk,) in cursor.fetchall()]


def row_of(match: Match, prompt: contract.Prompt | Prompt, sitter: Sitter, now: datetime) -> Prompt:
    """A new row, not saved, of a question that is put to whoever sits there now."""
    sealed = prompt.sealed if isinstance(prompt, Prompt) else prompt.group is not None
    time = allowed_time(match, sitter, is_offer=sealed)
    hours = clock.effective_hours(sitter.waking(), time, absences=match.absences)
    due = clock.deadline(now, time, hours)
    for_bot = sitter.is_played_by_bot()
    return Prompt(
        match=match,
        seat=prompt.seat,
        number=prompt.number,
        question=prompt.question,
        sealed=sealed,
        awaits_bot=for_bot,
        opened_at=now,
        deadline_at=due,
        remind_at=None if for_bot else clock.next_reminder_at(now, due, now, hours),
        hours=clock.with_zone(hours),
    )


def allowed_time(match: Match, sitter: Sitter, *, is_offer: bool) -> timedelta:
    """How long a question may take: offers have a time of their own, a turn may take the bank."""
    bank = clock.bank_from(match.bank)
    if is_offer or bank is None or sitter.bank is None:
        return timedelta(hours=match.hours_per_offer if is_offer else match.hours_per_turn)
    return bank.allowed(timedelta(seconds=sitter.bank))


def charge_bank(match: Match, sitter: Sitter, row: Prompt, *, now: datetime) -> Sitter:
    """The seat with what is left of its bank once its player, or the clock, has answered `row`."""
    bank = clock.bank_from(match.bank)
    if bank is None or sitter.bank is None or row.sealed or row.deadline_at is None:
        return sitter
    left = timedelta(seconds=sitter.bank)
    hours = clock.from_prompt(row.hours)
    left = bank.charged(left, row.opened_at, row.deadline_at, now, hours)
    return replace(sitter, bank=round(left.total_seconds()))


def add_increment(match: Match, sitter: Sitter) -> Sitter:
    """The seat with the increment that whoever hands the turn on gets."""
    bank = clock.bank_from(match.bank)
    if bank is None or sitter.bank is None:
        return sitter
    left = bank.topped(timedelta(seconds=sitter.bank))
    return replace(sitter, bank=round(left.total_seconds()))
