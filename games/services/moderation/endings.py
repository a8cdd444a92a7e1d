"""Rewind a match, decide it, or void it."""

from __future__ import annotations

from games.engine.contract import Outcome
from games.leagues.standings import are_places
from games.models import Match, Status, TimelineEntry
from games.services import inactivity
from games.services.action_context import ActionContext, CannotBeDone
from games.services.moderation import clocks
from games.services.moderation.clocks import seat_facts
from games.services.moderation.staff_actions import (
    AdjudicateMatch,
    RewindMatch,
    VoidMatch,
)
from games.services.play import endings, undo
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
        context.add_change("seat {seat} ({name}): place {place}", **seat_facts(seat), place=place)
    _end_match(context, action, Match.Ruling.ADJUDICATED, Outcome(places=tuple(places)))


def void_match(context: ActionContext, action: VoidMatch) -> None:
    """End a match without a result: it does not count."""
    match = context.require_match()
    if (
        match.status not in (Status.OPEN, Status.DEALING, *RUNNING_STATUSES)
        and match.ruling != Match.Ruling.ADJUDICATED
    ):
        raise CannotBeDone("A match that the rules have ended stays as it ended.")
    context.add_change("The match ends without places and does not count.")
    _end_match(context, action, Match.Ruling.VOID, None)


def _end_match(
    context: ActionContext,
    action: AdjudicateMatch | VoidMatch,
    ruling: Match.Ruling,
    outcome: Outcome | None,
) -> None:
    match, now = context.require_match(), context.now
    endings.end_match(match, ruling, outcome, now=now)
    inactivity.add_timeline_entry(match, TimelineEntry.Kind.DESK, text=action.kind.value, now=now)
    context.notify_players()
