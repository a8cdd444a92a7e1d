"""The database for a command: the configured one, or the embedded one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from abyss_site.bootstrap import environment, runtime
from abyss_site.bootstrap.embedded import Postgres


@contextmanager
def command_database_url() -> Iterator[str]:
    """Yield the database URL; if no server runs here, run the embedded one for the block."""
    if url := environment.text("DATABASE_URL"):
        yield url
        return
    with runtime.lock_data_dir(settings.DATA_DIR):
        postgres = Postgres(settings.DATA_DIR / "postgres")
        postgres.start()
        try:
            yield postgres.url
        finally:
            postgres.stop()
