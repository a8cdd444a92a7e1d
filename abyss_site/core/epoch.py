"""The epoch of the database: its transaction numbers are comparable within one epoch only.

A restore, by our command or any other tool, and a failover start a new epoch. The database itself
knows it, see the migration that creates site_epoch().
"""

from __future__ import annotations

from django.db import connection


def current_epoch() -> str:
    """Return the current epoch of the database, 16 hexadecimal digits."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT site_epoch()")
        epoch: str = cursor.fetchone()[0]
        return epoch
