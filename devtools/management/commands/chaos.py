"""`manage.py chaos`: kill the service while people play, then check that nothing was lost."""

from __future__ import annotations

import json
import random
import shutil
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, TypedDict, Unpack

from django.core.management import BaseCommand, CommandError

from devtools.chaos.fault_run import FaultRun
from devtools.chaos.faults import FAULTS
from devtools.chaos.run import ChaosRun

SUCCESS_TEXT = (
    "The service survived: {kills} times a process was killed or stopped and {others} times"
    " something else was broken, {moves} moves were played, {emails} e-mails came, and every row"
    " is as it must be."
)
FAILURE_TEXT = "The service did not survive; what it left lies in {folder}."


class Options(TypedDict):
    """The options of the command line."""

    minutes: float
    kills: int
    seed: int | None
    single: bool
    fault: list[str]
    faults: str | None
    keep: bool


class Command(BaseCommand):
    help = (
        "Start a service of its own in a throwaway folder, let people, programs and bots play on it"
        " by mail, page and API, and meanwhile kill and stop its processes, run two of each, fail"
        " the database over, empty the broker, fill the disk, set the clock wrong and let the mail"
        " server hang and refuse. Then prove from the rows that no answer, e-mail, vote, message,"
        " webhook call, result or deadline was lost, doubled, early or late, and that no secret got"
        " out. Prints figures as JSON; the exit code is 0 if all was well."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--minutes", type=float, default=10)
        parser.add_argument(
            "--kills", type=int, default=0, help="go on until so many processes died or stood still"
        )
        parser.add_argument("--seed", type=int, help="the same seed plans the same disruptions")
        parser.add_argument("--single", action="store_true", help="no second process of each part")
        parser.add_argument(
            "--fault", action="append", default=[], choices=[fault.name for fault in FAULTS],
            help="plant this fault and see whether the checks catch it; may be given several times",
        )  # fmt: skip
        parser.add_argument(
            "--faults", choices=["all", "list"], help="plant every fault in turn, or tell of them"
        )
        parser.add_argument("--keep", action="store_true", help="keep the folder in any case")

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        if not 0 < options["minutes"] <= 24 * 60:
            raise CommandError("--minutes must be more than 0 and at most a day.")
        if options["faults"] == "list":
            self.stdout.write("\n".join(f"{fault.name}: {fault.what}" for fault in FAULTS))
            return
        seed = random.randrange(10**6) if options["seed"] is None else options["seed"]
        folder = Path(tempfile.mkdtemp(prefix="abyss-chaos-"))
        # PostgreSQL may run as another user than root.
        folder.chmod(0o711)
        if options["fault"] or options["faults"]:
            self.try_faults(folder, seed, options)
        try:
            figures = ChaosRun(
                folder,
                seed=seed,
                seconds=options["minutes"] * 60,
                kills=options["kills"],
                second=not options["single"],
            ).run()
        except RuntimeError as error:
            raise CommandError(f"{error} ({folder})") from error
        self.stdout.write(json.dumps(figures, indent=2))
        if not figures["violations"] and not options["keep"]:
            shutil.rmtree(folder, ignore_errors=True)
        self.stderr.write(verdict(figures, folder))
        sys.exit(1 if figures["violations"] else 0)

    def try_faults(self, folder: Path, seed: int, options: Options) -> None:
        """Report which planted faults the checks detect; exit with 1 if any is missed."""
        try:
            table = FaultRun(
                folder, seed=seed, names=options["fault"], tell=self.stderr.write
            ).run()
        except RuntimeError as error:
            raise CommandError(f"{error} ({folder})") from error
        self.stdout.write(json.dumps(table, indent=2, ensure_ascii=False))
        is_well = not table["missed"] and not table["violations without a fault"]
        if is_well and not options["keep"]:
            shutil.rmtree(folder, ignore_errors=True)
        sys.exit(0 if is_well else 1)


def verdict(figures: dict[str, Any], folder: Path) -> str:
    """Return the result in one sentence."""
    if figures["violations"]:
        return FAILURE_TEXT.format(folder=folder)
    kills, moves = figures["kills"], sum(figures["moves"].values())
    others = sum(figures["disruptions"].values()) - kills
    return SUCCESS_TEXT.format(kills=kills, others=others, moves=moves, emails=figures["emails"])
