"""Which measure does what: the whole desk in one table, and the door to it."""

from __future__ import annotations

from datetime import datetime

from games.models import Deed, Player, Proposal
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
    Action.EXTEND: clocks.extend,
    Action.PAUSE: clocks.pause,
    Action.RESUME: clocks.resume,
    Action.ANSWER: seats.answer,
    Action.REPLACE: seats.replace,
    Action.SWAP: seats.swap,
    Action.REWIND: endings.rewind,
    Action.ADJUDICATE: endings.adjudicate,
    Action.VOID: endings.void,
    Action.WARN: penalties.warn,
    Action.SUSPEND: penalties.suspend,
    Action.BAN: penalties.ban,
    Action.LIFT: penalties.lift,
    Action.MERGE: accounts.merge,
    Action.RESEND: emails.resend,
    Action.RELEASE: emails.release,
    Action.REJECT: emails.reject,
    Action.SETTLE: reports.settle,
    Action.DISMISS: fraud_signals.dismiss,
    Action.LOOK: secrets.look,
    Action.EDIT_ROUND: rounds.exchange,
    Action.EDIT_ACCOUNT: account_edits.edit_account,
    Action.ADD_ACCOUNT: account_edits.add_account,
    Action.SET_ROLES: account_edits.set_roles,
}


def rehearse(by: Player, measure: Measure, *, now: datetime | None = None) -> Rehearsed:
    """Tell what a measure would change; nothing is. Raises Refused. Either is written down."""
    return measures.rehearse(by, measure, DOERS, now=now)


def take(by: Player, measure: Measure, *, now: datetime | None = None) -> Deed | Proposal:
    """Carry a measure out, or propose it to a second member of the staff. Raises Refused."""
    return measures.take(by, measure, DOERS, now=now)


def decide(
    by: Player, proposal: Proposal, *, agrees: bool, now: datetime | None = None
) -> Deed | None:
    """Carry out what another proposed, or refuse it (None). Raises Refused."""
    return measures.decide(by, proposal, DOERS, agrees=agrees, now=now)


def agree_alone(proposal: Proposal, *, reason: str, now: datetime | None = None) -> Deed:
    """Carry out what nobody else on the staff may agree to. Raises Refused."""
    return measures.agree_alone(proposal, DOERS, reason=reason, now=now)


def way_out(proposal: Proposal) -> str:
    """The command by which an operator agrees, "" where another member of the staff may."""
    if measures.others_who_may_agree(proposal):
        return ""
    return f'python3 manage.py agree {proposal.pk} --reason "…"'
