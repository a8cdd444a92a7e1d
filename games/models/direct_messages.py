"""Direct messages: conversations of two players."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from abyss_site.core.encryption.fields import EncryptedTextField
from abyss_site.core.ids import uuid7

from .reply_tokens import new_conversation_token


class Conversation(models.Model):
    """A conversation of two players, begun by `started_by`; each of them has a side."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False
    )
    started_at = models.DateTimeField()

    class Meta:
        indexes = [
            # For the limit of new conversations.
            models.Index(fields=["started_by", "started_at"], name="conversation_started"),
        ]

    def __str__(self) -> str:
        return f"conversation since {self.started_at:%F}"


class ConversationSide(models.Model):
    """The side of `player`, who reads what `other` writes.

    `token` is in the address to which the e-mails to `player` are answered.
    """

    conversation = models.ForeignKey(Conversation, models.CASCADE, related_name="sides")
    # No index of its own: the constraint serves.
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="conversations", db_index=False
    )
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    token = models.CharField(max_length=26, unique=True, default=new_conversation_token)
    last_sent_at = models.DateTimeField()
    # When the first message arrived that `player` has not seen on a page; None: all seen.
    first_unread_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "other"], name="one_conversation_a_pair"),
        ]
        indexes = [
            models.Index(fields=["player", "-last_sent_at"], name="conversation_latest"),
            models.Index(
                fields=["player"],
                condition=models.Q(first_unread_at__isnull=False),
                name="conversation_unread",
            ),
        ]

    def __str__(self) -> str:
        return f"side of {self.player_id} in {self.conversation_id}"


class DirectMessage(models.Model):
    """A message in a conversation. Staff reads it only around a message that was reported.

    Never changed, except that staff can hide it, since `hidden_at`. `key` identifies the submission
    (Message-ID, form nonce): the same key of the same writer again is the same message.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    conversation = models.ForeignKey(
        Conversation, models.CASCADE, related_name="messages", db_index=False
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False
    )
    text = EncryptedTextField(empty_is_null=True)
    key = models.CharField(max_length=200)
    sent_at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "key"], name="one_direct_message_a_key"),
        ]
        indexes = [
            models.Index(fields=["conversation", "id"], name="direct_message_place"),
            # For the limit of messages.
            models.Index(fields=["player", "sent_at"], name="direct_message_recent"),
        ]

    def __str__(self) -> str:
        return f"message of {self.player_id} in {self.conversation_id}"
