"""Clubs: groups of players who joined themselves, with leagues of their own."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from abyss_site.core.ids import uuid7


class Club(models.Model):
    """A group of players: how to reach it, and who answers for it.

    Its organisers are members who need not be staff. A club whose last member leaves is deleted.
    Staff can close one: then it is listed nowhere, takes no members and sends no e-mails.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    slug = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=60)
    description = models.TextField(max_length=2000, blank=True)
    # How to reach the club.
    contact = models.CharField(max_length=200)
    # Name and address of whoever answers for the club and what it writes.
    imprint = models.TextField(max_length=1000)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    # When staff closed it; None for a club that is open.
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["name"]
        indexes = [models.Index(fields=["name"], name="club_by_name")]

    def __str__(self) -> str:
        return self.name


class ClubMember(models.Model):
    """A player who joined a club. `gets_emails`: they want to be told of new seasons."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="members")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="club_memberships"
    )
    is_organiser = models.BooleanField(default=False, db_default=False)
    gets_emails = models.BooleanField(default=True, db_default=True)
    joined_at = models.DateTimeField()

    class Meta:
        ordering = ["joined_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="one_membership_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} of {self.club_id}"
