"""Access tokens for programs: players' own, and those of apps that they allow."""

from __future__ import annotations

from typing import NewType

from django.conf import settings
from django.db import models

from abyss_site.core.ids import uuid7

from .apps import AppGrant

# The SHA-256 of the secret of a personal token, in hexadecimal.
TokenDigest = NewType("TokenDigest", str)


class PersonalToken(models.Model):
    """A personal access token of a player, for a program of theirs.

    `digest` is the SHA-256 of the secret in hexadecimal: the secret has 160 random bits, is shown
    once and not stored. `scopes` are names from SCOPES, separated by spaces. `last_used_at`, to the
    minute, is None before the first use; `revoked_at` is None while the token is valid. A token of
    an app has a `grant`, with which it ends, and expires at `expires_at`; None: never.
    """

    # read: read only; play: answer, chat, write orders, join; manage: settings and tokens.
    SCOPES = ("read", "play", "manage")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=40)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.CharField(max_length=20)
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    grant = models.ForeignKey(AppGrant, models.CASCADE, null=True, related_name="access_tokens")

    def __str__(self) -> str:
        return f"token “{self.name}” of {self.player_id}"

    def allows(self, scope: str) -> bool:
        """Return whether the token has this scope."""
        return scope in self.scopes.split()
