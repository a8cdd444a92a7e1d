"""Give a seat more time, and pause and resume matches."""

from __future__ import annotations

from datetime import datetime

from games.models import Match, Player, Prompt, Seat, Status, TimelineEntry
from games.services import inactivity
from games.services.action_context import ActionContext, CannotBeDone
from games.services.moderation.staff_actions import (
    ExtendDeadline,
    PauseMatch,
    ResumeMatch,
)
from games.services.play import pauses
from games.services.play.decision_rows import fetch_sitters
from notifications import gateway

MOST_HOURS = 24 * 90


def extend_deadline(context: ActionContext, action: ExtendDeadline) -> None:
    """Move the deadline of a seat's question later by so many hours."""
    match = context.require_match()
    seat = get_seat(match, action.seat)
    row = match.prompts.filter(seat=seat.number, closed_at=None).first()
    if row is None or row.deadline_at is None:
        raise CannotBeDone("That seat has no open question with a deadline.")
    if not 0 < action.hours <= MOST_HOURS:
        raise CannotBeDone("Give the number of hours.")
    context.amount = action.hours
    inactivity.extend_deadline(row, action.hours, action.told, now=context.now)
    later = Prompt.objects.get(pk=row.pk).deadline_at
    context.add_change(
        "seat {seat} ({name}): {before} becomes {after}",
        **seat_facts(seat),
        before=f"{row.deadline_at:%F %H:%M} UTC",
        after="–" if later is None else f"{later:%F %H:%M} UTC",
    )
    if not seat.player.is_house_bot:
        context.recipients.append((seat.player_id, seat.number))


def pause_clocks(context: ActionContext, action: PauseMatch) -> None:
    """Let the clocks of a match stand still."""
    match = context.require_match()
    if not pauses.pause_match(match, why=Match.Why.STAFF, now=context.now):
        raise CannotBeDone("Only a running match can be paused.")
    context.add_change("The clocks of all seats stand still, and everybody is told.")


def resume_clocks(context: ActionContext, action: ResumeMatch) -> None:
    """Let a paused match go on, or one that stood still because the rules failed."""
    match = context.require_match()
    if match.status == Status.FROZEN:
        unfreeze_match(match, context.now)
        context.add_change("The match runs again; whoever is to act has the full time.")
    elif pauses.resume_match(match, now=context.now):
        context.add_change("The clocks run again, with as much time as was left.")
    else:
        raise CannotBeDone("The match is not paused.")
    context.notify_players()


def unfreeze_match(match: Match, now: datetime) -> None:
    """Let a frozen match be played again, each open question with a whole clock."""
    gateway.release_quarantined_rows("match", Match, [match.pk])
    match.status = Status.RUNNING
    match.save(update_fields=["status"])
    inactivity.add_timeline_entry(match, TimelineEntry.Kind.RESUMED, now=now)
    for sitter in fetch_sitters(match):
        inactivity.reopen_prompt(match, sitter, now=now)


def get_seat(match: Match, number: int) -> Seat:
    """Return the seat of that number, with its player. Raises CannotBeDone."""
    seat = match.seats.select_related("player").filter(number=number).first()
    if seat is None:
        raise CannotBeDone("Name the seat.")
    return seat


def seat_facts(seat: Seat, player: Player | None = None) -> dict[str, object]:
    """Return number and name of a seat, for a sentence; of `player`, if others sit there by now."""
    return {"seat": seat.number, "name": (player or seat.player).display_name}
