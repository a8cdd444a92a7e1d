"""List the e-mails that a player has sent us, and describe what became of each.

Only e-mails whose sender is proven are listed: what others send in a player's name is not.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, assert_never
from uuid import UUID

import msgspec
from django.core.signing import BadSignature, TimestampSigner
from django.db.models import BooleanField, ExpressionWrapper, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from abyss_site.core.encryption.fields import decrypt_or_default
from notifications.models import InboundEmail
from notifications.models.players import Player

# Maximum number of e-mails that are listed.
MAX_LISTED = 30
# Reason codes of e-mails that did nothing because a machine may have written them. Their player may
# say otherwise.
AUTOMATIC = ("auto_reply", "challenge", "report", "reaction", "calendar", "list", "bounce")
# Reason codes of e-mails that went in circles.
LOOPS = ("own_mail", "loop")
# How long a link to the page works that has an e-mail read after all.
LINK_LIVES = timedelta(days=14)
OUTCOMES: dict[str, object] = {
    **dict.fromkeys(AUTOMATIC, gettext_lazy("did nothing: we took it for an automatic message")),
    **dict.fromkeys(LOOPS, gettext_lazy("did nothing: it is an e-mail of ours that came back")),
    **dict.fromkeys(
        ("unreadable", "bundle_unreadable", "ambiguous", "illegal", "attachment"),
        gettext_lazy("not played: not understood, or not possible"),
    ),
    **dict.fromkeys(
        ("bundle_in_part", "played_in_part", "sequence_stopped"), gettext_lazy("done in part")
    ),
    **dict.fromkeys(
        ("unknown_prompt", "unknown_bundle", "no_reader"),
        gettext_lazy("did nothing: what it answers no longer exists"),
    ),
    "stale": gettext_lazy("not played: the question was closed"),
    "stranger": gettext_lazy("not played: the question is not asked of you"),
    "played": gettext_lazy("your answer was played"),
    "voted": gettext_lazy("your vote counts"),
    "said": gettext_lazy("your message was passed on"),
}
# Reason codes that are shown as trouble.
IGNORED_REASONS = (*AUTOMATIC, *LOOPS)

_LINK = TimestampSigner(salt="notifications.automatic", sep=".")


class EmailSent(msgspec.Struct, frozen=True):
    """An e-mail from a player. `is_bad`: it did nothing; `link`: the page to have it read."""

    words: str
    received_at: datetime
    outcome: str
    is_bad: bool
    link: str


def list_emails_sent(player: Player) -> list[EmailSent]:
    """Return the last e-mails from a player, newest first, as long as they are stored."""
    has_content = ExpressionWrapper(Q(raw__isnull=False), BooleanField())
    rows = InboundEmail.objects.filter(player=player).annotate(has_content=has_content)
    rows = rows.order_by("-received_at", "-id").defer("raw", "envelope")
    return [_describe_email(row) for row in rows[:MAX_LISTED]]


def count_ignored_emails(player: Player, *, now: datetime) -> int:
    """Return how many e-mails from a player did nothing in the last two weeks."""
    is_ignored = Q(state=InboundEmail.State.DONE, reason__in=IGNORED_REASONS)
    is_parked = Q(state=InboundEmail.State.PARKED)
    recent = InboundEmail.objects.filter(player=player, received_at__gt=now - LINK_LIVES)
    return recent.filter(is_ignored | is_parked).count()


def record_confirmed_email(email_id: UUID, player: Player, reason: str) -> None:
    """Record that a held e-mail is its player's, and the reason code that it got then."""
    emails = InboundEmail.objects.filter(pk=email_id, player=None)
    emails.update(player=player, reason=reason[:60])


def build_link(email_id: UUID) -> str:
    """Return the path of the page that shows an e-mail and has it read as its player's."""
    return reverse("automatic_email", args=[_LINK.sign(email_id.hex)])


def read_link(link: str) -> UUID | None:
    """Return the id of the e-mail of a link; None if the link has expired or is not ours."""
    try:
        return UUID(_LINK.unsign(link, max_age=LINK_LIVES))
    except (BadSignature, ValueError):
        return None


def _describe_email(email: Any) -> EmailSent:
    """Describe an e-mail; its content may have been deleted."""
    is_automatic = email.reason in AUTOMATIC and email.has_content
    link = build_link(email.pk) if is_automatic else ""
    words = decrypt_or_default(email, "first_line", "") or ""
    outcome, is_bad = _describe_outcome(email)
    return EmailSent(words, email.received_at, outcome, is_bad, link)


def _describe_outcome(email: InboundEmail) -> tuple[str, bool]:
    state = InboundEmail.State(email.state)
    match state:
        case InboundEmail.State.RECEIVED:
            return _("waits to be read"), False
        case InboundEmail.State.PARKED:
            return _("could not be processed; our staff looks at it"), True
        case InboundEmail.State.DONE:
            outcome = OUTCOMES.get(email.reason) or _(
                "read; the reply by e-mail says what came of it"
            )
            return str(outcome), email.reason in IGNORED_REASONS
        case _:
            assert_never(state)
