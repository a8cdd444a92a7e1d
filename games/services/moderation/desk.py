"""Which measure does what: the whole desk in one table, and the door to it."""

from __future__ import annotations

from datetime import datetime

from games.models import AuditLogEntry, Player, Proposal
from games.services.moderation import (
    account_edits,
    accounts,
    clocks,
    emails,
    endings,
    fraud_signals,
    measures,
    penalties,
    reports,
    rounds,
    seats,
    secrets,
)
from games.services.moderation.measures import Doer, Measure, Rehearsed
from games.services.moderation.roles import Action

DOERS: dict[Action, Doer] = {
    Action.EXTEND: clocks.extend_deadline,
    Action.PAUSE: clocks.pause_clocks,
    Action.RESUME: clocks.resume_clocks,
    Action.ANSWER: seats.answer_for_seat,
    Action.REPLACE: seats.replace_player,
    Action.SWAP: seats.swap_players,
    Action.REWIND: endings.rewind_match,
    Action.ADJUDICATE: endings.adjudicate_match,
    Action.VOID: endings.void_match,
    Action.WARN: penalties.warn_player,
    Action.SUSPEND: penalties.suspend_player,
    Action.BAN: penalties.ban_player,
    Action.LIFT: penalties.lift_sanctions,
    Action.MERGE: accounts.merge_accounts,
    Action.RESEND: emails.resend_email,
    Action.RELEASE: emails.release_email,
    Action.REJECT: emails.reject_email,
    Action.SETTLE: reports.settle_report,
    Action.DISMISS: fraud_signals.dismiss_signal,
    Action.LOOK: secrets.view_as_seat,
    Action.EDIT_ROUND: rounds.exchange_round_seats,
    Action.EDIT_ACCOUNT: account_edits.edit_account,
    Action.ADD_ACCOUNT: account_edits.add_account,
    Action.SET_ROLES: account_edits.set_roles,
}


def preview_staff_action(by: Player, measure: Measure, *, now: datetime | None = None) -> Rehearsed:
    """Tell what a measure would change; nothing is. Raises Refused. Either is written down."""
    return measures.preview_staff_action(by, measure, DOERS, now=now)


def take_staff_action(
    by: Player, measure: Measure, *, now: datetime | None = None
) -> AuditLogEntry | Proposal:
    """Carry a measure out, or propose it to a second member of the staff. Raises Refused."""
    return measures.take_staff_action(by, measure, DOERS, now=now)


def decide_proposal(
    by: Player, proposal: Proposal, *, agrees: bool, now: datetime | None = None
) -> AuditLogEntry | None:
    """Carry out what another proposed, or refuse it (None). Raises Refused."""
    return measures.decide_proposal(by, proposal, DOERS, agrees=agrees, now=now)


def agree_alone(proposal: Proposal, *, reason: str, now: datetime | None = None) -> AuditLogEntry:
    """Carry out what nobody else on the staff may agree to. Raises Refused."""
    return measures.agree_alone(proposal, DOERS, reason=reason, now=now)


def way_out(proposal: Proposal) -> str:
    """The command by which an operator agrees, "" where another member of the staff may."""
    if measures.others_who_may_agree(proposal):
        return ""
    return f'python3 manage.py approve {proposal.pk} --reason "…"'
