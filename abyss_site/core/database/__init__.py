"""A database backend for Django: PostgreSQL, with fewer round trips."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from django import db

if TYPE_CHECKING:
    from .base import DatabaseWrapper

# Django's connection, typed with what this backend adds.
connection = cast("DatabaseWrapper", db.connection)
