"""Events in a match that are not moves."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from abyss_site.core.ids import uuid7

from .match import Match, Seat


class TimelineEntry(models.Model):
    """An event in the history of a match that is not a move.

    It is shown before the move numbered `ply`. `seat` is the seat concerned, None for all; `text`
    is a moderator's note, or the name of who left.
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
        # A substitute has taken it over.
        TAKEN = "taken"
        # Its player, named in `text`, has resigned it to a house bot.
        RESIGNED = "resigned"
        # Its player has deleted the account; a house bot plays it to the end.
        GONE = "gone"
        # A moderator has let a house bot take over the seat of the player named in `text`.
        REPLACED = "replaced"
        # A moderator took the action named in `text`, see presentation/moderation.py.
        DESK = "desk"
        # A moderator extended the seat's deadline.
        MORE_TIME = "more_time"
        # The clock did not tick for a while; `text` is the number of minutes.
        OUTAGE = "outage"
        # E-mails could not be sent or received for a while; `text` is the number of minutes.
        MAIL_OUTAGE = "no_mail"
        # The seat's question was never e-mailed to it, and the clock answered it.
        UNSENT = "unsent"

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
    """A former holder of a seat, from `seated_at` (None: the deal) until `left_at`.

    `excused`: staff gave the seat to somebody else; the match does not count for the holder.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="former_players")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="left_seats")
    seated_at = models.DateTimeField(null=True)
    left_at = models.DateTimeField()
    excused = models.BooleanField(default=False, db_default=False)

    def __str__(self) -> str:
        return f"{self.player_id} until {self.left_at:%F}"
