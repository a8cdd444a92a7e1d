"""The table: matches, seats, prompts, moves, and the doors that lead to them."""

from __future__ import annotations

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class GamesConfig(AppConfig):
    """Ties the table to the post office once both are loaded."""

    name = "games"

    def ready(self) -> None:
        # Imported here because letters and readers need the models that Django has just loaded.
        from games.emails import devices, invitations, leagues, matches, moderation, replies
        from games.replies import prompts, quarantine

        matches.register_match_emails()
        leagues.register_league_emails()
        replies.register_reply_emails()
        invitations.register_invitation_emails()
        prompts.register_prompt_reader()
        quarantine.register_quarantine_actions()
        moderation.register_moderation_emails()
        devices.register_device_emails()


class DeskConfig(AdminConfig):
    """Django's admin, with a site of ours that asks staff for a second factor."""

    default = False
    default_site = "games.admin.site.Desk"

    def ready(self) -> None:
        super().ready()
        # They register themselves. The package does not import them: the site is in it.
        from games.admin import leagues, matches, moderation  # noqa: F401
