"""The heartbeat of the clock, from which outages are detected and given back to the players."""

from __future__ import annotations

from datetime import timedelta

from django.db import models


class Heartbeat(models.Model):
    """A single row: the last tick, written once a minute.

    `counted_until`: up to when services/punctuality.py has counted answers; None: not started yet.
    """

    ONLY = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY)
    ticked_at = models.DateTimeField()
    counted_until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"last tick {self.ticked_at:%F %T}"


class Outage(models.Model):
    """A period in which the clock did not tick; open deadlines were extended by its length."""

    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(unique=True)

    @property
    def length(self) -> timedelta:
        return self.ended_at - self.started_at

    def __str__(self) -> str:
        return f"outage {self.started_at:%F %T} to {self.ended_at:%F %T}"
