"""Models of incoming e-mails and of e-mails captured by the local mailbox."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import pgettext_lazy

from abyss_site.core.encryption.fields import (
    EncryptedBinaryField,
    EncryptedJSONField,
    EncryptedTextField,
)
from abyss_site.core.ids import uuid7


class InboundEmail(models.Model):
    """An incoming e-mail, stored before it is parsed, with the one decision about it."""

    class State(models.TextChoices):
        # Stored; not processed yet.
        RECEIVED = "received", pgettext_lazy("e-mail", "Received")
        # Processed; `reason` is the decision.
        DONE = "done", pgettext_lazy("e-mail", "Done")
        # Processing failed several times; an operator should look.
        PARKED = "parked", pgettext_lazy("e-mail", "Parked")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    source = models.CharField(max_length=20)
    source_id = models.CharField(max_length=200)
    # The original bytes; None after they have been deleted.
    raw = EncryptedBinaryField(null=True)
    size = models.PositiveIntegerField(default=0)
    # Encrypted, because the recipients are secret addresses known only to who got our e-mail.
    envelope = EncryptedJSONField(empty_is_null=True)
    sha256 = models.CharField(max_length=64)
    # The Message-ID as written, or "sha256:" and the hash when there is none.
    message_id = models.CharField(max_length=250)
    purpose = models.CharField(max_length=10, blank=True)
    token = models.CharField(max_length=26, blank=True)
    # The threads ("match-7") of our own e-mails that it replies to.
    threads = ArrayField(models.CharField(max_length=100), default=list, db_default=[])
    received_at = models.DateTimeField()
    due_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State, default=State.RECEIVED)
    tries = models.PositiveSmallIntegerField(default=0)
    # Number of duplicates received.
    copies = models.PositiveIntegerField(default=0)
    reason = models.CharField(max_length=60, blank=True)
    sender = models.CharField(max_length=254, blank=True)
    # The player who wrote it, as a reply to an e-mail of theirs; None if that is not proven.
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="emails_sent",
        db_index=False,
    )
    first_line = EncryptedTextField(empty_is_null=True)
    # HMAC of the player's own lines in hexadecimal, to recognize repeated text.
    words = models.CharField(max_length=64, blank=True)
    processed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            # No job would ever process a row with another state.
            models.CheckConstraint(
                condition=models.Q(state__in=["received", "done", "parked"]),
                name="inbound_state_known",
            ),
            models.UniqueConstraint(fields=["source", "source_id"], name="inbound_source_once"),
            models.UniqueConstraint(fields=["message_id", "token"], name="inbound_message_once"),
        ]
        indexes = [
            models.Index(
                fields=["due_at", "id"], condition=models.Q(state="received"), name="inbound_due"
            ),
            models.Index(fields=["token", "received_at"], name="inbound_token"),
            models.Index(
                fields=["received_at"], condition=models.Q(state="parked"), name="inbound_parked"
            ),
            models.Index(fields=["sender", "received_at"], name="inbound_sender"),
            # For the player's page, and for erasure.
            models.Index(
                fields=["player", "received_at"],
                condition=models.Q(player__isnull=False),
                name="inbound_of_player",
            ),
            # For retention: e-mails whose content has not been deleted.
            models.Index(
                fields=["received_at"],
                condition=models.Q(state="done", raw__isnull=False),
                name="inbound_with_bytes",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.reason or self.state} from {self.sender or 'unknown'}"


class MailboxCursor(models.Model):
    """How far a remote mailbox has been fetched: all e-mails up to `uid` are stored or parked."""

    # user@host/folder.
    mailbox = models.CharField(max_length=300, unique=True)
    validity = models.BigIntegerField()
    uid = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.mailbox} up to {self.uid}"


class CapturedEmail(models.Model):
    """An e-mail captured by the local mailbox instead of being sent."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    # Lower case.
    recipient = models.CharField(max_length=254)
    sender = models.CharField(max_length=254, blank=True)
    subject = EncryptedTextField(empty_is_null=True)
    raw = EncryptedBinaryField()
    captured_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["recipient", "-id"], name="captured_email_mailbox")]

    def __str__(self) -> str:
        return f"e-mail to {self.recipient}"
