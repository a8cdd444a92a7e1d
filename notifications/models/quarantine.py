"""Model of the quarantine: rows that a job could not handle and that must not block others."""

from __future__ import annotations

from django.db import models


class Quarantine(models.Model):
    """A row that a job could not handle, with the error and the time of the next attempt.

    `error` and `place` are the error's type and the line that raised it, but never its message,
    which could quote the content of the row. `release` is the version of the code that failed; see
    abyss_site/core/release.py.
    """

    job = models.CharField(max_length=40)
    # The label of the model, such as "games.vote", and the row's primary key as text.
    table = models.CharField(max_length=60)
    row_id = models.CharField(max_length=40)
    error = models.CharField(max_length=60)
    place = models.CharField(max_length=200, blank=True)
    release = models.CharField(max_length=16)
    first_seen_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()
    tries = models.PositiveIntegerField(default=1)
    next_try_at = models.DateTimeField()

    class Meta:
        verbose_name = "row set aside"
        verbose_name_plural = "rows set aside"
        constraints = [
            models.UniqueConstraint(fields=["job", "table", "row_id"], name="quarantine_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.row_id}: {self.error} in {self.job}"
