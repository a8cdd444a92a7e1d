"""The moves of a match, and snapshots of its state."""

from __future__ import annotations

from django.db import models

from abyss_site.core.ids import uuid7

from .match import Match, Prompt


class Move(models.Model):
    """An accepted decision, numbered by `ply` from 1.

    History, never rewritten, except that an undo deletes sealed answers that nobody has seen.

    `events` are the rules' events as JSON, including private ones with their audience; only
    move_log.py filters them for a reader. `source` is where the answer came from: email, link,
    page, api, clock, bot, order, staff, rules, undo. A move of source undo is no decision of the
    game: the match is reset to the state after ply `decision["args"]["to"]`, and the moves in
    between carry its ply in `undone`; None: not undone. `bank` is what the seat had left before, in
    seconds, None if each turn has its own time.
    """

    # Sources through which players answer themselves.
    OWN_HANDS = ("email", "page", "link", "api")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    # Found through the unique constraint on (match, ply).
    match = models.ForeignKey(Match, models.CASCADE, related_name="moves", db_index=False)
    prompt = models.ForeignKey(Prompt, models.CASCADE, related_name="moves")
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    decision = models.JSONField()
    events = models.JSONField()
    source = models.CharField(max_length=10)
    key = models.CharField(max_length=200)
    edition = models.PositiveIntegerField()
    played_at = models.DateTimeField()
    undone = models.PositiveIntegerField(null=True)
    bank = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "ply"], name="one_move_per_ply"),
            models.UniqueConstraint(fields=["match", "key"], name="one_move_per_submission"),
        ]

    def __str__(self) -> str:
        return f"ply {self.ply} of {self.match_id}"


class Snapshot(models.Model):
    """The stored state after `ply`, kept every few plies and at the end; ply 0 is the deal."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="snapshots")
    ply = models.PositiveIntegerField()
    state = models.BinaryField()
    edition = models.PositiveIntegerField()
    revision = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "ply"], name="one_snapshot_per_ply"),
        ]

    def __str__(self) -> str:
        return f"snapshot at ply {self.ply} of {self.match_id}"
