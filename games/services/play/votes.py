"""Votes: request time, pauses, their end or that of the match; vote; carry out what passes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.engine import clock
from games.engine.contract import Refused
from games.models import Ballot, Match, Player, Prompt, Status, Vote
from games.queries import matches, open_prompts
from games.services import ratings
from games.services.play import announcements, ballots, endings, pauses, undo
from games.services.play.decision_rows import Sitter, fetch_sitters
from notifications import gateway

Kind, Outcome = Vote.Kind, Vote.Outcome

# Allowed lengths of an extension and a pause, in hours; TIME is how long the others may vote.
HOURS = {Kind.EXTENSION: range(1, 7 * 24 + 1), Kind.PAUSE: range(24, 30 * 24 + 1)}
TIME = timedelta(days=1)
# Maximum number of requests of a kind per seat and match, whatever their result.
BUDGET = {
    Kind.EXTENSION: 3,
    Kind.PAUSE: 2,
    Kind.RESUME: 2,
    Kind.END: 2,
    Kind.END_UNRATED: 2,
    Kind.ANNUL: 2,
}
# What is recorded about a match that a vote ends.
RULINGS = {
    Kind.END: Match.Ruling.AGREED,
    Kind.END_UNRATED: Match.Ruling.UNRATED,
    Kind.ANNUL: Match.Ruling.ANNULLED,
}


class VoteOver(Refused):
    """The vote has been decided."""

    code = "vote_over"


class CannotVote(Refused):
    """This cannot be requested, or not now, or not once more."""

    code = "cannot_vote"


@transaction.atomic
def call_vote(
    player: Player,
    match: Match,
    kind: Vote.Kind,
    *,
    hours: int = 0,
    reason: str = "",
    now: datetime | None = None,
) -> Vote:
    """Ask the others for `hours` more time, for a pause of `hours`, to end a pause or the match.

    The vote ends after a day, and no later than the own deadline. Raises CannotVote.
    """
    now = now or timezone.now()
    match = Match.objects.select_for_update(no_key=True).get(pk=match.pk)
    seats = fetch_sitters(match)
    seat = next((s.number for s in seats if s.player_id == player.pk), None)
    if seat is None or match.status != Status.RUNNING:
        raise CannotVote("Only players can vote, and only while the match is running.")
    if kind in RULINGS:
        _check_may_end(match, seats, kind)
    elif (match.paused_at is not None) != (kind == Kind.RESUME):
        raise CannotVote(
            "The match is not paused."
            if match.paused_at is None
            else "The match is paused already."
        )
    if kind in HOURS and hours not in HOURS[kind]:
        raise CannotVote(
            "Choose {least} to {most} hours.",
            least=HOURS[kind].start,
            most=HOURS[kind].stop - 1,
        )
    mine = match.votes.filter(kind=kind, seat=seat)
    if mine.count() >= BUDGET[kind]:
        raise CannotVote("You have asked for that {many} times in this match.", many=BUDGET[kind])
    if match.votes.filter(kind=kind, outcome=Outcome.OPEN).exists():
        raise CannotVote("A vote on that is already running.")
    row = match.prompts.filter(seat=seat, closed_at=None, answered_at=None).first()
    due = None if row is None else row.deadline_at
    if kind == Kind.EXTENSION and (due is None or due <= now):
        raise CannotVote("You have no running deadline to extend.")
    if kind != Kind.EXTENSION:
        # As the others see it: the end of the vote must not tell whether a sealed answer is given.
        prompts = open_prompts.seats_to_act(match, now)
        due = next((prompt.deadline_at for prompt in prompts if prompt.seat == seat), None)
    expires = now + TIME if due is None or due <= now else min(now + TIME, due)
    facts = {"hours": hours} | ({"prompt": str(row.pk)} if row else {})
    vote = Vote(
        match=match,
        kind=kind,
        seat=seat,
        facts=facts,
        reason=reason[:200],
        asked_at=now,
        expires_at=expires,
    )
    ballots.open_vote(vote, seats, now=now)
    if vote.outcome == Outcome.PASSED:
        _carry_out(vote, match, seats, now)
    return vote


@transaction.atomic
def answer_ballot(ballot: Ballot, says: bool, *, now: datetime | None = None) -> Vote:
    """Vote yes or no; may be changed while the vote is open. Raises VoteOver."""
    now = now or timezone.now()
    match = Match.objects.select_for_update(no_key=True).get(votes=ballot.vote_id)
    vote = Vote.objects.get(pk=ballot.vote_id)
    if vote.outcome != Outcome.OPEN:
        raise VoteOver("That has been decided already.")
    Ballot.objects.filter(pk=ballot.pk).update(says=says, answered_at=now)
    _decide_vote(vote, match, is_over=False, now=now)
    return vote


@transaction.atomic
def withdraw_vote(player: Player, vote: Vote, *, now: datetime | None = None) -> Vote:
    """Withdraw an undecided request of the player's seat; it still counts towards the maximum.

    Raises VoteOver or CannotVote; nothing is changed.
    """
    now = now or timezone.now()
    match = Match.objects.select_for_update(no_key=True).get(votes=vote.pk)
    seats = fetch_sitters(match)
    vote = Vote.objects.get(pk=vote.pk)
    if seats[vote.seat].player_id != player.pk:
        raise CannotVote("Only the player who asked can withdraw it.")
    if vote.outcome != Outcome.OPEN:
        raise VoteOver("That has been decided already.")
    ballots.close_vote(vote, Outcome.WITHDRAWN, now=now)
    announcements.announce_vote_result(match, seats, vote, now=now)
    return vote


def expire_votes(now: datetime | None = None) -> int:
    """Decide expired votes, counting silence; return how many. Safe to run twice."""
    now = now or timezone.now()
    rows = gateway.Attempts("votes", Vote, now)
    due = rows.skip_resting(Vote.objects.filter(outcome=Outcome.OPEN, expires_at__lte=now))
    expire = partial(_expire_vote, now=now)
    keys = list(due.values_list("pk", flat=True))
    return sum(bool(rows.attempt(pk, partial(expire, pk))) for pk in keys)


@transaction.atomic
def _expire_vote(pk: UUID, now: datetime) -> bool:
    match = Match.objects.select_for_update(no_key=True).get(votes=pk)
    vote = Vote.objects.get(pk=pk)
    if vote.outcome != Outcome.OPEN:
        return False
    _decide_vote(vote, match, is_over=True, now=now)
    return True


def end_pauses(now: datetime | None = None) -> int:
    """Resume matches whose agreed pause is over; return how many. Safe to run twice."""
    now = now or timezone.now()
    rows = gateway.Attempts("pauses", Vote, now)
    due = rows.skip_resting(Vote.objects.filter(paused_until__lte=now))
    keys = list(due.values_list("pk", flat=True))
    return sum(bool(rows.attempt(pk, partial(_end_pause, pk, now))) for pk in keys)


@transaction.atomic
def _end_pause(pk: UUID, now: datetime) -> bool:
    match = Match.objects.select_for_update(no_key=True).get(votes=pk)
    vote = Vote.objects.get(pk=pk)
    if not Vote.objects.filter(pk=pk, paused_until__lte=now).update(paused_until=None):
        return False
    # Not a later pause, after this one was ended early.
    return match.paused_at == vote.decided_at and pauses.resume_match(match, now=now)


def _decide_vote(vote: Vote, match: Match, *, is_over: bool, now: datetime) -> None:
    outcome = ballots.tally_ballots(vote, is_over=is_over)
    if outcome == Outcome.OPEN:
        return
    seats = fetch_sitters(match)
    if outcome == Outcome.PASSED and not _carry_out(vote, match, seats, now):
        outcome = Outcome.LAPSED
    ballots.close_vote(vote, outcome, now=now)
    announcements.announce_vote_result(match, seats, vote, now=now)


def _carry_out(vote: Vote, match: Match, seats: list[Sitter], now: datetime) -> bool:
    """Do what was agreed on; False if there is nothing left to be done."""
    if match.status != Status.RUNNING:
        return False
    match vote.kind:
        case Kind.UNDO:
            return undo.carry_out(vote, match, seats, now=now)
        case Kind.EXTENSION:
            return _apply_extension(vote, now)
        case Kind.PAUSE:
            return _apply_pause(vote, match, now)
        case Kind.RESUME:
            return pauses.resume_match(match, now=now)
        case Kind.END | Kind.END_UNRATED | Kind.ANNUL:
            return _end_match(match, seats, Kind(vote.kind), now)
    # The database refuses others, so this one is new here: it must not resume the match.
    raise ValueError(f"a vote of the unknown kind {vote.kind!r}")


def _check_may_end(match: Match, seats: Sequence[Sitter], kind: Vote.Kind) -> None:
    """Raise CannotVote unless the players may agree on this end."""
    if not matches.can_end_by_vote(match):
        raise CannotVote("A match of a league can only be ended by its directors.")
    if kind != Kind.ANNUL and not matches.has_current_places(match):
        raise CannotVote("This match has no places before its end; you can annul it.")
    if kind == Kind.END and any(seat.is_away() for seat in seats):
        raise CannotVote("While somebody is away, you can end the match unrated or annul it.")


def _end_match(match: Match, seats: list[Sitter], kind: Vote.Kind, now: datetime) -> bool:
    if kind == Kind.END and any(seat.is_away() for seat in seats):
        # Somebody left after the question.
        kind = Kind.END_UNRATED
    outcome = None if kind == Kind.ANNUL else endings.find_current_outcome(match)
    endings.end_match(match, RULINGS[kind], outcome, now=now)
    ratings.rate_ended_match(match, now=now)
    announcements.announce_end(match, seats, now=now)
    return True


def _apply_pause(vote: Vote, match: Match, now: datetime) -> bool:
    if not pauses.pause_match(match, why=Match.Why.VOTE, now=now):
        return False
    until = now + timedelta(hours=vote.facts["hours"])
    Vote.objects.filter(pk=vote.pk).update(paused_until=until)
    return True


def _apply_extension(vote: Vote, now: datetime) -> bool:
    """Move the deadline of the question that was asked then; a sealed answer is in already."""
    row = Prompt.objects.filter(pk=vote.facts["prompt"], closed_at=None).first()
    if row is None:
        return False
    if row.deadline_at is not None:
        later = row.deadline_at + timedelta(hours=vote.facts["hours"])
        remind_at = clock.next_reminder_at(
            row.opened_at, later, now, clock.parse_prompt_hours(row.hours)
        )
        Prompt.objects.filter(pk=row.pk).update(deadline_at=later, remind_at=remind_at)
    return True
