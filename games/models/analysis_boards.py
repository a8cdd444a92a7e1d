"""Analysis boards: private variations of finished matches."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from abyss_site.core.ids import uuid7

from .match import Match


class AnalysisBoard(models.Model):
    """What a player has tried from a position of a finished match, playing all seats.

    It begins after `ply` moves of the match. `moves` are `TriedMove`s of
    services/analysis_boards.py as JSON. `opinion` is what a bot thinks of the answers to the
    question that is open after them, None if it was not asked or has not answered yet.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="analysis_boards", db_index=False
    )
    match = models.ForeignKey(Match, models.CASCADE, related_name="+")
    ply = models.PositiveIntegerField()
    moves = models.JSONField(default=list)
    opinion = models.JSONField(null=True)
    # Since when a bot's opinion is awaited; None: it is not.
    opinion_asked_at = models.DateTimeField(null=True)
    opened_at = models.DateTimeField()
    used_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["player", "-used_at"], name="analysis_board_own"),
            # For the job that deletes old ones.
            models.Index(fields=["used_at"], name="analysis_board_used"),
            # For the job that answers, the oldest first.
            models.Index(
                fields=["opinion_asked_at"],
                condition=models.Q(opinion_asked_at__isnull=False),
                name="analysis_board_asked",
            ),
        ]

    def __str__(self) -> str:
        return f"analysis board of {self.match_id} at {self.ply}"
