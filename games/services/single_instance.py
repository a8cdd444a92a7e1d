"""What only one process at a time does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from uuid import uuid4

from abyss_site.valkey.client import AWAY, valkey


@contextmanager
def try_alone(what: str, *, longest: float) -> Iterator[bool]:
    """Yield whether nobody else does this now; for what it is a waste, not a fault, to do twice.

    Whoever is killed meanwhile keeps others from it for `longest` seconds at most. It is a key in
    Valkey, for a lock of a database session does not live behind a pooler of transactions. Without
    Valkey nobody does it.
    """
    name, own = f"alone:{what}", uuid4().hex
    try:
        got = bool(valkey().set(name, own, nx=True, px=int(longest * 1000)))
    except AWAY:
        got = False
    try:
        yield got
    finally:
        with suppress(*AWAY):
            if got and valkey().get(name) == own.encode():
                valkey().delete(name)
