"""Which life of the database this is: its transaction numbers mean something within one only.

A restore, by ours or by any tool, or a failover begins a new epoch; the database itself tells, see
the migration that makes site_epoch().
"""

from __future__ import annotations

from django.db import connection


def current_epoch() -> str:
    """Return what the database's life is called now, 16 hexadecimal digits."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT site_epoch()")
        epoch: str = cursor.fetchone()[0]
        return epoch
