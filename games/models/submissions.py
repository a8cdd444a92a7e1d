"""Idempotency keys of players' programs and of forms, and the stored responses."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from abyss_site.core.ids import uuid7


class Submission(models.Model):
    """A request of a player's program, and its response.

    `key` is the program's `Idempotency-Key`, `digest` the SHA-256 of the request. `status`,
    `headers` and `body` are the response, without secrets that are shown only once. Of a form by
    which staff or a director acts it is the form's number, and `body` names what was recorded.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="submissions")
    key = models.CharField(max_length=100)
    digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    headers = models.JSONField(default=dict)
    body = models.TextField(blank=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "key"], name="one_submission_a_key"),
        ]
        indexes = [
            # For forget_submissions.
            models.Index(fields=["created_at"], name="submission_created"),
        ]

    def __str__(self) -> str:
        return f"submission of {self.player_id}"
