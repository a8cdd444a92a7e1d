"""`manage.py makemessages`: update the .po files from templates and code."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from devtools import catalogue


class Command(BaseCommand):
    help = (
        "Collect what is to be translated in locale/django.pot, and keep what is translated in "
        "locale/*/django.po. Lists what is still to be translated. Then run compilemessages. "
        "Takes the place of Django's command of this name, which needs GNU gettext and does not "
        "find refusals."
    )
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        found = catalogue.extract()
        catalogue.write_template(found)
        for language in catalogue.PLURALS:
            known = catalogue.read(language)
            catalogue.write(language, known, found)
            missing = [m.text for m in found.messages if not all(known.get(m, [""]))]
            for text in missing:
                self.stdout.write(f"{language}: {text!r}")
            self.stdout.write(f"{language}: {len(found.messages)} messages, {len(missing)} to do")
        for place in found.untellable:
            self.stdout.write(f"{place}: this refusal's facts are lost in its sentence")
