"""Ids that sort by time: UUIDs of version 7 (RFC 9562 §5.7), created here for any PostgreSQL
version.

Also the trail: the ids of the current work, which every line of the log includes.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from uuid import UUID

_trail: ContextVar[dict[str, str] | None] = ContextVar("trail", default=None)


def uuid7() -> UUID:
    """Return a new id that sorts by time to a quarter of a microsecond.

    48 bits of Unix milliseconds, 12 of the fraction of the millisecond (RFC 9562 §6.2, method 3)
    and 62 random ones, besides version and variant.
    """
    milliseconds, rest = divmod(time.time_ns(), 1_000_000)
    fraction = (rest << 12) // 1_000_000
    random = int.from_bytes(os.urandom(8), "big") >> 2
    return UUID(int=milliseconds << 80 | 0x7 << 76 | fraction << 64 | 0x2 << 62 | random)


def first_after(instant: datetime) -> UUID:
    """Return an id that sorts before every id created at or after `instant`, and after all earlier
    ones."""
    return UUID(int=int(instant.timestamp() * 1000) << 80)


@contextmanager
def about(**ids: object) -> Iterator[None]:
    """Add these ids to the trail during the block: about(email=…).

    Each thread and task has its own trail.
    """
    before = _trail.set(trail() | {name: str(value) for name, value in ids.items()})
    try:
        yield
    finally:
        _trail.reset(before)


def note(**ids: object) -> None:
    """Add ids to the trail of the enclosing `about` block; without one, do nothing."""
    if (trail := _trail.get()) is not None:
        trail.update({name: str(value) for name, value in ids.items()})


def trail() -> dict[str, str]:
    """Return name -> id of the current work."""
    return dict(_trail.get() or {})
