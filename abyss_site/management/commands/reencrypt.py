"""`manage.py reencrypt`: re-encrypt values that use older keys with SECRET_KEY."""

from __future__ import annotations

from django.core.management import BaseCommand, CommandError

from abyss_site.maintenance.reencryption import columns, reencrypt


class Command(BaseCommand):
    help = (
        "Write everything in the database that is encrypted under a key of SECRET_KEY_FALLBACKS "
        "anew under SECRET_KEY, while the service goes on. It may be interrupted and run again. "
        "Once it says that nothing is left, nothing stored needs the older keys."
    )

    def handle(self, *args: object, **options: object) -> None:
        unreadable = []
        for column in columns():
            outcome = reencrypt(column)
            if outcome.renewed:
                self.stdout.write(f"{column.table}.{column.name}: {outcome.renewed} written anew")
            if outcome.unreadable:
                unreadable.append(f"{column.table}.{column.name}: {outcome.unreadable}")
        if unreadable:
            raise CommandError(
                "These values cannot be read under any key we have, and stay as they are: "
                + ", ".join(unreadable)
            )
        self.stdout.write("Everything stored is encrypted under SECRET_KEY; nothing is left.")
