"""Sender addresses of players: verified addresses, besides their own, to send e-mails from."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth import get_user_model
from django.core.signing import BadSignature, TimestampSigner
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from abyss_site.core.email_addresses import address_key, normalize_address
from abyss_site.core.ids import uuid7
from notifications.models import Notification, SenderAddress
from notifications.models.players import Player
from notifications.outgoing.outbox import Draft, post
from notifications.outgoing.reserved_domains import is_reserved_address

from .channel_preferences import LINK_LIVES, BadLink, check_hourly_limit, is_taken

_SENDER = TimestampSigner(salt="notifications.sender", sep=".")


def list_sender_addresses(player: Player) -> QuerySet[SenderAddress]:
    """Return the additional sender addresses of a player in alphabetical order."""
    return SenderAddress.objects.filter(player=player).order_by("address")


def owns_sender_address(player: Player, sender: str) -> bool:
    """Return whether an address belongs to the player; "" never does."""
    if not sender:
        return False
    key = address_key(sender)
    return (
        key == address_key(player.email)
        or list_sender_addresses(player).filter(address=key).exists()
    )


def player_of(sender: str) -> Player | None:
    """Return the player with a verified address or sender address, or None.

    Bots and inactive players are ignored.
    """
    people = get_user_model().objects
    own = people.at_address(sender).filter(is_active=True, is_bot=False)
    return (
        own.exclude(email_verified_at=None).first()
        or people.filter(is_active=True, is_bot=False, senders__address=address_key(sender)).first()
    )


def find_writer(sender: str, token: str) -> Player | None:
    """Return the player who got an e-mail of ours with a reply token and owns the sender's address.

    None if there is none. Bots and inactive players are ignored.
    """
    recipients = Notification.objects.filter(reply_token=token).values("player")
    people = get_user_model().objects.filter(pk__in=recipients, is_active=True, is_bot=False)
    return next((player for player in people if owns_sender_address(player, sender)), None)


@transaction.atomic
def request_sender_address(player: Player, address: str, *, now: datetime) -> None:
    """Send a confirmation link to an address that a player wants to send from. Raises TooOften.

    Nothing is sent to an address that is in use or reserved, and the player is not told.
    """
    check_hourly_limit(player, "new_sender", now)
    if is_reserved_address(address) or _is_known(address):
        return
    link = _SENDER.sign_object([player.pk.hex, address_key(address)])
    draft = Draft(
        key=f"new_sender-{uuid7().hex}",
        player_id=player.pk,
        kind="new_sender",
        address=normalize_address(address),
        data={"link_path": f"/emails/senders/{link}/"},
    )
    post([draft], now=now)


def read_sender_link(link: str) -> tuple[Player, str]:
    """Return the player and the address of a confirmation link. Raises BadLink."""
    try:
        pk, address = _SENDER.unsign_object(link, max_age=LINK_LIVES)
    except (BadSignature, ValueError) as error:
        raise BadLink from error
    player = get_user_model().objects.filter(pk=pk, is_active=True).first()
    if player is None or is_reserved_address(address) or _is_known(address):
        raise BadLink
    return player, address


def use_sender_link(link: str, *, now: datetime) -> None:
    """Add the sender address of a confirmation link, which verifies it. Raises BadLink."""
    player, address = read_sender_link(link)
    try:
        with transaction.atomic():
            key = address_key(address)
            SenderAddress.objects.create(player=player, address=key, added_at=now)
    except IntegrityError as error:
        raise BadLink from error


def remove_sender_address(player: Player, address: str) -> None:
    """Remove a sender address of a player."""
    list_sender_addresses(player).filter(address=address_key(address)).delete()


def _is_known(address: str) -> bool:
    key = address_key(address)
    return is_taken(address) or SenderAddress.objects.filter(address=key).exists()
