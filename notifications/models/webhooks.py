"""Rows of the calls to players' own programs and devices."""

from __future__ import annotations

import hashlib
import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from abyss_site.encryption.fields import EncryptedTextField
from abyss_site.ids import uuid7


def new_secret() -> str:
    """Return a key of 256 bits to sign calls with."""
    return secrets.token_urlsafe(32)


def digest_of(endpoint: str) -> str:
    """Return the SHA-256 of a device's address in hexadecimal; nobody could guess the address."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


class Webhook(models.Model):
    """An https address of a player's that is called when there is news for them.

    A device that is told things by Web Push is one, too: its browser named the address.
    """

    class Shape(models.TextChoices):
        """How the news is written there."""

        JSON = "json", _("signed JSON, for a program of yours")
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        NTFY = "ntfy", "ntfy"
        PUSH = "push", _("a device")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhooks")
    # Of many services it is all that one needs to speak there.
    url = EncryptedTextField()
    # Of a device `digest_of` its address, by which it is found; "" for programs.
    digest = models.CharField(max_length=64, blank=True, default="", db_default="")
    shape = models.CharField(max_length=10, choices=Shape, default=Shape.JSON)
    # What signs calls; of a device the secret it shares with us (RFC 8291 §3.2), base64url.
    secret = EncryptedTextField(default=new_secret)
    # A device's public key, base64url; "" for programs.
    key = EncryptedTextField(empty_is_null=True)
    # The public key of ours that a device subscribed under, base64url; "" for programs.
    site_key = models.CharField(max_length=100, blank=True, default="", db_default="")
    # What people call a device; "" for programs, and for browsers that nobody knows.
    label = models.CharField(max_length=80, blank=True, default="", db_default="")
    # Nothing older is told.
    created_at = models.DateTimeField()
    # The life of the database that its program knows, see abyss_site/epoch.py; "": none yet.
    epoch = models.CharField(max_length=16, blank=True, default="", db_default="")
    # When its owner last had it called as a test; None: never.
    tested_at = models.DateTimeField(null=True)
    # Since when every call has failed; None: the last one was taken.
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
            # For whose program knows another epoch: nobody's, but for a moment after a restore.
            models.Index(
                fields=["epoch"],
                condition=models.Q(shape="json", stopped_at=None),
                name="webhook_epoch",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.shape} webhook {self.pk}"


class WebhookCall(models.Model):
    """One notification told to one webhook. Tried again until `done`, or until it is of no use."""

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
            # For forget_round.
            models.Index(
                fields=["done_at"], condition=~models.Q(done_at=None), name="webhook_call_done"
            ),
        ]

    def __str__(self) -> str:
        return f"call of {self.webhook_id}"
