"""Record staff actions in the audit log, refused ones too, and notify those concerned."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext_noop

from games.engine.contract import Refused
from games.engine.text import format_sentence
from games.models import AuditLogEntry, League, Player, Proposal
from games.services.action_context import ActionContext
from games.services.moderation.roles import Action
from games.services.moderation.staff_actions import (
    BaseAction,
    facts_for_log,
    match_id_of,
    player_id_of,
)
from notifications import gateway
from notifications.gateway import Draft

# What changed, or why nothing did: an English sentence and its facts.
Sentence = tuple[str, dict[str, object]]
# Whose people learn of it from other e-mails, or are told nothing.
SILENT = {Action.PAUSE, Action.LOOK, Action.RESEND, Action.RELEASE}


def record_action(
    context: ActionContext, action: BaseAction, *, approved_by: Player | None = None
) -> AuditLogEntry:
    """Record what was done, and notify those concerned."""
    entry = AuditLogEntry.objects.create(
        pk=context.entry_id,
        action=action.kind,
        by=context.by,
        approved_by=approved_by,
        match=context.match,
        league=context.league,
        player=context.player,
        facts=facts_for_log(action),
        changes=context.changes,
        sentences=context.sentences,
        reason=action.reason.strip(),
        public_note=action.told.strip(),
        amount=context.amount,
        occurred_at=context.now,
    )
    if action.kind not in SILENT:
        drafts = [_draft_to_player(context, player, seat) for player, seat in context.recipients]
        drafts += [_draft_to_address(context, player, at) for player, at in context.addresses]
        gateway.post_notifications(drafts, now=context.now)
    return entry


def record_preview(
    by: Player,
    action: BaseAction,
    sentences: list[Sentence],
    league: League | None,
    now: datetime,
) -> None:
    """Record that somebody saw what an action would change."""
    _record_attempt(by, action, (AuditLogEntry.Step.REHEARSED, sentences), league, now)


def record_refusal(
    by: Player, action: BaseAction, error: Exception, league: League | None, now: datetime
) -> None:
    """Record an action that was refused, or that failed."""
    why: Sentence = (gettext_noop("It failed: {error}."), {"error": type(error).__name__})
    if isinstance(error, Refused):
        why = (error.sentence, error.facts)
    _record_attempt(by, action, (AuditLogEntry.Step.REFUSED, [why]), league, now)


def record_declined(by: Player, proposal: Proposal, action: BaseAction, now: datetime) -> None:
    """Record that `by` refused what another proposed, and tell that one."""
    step, sentence = AuditLogEntry.Step.DECLINED, gettext_noop("{name} proposed it.")
    sentences: list[Sentence] = [(sentence, {"name": proposal.by.display_name})]
    entry = _record_attempt(by, action, (step, sentences), proposal.league, now)
    if by.pk != proposal.by_id:
        key, facts = f"desk-{entry.pk}-{proposal.by_id}", {"deed": str(entry.pk)}
        draft = Draft(key=key, player_id=proposal.by_id, kind="desk", data=facts)
        gateway.post_notifications([draft], now=now)


def _record_attempt(
    by: Player,
    action: BaseAction,
    came_of_it: tuple[AuditLogEntry.Step, list[Sentence]],
    league: League | None,
    now: datetime,
) -> AuditLogEntry:
    step, sentences = came_of_it
    return AuditLogEntry.objects.create(
        action=action.kind,
        step=step,
        by=by,
        match_id=match_id_of(action),
        league=league,
        player_id=player_id_of(action),
        facts=facts_for_log(action),
        changes=[format_sentence(sentence, facts) for sentence, facts in sentences],
        sentences=sentences,
        reason=action.reason.strip(),
        occurred_at=now,
    )


def _draft_to_player(context: ActionContext, player: UUID, seat: int | None) -> Draft:
    facts: dict[str, object] = {"deed": str(context.entry_id)}
    thread = ""
    if context.match is not None:
        thread = f"match-{context.match.number}"
        facts |= {"match": str(context.match.pk), "seat": seat}
    return Draft(
        key=f"desk-{context.entry_id}-{player}",
        player_id=player,
        kind="desk",
        thread=thread,
        data=facts,
    )


def _draft_to_address(context: ActionContext, player: UUID, address: str) -> Draft:
    """Return an e-mail to an address that is not, or no longer, the player's own."""
    position = context.addresses.index((player, address))
    return Draft(
        key=f"desk-{context.entry_id}-{player}-{position}",
        player_id=player,
        kind="desk",
        data={"deed": str(context.entry_id)},
        address=address,
    )
