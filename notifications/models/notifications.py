"""Notices, and each attempt to bring one to its reader."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

from abyss_site.encryption.fields import EncryptedJSONField, EncryptedTextField
from abyss_site.ids import uuid7

# Facts of a notification that repeat what people wrote to us.
SAID = ["line", "lines", "sender", "pointer", "said", "done", "left", "reason", "facts"]


class Notification(models.Model):
    """Something the post office is to tell a player, posted in the caller's transaction."""

    class State(models.TextChoices):
        # To be written (if it is not yet) and sent once `due` has come.
        QUEUED = "queued"
        # Told within another letter, `within`, whose fate it shares.
        BUNDLED = "bundled"
        # A server has taken it over.
        SENT = "sent"
        # No longer worth telling, or nobody who may be told; `why` says which.
        WITHDRAWN = "withdrawn"
        # Refused for good, or given up after the last retry; `why` says which.
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    key = models.CharField(max_length=200)
    # Found by its thread.
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notifications", db_index=False
    )
    kind = models.CharField(max_length=40)
    thread = models.CharField(max_length=100, blank=True)
    reply_token = models.CharField(max_length=26, blank=True)
    # What its writer is told, codes and links among it. What a query has to know has a column.
    data = EncryptedJSONField(empty_is_null=True)
    # Message-ID of the e-mail that this one answers, "" for none.
    answers = models.CharField(max_length=250, blank=True, default="", db_default="")
    # Whether `data` repeats what people wrote to us, one of SAID.
    quotes_people = models.BooleanField(default=False, db_default=False)
    # When staff decided about an e-mail that was held; None: not, or none was held.
    decided_at = models.DateTimeField(null=True)
    # Where it goes if not to the player's address of the day.
    address = models.CharField(max_length=254, blank=True, default="", db_default="")
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    # When what it asks is over, None for never: the player's quiet hours must not reach beyond it.
    answer_until = models.DateTimeField(null=True)
    # When the player's wishes were last asked for `due`; None: not yet.
    planned_at = models.DateTimeField(null=True)
    # May share a letter with other notifications to the player.
    gathers = models.BooleanField(default=False, db_default=False)
    within = models.ForeignKey(
        "self", models.CASCADE, null=True, related_name="bundled", db_index=False
    )
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    why = models.CharField(max_length=40, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    # Minted at posting, so that a letter sent again is the same letter to the mailbox.
    message_id = models.CharField(max_length=150)
    # The letter, frozen before the first attempt; `written` is None until then.
    rendered_at = models.DateTimeField(null=True)
    subject = EncryptedTextField(empty_is_null=True)
    text = EncryptedTextField(empty_is_null=True)
    html = EncryptedTextField(empty_is_null=True)
    language = models.CharField(max_length=10, blank=True)
    headers = EncryptedJSONField(empty_is_null=True)
    # Its place in the conversation: which one of the thread's, and the letters before it.
    volume = models.PositiveSmallIntegerField(default=0, db_default=0)
    references = models.TextField(blank=True, default="", db_default="")
    sent_at = models.DateTimeField(null=True)

    # What has been read for its writer; no column.
    known: Any = None

    class Meta:
        constraints = [
            # No job would ever find a row of another.
            models.CheckConstraint(
                condition=models.Q(state__in=["queued", "bundled", "sent", "withdrawn", "failed"]),
                name="notification_state_known",
            ),
            # Not `unique=True`, with which Django adds a second index, for LIKE, to a busy table.
            models.UniqueConstraint(fields=["key"], name="notification_key_once"),
            models.UniqueConstraint(fields=["message_id"], name="notification_message_id_once"),
        ]
        indexes = [
            models.Index(
                fields=["due_at", "id"],
                condition=models.Q(state="queued"),
                name="notification_queued",
            ),
            models.Index(
                fields=["reply_token"],
                condition=~models.Q(reply_token=""),
                name="notification_reply_token",
            ),
            models.Index(fields=["player", "thread", "-created_at"], name="notification_thread"),
            # For planning.with_recent: what a player has had of a day, among all their letters.
            models.Index(fields=["player", "planned_at"], name="notification_planned"),
            # For strangers.waiting_time: the e-mails of a day that may go to strangers.
            models.Index(
                fields=["created_at"],
                condition=models.Q(
                    kind__in=["sign_in", "introduction", "new_sender", "new_address"]
                ),
                name="notification_to_strangers",
            ),
            models.Index(
                fields=["within"], condition=~models.Q(within=None), name="notification_within"
            ),
            # For retention: what still has its words, or somebody else's.
            models.Index(
                fields=["rendered_at"],
                condition=models.Q(text__isnull=False),
                name="notification_with_words",
            ),
            models.Index(
                fields=["id"],
                condition=models.Q(quotes_people=True),
                name="notification_with_said",
            ),
            # For the desk's queue.
            models.Index(
                fields=["created_at"],
                condition=models.Q(state="failed"),
                name="notification_failed",
            ),
            models.Index(
                fields=["created_at"], condition=models.Q(kind="held"), name="notification_held"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Picture(models.Model):
    """A picture of a written letter, kept until the letter has left or never will."""

    notification = models.ForeignKey(Notification, models.CASCADE, related_name="pictures")
    cid = models.CharField(max_length=80)
    name = models.CharField(max_length=80)
    png = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["notification", "cid"], name="picture_once")]

    def __str__(self) -> str:
        return self.name


class Delivery(models.Model):
    """One attempt to send one notification over one channel, and what became of it."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    notification = models.ForeignKey(Notification, models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=20, default="mail")
    attempted_at = models.DateTimeField()
    accepted = models.BooleanField()
    error = models.CharField(max_length=300, blank=True)
    # What a provider calls the letter, without brackets; "" from a server of our own.
    provider_id = models.CharField(max_length=200, blank=True, default="", db_default="")
    # The reader's own server took it, as far as a provider told us.
    arrived_at = models.DateTimeField(null=True)
    # A report came back for it: when, and what the other side said.
    bounced_at = models.DateTimeField(null=True)
    bounce = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name_plural = "deliveries"
        indexes = [
            models.Index(
                fields=["provider_id"],
                condition=~models.Q(provider_id=""),
                name="delivery_provider_id",
            )
        ]

    def __str__(self) -> str:
        return (
            f"{self.channel} {'accepted' if self.accepted else 'refused'} {self.attempted_at:%F %T}"
        )


class ProviderEvent(models.Model):
    """That a provider told us something, so that the same told again changes nothing."""

    # SHA-256 of what it says, or of its number with the provider.
    key = models.CharField(max_length=64, unique=True)
    received_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"told {self.received_at:%F %T}"
