"""Requests to sign in by e-mail, until a worker has handled them and their code is used."""

from __future__ import annotations

from django.db import models

from abyss_site.core.ids import uuid7


class SignInRequest(models.Model):
    """A request for a sign-in e-mail to an address, known or not.

    The code in the e-mail is derived from the id and SECRET_KEY; it is not stored.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    email = models.EmailField()
    # Where to redirect after signing in.
    next_path = models.TextField(blank=True, default="")
    requested_at = models.DateTimeField()
    # When a worker handles it: later than `requested_at` for unknown addresses beyond the daily
    # limit.
    due_at = models.DateTimeField()
    # When the e-mail was queued, or it was decided that there is none; None: not yet.
    handled_at = models.DateTimeField(null=True, blank=True)
    failed_attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at"], condition=models.Q(handled_at=None), name="sign_in_due"
            ),
            models.Index(fields=["requested_at"], name="sign_in_requested"),
        ]

    def __str__(self) -> str:
        return f"sign-in request of {self.requested_at:%F}"
