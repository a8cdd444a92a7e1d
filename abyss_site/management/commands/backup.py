"""`manage.py backup`: write the whole database to one file."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import TypedDict, Unpack

from django.core.management import BaseCommand, CommandError

from abyss_site.bootstrap.command_database import command_database_url
from abyss_site.maintenance import backups

NOT_IN_IT = (
    "Not in it: SECRET_KEY and SIGNING_KEY, which are settings or lie in DATA_DIR; keep them "
    "elsewhere. In it: people's addresses and hidden cards, and, encrypted under SECRET_KEY, "
    "sessions, codes and e-mails; keep it safe."
)


class Options(TypedDict):
    """The options of the command line."""

    file: Path | None
    check: bool


class Command(BaseCommand):
    help = (
        "Write the whole database to one file, of one instant, while the service goes on. With "
        "--check it is restored into a database of its own and compared, row by row."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, nargs="?", help="default: abyss-<instant>.backup")
        parser.add_argument("--check", action="store_true", help="restore it aside and compare")

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        file = options["file"] or Path(f"abyss-{datetime.now(UTC):%Y%m%d-%H%M%S}.backup")
        if file.exists():
            raise CommandError(f"{file} exists; nothing is written over it.")
        try:
            with command_database_url() as url:
                manifest = backups.back_up(url, file)
                if options["check"]:
                    backups.check(url, file)
        except backups.CannotBackUp as error:
            raise CommandError(str(error)) from error
        rows = sum(table.rows for table in manifest.tables.values())
        check_note = "restored aside and compared" if options["check"] else "not tried yet: --check"
        summary = f"{len(manifest.tables)} tables, {rows} rows, {file.stat().st_size / 1e6:.1f} MB"
        self.stdout.write(f"{file}: {summary}; {check_note}.")
        self.stdout.write(NOT_IN_IT)
