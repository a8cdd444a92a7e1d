"""PostgreSQL, except that connecting raises an error that explains how to get a database."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import NoReturn

from django.db.backends.postgresql import base

from abyss_site.bootstrap.no_database import NoDatabase


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, object]) -> NoReturn:
        raise NoDatabase(
            "This needs the database: start `python3 manage.py up` first (in another terminal), "
            "or set DATABASE_URL."
        )

    def give_up_after(self, seconds: float) -> AbstractContextManager[None]:
        """Do nothing, unlike `abyss_site/core/database/base.py`: there is nothing to wait for."""
        return nullcontext()
