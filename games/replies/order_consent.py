"""Ask before orders in an e-mail do more than their line says, and find the “yes” to that.

Nobody sees what they will play before they have been listed, so they wait until their owner agrees.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.utils.translation import gettext as _

from games.models import Match, Player
from games.presentation import order_plans
from games.services.order_commands import Command
from notifications import gateway


def describe_plan(commands: Sequence[Command], match: Match, player: Player) -> list[str]:
    """Return what an e-mail's orders would do now, with the question whether to do it.

    [] if they can be executed without asking. Nothing is changed. Raises Refused if they cannot be
    executed.
    """
    effects = order_plans.list_effects(commands, match, player)
    return [*effects, _("If you want that, just reply “yes”.")] if effects else []


class OrderProposal(msgspec.Struct, frozen=True):
    """The lines about orders of which our last e-mail asked whether to execute them.

    `prompts` are the prompts to which a “yes” may be addressed, and `open_prompt` the one that was
    open then, "" if none was.
    """

    lines: list[str]
    prompts: tuple[str, ...]
    open_prompt: str


def find_proposal(match: Match, player: Player) -> OrderProposal | None:
    """Return what our last e-mail about the match asks; None if it asks no such thing."""
    thread = f"match-{match.number}"
    proposal = gateway.last_sent_email_data(player.pk, thread, "commands")
    refusal = gateway.last_sent_email_data(player.pk, thread, "refused")
    if not proposal.get("confirm") or refusal.get("at", "") > proposal.get("at", ""):
        return None
    open_prompt = proposal.get("open", "")
    return OrderProposal(proposal["confirm"], (proposal["prompt"], open_prompt), open_prompt)
