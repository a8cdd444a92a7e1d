"""The database backend of commands that start without a database."""

from __future__ import annotations

from django.db.utils import OperationalError


class NoDatabase(OperationalError):
    """There is no DATABASE_URL, and no `manage.py up` is running."""
