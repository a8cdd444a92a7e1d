"""Letting an e-mail count that was held because somebody else may have sent it."""

from __future__ import annotations

from uuid import UUID

from games.models import Prompt
from notifications import gateway
from notifications.gateway import Notice, Reply


def let_count(notice: Notice) -> str:
    """Do what a held letter says, as if its player had sent it. Returns the reason code.

    Once: the same letter again is nothing new. `notice` is what asked the player about it.
    """
    player = notice.player
    token = notice.data.get("ballot_token") or Prompt.objects.get(pk=notice.data["prompt"]).token
    return gateway.readers["play"](
        Reply(
            letter_id=UUID(notice.key.removeprefix("held-")),
            token=token,
            sender=player.email.lower(),
            lines=notice.data.get("lines", []),
            message_id=notice.data["answers"],
            received=notice.created,
        )
    )
