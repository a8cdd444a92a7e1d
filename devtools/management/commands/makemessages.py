"""`manage.py makemessages`: update the .po files from templates and code."""

from __future__ import annotations

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

    def handle(self, *args: object, **options: object) -> None:
        extraction = catalogue.extract()
        catalogue.write_template(extraction)
        for language in catalogue.PLURALS:
            translations = catalogue.read(language)
            catalogue.write(language, translations, extraction)
            missing = [m.text for m in extraction.messages if not all(translations.get(m, [""]))]
            for text in missing:
                self.stdout.write(f"{language}: {text!r}")
            self.stdout.write(
                f"{language}: {len(extraction.messages)} messages, {len(missing)} to do"
            )
        for place in extraction.untellable:
            self.stdout.write(f"{place}: this refusal's facts are lost in its sentence")
