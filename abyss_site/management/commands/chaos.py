"""`manage.py chaos`: kill the service while people play, then prove that nothing was lost."""

from __future__ import annotations

import json
import random
import shutil
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError

from abyss_site.chaos.run import ChaosRun

STOOD = (
    "The service stood it: {acts} times something was broken, {moves} moves were played, {letters}"
    " letters came, and every row is as it must be."
)
FELL = "The service did not service it; what it left lies in {folder}."


class Command(BaseCommand):
    help = (
        "Start a service of its own in a throwaway folder, let people, programs and bots play on it"
        " by mail, page and API, and meanwhile kill its parts, empty Valkey, fill the disk, set the"
        " clock wrong and let the mail server hang and refuse. Then prove from the rows that no"
        " answer, letter or deadline was lost, doubled or early, and that no secret got out. Prints"
        " figures as JSON; the exit code is 0 if all was well."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--minutes", type=float, default=10)
        parser.add_argument("--seed", type=int, help="the same seed plans the same disruptions")
        parser.add_argument("--keep", action="store_true", help="keep the folder in any case")

    def handle(self, *args: Any, **options: Any) -> None:
        if not 0 < options["minutes"] <= 24 * 60:
            raise CommandError("--minutes must be more than 0 and at most a day.")
        seed = random.randrange(10**6) if options["seed"] is None else options["seed"]
        folder = Path(tempfile.mkdtemp(prefix="abyss-chaos-"))
        # PostgreSQL may run as another user than root.
        folder.chmod(0o711)
        try:
            figures = ChaosRun(folder, seed=seed, seconds=options["minutes"] * 60).run()
        except RuntimeError as error:
            raise CommandError(f"{error} ({folder})") from error
        self.stdout.write(json.dumps(figures, indent=2))
        if not figures["faults"] and not options["keep"]:
            shutil.rmtree(folder, ignore_errors=True)
        self.stderr.write(verdict(figures, folder))
        sys.exit(1 if figures["faults"] else 0)


def verdict(figures: dict[str, Any], folder: Path) -> str:
    """Say in a sentence how it went."""
    if figures["faults"]:
        return FELL.format(folder=folder)
    acts, moves = sum(figures["disruptions"].values()), sum(figures["moves"].values())
    return STOOD.format(acts=acts, moves=moves, letters=figures["letters"])
