"""The database a command means: the one that is named, or runs here, or else the embedded one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from abyss_site.bootstrap import environment, runtime
from abyss_site.bootstrap.embedded import Postgres


@contextmanager
def database_at_hand() -> Iterator[str]:
    """Yield its address; if nothing runs here, the embedded server runs for so long."""
    if url := environment.text("DATABASE_URL"):
        yield url
        return
    with runtime.claim(settings.DATA_DIR):
        postgres = Postgres(settings.DATA_DIR / "postgres")
        postgres.start()
        try:
            yield postgres.url
        finally:
            postgres.stop()
