"""A database backend for Django: PostgreSQL, with fewer round trips."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any, cast
from uuid import UUID

from django import db

if TYPE_CHECKING:
    from .base import DatabaseWrapper

# A parameter of a statement, and the parameters of one by name.
SqlValue = float | Decimal | str | bytes | date | UUID | tuple[object, ...] | list[Any] | None
SqlValues = dict[str, SqlValue]

# Django's connection, typed with what this backend adds.
connection = cast("DatabaseWrapper", db.connection)
