"""The secret URLs of a player's calendar and feed."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from abyss_site.core.encryption.fields import EncryptedTextField


class Feed(models.Model):
    """The key in the URLs of a player's calendar and feed.

    Whoever knows the key can read them, so it is stored encrypted: it can be shown to its player,
    and is looked up by `digest`, its SHA-256 in hexadecimal.
    """

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="feed"
    )
    key = EncryptedTextField()
    digest = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return f"feed of {self.player_id}"
