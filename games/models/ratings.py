"""Players' ratings by game, and their history."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from .match import Match


class Rating(models.Model):
    """The current rating of a player in a game; see leagues/ratings.py for the numbers."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings")
    game = models.CharField(max_length=20)
    mean = models.FloatField()
    deviation = models.FloatField()
    matches = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "game"], name="one_rating_a_game"),
        ]
        indexes = [models.Index(fields=["game", "-mean"], name="rating_of_game")]

    def __str__(self) -> str:
        return f"{self.game} {self.mean:.1f} ± {self.deviation:.1f}"


class RatingStep(models.Model):
    """The rating of a player after one match."""

    class Part(models.TextChoices):
        """The player's role in the match."""

        # They held the seat from the deal to the end.
        WHOLE = ""
        # They left it: it can only lower their rating.
        LEAVER = "leaver"
        # They took it over later: it can only raise their rating.
        SUBSTITUTE = "substitute"

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    match = models.ForeignKey(Match, models.CASCADE, related_name="rating_steps")
    part = models.CharField(max_length=10, choices=Part, default=Part.WHOLE, blank=True)
    mean = models.FloatField()
    deviation = models.FloatField()
    rated_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="one_step_a_match"),
        ]
        indexes = [models.Index(fields=["player", "rated_at"], name="rating_history")]

    def __str__(self) -> str:
        return f"{self.mean:.1f} after {self.match_id}"
