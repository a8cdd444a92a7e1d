"""Apps of third parties that players allow to act for them (OAuth 2.1), and what they allowed."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models

from abyss_site.core.ids import uuid7


class App(models.Model):
    """A program that a player has registered, for others to use.

    It has no secret: it proves by PKCE that it began what it ends (RFC 7636). Its id is its
    `client_id`. `redirect_uris` are compared as they are; `uses_device_codes` says whether it may
    be allowed by a code that a player types (RFC 8628).
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="apps")
    name = models.CharField(max_length=40)
    website = models.CharField(max_length=200)
    redirect_uris = ArrayField(models.CharField(max_length=200))
    uses_device_codes = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"app “{self.name}” of {self.owner_id}"


class AppGrant(models.Model):
    """What a player has allowed an app on one device; it ends with its row.

    `scopes` are names from `PersonalToken.SCOPES`, separated by spaces. `code_digest` is the
    SHA-256 of the authorization code; None: a device code was used instead. `code_used_at` is None
    until the app has exchanged it.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    app = models.ForeignKey(App, models.CASCADE, related_name="grants")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="app_grants")
    scopes = models.CharField(max_length=20)
    granted_at = models.DateTimeField(db_index=True)
    code_digest = models.CharField(max_length=64, unique=True, null=True)
    code_used_at = models.DateTimeField(null=True)
    code_challenge = models.CharField(max_length=43, blank=True)
    redirect_uri = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"grant of {self.player_id} to {self.app_id}"


class RefreshToken(models.Model):
    """A token with which an app gets its next access token, once.

    `digest` is the SHA-256 of its secret. A used one stays for a while, to notice a second use.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    grant = models.ForeignKey(AppGrant, models.CASCADE, related_name="refresh_tokens")
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(db_index=True)
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"refresh token of {self.grant_id}"


class DeviceCode(models.Model):
    """A request of an app without a browser, which a player allows by typing `user_code`.

    `digest` is the SHA-256 of the device code, with which the app asks how it stands. `grant` is
    None until a player has allowed it; `denied_at` is when a player refused.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    app = models.ForeignKey(App, models.CASCADE, related_name="device_codes")
    digest = models.CharField(max_length=64, unique=True)
    user_code = models.CharField(max_length=9, unique=True)
    scopes = models.CharField(max_length=20)
    expires_at = models.DateTimeField(db_index=True)
    asked_at = models.DateTimeField(null=True)
    denied_at = models.DateTimeField(null=True)
    grant = models.OneToOneField(AppGrant, models.CASCADE, null=True, related_name="device_code")

    def __str__(self) -> str:
        return f"device code of {self.app_id}"

    def is_open(self, now: datetime) -> bool:
        """Return whether a player can still decide about it."""
        return self.grant_id is None and self.denied_at is None and now < self.expires_at
