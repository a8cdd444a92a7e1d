"""The post office as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"
    verbose_name = "post office"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Imported here because they need the models that Django has just loaded.
        from . import account_letters, bundles, inbound, planning, writer

        writer.letter(planning.BUNDLE, bundles.again)
        writer.letter("bundle_help", bundles.write_help)
        writer.letter("test_letter", account_letters.write)
        writer.letter("new_address", account_letters.write)
        writer.letter("lost_letter", account_letters.write)
        writer.letter("new_sender", account_letters.write)
        writer.letter("address_changed", account_letters.write)
        inbound.reader("bundle", bundles.read_reply)
