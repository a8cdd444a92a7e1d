"""What happened to a match beside its moves."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from abyss_site.ids import uuid7

from .match import Match, Seat


class TimelineEntry(models.Model):
    """Something that happened to a match beside its moves, for its story.

    It stands before the move numbered `ply`. `seat` is whom it is about, None for all; `text` what
    a moderator said, or who left.
    """

    class Kind(models.TextChoices):
        """What happened."""

        PAUSED = "paused"
        RESUMED = "resumed"
        # The match waits for this seat, whose time ran out.
        WAITED = "waited"
        # A house bot plays for the seat.
        KEPT = "kept"
        # The seat is offered to others.
        WANTED = "wanted"
        # Its player is back.
        BACK = "back"
        # A substitute has taken it.
        TAKEN = "taken"
        # Its player, named in `text`, has given it up to a house bot.
        RESIGNED = "resigned"
        # Its player has deleted the account; a house bot plays it to the end.
        GONE = "gone"
        # A moderator has let a house bot take the seat of the one named in `text`.
        REPLACED = "replaced"
        # A moderator has done what `text` names, see presentation/moderation.py.
        DESK = "desk"
        # A moderator gave it more time.
        MORE_TIME = "more_time"
        # The clock did not tick for a while; `text` says for how many minutes.
        OUTAGE = "outage"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="timeline")
    ply = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    seat = models.PositiveSmallIntegerField(null=True)
    text = models.CharField(max_length=300, blank=True)
    occurred_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["match", "ply"], name="timeline_of_match")]

    def __str__(self) -> str:
        return f"{self.kind} before ply {self.ply} of {self.match_id}"


class SeatHistory(models.Model):
    """Who held a seat before a substitute took it, `since` (None: the deal) until `left`."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="former_players")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="left_seats")
    seated_at = models.DateTimeField(null=True)
    left_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.player_id} until {self.left_at:%F}"
