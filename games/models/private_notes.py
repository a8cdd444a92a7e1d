"""A player's private notes."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from abyss_site.core.ids import uuid7

from .match import Match


class PrivateNote(models.Model):
    """A player's own notes about a match. Nobody else can read them."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="private_notes")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="private_notes"
    )
    text = models.TextField()
    written_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="one_private_note_a_match"),
        ]

    def __str__(self) -> str:
        return f"memo about {self.match_id}"
