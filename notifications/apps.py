"""The post office as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"
    verbose_name = "post office"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Imported here because they need the models that Django has just loaded.
        from .incoming import bundle_replies, intake
        from .outgoing import account_emails, bundles, planning, renderers

        renderers.letter(planning.BUNDLE, bundles.again)
        renderers.letter("bundle_help", bundles.write_help)
        renderers.letter("test_letter", account_emails.write)
        renderers.letter("new_address", account_emails.write)
        renderers.letter("lost_letter", account_emails.write)
        renderers.letter("new_sender", account_emails.write)
        renderers.letter("address_changed", account_emails.write)
        intake.reader("bundle", bundle_replies.read_reply)
