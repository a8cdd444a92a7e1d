"""Settings of new matches that players keep under a name."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower

from abyss_site.core.ids import uuid7


class MatchPreset(models.Model):
    """How a player wants to open matches of a game; `terms` as in services/match_presets.py."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="match_presets", db_index=False
    )
    game = models.CharField(max_length=20)
    name = models.CharField(max_length=40)
    terms = models.JSONField()
    saved_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint("player", Lower("name"), name="one_match_preset_a_name"),
        ]

    def __str__(self) -> str:
        return self.name
