"""The chat of a match."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from abyss_site.core.ids import uuid7

from .match import Match


class Message(models.Model):
    """A chat message in a match, visible to its players.

    Never changed, except that staff can hide it from the players, since `hidden_at`.

    `seat` is the writer's seat at the time. `key` identifies the submission (Message-ID, form
    nonce) and makes it idempotent: the same key again is the same message.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="messages")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.CharField(max_length=500)
    key = models.CharField(max_length=200)
    sent_at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "key"], name="one_message_per_submission"),
        ]
        indexes = [models.Index(fields=["match", "sent_at"], name="message_of_match")]

    def __str__(self) -> str:
        return f"message of seat {self.seat} in {self.match_id}"
