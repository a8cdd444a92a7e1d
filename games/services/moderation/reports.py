"""What players ask staff to look at, and how it is settled."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.core.signing import BadSignature, TimestampSigner
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from abyss_site.core.ids import first_after
from games.engine.contract import Refused
from games.models import (
    AuditLogEntry,
    DirectMessage,
    Match,
    Message,
    Player,
    Report,
    Sanction,
)
from games.services import conflicts_of_interest, sanctions
from games.services.action_context import ActionContext, CannotBeDone
from games.services.conflicts_of_interest import NotAllowed
from games.services.moderation.roles import Action
from games.services.moderation.staff_actions import SettleReport

# Open ones of a player, above which the first has to be settled before the next.
MOST_OPEN = 10
LONGEST = 1000
# From when on nobody appeals any more.
APPEAL_WITHIN = timedelta(days=90)
# The actions that impose a sanction.
IMPOSING = (Action.WARN, Action.MUTE, Action.SUSPEND, Action.BAN)
APPEAL = TimestampSigner(salt="games.appeal", sep=".")


class CannotReport(Refused):
    """Not about this, not so often, or without a word why."""

    code = "cannot_report"


@transaction.atomic
def report_player(
    player: Player,
    about: Player,
    text: str,
    *,
    match: Match | None = None,
    message: Message | DirectMessage | None = None,
    now: datetime | None = None,
) -> Report:
    """Ask staff to look at somebody, or at what they said. Raises CannotReport.

    The words of a message are kept as they were. Nobody but staff learns who reported.
    """
    if about.pk == player.pk or about.is_house_bot:
        raise CannotReport("Only other people can be reported.")
    # Serializes the reports of a player, so that they are counted correctly.
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    kind = Report.Kind.PLAYER if message is None else Report.Kind.MESSAGE
    quotation = "" if message is None else message.text
    same = Report.objects.filter(
        by=player, about=about, quoted=quotation, outcome=Report.Outcome.OPEN
    )
    if same.exists():
        raise CannotReport("You have reported that already; our staff will look at it.")
    where: dict[str, object] = {"match": match}
    if isinstance(message, DirectMessage):
        where["direct_message"] = message
    return _create_report(player, kind, text, now, about=about, quoted=quotation, **where)


@transaction.atomic
def appeal_sanction(sanction: Sanction, text: str, *, now: datetime | None = None) -> Report:
    """Ask staff to look at a sanction again, once. Raises CannotReport."""
    now = now or timezone.now()
    Sanction.objects.select_for_update().get(pk=sanction.pk)
    Player.objects.select_for_update(no_key=True).get(pk=sanction.player_id)
    if sanction.imposed_at < now - APPEAL_WITHIN:
        raise CannotReport("That is too long ago to be looked at again.")
    if sanction.appeals.exists():
        raise CannotReport("You have asked for that already.")
    return _create_report(sanction.player, Report.Kind.APPEAL, text, now, sanction=sanction)


def _create_report(
    player: Player, kind: Report.Kind, text: str, now: datetime | None, **about: object
) -> Report:
    text = text.strip()
    if not 1 <= len(text) <= LONGEST:
        raise CannotReport("Describe what happened in at most {most} characters.", most=LONGEST)
    if player.reports.filter(outcome=Report.Outcome.OPEN).count() >= MOST_OPEN:
        raise CannotReport("Our staff looks at what you have reported so far first.")
    return Report.objects.create(
        by=player, kind=kind, text=text, reported_at=now or timezone.now(), **about
    )


def appeal_link(sanction: Sanction) -> str:
    """The signed part of the page on which a sanction is appealed, even without signing in."""
    return APPEAL.sign(sanction.pk.hex)


def read_appeal_link(link: str) -> Sanction | None:
    """The sanction a link is about; None if it is too old or not ours."""
    try:
        pk = UUID(APPEAL.unsign(link, max_age=APPEAL_WITHIN))
    except (BadSignature, ValueError):
        return None
    return Sanction.objects.select_related("player").filter(pk=pk).first()


def settle_report(context: ActionContext, action: SettleReport) -> None:
    """Close a report or an appeal; whoever wrote it is told that it was looked at."""
    rows = Report.objects.select_for_update()
    row = rows.filter(pk=action.report, outcome=Report.Outcome.OPEN).first()
    if row is None:
        raise CannotBeDone("That has been settled already.")
    for person in (row.by_id, row.about_id):
        conflicts_of_interest.check_person(context.by, person)
    if row.match_id is not None:
        conflicts_of_interest.check_table(context.by, row.match_id)
    if row.sanction is not None and has_imposed(context.by, row.sanction):
        raise NotAllowed("You decided on this restriction: somebody else settles the appeal.")
    row.outcome = Report.Outcome.UPHELD if action.upheld else Report.Outcome.DISMISSED
    row.settled_at = context.now
    row.save(update_fields=["outcome", "settled_at"])
    if action.upheld and row.sanction is not None:
        _grant_appeal(context, row.sanction)
    elif action.upheld:
        context.add_change("The report is upheld.")
    else:
        context.add_change("The report is dismissed.")
    context.recipients.append((row.by_id, None))


def _grant_appeal(context: ActionContext, sanction: Sanction) -> None:
    """End the restriction that was appealed against, if it still runs."""
    context.add_change("The appeal is granted.")
    running = sanctions.active_restrictions(sanction.player, context.now).filter(pk=sanction.pk)
    if sanctions.end_sanctions(running, context.now):
        context.add_change(
            "{name} may play again; lost seats are not given back.",
            name=sanction.player.display_name,
        )


def has_imposed(player: Player, sanction: Sanction) -> bool:
    """Return whether a player decided on a restriction: imposed or approved it.

    Its row in the audit log has the same instant, whichever account it followed to.
    """
    rows = AuditLogEntry.objects.filter(
        step=AuditLogEntry.Step.DONE, action__in=IMPOSING, occurred_at=sanction.imposed_at
    )
    return rows.filter(Q(by=player) | Q(approved_by=player)).exists()


def forget_old_reports(now: datetime) -> int:
    """Forget what was settled long ago; return how many rows."""
    old = now - sanctions.SANCTION_LIFETIME
    return Report.objects.filter(id__lt=first_after(old), settled_at__lte=old).delete()[0]
