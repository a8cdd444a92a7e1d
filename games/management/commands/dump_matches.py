"""`manage.py dump_matches`: make the file of a month's public matches."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from datetime import date, datetime
from pathlib import Path
from typing import TypedDict, Unpack

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.services import data_dumps


class Options(TypedDict):
    """The options of the command line."""

    month: date | None
    file: Path | None


def read_month(text: str) -> date:
    """Return the first day of a month that is written as 2026-10."""
    try:
        return datetime.strptime(text, "%Y-%m").date()
    except ValueError:
        raise ArgumentTypeError(f"“{text}” is not a month as 2026-10") from None


class Command(BaseCommand):
    help = (
        "Make the file of the public matches that ended in a month, which /data/ offers; a file "
        "that exists stays as it is. A job makes that of each month once the month is over."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("month", nargs="?", type=read_month, help="as 2026-10; default: last")
        parser.add_argument("--file", type=Path, help="also write it there")

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        now = timezone.now()
        last = data_dumps.previous_month(now)
        month = options["month"] or last
        if month > last:
            raise CommandError(f"{month:%Y-%m} is not over.")
        row = data_dumps.make_dump(month, now=now)
        if row is None:
            raise CommandError(f"No public match ended in {month:%Y-%m}.")
        if options["file"] is not None:
            options["file"].write_bytes(bytes(row.content))
        self.stdout.write(f"{row}: {row.match_count}, {row.size} bytes, SHA-256 {row.digest}")
