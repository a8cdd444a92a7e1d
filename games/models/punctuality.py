"""Players' punctuality, as counted last."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Punctuality(models.Model):
    """A player's punctuality as computed by compute_reliability(), if enough is known; minutes old.

    `in_time` is a whole percentage; `median` is the median time from prompt to answer, None if
    there is none.
    """

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True)
    in_time = models.PositiveSmallIntegerField()
    median = models.DurationField(null=True)

    class Meta:
        verbose_name_plural = "punctualities"

    def __str__(self) -> str:
        return f"{self.in_time}% in time"
