"""The clock's pulse: when it last ticked, for what an outage of ours takes from the players."""

from __future__ import annotations

from datetime import timedelta

from django.db import models


class Pulse(models.Model):
    """One row: the last tick, written once a minute.

    `counted`: up to when services/punctuality.py has seen answers; None: it has yet to begin.
    """

    ONLY = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY)
    ticked = models.DateTimeField()
    counted = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"last tick {self.ticked:%F %T}"


class Outage(models.Model):
    """A time in which the clock did not tick; open deadlines were moved by as much."""

    began = models.DateTimeField()
    ended = models.DateTimeField(unique=True)

    @property
    def length(self) -> timedelta:
        return self.ended - self.began

    def __str__(self) -> str:
        return f"outage {self.began:%F %T} to {self.ended:%F %T}"
