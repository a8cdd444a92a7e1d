"""Analyses of finished matches."""

from __future__ import annotations

from django.db import models

from .match import Match


class Analysis(models.Model):
    """The analysis of a finished match, requested once and kept as long as the match.

    `progress` is what has been found so far, `result` the result, both structs of
    games/engine/analysis.py as JSON; None while there is none. `edition` and `revision` are those
    of the rules that it was computed with. `searched_at` is when puzzles were looked for in it.
    """

    class Status(models.TextChoices):
        """How far it is."""

        WAITING = "waiting"
        DONE = "done"
        # The current rules do not lead to what was recorded.
        FAILED = "failed"

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="analysis")
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    requested_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    edition = models.PositiveIntegerField()
    revision = models.PositiveIntegerField()
    progress = models.JSONField(null=True, blank=True)
    result = models.JSONField(null=True, blank=True)
    searched_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "analyses"
        constraints = [
            # No job would ever find a row with another value.
            models.CheckConstraint(
                condition=models.Q(status__in=["waiting", "done", "failed"]),
                name="analysis_status_known",
            ),
        ]
        indexes = [
            # For the job that computes them, the oldest first.
            models.Index(
                fields=["requested_at"],
                condition=models.Q(status="waiting"),
                name="analysis_waiting",
            ),
            # For the job that looks for puzzles.
            models.Index(
                fields=["finished_at"],
                condition=models.Q(status="done", searched_at=None),
                name="analysis_to_search",
            ),
        ]

    def __str__(self) -> str:
        return f"analysis of {self.match_id}"
