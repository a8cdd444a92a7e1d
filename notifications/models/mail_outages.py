"""Model of the periods in which no e-mail could be sent, or none could come in."""

from __future__ import annotations

from django.db import models


class MailOutage(models.Model):
    """A period in which e-mails did not leave, or could not come in.

    `started_at` is the first failure, or the last sign of life of the mailroom; `ended_at` is None
    while it lasts, and `given_back_at` until its length has been added to the deadlines.
    """

    class Direction(models.TextChoices):
        # The mail server or provider takes no e-mails from us.
        OUT = "out"
        # No mailroom receives e-mails.
        IN = "in"

    direction = models.CharField(max_length=3, choices=Direction)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    given_back_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["direction"],
                condition=models.Q(ended_at=None),
                name="mail_outage_open_once",
            ),
        ]

    def __str__(self) -> str:
        until = f"{self.ended_at:%F %T}" if self.ended_at else "now"
        return f"no e-mails {self.direction} from {self.started_at:%F %T} to {until}"
