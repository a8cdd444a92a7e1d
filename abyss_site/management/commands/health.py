"""`manage.py health`: report the health of the parts, for people, scripts and container health
checks."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import TypedDict, Unpack

from django.conf import settings
from django.core.management import BaseCommand

from abyss_site.bootstrap.supervisor import answers_health
from games.presentation import health

# Parts that are processes of their own, for --here and --alive.
PROCESSES = ("web", "worker", "beat", "mailroom")


class Options(TypedDict):
    """The options of the command line."""

    parts: list[str]
    here: bool
    alive: bool


class Command(BaseCommand):
    help = (
        "Say how the parts of the service are; the exit code is 0 if those named (or all that"
        " count) are well."
    )
    # Containers ask every half minute, and the checks would take longer than the answer.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "parts", nargs="*", metavar="PART", help=f"of {', '.join(health.PARTS)}"
        )
        parser.add_argument(
            "--here",
            action="store_true",
            help=f"only the processes of this machine or container, of {', '.join(PROCESSES)}",
        )
        parser.add_argument(
            "--alive",
            action="store_true",
            help="the same, and well as long as nobody can tell: a restart would not help",
        )

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        if options["here"] or options["alive"]:
            parts = [_check_here(part) for part in options["parts"]]
            reports = dict(zip(options["parts"], parts, strict=True))
        else:
            reports = _check_everywhere(options["parts"])
        self.stdout.write(json.dumps(reports, indent=2))
        failures = [
            part
            for name, part in reports.items()
            if not part["ok"]
            and not (options["alive"] and part.get("is_unknown"))
            and (options["parts"] or name not in health.ASIDE)
        ]
        sys.exit(1 if failures else 0)


def _check_here(part: str) -> health.Report:
    if part not in PROCESSES:
        return {"ok": False, "error": "not a process"}
    if part == "web":
        return {"ok": answers_health(settings.WEB_HOST, settings.PORT)}
    return health.check_process(part)


def _check_everywhere(parts: list[str]) -> dict[str, health.Report]:
    report = health.check_health()
    # The report does not include the web server, because that usually returns it.
    report["web"] = {"ok": answers_health(settings.WEB_HOST, settings.PORT)}
    names = parts or [part for part in report if part != "ok"]
    return {part: report.get(part, {"ok": False, "error": "unknown part"}) for part in names}
