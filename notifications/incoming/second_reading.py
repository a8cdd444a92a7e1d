"""Read an e-mail that was taken for an automatic one after all, because its player says so."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import msgspec
from django.db import transaction

from abyss_site.core.encryption.cipher import Undecryptable
from notifications.models import InboundEmail
from notifications.models.players import Player
from notifications.preferences.emails_sent import AUTOMATIC, read_link
from notifications.reply_parser import Reading, SentEmails, parse_email, parse_reply

from . import dispatch


class AutomaticEmail(msgspec.Struct, frozen=True):
    """An e-mail that may have been automatic. `is_open`: its player can still have it read."""

    email_id: UUID
    player: Player
    lines: list[str]
    is_open: bool


def find_automatic_email(link: str) -> AutomaticEmail | None:
    """Return the e-mail of a link in our e-mail about it, or on its player's page."""
    pk = read_link(link)
    rows = InboundEmail.objects.select_related("player").exclude(player=None)
    email = rows.filter(pk=pk).first() if pk else None
    if email is None or email.player is None:
        return None
    reading = _parse_again(email)
    lines = [line for line in reading.lines if line] if reading else []
    is_open = email.reason in AUTOMATIC and reading is not None
    return AutomaticEmail(email.pk, email.player, lines, is_open)


@transaction.atomic
def read_as_persons(pk: UUID, *, now: datetime) -> str | None:
    """Pass an e-mail to the reader of its address, and return the reason code.

    None, and nothing is done, if it was read before or its content has been deleted. The caller
    has made sure that its player asks for it.
    """
    rows = InboundEmail.objects.select_for_update(of=("self",)).select_related("player")
    email = rows.filter(pk=pk, reason__in=AUTOMATIC).exclude(player=None).first()
    reading = _parse_again(email) if email else None
    if email is None or reading is None:
        return None
    email.reason = dispatch.pass_to_reader(email, reading, now, is_authenticated=True)[:60]
    email.save(update_fields=["reason", "first_line", "words"])
    return email.reason


def _parse_again(email: InboundEmail) -> Reading | None:
    """Return the player's own lines; None if the content has been deleted or is unreadable."""
    try:
        raw = email.raw
    except Undecryptable:
        return None
    if not raw:
        return None
    return parse_reply(
        parse_email(bytes(raw)), SentEmails(dispatch.iterate_quotable_texts(email.token))
    )
