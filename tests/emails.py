"""Test helpers for rendering one notification on its own, and for clients on known devices."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from games.services import known_devices
from games.web.views.devices import COOKIE
from notifications.models import Notification
from notifications.outgoing import renderers
from notifications.outgoing.renderers import Email


def email_of(notification: Notification) -> Email | None:
    """Render a notification and save what its e-mail relies on; None if it is outdated."""
    [written] = renderers.render_all([notification])
    if written:
        renderers.save_batch_dependencies([notification])
    return written


def known_on(client: Any, *players: Any) -> Any:
    """Return the client as a device on which these players have signed in and out before."""
    secrets = [
        known_devices.remember_device(player, [], name="Test", now=timezone.now())
        for player in players
    ]
    client.cookies[COOKIE] = ".".join(secret for secret in secrets if secret)
    return client
