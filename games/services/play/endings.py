"""End a match before its rules do."""

from __future__ import annotations

from datetime import datetime

import msgspec

from games.engine.contract import Outcome
from games.models import Match, Order, Status, Vote
from games.queries import states
from games.queries.matches import find_chart
from games.services import change_marks, player_events
from games.services.play import playing
from games.services.play.decision_rows import fetch_sitters
from games.services.player_events import Kind
from games.titles import GAMES


def find_current_outcome(match: Match) -> Outcome:
    """Return the outcome of a running match as it stands, by the points that everybody sees.

    Ties share a place. `has_current_places` holds.
    """
    chart = find_chart(match)
    assert chart is not None
    view = GAMES[match.game].build_view(states.load_state(match), None)
    # The first measure is the score, as in the charts.
    scores = next(iter(chart.count_measures(view).values()))
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    return Outcome(places, tuple(scores))


def end_match(
    match: Match, ruling: Match.Ruling, outcome: Outcome | None, *, now: datetime
) -> None:
    """End a locked match with an outcome; None: without places.

    Its prompts, orders and votes are closed, and programs are told of its end.
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
    ends = player_events.in_public(match, fetch_sitters(match), Kind.MATCH_FINISHED)
    player_events.write_events(ends, now=now)
