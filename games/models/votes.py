"""Votes among the players: undo, more time, pause, resume, end. History, like moves."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from abyss_site.core.ids import uuid7

from .match import Match
from .reply_tokens import new_ballot_token


class Vote(models.Model):
    """A request of a seat on which the other people in the match vote.

    `facts` is what is requested, see services/play/undo.py and services/play/votes.py. A vote still
    open at `expires_at` is decided then, counting silence; None: nobody was asked, because nobody
    else decides. `paused_until` is when an agreed pause ends, None once it has ended.
    """

    class Kind(models.TextChoices):
        """What is requested."""

        UNDO = "undo"
        # More time for the seat's open prompt.
        EXTENSION = "extension"
        PAUSE = "pause"
        # The early end of a pause.
        RESUME = "resume"
        # The end of the match with the places as they stand.
        END = "end"
        # The same, but no rating changes.
        END_UNRATED = "unrated"
        # The end of the match without places.
        ANNUL = "annul"

    class Outcome(models.TextChoices):
        """The result of the vote."""

        # Still open.
        OPEN = "open"
        PASSED = "passed"
        FAILED = "failed"
        # Approved, or undecided, when nothing could be done about it any more.
        LAPSED = "lapsed"
        # Withdrawn by the requester.
        WITHDRAWN = "withdrawn"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="votes")
    kind = models.CharField(max_length=10, choices=Kind)
    seat = models.PositiveSmallIntegerField()
    facts = models.JSONField()
    reason = models.CharField(max_length=200, blank=True)
    asked_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    decided_at = models.DateTimeField(null=True)
    paused_until = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.OPEN)

    class Meta:
        constraints = [
            # No job would ever find a row with another value, or know what to do about it.
            models.CheckConstraint(
                condition=Q(
                    kind__in=["undo", "extension", "pause", "resume", "end", "unrated", "annul"]
                ),
                name="vote_kind_known",
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=["open", "passed", "failed", "lapsed", "withdrawn"]),
                name="vote_outcome_known",
            ),
            models.UniqueConstraint(
                fields=["match", "kind"], condition=Q(outcome="open"), name="one_open_vote_a_kind"
            ),
        ]
        indexes = [
            # For expire_votes.
            models.Index(fields=["expires_at"], condition=Q(outcome="open"), name="vote_expires"),
            # For end_pauses.
            models.Index(
                fields=["paused_until"], condition=~Q(paused_until=None), name="vote_paused_until"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} wished for by seat {self.seat} of {self.match_id}"


class Ballot(models.Model):
    """One person's vote, named by `token` in e-mails; `says` None: not answered yet."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    vote = models.ForeignKey(Vote, models.CASCADE, related_name="ballots")
    seat = models.PositiveSmallIntegerField()
    token = models.CharField(max_length=26, unique=True, default=new_ballot_token)
    says = models.BooleanField(null=True)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["vote", "seat"], name="one_ballot_a_seat"),
        ]

    def __str__(self) -> str:
        return f"ballot of seat {self.seat} in {self.vote_id}"
