"""Models of players' webhooks, including push subscriptions, and of the calls to them."""

from __future__ import annotations

import hashlib
import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from abyss_site.core.encryption.fields import EncryptedTextField
from abyss_site.core.ids import uuid7


def new_secret() -> str:
    """Return a random key of 256 bits, base64url, for signing calls."""
    return secrets.token_urlsafe(32)


def digest_of(endpoint: str) -> str:
    """Return the SHA-256 of a device's endpoint URL in hexadecimal; the URL cannot be guessed."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


class Webhook(models.Model):
    """A player's https URL that is called for new notifications.

    A device subscribed to Web Push is a webhook, too: its browser supplied the URL.
    """

    class Shape(models.TextChoices):
        """Format of the calls."""

        JSON = "json", _("signed JSON, for your own program")
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        NTFY = "ntfy", "ntfy"
        PUSH = "push", _("a device")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhooks")
    # Encrypted, because many services require no other credentials.
    url = EncryptedTextField()
    # For devices, `digest_of` the URL, for look-ups; "" for programs.
    digest = models.CharField(max_length=64, blank=True, default="", db_default="")
    shape = models.CharField(max_length=10, choices=Shape, default=Shape.JSON)
    # What the calls of a program bring: "" no question, "read" questions, "play" their tokens, too.
    scope = models.CharField(max_length=10, blank=True, default="", db_default="")
    # Key for signing calls; for devices, their authentication secret (RFC 8291 §3.2), base64url.
    secret = EncryptedTextField(default=new_secret)
    # The key before it, which signs as well until the instant; "" and None: there is none.
    old_secret = EncryptedTextField(empty_is_null=True)
    old_secret_until = models.DateTimeField(null=True)
    # A device's public key, base64url; "" for programs.
    key = EncryptedTextField(empty_is_null=True)
    # Our public key with which a device subscribed, base64url; "" for programs.
    site_key = models.CharField(max_length=100, blank=True, default="", db_default="")
    # Name of a device's browser and system; "" for programs and unknown browsers.
    label = models.CharField(max_length=80, blank=True, default="", db_default="")
    # No calls are made for older notifications. Updated when it is switched on again.
    created_at = models.DateTimeField()
    # The database epoch that the program was told last, see abyss_site/core/epoch.py; "": none yet.
    epoch = models.CharField(max_length=16, blank=True, default="", db_default="")
    # When its owner last requested a test call; None: never.
    tested_at = models.DateTimeField(null=True)
    # Since when a requested test call waits for a worker; None: none waits.
    test_due_at = models.DateTimeField(null=True)
    # When that test call ended, and its error in English, "" if it was delivered; None: not yet.
    test_answered_at = models.DateTimeField(null=True)
    test_error = models.CharField(max_length=200, blank=True, default="", db_default="")
    # Until when no webhook of this player is called: one is being called, or they rest after a slow
    # call (`notifications/webhooks/ceilings.py`). The same for all of a player; None: not busy.
    busy_until = models.DateTimeField(null=True)
    # Since when every call has failed; None: the last one succeeded.
    first_failed_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=200, blank=True)
    # Switched off after a day of failures; None: it is on.
    stopped_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["digest"], condition=models.Q(shape="push"), name="device_once"
            )
        ]
        indexes = [
            # For finding programs with another epoch: none, except right after a restore.
            models.Index(
                fields=["epoch"],
                condition=models.Q(shape="json", stopped_at=None),
                name="webhook_epoch",
            ),
            models.Index(
                fields=["test_due_at"],
                condition=~models.Q(test_due_at=None),
                name="webhook_test_due",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.shape} webhook {self.pk}"

    @property
    def error_text(self) -> str:
        """Return the error in the active language, if it is one of our sentences."""
        return gettext(self.error) if self.error else ""

    @property
    def test_error_text(self) -> str:
        return gettext(self.test_error) if self.test_error else ""


class WebhookCall(models.Model):
    """A call of one webhook for one notification, retried until `done_at` is set."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="calls")
    notification = models.ForeignKey("notifications.Notification", models.CASCADE, related_name="+")
    due_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0, db_default=0)
    done_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=200, blank=True, default="", db_default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["webhook", "notification"], name="one_call_a_notification"
            )
        ]
        indexes = [
            models.Index(
                fields=["due_at"], condition=models.Q(done_at=None), name="webhook_call_due"
            ),
            # For tasks.delete_expired_emails.
            models.Index(
                fields=["done_at"], condition=~models.Q(done_at=None), name="webhook_call_done"
            ),
        ]

    def __str__(self) -> str:
        return f"call of {self.webhook_id}"
