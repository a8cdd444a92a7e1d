"""Show staff what a match hides: previewed first, and recorded."""

from __future__ import annotations

from games.models import Status
from games.services.action_context import ActionContext, CannotBeDone
from games.services.moderation.clocks import get_seat, seat_facts
from games.services.moderation.staff_actions import ViewAsSeat


def view_as_seat(context: ActionContext, action: ViewAsSeat) -> None:
    """Let a member of the staff see the table as one seat sees it, once.

    Nothing changes but the record; the desk shows `view(state, seat)`, never the state.
    """
    match = context.require_match()
    if match.status not in (Status.RUNNING, Status.FROZEN, Status.FINISHED):
        raise CannotBeDone("Nothing is dealt there yet.")
    seat = get_seat(match, action.seat)
    context.add_change(
        "You see what seat {seat} ({name}) sees; your access is logged.",
        **seat_facts(seat),
    )
