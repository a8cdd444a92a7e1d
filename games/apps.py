"""The table: matches, seats, prompts, moves, and the doors that lead to them."""

from __future__ import annotations

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class GamesConfig(AppConfig):
    """Ties the table to the post office once both are loaded."""

    name = "games"

    def ready(self) -> None:
        # Imported here because they need the models that Django has just loaded.
        from games.emails.writers import BAGS, WRITERS
        from games.presentation.push_summary import summarize_notification
        from games.replies.readers import READERS
        from notifications import gateway

        gateway.connect_application(
            readers=READERS, writers=WRITERS, bags=BAGS, describe=summarize_notification
        )


class DeskConfig(AdminConfig):
    """Django's admin, with a site of ours that asks staff for a second factor."""

    default = False
    default_site = "games.admin.site.Desk"

    def ready(self) -> None:
        super().ready()
        # They register themselves. The package does not import them: the site is in it.
        from games.admin import leagues, matches, moderation  # noqa: F401
