"""The events sent to players' programs."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.indexes import BrinIndex
from django.db import models

from abyss_site.core.ids import uuid7


class PlayerEvent(models.Model):
    """An event that concerns one player, or anybody who looks on, in the order of the commits.

    `number` is its public id: random, because a sequence would reveal how much happens to others.
    `xid` is the transaction that wrote the row: rows are read only once no older transaction is
    running, ordered by (`xid`, `place`) within their `epoch`, so that no row ever appears before
    one that has already been read. `facts` contains only ids, nothing about the state of a match;
    the reader looks up those rows with their own permissions.

    `player` is the player; or the id of a match, for its spectators; or zero, for whoever listens
    to the ends of public matches.
    """

    class Kind(models.TextChoices):
        """What happened."""

        # A prompt was opened for the player, or closed, or is due soon. Facts: match, seat, prompt.
        PROMPT_OPENED = "prompt_opened"
        PROMPT_CLOSED = "prompt_closed"
        REMINDER = "reminder"
        # There are new events in the match. Facts: match, seat; ply, if they are public.
        MOVED = "moved"
        # The clock has answered for the player. Facts: match, seat, prompt.
        CLOCK_MOVED = "clock_moved"
        # A move was taken back. Facts, as for all that follow: match and, but for invitations and
        # spectators, seat.
        UNDONE = "undone"
        # Somebody has joined a match that still waits for players.
        PLAYER_JOINED = "player_joined"
        MATCH_STARTED = "match_started"
        MATCH_FINISHED = "match_finished"
        MATCH_PAUSED = "match_paused"
        MATCH_RESUMED = "match_resumed"
        MATCH_FROZEN = "match_frozen"
        # The player has taken over a seat that somebody else held.
        SEAT_TAKEN = "seat_taken"
        # Facts: match, invitation.
        INVITED = "invited"
        # Facts: match, message.
        SAID = "said"
        # Facts: player, who has written, and message.
        DIRECT_MESSAGE = "direct_message"
        # Facts: match, vote.
        VOTE_OPENED = "vote_opened"
        VOTE_DECIDED = "vote_decided"

    place = models.BigAutoField(primary_key=True)
    number = models.UUIDField(default=uuid7, unique=True, editable=False)
    xid = models.BigIntegerField()
    # The epoch of the database in which `xid` was assigned; see abyss_site/core/epoch.py.
    epoch = models.CharField(max_length=16, default="", db_default="")
    # Without a database constraint, which would lock the player's row for every event: players'
    # rows are kept for good, these are not.
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )
    kind = models.CharField(max_length=20, choices=Kind)
    facts = models.JSONField()
    occurred_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["player", "xid", "place"], name="player_event_of_player"),
            models.Index(fields=["xid", "place"], name="player_event_in_order"),
            # Used only by forget_old, which may be slow; a BRIN index keeps writing fast.
            BrinIndex(fields=["occurred_at"], name="player_event_at"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"
