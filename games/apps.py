"""The table: matches, seats, prompts, moves, and the doors that lead to them."""

from __future__ import annotations

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class GamesConfig(AppConfig):
    """Ties the table to the post office once both are loaded."""

    name = "games"

    def ready(self) -> None:
        # Imported here because letters and readers need the models that Django has just loaded.
        from games import (
            desk_letters,
            device_letters,
            held_mail,
            invitation_letters,
            league_letters,
            letters,
            mail,
            reply_letters,
        )

        letters.register()
        league_letters.register()
        reply_letters.register()
        invitation_letters.register()
        mail.register()
        held_mail.register()
        desk_letters.register()
        device_letters.register()


class DeskConfig(AdminConfig):
    """Django's admin, with a site of ours that asks staff for a second factor."""

    default = False
    default_site = "games.staff.Desk"
