"""A letter as a postman would write it who has nothing else in his bag."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from games.services import known_devices
from games.web.views.devices import COOKIE
from notifications.models import Notification
from notifications.outgoing import renderers
from notifications.outgoing.renderers import Letter


def letter_of(notification: Notification) -> Letter | None:
    """Render a notification, and keep what it numbers. None: there is nothing left to tell."""
    [written] = renderers.write_all([notification])
    if written:
        renderers.save_batch_dependencies([notification])
    return written


def known_on(client: Any, *players: Any) -> Any:
    """Return the client as a device on which these players have signed in before, and out."""
    secrets = [
        known_devices.remember_device(player, [], name="Test", now=timezone.now())
        for player in players
    ]
    client.cookies[COOKIE] = ".".join(secret for secret in secrets if secret)
    return client
