"""Change marks: a value per match in Valkey that every change replaces, for open pages to poll.

A page knows the mark it was rendered with and asks, without a session and without the database,
whether it is still current. Without Valkey there are no marks, and pages stay as they are until
they are reloaded.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from time import time_ns
from typing import Any

from abyss_site.valkey.client import CONNECTION_ERRORS, valkey
from abyss_site.valkey.commands import execute_on_commit
from games.services import metric_counters

# Seconds after which a mark expires; pages open for longer must be reloaded manually.
LIFE = 7 * 24 * 3600

# The field for all readers; the other fields are seat numbers.
ALL = "all"

# A Lua script, so that it is a single round trip.
CHANGE = """
for place = 4, #ARGV do redis.call('HSET', KEYS[1], ARGV[place], ARGV[1]) end
redis.call('EXPIRE', KEYS[1], ARGV[2])
if ARGV[3] ~= '' then redis.call('HINCRBY', KEYS[2], ARGV[3], 1) end
"""

log = logging.getLogger(__name__)


def mark_match_changed(
    match: int, seats: Iterable[int] | None = None, *, answered: str = ""
) -> None:
    """Replace the marks of match `match` (its number) for everybody, or for some seats, on commit.

    `answered` is the source of an answer, for metrics; "" for none. A sealed answer changes only
    the mark of its own seat: others must not learn that it was given.
    """
    fields = [ALL] if seats is None else [str(seat) for seat in seats]
    keys, stamp = (_marks_key(match), metric_counters.ANSWERED), f"{time_ns():x}"
    execute_on_commit(("EVAL", CHANGE, len(keys), *keys, stamp, LIFE, answered, *fields))


def fetch_marks(match: int) -> dict[str, str] | None:
    """Return the marks of a match by seat, None without Valkey."""
    try:
        found: Any = valkey().hgetall(_marks_key(match))
    except CONNECTION_ERRORS as error:
        log.info("no marks: %s", type(error).__name__)
        return None
    return {field.decode(): stamp.decode() for field, stamp in found.items()}


def mark_for_seat(of: dict[str, str], seat: int | None) -> str:
    """Return the mark for a seat (None: a spectator), which differs after every change."""
    return f"{of.get(ALL, 0)}.{of.get(str(seat), 0)}"


def _marks_key(match: int) -> str:
    return f"live:{match}"
