"""Services for players' notification preferences and for changing their e-mail address."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.core.signing import BadSignature, TimestampSigner
from django.db import IntegrityError, transaction

from abyss_site.core.email_addresses import normalize_address
from abyss_site.core.ids import uuid7
from notifications.models import ChannelPreference, EmailPreferences, Notification
from notifications.models.players import Player
from notifications.outgoing import bounce_scores, channels
from notifications.outgoing.outbox import Draft, post
from notifications.outgoing.planning import email_preferences_of
from notifications.outgoing.reserved_domains import is_reserved_address

LINK_LIVES = timedelta(days=1)
# Maximum number of e-mails of a kind that a player may request per hour, to whatever address.
MAX_PER_HOUR = 5
HOUR = timedelta(hours=1)

_ADDRESS = TimestampSigner(salt="notifications.address", sep=".")


class TooOften(Exception):
    """More e-mails were requested than allowed per hour."""


class BadLink(Exception):
    """A link that is expired, used or forged, or for an address that is in use or reserved."""


@transaction.atomic
def set_preferred_events(
    player: Player, thread: str, events_by_channel: Mapping[str, Collection[str]], *, now: datetime
) -> None:
    """Set the events (channel -> events) that a player receives, for one thread or for all ("")."""
    for channel, events in events_by_channel.items():
        defaults = {
            "events": [event for event in channels.ALL if event in events],
            "changed_at": now,
        }
        ChannelPreference.objects.update_or_create(
            player=player, channel=channel, thread=thread, defaults=defaults
        )


def reset_preferences(player: Player, thread: str) -> None:
    """Delete a player's preferences for a thread, or for all (""), to return to the defaults."""
    ChannelPreference.objects.filter(player=player, thread=thread).delete()


def change_email_preferences(player: Player, **values: object) -> EmailPreferences:
    """Update the given fields of a player's e-mail preferences."""
    mailbox = email_preferences_of(player)
    for name, value in values.items():
        setattr(mailbox, name, value)
    mailbox.save()
    return mailbox


@transaction.atomic
def send_test_email(player: Player, *, now: datetime) -> None:
    """Send a test e-mail to a player. Raises TooOften."""
    check_hourly_limit(player, "test_email", now)
    key = f"test_email-{uuid7().hex}"
    post([Draft(key=key, player_id=player.pk, kind="test_email")], now=now)


@transaction.atomic
def resume_emails(player: Player, *, now: datetime) -> None:
    """Resume e-mail to a player's address, starting with a test e-mail. Raises TooOften."""
    send_test_email(player, now=now)
    bounce_scores.clear_bounce_score(player.email)


@transaction.atomic
def request_address_change(player: Player, address: str, *, now: datetime) -> None:
    """Send a confirmation link to a player's new address. Raises TooOften.

    Nothing is sent to an address that is in use or reserved, and the player is not told.
    """
    check_hourly_limit(player, "new_address", now)
    if is_reserved_address(address) or is_taken(address):
        return
    address = normalize_address(address)
    link = _ADDRESS.sign_object([player.pk.hex, player.email, address])
    draft = Draft(
        key=f"new_address-{uuid7().hex}",
        player_id=player.pk,
        kind="new_address",
        address=address,
        data={"link_path": f"/emails/address/{link}/"},
    )
    post([draft], now=now)


def read_address_link(link: str) -> tuple[Player, str]:
    """Return the player and the new address of a confirmation link. Raises BadLink."""
    try:
        pk, old, new = _ADDRESS.unsign_object(link, max_age=LINK_LIVES)
    except (BadSignature, ValueError) as error:
        raise BadLink from error
    player = get_user_model().objects.filter(pk=pk, email=old, is_active=True).first()
    if player is None or is_reserved_address(new) or is_taken(new):
        raise BadLink
    return player, new


def use_address_link(link: str, *, now: datetime) -> None:
    """Change a player's address to that of a confirmation link. Raises BadLink.

    The old address is notified, in case somebody else has requested it.
    """
    player, new = read_address_link(link)
    old, player.email, player.email_verified_at = player.email, new, now
    draft = Draft(
        key=f"address_changed-{uuid7().hex}",
        player_id=player.pk,
        kind="address_changed",
        address=old,
    )
    try:
        with transaction.atomic():
            player.save(update_fields=["email", "email_verified_at"])
            post([draft], now=now)
    except IntegrityError as error:
        raise BadLink from error


def check_hourly_limit(player: Player, kind: str, now: datetime) -> None:
    """Raise TooOften if a player has requested MAX_PER_HOUR e-mails of a kind within an hour.

    The player is locked, so that concurrent requests are counted correctly.
    """
    get_user_model().objects.select_for_update(no_key=True).get(pk=player.pk)
    recent = Notification.objects.filter(player=player, kind=kind, created_at__gt=now - HOUR)
    if recent.count() >= MAX_PER_HOUR:
        raise TooOften


def is_taken(address: str) -> bool:
    """Return whether an address is that of a player's account."""
    return bool(get_user_model().objects.at_address(address).exists())
