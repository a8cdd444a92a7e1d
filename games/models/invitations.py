"""Who is asked to sit down at a match that has not begun."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from abyss_site.ids import uuid7

from .match import Match
from .reply_tokens import new_invitation_token


class Invitation(models.Model):
    """That `inviter` asks somebody to a match: a `player`, or whoever reads `address`.

    `player` is None where nobody we knew read the address; `address` is as it was typed, "" where a
    player was named. `digest` stands for the address in counts, see services/invitations.py.
    `seat` is kept for them until the end; None: first come, first served. Whom a `silent` one asks
    is told nothing of it, and neither is whoever asked. `match` None: it was taken down.
    """

    class Outcome(models.TextChoices):
        """What became of it."""

        # Not answered yet.
        OPEN = "open"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"
        # Its time ran out, or the match began without them.
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
            # No job would ever find a row of another.
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
        """Who is asked, as whoever asks may read it: an address stays one."""
        return self.address or (self.player.display_name if self.player else "")
