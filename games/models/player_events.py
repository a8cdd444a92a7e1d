"""What players' programs are told as it happens."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.indexes import BrinIndex
from django.db import models

from abyss_site.ids import uuid7


class PlayerEvent(models.Model):
    """One thing that concerns one player, in the order in which it came true.

    `number` is what programs call it: random, for a running number would count what happens to
    others. `xid` is the transaction that wrote the row: rows are read once no older transaction is
    left, by (`xid`, `place`) within their `epoch`, so that nothing ever comes to stand before what
    was read already.
    `facts` name rows and nothing of a table; who may see these rows looks them up.
    """

    class Kind(models.TextChoices):
        """What happened."""

        # A question was put to the player, or is not asked any more. Facts: match, prompt.
        PROMPT_OPENED = "prompt_opened"
        PROMPT_CLOSED = "prompt_closed"
        # Something was told at the table. Facts: match; ply, if everybody was told.
        MOVED = "moved"
        # A move was taken back. Facts, as of all that follow: match.
        UNDONE = "undone"
        MATCH_STARTED = "match_started"
        MATCH_FINISHED = "match_finished"
        MATCH_PAUSED = "match_paused"
        MATCH_RESUMED = "match_resumed"
        MATCH_FROZEN = "match_frozen"
        # The player has come to a seat that somebody else held.
        SEAT_TAKEN = "seat_taken"
        # Facts: match, invitation.
        INVITED = "invited"
        # Facts: match, message.
        SAID = "said"
        # Facts: match, vote.
        VOTE_OPENED = "vote_opened"
        VOTE_DECIDED = "vote_decided"

    place = models.BigAutoField(primary_key=True)
    number = models.UUIDField(default=uuid7, unique=True, editable=False)
    xid = models.BigIntegerField()
    # In which life of the database `xid` was given; see abyss_site/epoch.py.
    epoch = models.CharField(max_length=16, default="", db_default="")
    # Not watched by the database, which would lock the player's row for every happening: players
    # stay, and these rows do not.
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
            # For forget_old alone, which may take its time; writing must not.
            BrinIndex(fields=["occurred_at"], name="player_event_at"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"
