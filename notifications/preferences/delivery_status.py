"""Describe the delivery status of a player's e-mails, and list threads with preferences."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, assert_never

import msgspec
from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from abyss_site.core.encryption.fields import decrypt_or_default
from notifications.models import Delivery, Notification
from notifications.models.players import Player
from notifications.outgoing import channels
from notifications.outgoing.channels import EVERYTHING
from notifications.outgoing.introductions import INTRODUCTIONS
from notifications.outgoing.planning import STOPPED_KIND

LIST_LENGTH = 30
# Prefix of a subject: “[Abyss #7] Your turn”.
ABOUT = re.compile(r"\[([^\]]+)\]")


class DeliveryStatus(msgspec.Struct, frozen=True):
    """An e-mail with its delivery status. `is_bad`: delivery has failed, at least so far."""

    subject: str
    occurred_at: datetime
    words: str
    is_bad: bool = False


class Thread(msgspec.Struct, frozen=True):
    """One match, or all of them (`name` is ""). `is_own`: it has preferences of its own."""

    name: str
    title: str
    is_own: bool


def last_emails(player: Player) -> list[DeliveryStatus]:
    """Return the status of the last e-mails to a player, newest first; bundles count as one.

    Leaves out introductions, whose status concerns their recipients only, and notifications that
    were answered before they were rendered.
    """
    emails = Notification.objects.filter(player=player, within=None).exclude(kind__in=INTRODUCTIONS)
    unwritten = {"why": "overtaken", "subject__isnull": True}
    emails = emails.exclude(state=Notification.State.WITHDRAWN, **unwritten)
    emails = emails.exclude(kind=STOPPED_KIND)
    emails = emails.order_by("-created_at", "-id")
    return [
        _build_delivery_status(email)
        for email in emails.prefetch_related("deliveries")[:LIST_LENGTH]
    ]


def list_preference_threads(player: Player) -> list[Thread]:
    """Return the threads for preferences: all matches, then threads with e-mails, newest first."""
    own = channels.threads_with_preferences(player)
    emails = Notification.objects.filter(player=player).exclude(thread=EVERYTHING)
    emails = emails.exclude(subject__isnull=True).exclude(thread__in=channels.OPT_IN_THREADS)
    newest: QuerySet[Any, object] = emails.values("thread").annotate(last=Max("created_at"))
    names = list(newest.order_by("-last").values_list("thread", flat=True)[:LIST_LENGTH])
    names += sorted(own.difference(names))
    threads = [Thread(EVERYTHING, _("All matches"), is_own=False)]
    for name in names:
        last = emails.filter(thread=name).order_by("-created_at").first()
        subject = decrypt_or_default(last, "subject", "") if last else ""
        about = ABOUT.match(subject)
        title = about[1] if about else subject or name
        threads.append(Thread(name, title, name in own))
    return threads


def _build_delivery_status(email: Notification) -> DeliveryStatus:
    tries = sorted(email.deliveries.all(), key=lambda attempt: (attempt.attempted_at, attempt.pk))
    last = tries[-1] if tries else None
    subject = decrypt_or_default(email, "subject", "") or _("An e-mail not yet written")
    words, is_bad = _describe_delivery_status(email, last)
    return DeliveryStatus(subject, email.sent_at or email.created_at, words, is_bad)


def _describe_delivery_status(email: Notification, last: Delivery | None) -> tuple[str, bool]:
    state = Notification.State(email.state)
    match state:
        case Notification.State.SENT if last and last.bounced_at:
            return _("bounced: %(why)s") % {"why": last.bounce}, True
        case Notification.State.SENT if last and last.arrived_at:
            return _("arrived at your mail server"), False
        case Notification.State.SENT:
            return _("delivered to mail server"), False
        case Notification.State.WITHDRAWN:
            return _("not sent: %(why)s") % {"why": _explain_reason(email.why)}, False
        case Notification.State.FAILED:
            return _("refused: %(why)s") % {"why": last.error if last else email.why}, True
        case Notification.State.QUEUED | Notification.State.BUNDLED:
            return _describe_wait(email, last)
        case _:
            assert_never(state)


def _describe_wait(email: Notification, last: Delivery | None) -> tuple[str, bool]:
    if last:
        return _("will be retried: %(why)s") % {"why": last.error}, True
    if email.why:
        return _("waits: %(why)s") % {"why": _explain_reason(email.why)}, False
    return _("on its way"), False


def _explain_reason(why: str) -> str:
    words = {
        "overtaken": _("it was answered or over before the e-mail left"),
        "unsubscribed": _("you stopped these e-mails"),
        "address not verified": _("this address is not confirmed"),
        "address does not work": _("e-mails to this address bounced"),
        "messages not wanted": _("sent with the next e-mail of the match"),
        "receipts not wanted": _("you turned these confirmations off"),
        "full day": _("many e-mails today; sent with others"),
        "quiet hours": _("your quiet hours"),
        "on the page": _("while you play on the page"),
        "hourly": _("sent with others, every hour"),
        "daily": _("sent with others, once a day"),
    }
    return words.get(why, why)
