"""Hide chat messages from the players, and show them again."""

from __future__ import annotations

from games.models import Message
from games.services import change_marks
from games.services.moderation import conflicts_of_interest
from games.services.moderation.action_context import ActionContext, CannotBeDone
from games.services.moderation.staff_actions import HideMessage


def hide_message(context: ActionContext, action: HideMessage) -> None:
    """Hide a message: players read in its place that it was hidden; staff still reads it.

    Raises NotAllowed for whoever plays there, and CannotBeDone if it is hidden already.
    """
    rows = Message.objects.select_for_update(of=("self",)).select_related("match", "player")
    row = rows.defer("match__state").filter(pk=action.message).first()
    if row is None:
        raise CannotBeDone("Say which message.")
    conflicts_of_interest.check_table(context.by, row.match_id)
    conflicts_of_interest.check_person(context.by, row.player_id)
    if (row.hidden_at is not None) != action.shows:
        raise CannotBeDone("That is as it was.")
    row.hidden_at = None if action.shows else context.now
    row.save(update_fields=["hidden_at"])
    context.match, context.player = row.match, row.player
    change_marks.mark_match_changed(row.match.number)
    facts = {"name": row.player.display_name, "match": str(row.match)}
    if action.shows:
        context.add_change("The message of {name} in {match} is shown again.", **facts)
    else:
        context.add_change("The message of {name} in {match} is hidden from the players.", **facts)
    if not row.player.is_bot:
        context.recipients.append((row.player_id, None))
