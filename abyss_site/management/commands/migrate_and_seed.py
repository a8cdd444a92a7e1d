"""`manage.py migrate_and_seed`: prepare reachable servers, so that the service can start."""

from __future__ import annotations

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder

from abyss_site.bootstrap.no_database import NoDatabase
from abyss_site.core.valkey.client import CONNECTION_ERRORS, valkey

# What the marker file says where a new database gets only what it cannot do without.
ONLY_FIRST = "first"


class Command(BaseCommand):
    help = (
        "Bring the database and the static files up to date with the code, and fill a new "
        "database with the demonstration if DEMO is on. `up` does this by itself."
    )

    def handle(self, *args: object, **options: object) -> None:
        """Do what is still missing; safe to run again, even after an interruption."""
        reach_database()
        reach_broker()
        # The marker file survives a start that is killed between creating tables and players.
        seeding = settings.DATA_DIR / "seeding"
        if settings.DEMO and is_new_database():
            seeding.touch()
        call_command("migrate", verbosity=0, interactive=False)
        call_command("collectstatic", verbosity=0, interactive=False)
        if seeding.exists():
            # The worker delivers the e-mails, so that nobody waits for them.
            is_short = seeding.read_text() == ONLY_FIRST
            call_command("seed", first=is_short, emails=0, verbosity=0)
            seeding.unlink()


def is_new_database() -> bool:
    return not MigrationRecorder(connection).has_table()


def reach_database() -> None:
    """Connect once; raise CommandError with the variable's name if that fails."""
    try:
        connection.ensure_connection()
    except NoDatabase:
        raise
    except OperationalError as error:
        raise CommandError(f"DATABASE_URL: {str(error).strip()}") from error


def reach_broker() -> None:
    """Connect to the broker once; raise CommandError with the variable's name if that fails."""
    try:
        valkey(patience=5).ping()
    except CONNECTION_ERRORS as error:
        raise CommandError(f"REDIS_URL: {error}") from error
