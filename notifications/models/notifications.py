"""Models of notifications, their pictures and their deliveries."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import pgettext_lazy

from abyss_site.core.encryption.fields import EncryptedJSONField, EncryptedTextField
from abyss_site.core.ids import uuid7

# Keys of `Notification.data` whose values quote what people wrote.
QUOTING_KEYS = [
    *("line", "lines", "sender", "pointer", "proposed"),
    *("said", "done", "left", "reason", "facts"),
]
# Values of `Notification.why`: the player could not be reached by e-mail, without having wished it.
UNREACHABLE, NOT_VERIFIED = "address does not work", "address not verified"


class Notification(models.Model):
    """A notification to a player, posted in the caller's transaction."""

    class State(models.TextChoices):
        # To be rendered, unless it has been, and sent at `due_at`.
        QUEUED = "queued", pgettext_lazy("e-mail", "Queued")
        # Part of another e-mail, `within`, with which it is sent.
        BUNDLED = "bundled", pgettext_lazy("e-mail", "Bundled")
        # Accepted by a mail server.
        SENT = "sent", pgettext_lazy("e-mail", "Sent")
        # Not sent because it is outdated or must not be sent; `why` is the reason.
        WITHDRAWN = "withdrawn", pgettext_lazy("e-mail", "Withdrawn")
        # Rejected permanently, or given up after the last retry; `why` is the reason.
        FAILED = "failed", pgettext_lazy("e-mail", "Failed")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    key = models.CharField(max_length=200)
    # No index of its own: the index on player and thread serves.
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notifications", db_index=False
    )
    kind = models.CharField(max_length=40)
    thread = models.CharField(max_length=100, blank=True)
    reply_token = models.CharField(max_length=26, blank=True)
    # Arguments for the renderer, including codes and links. Values needed in queries have columns.
    data = EncryptedJSONField(empty_is_null=True)
    # Message-ID of the e-mail that this one replies to, "" for none.
    answers = models.CharField(max_length=250, blank=True, default="", db_default="")
    # Whether `data` has a key of QUOTING_KEYS.
    quotes_people = models.BooleanField(default=False, db_default=False)
    # When staff decided about a quarantined e-mail; None: not decided, or not quarantined.
    decided_at = models.DateTimeField(null=True)
    # Overrides the player's current address; "" does not.
    address = models.CharField(max_length=254, blank=True, default="", db_default="")
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    # Deadline of the question, None for none: quiet hours must not delay the e-mail beyond it.
    answer_until = models.DateTimeField(null=True)
    # When `due_at` was set by the player's preferences; None: not yet.
    planned_at = models.DateTimeField(null=True)
    # May be bundled with other notifications to the player.
    gathers = models.BooleanField(default=False, db_default=False)
    within = models.ForeignKey(
        "self", models.CASCADE, null=True, related_name="bundled", db_index=False
    )
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    why = models.CharField(max_length=40, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    # Set when it is posted, so that an e-mail sent again is recognized as the same e-mail.
    message_id = models.CharField(max_length=150)
    # The rendered e-mail, stored before the first attempt; `rendered_at` is None until then.
    rendered_at = models.DateTimeField(null=True)
    subject = EncryptedTextField(empty_is_null=True)
    text = EncryptedTextField(empty_is_null=True)
    html = EncryptedTextField(empty_is_null=True)
    language = models.CharField(max_length=10, blank=True)
    headers = EncryptedJSONField(empty_is_null=True)
    # Position in the thread: the number of its conversation, and its References.
    volume = models.PositiveSmallIntegerField(default=0, db_default=0)
    references = models.TextField(blank=True, default="", db_default="")
    sent_at = models.DateTimeField(null=True)

    # Data loaded for its renderer; not a column.
    known: Any = None
    # Since when a claimed row has been due, as time.monotonic(), for metrics; not a column. None:
    # not claimed.
    waits_since: float | None = None

    class Meta:
        constraints = [
            # No job would ever process a row with another state.
            models.CheckConstraint(
                condition=models.Q(state__in=["queued", "bundled", "sent", "withdrawn", "failed"]),
                name="notification_state_known",
            ),
            # Not `unique=True`, because Django would add a second index, for LIKE, to a busy table.
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
            # For planning.with_recent: a player's e-mails of the last day.
            models.Index(fields=["player", "planned_at"], name="notification_planned"),
            # For introductions.count_recent_stranger_emails: recent e-mails to strangers.
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
            # For retention: e-mails whose content has not been deleted, and notifications that
            # quote people.
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
            # For the moderation queue.
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
    """A picture of a rendered e-mail, deleted once the e-mail is sent, withdrawn or failed.

    `file` is its name in the object store (outgoing/picture_store.py); "" if it is in `png`.
    """

    notification = models.ForeignKey(Notification, models.CASCADE, related_name="pictures")
    cid = models.CharField(max_length=80)
    name = models.CharField(max_length=80)
    png = models.BinaryField()
    file = models.CharField(max_length=80, blank=True, default="", db_default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["notification", "cid"], name="picture_once")]

    def __str__(self) -> str:
        return self.name


class Delivery(models.Model):
    """One attempt to send a notification over one channel, and its result."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    notification = models.ForeignKey(Notification, models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=20, default="mail")
    attempted_at = models.DateTimeField()
    accepted = models.BooleanField()
    error = models.CharField(max_length=300, blank=True)
    # The provider's id of the e-mail, without angle brackets; "" if sent by our own server.
    provider_id = models.CharField(max_length=200, blank=True, default="", db_default="")
    # When the recipient's server accepted it, if the provider reported that.
    arrived_at = models.DateTimeField(null=True)
    # When a bounce was received, and its status and text.
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
    """A processed event of an e-mail provider, so that a repeated one has no effect."""

    # SHA-256 of the provider, the event's type, and its id or content, in hexadecimal.
    key = models.CharField(max_length=64, unique=True)
    received_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"told {self.received_at:%F %T}"
