"""Reply handler for conversations: an e-mail is a message to the other player."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from games.engine.contract import Refused
from games.models import ConversationSide
from games.presentation import errors_text
from games.queries.direct_messages import find_side_by_token
from games.replies.prompts import check_readable
from games.services import direct_messages
from notifications import gateway
from notifications.gateway import Draft, Reply


class NotProven(Refused):
    """The e-mail is not provably from an address of the player."""

    code = "unproven"


def read_direct_message(reply: Reply) -> str:
    """Send the person's own lines to the other player, or reply why not.

    Returns the reason code. Only an e-mail from an address of the player is passed on; whoever else
    writes changes nothing, and the player is told at their own address.
    """
    side = find_side_by_token(reply.token)
    if side is None:
        return "unknown_prompt"
    if not side.player.is_active:
        return "inactive"
    if not reply.is_authenticated or not gateway.owns_sender_address(side.player, reply.sender):
        code = "stranger" if reply.is_authenticated else "unproven"
        _explain_refusal(reply, side, _describe_foreign_sender(reply.sender))
        return code
    text = "\n".join(reply.spaced_lines or reply.lines)
    try:
        check_readable(reply)
        with transaction.atomic():
            direct_messages.send_direct_message(
                side.player, side.other, text, key=f"mail-{reply.message_id[:190]}"
            )
    except Refused as refusal:
        _explain_refusal(reply, side, refusal)
        return refusal.code
    return "said"


def _describe_foreign_sender(sender: str) -> Refused:
    if not sender:
        return NotProven("It did not say from which address it comes.")
    return NotProven(
        "It came from {address}, and we cannot tell whether that is you. Write from your own"
        " address, or on the page.",
        address=sender[:254],
    )


def _explain_refusal(reply: Reply, side: ConversationSide, refusal: Refused) -> None:
    """Tell the player at their own address; what a stranger wrote is not quoted."""
    if not reply.answerable:
        return
    line = "" if isinstance(refusal, NotProven) else (reply.lines or [""])[0][:200]
    facts = {"side": side.pk, "answers": reply.message_id, "line": line}
    draft = Draft(
        key=f"message_refused-{reply.email_id}",
        player_id=side.player_id,
        kind="message_refused",
        thread=direct_messages.thread_for_side(side),
        reply_token=side.token,
        data=facts | errors_text.serialize_refusal(refusal),
    )
    gateway.post_notifications([draft], now=timezone.now())
