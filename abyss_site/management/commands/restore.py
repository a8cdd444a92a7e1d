"""`manage.py restore`: restore a backup."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import TypedDict, Unpack

from django.core.management import BaseCommand, CommandError
from django.db.migrations.loader import MigrationLoader

from abyss_site.bootstrap.command_database import command_database_url
from abyss_site.maintenance import backups


class Options(TypedDict):
    """The options of the command line."""

    file: Path
    replace: bool


class Command(BaseCommand):
    help = (
        "Bring a file of `manage.py backup` into the database, in one transaction, and compare "
        "every table with what was backed up. An empty database is expected."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="give up what is there now")

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        file: Path = options["file"]
        migrations = {".".join(key) for key in MigrationLoader(None).disk_migrations}
        try:
            manifest = backups.read(file)
            if unknown := set(manifest.migrations) - migrations:
                raise CommandError(
                    f"{file} is of newer code: it has seen {sorted(unknown)[0]}, which is not here."
                )
            with command_database_url() as url:
                backups.restore(url, file, replace=options["replace"])
        except backups.CannotBackUp as error:
            raise CommandError(str(error)) from error
        rows = sum(table.rows for table in manifest.tables.values())
        self.stdout.write(
            f"Restored {len(manifest.tables)} tables, {rows} rows, all as they were at "
            f"{manifest.made}. Should the code be newer, `manage.py "
            "migrate_and_seed` does the rest."
        )
