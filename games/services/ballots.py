"""The rows of a vote: who is asked, what they say, and whether that decides it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.models import Ballot, Match, Vote
from games.services import announcements
from games.services.decision_rows import Sitter


def open_vote(vote: Vote, seats: list[Sitter], *, now: datetime) -> None:
    """Save a new vote and ask the other people of its match, which is locked.

    It is passed at once if there are none: house bots agree to everything.
    """
    others = [other for other in seats if other.number != vote.seat and not other.is_house_bot()]
    vote.save(force_insert=True)
    ballots = [Ballot(vote=vote, seat=other.number) for other in others]
    Ballot.objects.bulk_create(ballots)
    if not ballots:
        close_vote(vote, Vote.Outcome.PASSED, now=now)
    announcements.vote_opened(vote.match, seats, ballots, now=now)


def passed_at_once(
    match: Match, seat: int, kind: Vote.Kind, facts: Mapping[str, Any], *, now: datetime
) -> Vote:
    """Write down what nobody has to be asked for."""
    return Vote.objects.create(
        match=match,
        kind=kind,
        seat=seat,
        facts=facts,
        asked_at=now,
        decided_at=now,
        outcome=Vote.Outcome.PASSED,
    )


def hand_over(match: Match, seats: list[Sitter], seat: int, *, now: datetime) -> None:
    """Ask whoever has just come to a seat instead of whoever left it, under tokens of their own."""
    old = Ballot.objects.filter(
        vote__match=match, vote__outcome=Vote.Outcome.OPEN, seat=seat, says=None
    )
    votes = [ballot.vote for ballot in old.select_related("vote")]
    old.delete()
    fresh = Ballot.objects.bulk_create(Ballot(vote=vote, seat=seat) for vote in votes)
    announcements.vote_opened(match, seats, fresh, now=now)


def close_vote(vote: Vote, outcome: Vote.Outcome, *, now: datetime) -> None:
    """Write down how it ended."""
    vote.outcome, vote.decided_at = outcome, now
    vote.save(update_fields=["outcome", "decided_at"])


def tally_ballots(vote: Vote, *, is_over: bool) -> Vote.Outcome:
    """How the answers decide: OPEN while they do not. `is_over`: the time for answers is.

    To take a move back everybody has to say yes, and silence is a no. Anything else passes when
    more than half of the others say yes, fails when half of them say no, and silence is a yes: who
    is not there needs no protection from more time.
    """
    said = list(vote.ballots.values_list("says", flat=True))
    yes, no = said.count(True), said.count(False)
    if vote.kind == Vote.Kind.UNDO:
        failed, passed, silent = no > 0, yes == len(said), Vote.Outcome.FAILED
    else:
        failed, passed = 2 * no >= len(said) > 0, 2 * yes > len(said)
        silent = Vote.Outcome.PASSED
    if failed:
        return Vote.Outcome.FAILED
    if passed or not said:
        return Vote.Outcome.PASSED
    return silent if is_over else Vote.Outcome.OPEN
