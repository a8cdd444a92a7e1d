"""What waits for staff, counted: the front page of the desk. Nothing here writes."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Model, QuerySet
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from msgspec import Struct

from games.admin import visible_rows
from games.models import FraudSignal, Match, Player, Proposal, Report, Seat, Status
from games.services.moderation.roles import list_permissions
from notifications.gateway import InboundEmail, Notification, Quarantine

# Nobody counts further: what has grown so long is told as “more”.
MOST_COUNTED = 500
# What happened to e-mails before is history.
LATELY = timedelta(days=14)


class Waiting(Struct, frozen=True):
    """One heap of work: what it is, how much, and the list that shows it."""

    name: str
    many: int
    path: str


def list_visible_queues(player: Player, now: datetime) -> list[Waiting]:
    """The heaps whose lists the player may see, in the order in which they burn."""
    may = list_permissions(player)
    queues = []
    for name, model, where, rows in _list_queues(now):
        app, table = model.split(".")
        if f"{app}.view_{table}" in may:
            path = reverse(f"admin:{app}_{table}_changelist")
            many = visible_rows.filter_visible_rows(player, rows)[:MOST_COUNTED].count()
            queues.append(Waiting(gettext(name), many, f"{path}?{where}"))
    return queues


def _list_queues(now: datetime) -> list[tuple[str, str, str, QuerySet[Model]]]:
    """(what, list, its filter, rows)."""
    since = now - LATELY
    open_reports = Report.objects.filter(outcome=Report.Outcome.OPEN)
    return [
        (
            gettext_noop("Stuck matches"),
            "games.match",
            "status__exact=frozen",
            Match.objects.filter(status=Status.FROZEN),
        ),
        (
            gettext_noop("Reports"),
            "games.report",
            "outcome__exact=open",
            open_reports.exclude(kind=Report.Kind.APPEAL),
        ),
        (
            gettext_noop("Appeals"),
            "games.report",
            "outcome__exact=open&kind__exact=appeal",
            open_reports.filter(kind=Report.Kind.APPEAL),
        ),
        (
            gettext_noop("Open fraud signals"),
            "games.fraudsignal",
            "dismissed_at__isempty=1",
            FraudSignal.objects.filter(dismissed_at=None),
        ),
        (
            gettext_noop("Waiting for approval"),
            "games.proposal",
            "outcome__exact=waiting",
            Proposal.objects.filter(outcome=Proposal.Outcome.WAITING),
        ),
        (
            gettext_noop("Held e-mails"),
            "notifications.notification",
            "kind=held",
            fetch_quarantined_emails(since),
        ),
        (
            gettext_noop("E-mails not sent"),
            "notifications.notification",
            "state__exact=failed",
            Notification.objects.filter(state=Notification.State.FAILED, created_at__gt=since),
        ),
        (
            gettext_noop("Unreadable e-mails"),
            "notifications.inboundemail",
            "state__exact=parked",
            InboundEmail.objects.filter(state=InboundEmail.State.PARKED),
        ),
        (
            gettext_noop("Rows set aside"),
            "notifications.quarantine",
            "",
            Quarantine.objects.exclude(job="match"),
        ),
        (
            gettext_noop("Seats without a player"),
            "games.seat",
            "offered_at__isempty=0",
            Seat.objects.exclude(offered_at=None),
        ),
    ]


def fetch_quarantined_emails(since: datetime) -> QuerySet[Notification]:
    """E-mails that are held, and about which staff has not decided."""
    emails = Notification.objects.filter(kind="held", created_at__gt=since)
    return emails.filter(decided_at=None)
