"""The addresses from which a player's letters count: their own, and others they have proved."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.core.signing import BadSignature, TimestampSigner
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.db.models.functions import Lower

from abyss_site.ids import uuid7
from notifications.models import SenderAddress
from notifications.models.players import Player
from notifications.outgoing.outbox import Draft, post
from notifications.outgoing.reserved_domains import is_reserved_address

from .channel_preferences import LINK_LIVES, BadLink, check_hourly_limit, is_taken

_SENDER = TimestampSigner(salt="notifications.sender", sep=".")


def list_sender_addresses(player: Player) -> QuerySet[SenderAddress]:
    """Return the further addresses of a player, by name."""
    return SenderAddress.objects.filter(player=player).order_by("address")


def writes_from(player: Player, sender: str) -> bool:
    """Tell whether letters from an address, lower case, are the player's; "" is nobody's."""
    if not sender:
        return False
    return (
        sender == player.email.lower()
        or list_sender_addresses(player).filter(address=sender).exists()
    )


def player_of(sender: str) -> Any | None:
    """Return the player who is known to write from an address, None if nobody is."""
    people = get_user_model().objects.alias(at=Lower("email")).filter(is_active=True, is_bot=False)
    own = people.filter(at=sender).exclude(email_verified_at=None).first()
    return own or people.filter(senders__address=sender).first()


def ask_for(player: Player, address: str, *, now: datetime) -> None:
    """Mail a link to an address from which a player wants to write. Raises TooOften.

    An address that somebody has, or nobody can have, is mailed nothing; nobody is told so.
    """
    check_hourly_limit(player, "new_sender", now)
    if is_reserved_address(address) or _is_known(address):
        return
    link = _SENDER.sign_object([player.pk.hex, address.lower()])
    draft = Draft(
        key=f"new_sender-{uuid7().hex}",
        player_id=player.pk,
        kind="new_sender",
        address=address,
        data={"link_path": f"/letters/senders/{link}/"},
    )
    post([draft], now=now)


def read_sender_link(link: str) -> tuple[Any, str]:
    """Return whose letters count from which address by a link. Raises BadLink; reads only."""
    try:
        pk, address = _SENDER.unsign_object(link, max_age=LINK_LIVES)
    except (BadSignature, ValueError) as error:
        raise BadLink from error
    player = get_user_model().objects.filter(pk=pk, is_active=True).first()
    if player is None or is_reserved_address(address) or _is_known(address):
        raise BadLink
    return player, address


def use_sender_link(link: str, *, now: datetime) -> None:
    """Let letters from an address count: its reader has shown to read it. Raises BadLink."""
    player, address = read_sender_link(link)
    try:
        with transaction.atomic():
            SenderAddress.objects.create(player=player, address=address, added_at=now)
    except IntegrityError as error:
        raise BadLink from error


def remove_sender_address(player: Player, address: str) -> None:
    """Let letters from an address count no more."""
    list_sender_addresses(player).filter(address=address.lower()).delete()


def _is_known(address: str) -> bool:
    return is_taken(address) or SenderAddress.objects.filter(address=address.lower()).exists()
