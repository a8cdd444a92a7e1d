"""The app configuration of the games."""

from __future__ import annotations

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class GamesConfig(AppConfig):
    """The games app; connects the games to the notifications app once both are loaded."""

    name = "games"

    def ready(self) -> None:
        # Imported here because they need the models that Django has just loaded.
        from games.emails.renderers import BATCH_LOADERS, RENDERERS
        from games.presentation.push_summary import summarize_notification
        from games.presentation.webhook_events import compose_webhook_event
        from games.replies.readers import READERS
        from games.replies.recognizers import RECOGNIZERS
        from notifications import gateway

        gateway.connect_application(
            readers=READERS,
            recognizers=RECOGNIZERS,
            renderers=RENDERERS,
            batch_loaders=BATCH_LOADERS,
            describe=summarize_notification,
            compose_event=compose_webhook_event,
        )


class DeskConfig(AdminConfig):
    """Django's admin with our own site, which requires a second factor of staff."""

    default = False
    default_site = "games.admin.site.Desk"

    def ready(self) -> None:
        super().ready()
        # They register themselves. The package does not import them, because the site is part of
        # it.
        from games.admin import leagues, matches, moderation  # noqa: F401
