"""Ids that sort by time: UUIDs of version 7 (RFC 9562 §5.7), made here for any PostgreSQL.

And the trail: the ids of what is being worked upon, for every line of the log.
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
    """Return a new id: 48 bits of Unix milliseconds, version, variant and 74 random bits."""
    value = (time.time_ns() // 1_000_000) << 80 | int.from_bytes(os.urandom(10), "big")
    value &= ~(0xF << 76 | 0x3 << 62)
    return UUID(int=value | 0x7 << 76 | 0x2 << 62)


def first_after(instant: datetime) -> UUID:
    """Return an id that sorts before every id made at or after `instant`, after all before it."""
    return UUID(int=int(instant.timestamp() * 1000) << 80)


@contextmanager
def about(**ids: object) -> Iterator[None]:
    """Work on what has these ids: about(letter=…). Threads and tasks have a trail each."""
    before = _trail.set(trail() | {name: str(value) for name, value in ids.items()})
    try:
        yield
    finally:
        _trail.reset(before)


def note(**ids: object) -> None:
    """Add ids to the trail until the work ends that we are about; without any, do nothing."""
    if (known := _trail.get()) is not None:
        known.update({name: str(value) for name, value in ids.items()})


def trail() -> dict[str, str]:
    """Return name -> id of what is being worked upon."""
    return dict(_trail.get() or {})
