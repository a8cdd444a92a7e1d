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

        renderers.register_renderer(planning.BUNDLE, bundles.render_unsent_bundle)
        renderers.register_renderer("bundle_help", bundles.write_help)
        renderers.register_renderer("test_letter", account_emails.render_account_email)
        renderers.register_renderer("new_address", account_emails.render_account_email)
        renderers.register_renderer("lost_letter", account_emails.render_account_email)
        renderers.register_renderer("new_sender", account_emails.render_account_email)
        renderers.register_renderer("address_changed", account_emails.render_account_email)
        intake.register_reader("bundle", bundle_replies.read_reply)
