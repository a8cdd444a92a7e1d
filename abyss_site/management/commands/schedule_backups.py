"""`manage.py schedule_backups`: a backup every night, restored aside and compared."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypedDict, Unpack

from django.core.management import BaseCommand, CommandError, call_command

NAME = "abyss-*.backup"
DAY = timedelta(days=1)
# How long after the last backup `--is-recent` complains: a night may be slow, or tried again.
RECENT = DAY + timedelta(hours=3)
AGAIN_SECONDS = 900


class Options(TypedDict):
    """The options of the command line."""

    folder: Path
    hour: int
    keep: int
    once: bool
    is_recent: bool


class Command(BaseCommand):
    help = (
        "Write a backup into a folder every night and delete old ones. Each is a restore drill: it "
        "is restored into a database of its own and compared, row by row, before it counts. With "
        "--once, write one now and end; with --is-recent, only say whether the newest is recent."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--hour", type=int, choices=range(24), default=3, help="UTC; default 3")
        parser.add_argument("--keep", type=int, default=14, help="how many; default 14")
        parser.add_argument("--once", action="store_true")
        parser.add_argument("--is-recent", action="store_true")

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        folder: Path = options["folder"]
        if options["keep"] < 1:
            raise CommandError("--keep must be at least 1.")
        if options["is_recent"]:
            return self.check_newest(folder)
        folder.mkdir(parents=True, exist_ok=True)
        if options["once"]:
            return self.write_backup(folder, options["keep"])
        while True:
            time.sleep(seconds_until(options["hour"], datetime.now(UTC)))
            while not self.succeeds(folder, options["keep"]):
                time.sleep(AGAIN_SECONDS)

    def check_newest(self, folder: Path) -> None:
        backups = written_backups(folder)
        age = time.time() - backups[-1].stat().st_mtime if backups else None
        # A new installation has its first night before it.
        since = age if age is not None else time.time() - folder.stat().st_mtime
        if since > RECENT.total_seconds():
            age_note = (
                f"{backups[-1].name} is {since / 3600:.0f} hours old"
                if backups
                else "there is none"
            )
            raise CommandError(f"No recent backup: {age_note}.")
        self.stdout.write(
            f"{backups[-1].name} is recent." if backups else "The first night is to come."
        )

    def write_backup(self, folder: Path, keep: int) -> None:
        """Write and check one; it gets its name only then, and the oldest ones go."""
        name = f"abyss-{datetime.now(UTC):%Y%m%d-%H%M%S}.backup"
        draft = folder / f"{name}.unchecked"
        try:
            call_command("backup", draft, check=True, stdout=self.stdout)
            draft.rename(folder / name)
        finally:
            draft.unlink(missing_ok=True)
        for old in written_backups(folder)[:-keep]:
            old.unlink()

    def succeeds(self, folder: Path, keep: int) -> bool:
        try:
            self.write_backup(folder, keep)
        except (CommandError, OSError) as error:
            self.stderr.write(f"No backup: {error} Trying again in {AGAIN_SECONDS // 60} minutes.")
            return False
        return True


def written_backups(folder: Path) -> list[Path]:
    """Return the checked backups of a folder, the oldest first."""
    return sorted(folder.glob(NAME))


def seconds_until(hour: int, now: datetime) -> float:
    """Return the seconds until the next full `hour` (UTC)."""
    then = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    return (then if then > now else then + DAY).timestamp() - now.timestamp()
