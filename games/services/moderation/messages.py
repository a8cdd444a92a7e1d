"""Hide messages of the chat and of conversations, and show them again."""

from __future__ import annotations

from games.models import ConversationSide, DirectMessage, Message, Report
from games.services import change_marks, conflicts_of_interest
from games.services.action_context import ActionContext, CannotBeDone
from games.services.moderation.staff_actions import HideMessage


def hide_message(context: ActionContext, action: HideMessage) -> None:
    """Hide a message: players read in its place that it was hidden; staff still reads it.

    Raises NotAllowed for whoever plays there, and CannotBeDone if it is hidden already.
    """
    rows = Message.objects.select_for_update(of=("self",)).select_related("match", "player")
    row = rows.defer("match__state").filter(pk=action.message).first()
    if row is None:
        _hide_direct_message(context, action)
        return
    conflicts_of_interest.check_table(context.by, row.match_id)
    _change_visibility(context, action, row)
    context.match = row.match
    change_marks.mark_match_changed(row.match.number)
    facts = {"name": row.player.display_name, "match": str(row.match)}
    if action.shows:
        context.add_change("The message of {name} in {match} is shown again.", **facts)
    else:
        context.add_change("The message of {name} in {match} is hidden from the players.", **facts)
    if not row.player.is_bot:
        context.recipients.append((row.player_id, None))


def _hide_direct_message(context: ActionContext, action: HideMessage) -> None:
    """Hide a message of a conversation; only those that were reported are known to staff."""
    rows = DirectMessage.objects.select_for_update(of=("self",)).select_related("player")
    row = rows.filter(pk=action.message, pk__in=Report.objects.values("direct_message")).first()
    if row is None:
        raise CannotBeDone("Name the message.")
    sides = ConversationSide.objects.filter(conversation=row.conversation_id)
    both = list(sides.values_list("player", flat=True))
    for person in both:
        conflicts_of_interest.check_person(context.by, person)
    _change_visibility(context, action, row)
    change_marks.mark_players_changed(both)
    name = row.player.display_name
    if action.shows:
        context.add_change("The direct message of {name} is shown again.", name=name)
    else:
        context.add_change("The direct message of {name} is hidden from its reader.", name=name)
    context.recipients.append((row.player_id, None))


def _change_visibility(
    context: ActionContext, action: HideMessage, row: Message | DirectMessage
) -> None:
    conflicts_of_interest.check_person(context.by, row.player_id)
    if (row.hidden_at is not None) != action.shows:
        raise CannotBeDone("That changes nothing.")
    row.hidden_at = None if action.shows else context.now
    row.save(update_fields=["hidden_at"])
    context.player = row.player
