"""`manage.py pictures`: take the README's pictures of a running service."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from devtools.pictures import NoBrowser, take_pictures


class Command(BaseCommand):
    help = "Take the pictures of the README of a fresh `manage.py up`, in light and dark."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--url", default="http://localhost:8000", help="where `up` runs")

    def handle(self, *args: object, **options: Any) -> None:
        try:
            for path in take_pictures(options["url"]):
                size = path.stat().st_size // 1000
                self.stdout.write(f"docs/pictures/{path.name}: {size} KB")
        except NoBrowser as error:
            raise CommandError(str(error)) from error
