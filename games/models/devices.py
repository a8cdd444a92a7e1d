"""Browsers on which a player has proved who they are."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from abyss_site.core.ids import uuid7


class KnownDevice(models.Model):
    """A browser in which links from e-mails act for a player with a single click.

    `digest` is the SHA-256 of the secret in its cookie, in hexadecimal: the secret has 130 random
    bits and is not stored. `confirmed_at` is when the player signed in there or typed a code from
    an e-mail; None: a code was e-mailed at `created_at`, and `tries` wrong ones were typed. `name`
    says what kind of browser it is.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="known_devices"
    )
    digest = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=60, blank=True)
    created_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True)
    used_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        indexes = [
            # For forget_unused_devices.
            models.Index(fields=["used_at"], name="device_used"),
            models.Index(
                fields=["created_at"], condition=models.Q(confirmed_at=None), name="device_pending"
            ),
        ]

    def __str__(self) -> str:
        return f"device of {self.player_id}"
