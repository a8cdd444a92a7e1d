"""The measure that shows what a match hides: asked twice, written down."""

from __future__ import annotations

from games.models import Status
from games.services.moderation.clocks import describe_seat, seat_of
from games.services.moderation.measures import CannotBeDone, Work


def view_as_seat(work: Work) -> None:
    """Let a member of the staff see the table as one seat sees it, once.

    Nothing changes but the record; the desk shows `view(state, seat)`, never the state.
    """
    match = work.table()
    if match.status not in (Status.RUNNING, Status.FROZEN, Status.FINISHED):
        raise CannotBeDone("Nothing is dealt there yet.")
    seat = seat_of(match, work.measure.seat)
    work.changes.append(
        f"You see what {describe_seat(seat)} sees, and it is written down that you did."
    )
