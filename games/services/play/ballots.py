"""The rows of a vote: its ballots, and its result."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from games.models import Ballot, Match, Vote
from games.services.play import announcements
from games.services.play.decision_rows import Sitter

# What everybody has to agree to.
UNANIMOUS = {Vote.Kind.UNDO, Vote.Kind.END, Vote.Kind.END_UNRATED, Vote.Kind.ANNUL}


def open_vote(vote: Vote, seats: list[Sitter], *, now: datetime) -> None:
    """Save a new vote and ask the other people of its match, which is locked.

    Without other people it passes at once: house bots agree to everything.
    """
    others = [other for other in seats if other.number != vote.seat and not other.is_house_bot()]
    vote.save(force_insert=True)
    ballots = [Ballot(vote=vote, seat=other.number) for other in others]
    Ballot.objects.bulk_create(ballots)
    if not ballots:
        close_vote(vote, Vote.Outcome.PASSED, now=now)
    announcements.announce_vote(vote.match, seats, ballots, now=now)


def create_passed_vote(
    match: Match, seat: int, kind: Vote.Kind, facts: Mapping[str, object], *, now: datetime
) -> Vote:
    """Record a vote that passed because nobody had to be asked."""
    return Vote.objects.create(
        match=match,
        kind=kind,
        seat=seat,
        facts=facts,
        asked_at=now,
        decided_at=now,
        outcome=Vote.Outcome.PASSED,
    )


def replace_ballots(match: Match, seats: list[Sitter], seat: int, *, now: datetime) -> None:
    """Replace the open ballots of a seat's former player by new ones for its new player."""
    old = Ballot.objects.filter(
        vote__match=match, vote__outcome=Vote.Outcome.OPEN, seat=seat, says=None
    )
    votes = [ballot.vote for ballot in old.select_related("vote")]
    old.delete()
    fresh = Ballot.objects.bulk_create(Ballot(vote=vote, seat=seat) for vote in votes)
    announcements.announce_vote(match, seats, fresh, now=now)


def close_vote(vote: Vote, outcome: Vote.Outcome, *, now: datetime) -> None:
    """Record the result of a vote."""
    vote.outcome, vote.decided_at = outcome, now
    vote.save(update_fields=["outcome", "decided_at"])


def tally_ballots(vote: Vote, *, is_over: bool) -> Vote.Outcome:
    """Return the result of a vote, OPEN while it is undecided.

    `is_over`: the time to vote is over.

    An undo and the end of the match need a yes from everybody, and silence is a no. Anything else
    passes when more than half of the others say yes and fails when half of them say no; silence is
    a yes, because absent players need no protection from more time.
    """
    answers = list(vote.ballots.values_list("says", flat=True))
    yes, no = answers.count(True), answers.count(False)
    if vote.kind in UNANIMOUS:
        is_lost, is_won, silent = no > 0, yes == len(answers), Vote.Outcome.FAILED
    else:
        is_lost, is_won = 2 * no >= len(answers) > 0, 2 * yes > len(answers)
        silent = Vote.Outcome.PASSED
    if is_lost:
        return Vote.Outcome.FAILED
    if is_won or not answers:
        return Vote.Outcome.PASSED
    return silent if is_over else Vote.Outcome.OPEN
