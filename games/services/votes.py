"""Deciding together: answers to votes, and what is done when one has passed."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.models import Ballot, Match, Vote
from games.rules.contract import Refused
from games.services import announcements, ballots, undo
from games.services.ledger import Sitter, sitters

Outcome = Vote.Outcome


class VoteOver(Refused):
    """The vote has been decided."""

    code = "vote_over"


@transaction.atomic
def answer_ballot(ballot: Ballot, says: bool, *, now: datetime | None = None) -> Vote:
    """Say yes or no; may be changed while the vote is open. Raises VoteOver."""
    now = now or timezone.now()
    match = Match.objects.select_for_update(no_key=True).get(votes=ballot.vote_id)
    vote = Vote.objects.get(pk=ballot.vote_id)
    if vote.outcome != Outcome.OPEN:
        raise VoteOver("That has been decided already.")
    Ballot.objects.filter(pk=ballot.pk).update(says=says, answered=now)
    _decide(vote, match, is_over=False, now=now)
    return vote


def expire_votes(now: datetime | None = None) -> int:
    """Decide by silence what has waited long enough; return how many. Safe to run twice."""
    now = now or timezone.now()
    due = Vote.objects.filter(outcome=Outcome.OPEN, expires__lte=now)
    return sum(_expire(pk, now) for pk in list(due.values_list("pk", flat=True)))


@transaction.atomic
def _expire(pk: UUID, now: datetime) -> bool:
    match = Match.objects.select_for_update(no_key=True).get(votes=pk)
    vote = Vote.objects.get(pk=pk)
    if vote.outcome != Outcome.OPEN:
        return False
    _decide(vote, match, is_over=True, now=now)
    return True


def _decide(vote: Vote, match: Match, *, is_over: bool, now: datetime) -> None:
    outcome = ballots.counted(vote, is_over=is_over)
    if outcome == Outcome.OPEN:
        return
    seats = sitters(match)
    if outcome == Outcome.PASSED and not _carry_out(vote, match, seats, now):
        outcome = Outcome.LAPSED
    ballots.close(vote, outcome, now=now)
    announcements.vote_decided(match, seats, vote, now=now)


def _carry_out(vote: Vote, match: Match, seats: list[Sitter], now: datetime) -> bool:
    """Do what was agreed on; False if there is nothing left to be done."""
    return undo.carry_out(vote, match, seats, now=now)
