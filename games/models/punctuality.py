"""How players keep to the clock, as it was counted last."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Punctuality(models.Model):
    """What reliability.of said of a player of whom enough is known, minutes ago.

    `in_time` is a whole percentage; `median` from question to answer, None without any.
    """

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True)
    in_time = models.PositiveSmallIntegerField()
    median = models.DurationField(null=True)

    class Meta:
        verbose_name_plural = "punctualities"

    def __str__(self) -> str:
        return f"{self.in_time}% in time"
