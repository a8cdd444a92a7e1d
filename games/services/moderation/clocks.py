"""Measures about time: more of it, a pause, and its end."""

from __future__ import annotations

from datetime import datetime

from games.models import Match, Prompt, Seat, Status, TimelineEntry
from games.services import inactivity, pauses
from games.services.decision_rows import fetch_sitters
from games.services.moderation.measures import CannotBeDone, Work
from notifications import gateway

MOST_HOURS = 24 * 90


def extend_deadline(work: Work) -> None:
    """Move the deadline of a seat's question later by so many hours."""
    match, measure = work.table(), work.measure
    seat = seat_of(match, measure.seat)
    row = match.prompts.filter(seat=seat.number, closed_at=None).first()
    if row is None or row.deadline_at is None:
        raise CannotBeDone("That seat is asked nothing that has a deadline.")
    if not measure.hours or not 0 < measure.hours <= MOST_HOURS:
        raise CannotBeDone("Say for how many hours.")
    work.amount = measure.hours
    inactivity.give_time(row, measure.hours, measure.told, now=work.now)
    later = Prompt.objects.get(pk=row.pk).deadline_at
    work.changes.append(
        f"{describe_seat(seat)}: {_format_deadline(row.deadline_at)}"
        f" becomes {_format_deadline(later)}"
    )
    if not seat.player.is_house_bot:
        work.concerned.append((seat.player_id, seat.number))


def pause_clocks(work: Work) -> None:
    """Let the clocks of a match stand still."""
    match = work.table()
    if not pauses.pause_match(match, why=Match.Why.STAFF, now=work.now):
        raise CannotBeDone("Only a match that is being played, and not paused, can be paused.")
    work.changes.append("The clocks of all seats stand still, and everybody is told.")


def resume_clocks(work: Work) -> None:
    """Let a paused match go on, or one that stood still because the rules failed."""
    match = work.table()
    if match.status == Status.FROZEN:
        unfreeze_match(match, work.now)
        work.changes.append("The match is played again; whoever is asked has a whole clock.")
    elif pauses.resume_match(match, now=work.now):
        work.changes.append("The clocks run again, with as much time as was left.")
    else:
        raise CannotBeDone("The match is not paused.")
    work.everybody()


def unfreeze_match(match: Match, now: datetime) -> None:
    """Let a frozen match be played again, each open question with a whole clock."""
    gateway.release_quarantined_rows("match", Match, [match.pk])
    match.status = Status.RUNNING
    match.save(update_fields=["status"])
    inactivity.add_timeline_entry(match, TimelineEntry.Kind.RESUMED, now=now)
    for sitter in fetch_sitters(match):
        inactivity.ask_anew(match, sitter, now=now)


def seat_of(match: Match, number: int | None) -> Seat:
    """The seat of that number, with its player. Raises CannotBeDone."""
    seats = match.seats.select_related("player")
    seat = None if number is None else seats.filter(number=number).first()
    if seat is None:
        raise CannotBeDone("Say for which seat.")
    return seat


def describe_seat(seat: Seat) -> str:
    """A seat in the words of the desk, where seats are counted from 0."""
    return f"seat {seat.number} ({seat.player.display_name})"


def _format_deadline(at: datetime | None) -> str:
    return "no deadline" if at is None else f"{at:%F %H:%M} UTC"
