"""Configuration of the notifications app."""

from __future__ import annotations

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"
    verbose_name = "notifications"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Imported here because they need the models that Django has just loaded.
        from .outgoing import account_emails, bundles, planning, renderers

        renderers.renderers |= {
            planning.BUNDLE: bundles.render_unsent_bundle,
            "bundle_help": bundles.render_bundle_help,
            "test_email": account_emails.render_account_email,
            "new_address": account_emails.render_account_email,
            "lost_email": account_emails.render_account_email,
            "taken_for_automatic": account_emails.render_account_email,
            "new_sender": account_emails.render_account_email,
            "address_changed": account_emails.render_account_email,
        }
