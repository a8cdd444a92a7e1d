"""Reply handler for invitations to a season that were sent to somebody without an account."""

from __future__ import annotations

import msgspec
from django.db import transaction
from django.utils import timezone

from abyss_site.core.email_addresses import address_key
from games.engine.contract import Refused
from games.models import SeasonInvitation
from games.replies import commands
from games.replies.leagues import MAX_LINES, Wish, parse_wish
from games.services.leagues import invited_people, news, terms
from games.services.leagues.entries import CannotEnter
from games.services.names import BadName
from notifications.gateway import Reply


def read_season_invitation(reply: Reply) -> str:
    """Process an answer to an invitation to a season; return the reason code.

    It counts if it was sent from the very address that was invited. Nobody else gets a reply, nor
    does anybody without an account.
    """
    row = invited_people.find_by_token(reply.token)
    if row is None:
        return "unknown_prompt"
    if not reply.is_authenticated:
        return "unproven"
    if not reply.sender or address_key(reply.sender) != address_key(row.address):
        return "stranger"
    try:
        if parse_wish(_without_name(reply)) not in (Wish.TAKE_PART, Wish.CHECK_IN):
            invited_people.decline_for_address(row)
            return "declined"
        with transaction.atomic():
            _accept(row, reply)
    except Refused as refusal:
        return refusal.code
    return "accepted"


def _accept(row: SeasonInvitation, reply: Reply) -> None:
    """Enter whoever answers, and tell them."""
    if terms.terms_from_row(row.season).is_for_teams:
        raise CannotEnter(
            "This season is for teams: create one on its page, or join one with its code."
        )
    now = timezone.now()
    language = row.invited_by.language if row.invited_by else "en"
    names = (commands.read_name(line, language) for line in reply.lines[:MAX_LINES])
    name = next(filter(None, names), "")
    try:
        with transaction.atomic():
            entry = invited_people.accept_for_address(row, name=name, language=language, now=now)
    except BadName:
        entry = invited_people.accept_for_address(row, language=language, now=now)
    news.answer_reply(invited_people.get_token(entry), reply, "entered", now=now)


def _without_name(reply: Reply) -> Reply:
    """Return the reply without lines that give a name."""
    lines = [line for line in reply.lines if not commands.read_name(line, "en")]
    lines = [line for line in lines if not commands.read_name(line, "fr")]
    lines = [line for line in lines if not commands.read_name(line, "de")]
    return msgspec.structs.replace(reply, lines=lines)
