"""Invitations to matches that have not started."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from abyss_site.core.ids import uuid7

from .match import Match
from .reply_tokens import new_invitation_token


class Invitation(models.Model):
    """An invitation by `inviter` to a match: for a `player`, or for whoever reads `address`.

    `player` is None if the address belonged to no known player; `address` is as typed, "" if a
    player was named. `digest` stands for the address in rate limits, see services/invitations.py.
    `seat` is reserved for the invitee until the end; None: first come, first served. The invitee of
    a `silent` invitation is not notified, and the inviter is not told so. `match` None: it was
    deleted.
    """

    class Outcome(models.TextChoices):
        """The result of the invitation."""

        # Not answered yet.
        OPEN = "open"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"
        # It expired, or the match started without the invitee.
        LAPSED = "lapsed"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    token = models.CharField(max_length=26, unique=True, default=new_invitation_token)
    match = models.ForeignKey(Match, models.SET_NULL, null=True, related_name="invitations")
    inviter = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="invitations"
    )
    address = models.EmailField(blank=True)
    digest = models.CharField(max_length=64)
    note = models.CharField(max_length=200, blank=True)
    seat = models.PositiveSmallIntegerField(null=True)
    silent = models.BooleanField(default=False)
    sent_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.OPEN)

    class Meta:
        constraints = [
            # No job would ever find a row with another value.
            models.CheckConstraint(
                condition=Q(outcome__in=["open", "accepted", "declined", "withdrawn", "lapsed"]),
                name="invitation_outcome_known",
            ),
            models.UniqueConstraint(
                fields=["match", "digest"], condition=Q(outcome="open"), name="one_invitation_each"
            ),
        ]
        indexes = [
            # For end_invitations.
            models.Index(fields=["expires_at"], name="invitation_ends"),
            models.Index(fields=["digest", "sent_at"], name="invitation_digest"),
        ]

    def __str__(self) -> str:
        return f"invitation to {self.match_id}"

    @property
    def whom(self) -> str:
        """The invitee as the inviter may see them: an address remains an address."""
        return self.address or (self.player.display_name if self.player else "")
