"""Ids that sort by time: UUIDs of version 7 (RFC 9562 §5.7), made here for any PostgreSQL."""

from __future__ import annotations

import os
import time
from uuid import UUID


def uuid7() -> UUID:
    """Return a new id: 48 bits of Unix milliseconds, version, variant and 74 random bits."""
    value = (time.time_ns() // 1_000_000) << 80 | int.from_bytes(os.urandom(10), "big")
    value &= ~(0xF << 76 | 0x3 << 62)
    return UUID(int=value | 0x7 << 76 | 0x2 << 62)
