"""Puzzles from finished matches, and how players answered them."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from abyss_site.core.ids import uuid7

from .match import Match


class Puzzle(models.Model):
    """A decision of a finished match of which one answer is clearly the best.

    It is asked of `seat` after `ply` moves of the match. `answers` are decisions in the order in
    which they are shown, `best` is the index of the right one, `losses` are by how many points each
    of them does worse, and `gain` is by how many it does better than the second best. `remark` is
    what the analysis says about the answer that was played, a `Judged` of games/engine/analysis.py.

    `mean` and `deviation` are its rating: how hard it is, see leagues/ratings.py.
    """

    number = models.AutoField(primary_key=True)
    match = models.ForeignKey(Match, models.CASCADE, related_name="puzzles", db_index=False)
    game = models.CharField(max_length=20)
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    answers = models.JSONField()
    best = models.PositiveSmallIntegerField()
    losses = models.JSONField()
    gain = models.FloatField()
    remark = models.JSONField()
    mean = models.FloatField()
    deviation = models.FloatField()
    attempts = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField()
    # The day on which it is the puzzle of the day, in UTC; None: it has not been one.
    shown_on = models.DateField(null=True, unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "ply", "seat"], name="one_puzzle_a_decision"),
        ]
        indexes = [models.Index(fields=["game", "-number"], name="puzzle_of_game")]

    def __str__(self) -> str:
        return f"puzzle {self.number}"


class PuzzleAttempt(models.Model):
    """The answer of a player to a puzzle; only the first one counts.

    `change` is by how much it changed their rating, in displayed points.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    # No index of its own: the constraint serves.
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_attempts", db_index=False
    )
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="+")
    answer = models.PositiveSmallIntegerField()
    is_solved = models.BooleanField()
    change = models.SmallIntegerField(default=0)
    attempted_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "puzzle"], name="one_attempt_a_puzzle"),
        ]
        indexes = [
            # For the days on which puzzles were solved.
            models.Index(
                fields=["player", "-attempted_at"],
                condition=models.Q(is_solved=True),
                name="puzzle_solved",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in puzzle {self.puzzle_id}"


class PuzzleRating(models.Model):
    """How well a player solves the puzzles of a game, apart from their rating in matches."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_ratings", db_index=False
    )
    game = models.CharField(max_length=20)
    mean = models.FloatField()
    deviation = models.FloatField()
    attempts = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "game"], name="one_puzzle_rating_a_game"),
        ]

    def __str__(self) -> str:
        return f"puzzles of {self.game} {self.mean:.1f} ± {self.deviation:.1f}"
