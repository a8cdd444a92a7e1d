"""End a match before its rules do."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from games.engine.contract import Chart, Outcome
from games.models import Match, Order, Status, Vote
from games.queries import states
from games.queries.matches import is_cooperative, is_of_league
from games.services import change_marks
from games.services.play import playing
from games.titles import GAMES


def can_end_by_vote(match: Match) -> bool:
    """Return whether the players may agree on an end: directors decide about matches of leagues."""
    return match.status == Status.RUNNING and not is_of_league(match)


def has_current_places(match: Match) -> bool:
    """Return whether the seats can be ranked during the match; they are not if they play
    together."""
    return not is_cooperative(match) and _find_chart(match) is not None


def find_current_outcome(match: Match) -> Outcome:
    """Return the outcome of a running match as it stands, by the points that everybody sees.

    Ties share a place. `has_current_places` holds.
    """
    chart = _find_chart(match)
    assert chart is not None
    view = GAMES[match.game].build_view(states.load_state(match), None)
    # The first measure is the score, as in the charts.
    scores = next(iter(chart.count_measures(view).values()))
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    return Outcome(places, tuple(scores))


def _find_chart(match: Match) -> Chart[Any] | None:
    load_board = GAMES[match.game].load_board
    return None if load_board is None else load_board().chart


def end_match(
    match: Match, ruling: Match.Ruling, outcome: Outcome | None, *, now: datetime
) -> None:
    """End a locked match with an outcome; None: without places.

    Its prompts, orders and votes are closed.
    """
    match.status, match.finished_at, match.ruling = Status.FINISHED, now, ruling
    match.outcome = outcome and msgspec.to_builtins(outcome)
    match.paused_at, match.pause_reason = None, Match.Why.NONE
    match.save(
        update_fields=["status", "finished_at", "ruling", "outcome", "paused_at", "pause_reason"]
    )
    if outcome is None:
        match.seats.update(place=None, score=None)
    else:
        playing.save_places(match, outcome)
    match.prompts.filter(closed_at=None).update(closed_at=now, deadline_at=None, remind_at=None)
    orders = match.orders.filter(active=True)
    orders.update(active=False, why=Order.Why.CANCELLED, ended_at=now)
    open_votes = match.votes.filter(outcome=Vote.Outcome.OPEN)
    open_votes.update(outcome=Vote.Outcome.LAPSED, decided_at=now)
    match.seats.update(bot_took_over_at=None, offered_at=None)
    change_marks.mark_match_changed(match.number)
