"""`manage.py compilemessages`: write the .mo files that Django reads from the .po files."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from devtools import catalogue


class Command(BaseCommand):
    help = (
        "Compile locale/*/django.po to the .mo files that Django reads. Takes the place of "
        "Django's command of this name, which needs GNU gettext."
    )
    requires_system_checks: list[str] = []

    def handle(self, *args: object, **options: object) -> None:
        for language in catalogue.PLURALS:
            path = catalogue.mo_path(language)
            path.write_bytes(catalogue.compile_catalogue(language))
            self.stdout.write(f"{language}: {path.name} written")
