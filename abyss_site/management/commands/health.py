"""`manage.py health`: report the health of the parts, for people, scripts and container health
checks."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand

from abyss_site.bootstrap.supervisor import answers_health
from games.presentation import health

PARTS: tuple[str, ...] = (
    "web",
    "database",
    "broker",
    "worker",
    "beat",
    "mailroom",
    "outbox",
    "inbox",
)
PARTS += ("deadlines", "jobs", "set_aside")


class Command(BaseCommand):
    help = (
        "Say how the parts of the service are; the exit code is 0 if those named (or all) are well."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("parts", nargs="*", metavar="PART", help=f"one of {', '.join(PARTS)}")

    def handle(self, *args: Any, **options: Any) -> None:
        report = health.check_health()
        # The report does not include the web server, because that usually returns it.
        report["web"] = {"ok": answers_health(settings.WEB_HOST, settings.PORT)}
        asked = options["parts"] or [part for part in report if part != "ok"]
        told = {part: report.get(part, {"ok": False, "error": "unknown part"}) for part in asked}
        self.stdout.write(json.dumps(told, indent=2))
        sys.exit(0 if all(part["ok"] for part in told.values()) else 1)
