"""What became of a player's letters, in plain words."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from abyss_site.encryption.fields import readable
from notifications.models import Delivery, Notification
from notifications.models.players import Player
from notifications.outgoing import channels
from notifications.outgoing.channels import EVERYTHING
from notifications.outgoing.introductions import INTRODUCTIONS

SHOWN = 30
# What a subject begins with: “[Abyss #7] Your turn”.
ABOUT = re.compile(r"\[([^\]]+)\]")


class Fate(msgspec.Struct, frozen=True):
    """One letter, and what became of it. `is_bad`: it did not arrive."""

    subject: str
    occurred_at: datetime
    words: str
    is_bad: bool = False


class Thread(msgspec.Struct, frozen=True):
    """One match, or all of them (the name is ""). `is_own`: something else is wished for it."""

    name: str
    title: str
    is_own: bool


def last_letters(player: Player) -> list[Fate]:
    """Return the last letters to a player, newest first; those within another are that one.

    What became of a letter to somebody else is theirs to know, and what was answered before it was
    written never was a letter.
    """
    letters = Notification.objects.filter(player=player, within=None).exclude(
        kind__in=INTRODUCTIONS
    )
    unwritten = {"why": "overtaken", "subject__isnull": True}
    letters = letters.exclude(state=Notification.State.WITHDRAWN, **unwritten)
    letters = letters.order_by("-created_at", "-id")
    return [
        _build_delivery_status(letter) for letter in letters.prefetch_related("deliveries")[:SHOWN]
    ]


def list_preference_threads(player: Player) -> list[Thread]:
    """Return what may be wished about: everything, then each thread with letters, newest first."""
    own = channels.own_threads(player)
    named = Notification.objects.filter(player=player).exclude(thread=EVERYTHING)
    named = named.exclude(subject__isnull=True)
    newest: QuerySet[Any, Any] = named.values("thread").annotate(last=Max("created_at"))
    names = list(newest.order_by("-last").values_list("thread", flat=True)[:SHOWN])
    names += sorted(own.difference(names))
    found = [Thread(EVERYTHING, _("All matches"), is_own=False)]
    for name in names:
        last = named.filter(thread=name).order_by("-created_at").first()
        subject = readable(last, "subject", "") if last else ""
        about = ABOUT.match(subject)
        title = about[1] if about else subject or name
        found.append(Thread(name, title, name in own))
    return found


def _build_delivery_status(letter: Notification) -> Fate:
    tries = sorted(letter.deliveries.all(), key=lambda attempt: (attempt.attempted_at, attempt.pk))
    last = tries[-1] if tries else None
    subject = readable(letter, "subject", "") or _("A letter not yet written")
    words, is_bad = _describe_delivery_status(letter, last)
    return Fate(subject, letter.sent_at or letter.created_at, words, is_bad)


def _describe_delivery_status(letter: Notification, last: Delivery | None) -> tuple[str, bool]:
    match letter.state:
        case Notification.State.SENT if last and last.bounced_at:
            return _("came back: %(why)s") % {"why": last.bounce}, True
        case Notification.State.SENT if last and last.arrived_at:
            return _("arrived at your mail server"), False
        case Notification.State.SENT:
            return _("taken over by the mail server"), False
        case Notification.State.WITHDRAWN:
            return _("not sent: %(why)s") % {"why": _explain_reason(letter.why)}, False
        case Notification.State.FAILED:
            return _("refused: %(why)s") % {"why": last.error if last else letter.why}, True
        case _ if last:
            return _("waits to be tried again: %(why)s") % {"why": last.error}, True
        case _ if letter.why:
            return _("waits: %(why)s") % {"why": _explain_reason(letter.why)}, False
        case _:
            return _("on its way"), False


def _explain_reason(why: str) -> str:
    words = {
        "overtaken": _("it was answered or over before the letter left"),
        "unsubscribed": _("you stopped these letters"),
        "address not verified": _("nobody has shown yet to read this address"),
        "address does not work": _("letters to this address came back"),
        "messages not wanted": _("it comes with the next letter of the match"),
        "receipts not wanted": _("you want no such confirmation"),
        "full day": _("you have had many letters today; it comes with others"),
        "quiet hours": _("your quiet hours"),
        "hourly": _("it comes with others, at the full hour"),
        "daily": _("it comes with others, once a day"),
    }
    return words.get(why, why)
