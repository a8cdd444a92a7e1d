"""Rewind a match, decide it, or void it."""

from __future__ import annotations

import msgspec

from games.engine.contract import Outcome
from games.leagues.standings import are_places
from games.models import Match, Order, Status, TimelineEntry, Vote
from games.services import change_marks, inactivity
from games.services.action_context import ActionContext, CannotBeDone
from games.services.moderation import clocks
from games.services.moderation.clocks import seat_facts
from games.services.moderation.staff_actions import (
    AdjudicateMatch,
    RewindMatch,
    VoidMatch,
)
from games.services.play import undo
from games.services.play.decision_rows import fetch_sitters

RUNNING_STATUSES = (Status.RUNNING, Status.FROZEN)


def rewind_match(context: ActionContext, action: RewindMatch) -> None:
    """Put a match back to where it stood after a ply; a frozen one is played again from there."""
    match, ply = context.require_match(), action.ply
    if match.status not in RUNNING_STATUSES or not 0 <= ply < match.ply:
        raise CannotBeDone("Name the move of a running match to go back to.")
    was_frozen = match.status == Status.FROZEN
    if was_frozen:
        clocks.unfreeze_match(match, context.now)
    try:
        many = undo.rewind_to_ply(match, fetch_sitters(match), ply, now=context.now)
    except undo.CannotUndo as refusal:
        raise CannotBeDone("No move that counts has been made since.") from refusal
    context.amount = many
    context.add_change(
        "Moves that do not count any more: {many}. The history keeps them.", many=many
    )
    context.add_change("Questions open at that moment are asked again, with the full time.")
    if was_frozen:
        context.add_change("The match runs again.")
    context.notify_players()


def adjudicate_match(context: ActionContext, action: AdjudicateMatch) -> None:
    """End a match with the places that staff gives its seats."""
    match, places = context.require_match(), action.places
    seats = list(match.seats.select_related("player").order_by("number"))
    if match.status not in RUNNING_STATUSES:
        raise CannotBeDone("Only a running match can be decided.")
    if not are_places(places, len(seats)):
        raise CannotBeDone("Give each seat its place: 1 for a winner, shared places alike.")
    for seat, place in zip(seats, places, strict=True):
        seat.place, seat.score = place, None
        seat.save(update_fields=["place", "score"])
        context.add_change("seat {seat} ({name}): place {place}", **seat_facts(seat), place=place)
    outcome = msgspec.to_builtins(Outcome(places=tuple(places)))
    _end_match(context, action, Match.Ruling.ADJUDICATED, outcome)


def void_match(context: ActionContext, action: VoidMatch) -> None:
    """End a match without a result: it does not count."""
    match = context.require_match()
    if (
        match.status not in (Status.OPEN, Status.DEALING, *RUNNING_STATUSES)
        and match.ruling != Match.Ruling.ADJUDICATED
    ):
        raise CannotBeDone("A match that the rules have ended stays as it ended.")
    match.seats.update(place=None, score=None)
    context.add_change("The match ends without places and does not count.")
    _end_match(context, action, Match.Ruling.VOID, None)


def _end_match(
    context: ActionContext,
    action: AdjudicateMatch | VoidMatch,
    ruling: Match.Ruling,
    outcome: object,
) -> None:
    match, now = context.require_match(), context.now
    match.status, match.finished_at, match.ruling = Status.FINISHED, now, ruling
    match.outcome, match.paused_at, match.pause_reason = outcome, None, Match.Why.NONE
    match.save(
        update_fields=["status", "finished_at", "ruling", "outcome", "paused_at", "pause_reason"]
    )
    match.prompts.filter(closed_at=None).update(closed_at=now, deadline_at=None, remind_at=None)
    orders = match.orders.filter(active=True)
    orders.update(active=False, why=Order.Why.CANCELLED, ended_at=now)
    open_votes = match.votes.filter(outcome=Vote.Outcome.OPEN)
    open_votes.update(outcome=Vote.Outcome.LAPSED, decided_at=now)
    match.seats.update(bot_took_over_at=None, offered_at=None)
    inactivity.add_timeline_entry(match, TimelineEntry.Kind.DESK, text=action.kind.value, now=now)
    change_marks.mark_match_changed(match.number)
    context.notify_players()
