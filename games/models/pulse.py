"""The clock's pulse: when it last ticked, for what an outage of ours takes from the players."""

from __future__ import annotations

from django.db import models


class Pulse(models.Model):
    """One row: the last tick, written once a minute."""

    ONLY = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY)
    ticked = models.DateTimeField()

    def __str__(self) -> str:
        return f"last tick {self.ticked:%F %T}"
