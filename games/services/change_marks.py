"""Open pages notification changes: a mark for each match in Valkey that every change replaces.

A page knows the mark it was drawn under and asks, without a session and without the database,
whether it still stands. Without Valkey there is no mark, and pages stay as they are until they are
loaded again.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from time import time_ns
from typing import Any

from django.db import transaction

from abyss_site.valkey.client import AWAY, valkey
from games.services import metric_counters

# A page that was open longer than this is loaded again by hand.
LIFE = 7 * 24 * 3600

# The field that everybody's pages look at; the others are the numbers of seats.
ALL = "all"

# One command for all of it.
CHANGE = """
for place = 4, #ARGV do redis.call('HSET', KEYS[1], ARGV[place], ARGV[1]) end
redis.call('EXPIRE', KEYS[1], ARGV[2])
if ARGV[3] ~= '' then redis.call('HINCRBY', KEYS[2], ARGV[3], 1) end
"""

log = logging.getLogger(__name__)


def mark_match_changed(
    match: int, seats: Iterable[int] | None = None, *, answered: str = ""
) -> None:
    """Replace the marks of match `match` (its number) for everybody, or for some seats.

    `answered` is the door an answer came through, to be counted on the same way; "" for none. It
    happens once the transaction is through. A sealed answer concerns its own seat alone: that it
    was given is nobody else's business.
    """
    fields = [ALL] if seats is None else [str(seat) for seat in seats]
    transaction.on_commit(lambda: _store_marks(match, fields, answered))


def fetch_marks(match: int) -> dict[str, str] | None:
    """Return the marks of a match by seat, None without Valkey."""
    try:
        found: Any = valkey().hgetall(_marks_key(match))
    except AWAY as error:
        log.info("no marks: %s", type(error).__name__)
        return None
    return {field.decode(): stamp.decode() for field, stamp in found.items()}


def mark_for_seat(of: dict[str, str], seat: int | None) -> str:
    """Return the mark that a seat may know (None: a stranger): another one after every change."""
    return f"{of.get(ALL, 0)}.{of.get(str(seat), 0)}"


def _marks_key(match: int) -> str:
    return f"live:{match}"


def _store_marks(match: int, fields: list[str], answered: str) -> None:
    stamp = f"{time_ns():x}"
    try:
        keys = (_marks_key(match), metric_counters.ANSWERED)
        valkey().eval(CHANGE, len(keys), *keys, stamp, LIFE, answered, *fields)
    except AWAY as error:
        log.info("marks not replaced: %s", type(error).__name__)
