"""Run something in only one process at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from uuid import uuid4

from abyss_site.valkey.client import CONNECTION_ERRORS, valkey


@contextmanager
def try_alone(what: str, *, longest: float) -> Iterator[bool]:
    """Yield whether no other process does this now; its repetition must be harmless.

    A killed process blocks the others for at most `longest` seconds. The lock is a key in Valkey,
    because session-level database locks do not work behind a transaction pooler. Without Valkey
    nobody gets it.
    """
    name, own = f"alone:{what}", uuid4().hex
    try:
        got = bool(valkey().set(name, own, nx=True, px=int(longest * 1000)))
    except CONNECTION_ERRORS:
        got = False
    try:
        yield got
    finally:
        with suppress(*CONNECTION_ERRORS):
            if got and valkey().get(name) == own.encode():
                valkey().delete(name)
