"""What players wish for: which news comes over which channel, and to which address."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.core.signing import BadSignature, TimestampSigner
from django.db import IntegrityError, transaction
from django.db.models.functions import Lower

from abyss_site.ids import uuid7
from notifications.models import ChannelPreference, EmailPreferences, Notification
from notifications.models.players import Player
from notifications.outgoing import bounce_scores, channels
from notifications.outgoing.outbox import Draft, post
from notifications.outgoing.planning import email_preferences_of
from notifications.outgoing.reserved_domains import is_reserved_address

LINK_LIVES = timedelta(days=1)
# Letters that a player may have sent to themself, or to an address they name, in an hour.
MOST_AN_HOUR = 5
HOUR = timedelta(hours=1)

_ADDRESS = TimestampSigner(salt="notifications.address", sep=".")


class TooOften(Exception):
    """More letters were asked for than an hour allows."""


class BadLink(Exception):
    """A link that is too old, used, not ours, or to an address that somebody else has."""


@transaction.atomic
def set_preferred_events(
    player: Player, thread: str, wished: Mapping[str, Collection[str]], *, now: datetime
) -> None:
    """Let a player hear of these events over each channel: in one thread, or in all ("")."""
    for channel, events in wished.items():
        said = {"events": [one for one in channels.ALL if one in events], "changed_at": now}
        ChannelPreference.objects.update_or_create(
            player=player, channel=channel, thread=thread, defaults=said
        )


def choose_as_usual(player: Player, thread: str) -> None:
    """Forget what a player wished for a thread: it is as for all of them, and those as usual."""
    ChannelPreference.objects.filter(player=player, thread=thread).delete()


def change_mailbox(player: Player, **wishes: Any) -> EmailPreferences:
    """Keep how a player wants to be written to; fields of Mailbox that are not named stay."""
    mailbox = email_preferences_of(player)
    for name, value in wishes.items():
        setattr(mailbox, name, value)
    mailbox.save()
    return mailbox


def send_test_letter(player: Player, *, now: datetime) -> None:
    """Mail a player a letter that says nothing but that letters arrive. Raises TooOften."""
    check_hourly_limit(player, "test_letter", now)
    key = f"test_letter-{uuid7().hex}"
    post([Draft(key=key, player_id=player.pk, kind="test_letter")], now=now)


def try_again(player: Player, *, now: datetime) -> None:
    """Write to an address again that did not work, beginning with a test. Raises TooOften."""
    send_test_letter(player, now=now)
    bounce_scores.clear_bounce_score(player.email)


def ask_for_address(player: Player, address: str, *, now: datetime) -> None:
    """Mail a link to an address that its reader wants to be theirs. Raises TooOften.

    An address that somebody has, or nobody can have, is mailed nothing; nobody is told so.
    """
    check_hourly_limit(player, "new_address", now)
    if is_reserved_address(address) or is_taken(address):
        return
    link = _ADDRESS.sign_object([player.pk.hex, player.email, address])
    draft = Draft(
        key=f"new_address-{uuid7().hex}",
        player_id=player.pk,
        kind="new_address",
        address=address,
        data={"link_path": f"/letters/address/{link}/"},
    )
    post([draft], now=now)


def read_address_link(link: str) -> tuple[Any, str]:
    """Return whose address a link changes, and to which. Raises BadLink; reads only."""
    try:
        pk, old, new = _ADDRESS.unsign_object(link, max_age=LINK_LIVES)
    except (BadSignature, ValueError) as error:
        raise BadLink from error
    player = get_user_model().objects.filter(pk=pk, email=old, is_active=True).first()
    if player is None or is_reserved_address(new) or is_taken(new):
        raise BadLink
    return player, new


def use_address_link(link: str, *, now: datetime) -> None:
    """Make the address a player's own: its reader has shown to read it. Raises BadLink.

    The old address is told, in case it was not them.
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
    """Raise TooOften if a player has asked for so many letters of a kind within the hour."""
    recent = Notification.objects.filter(player=player, kind=kind, created_at__gt=now - HOUR)
    if recent.count() >= MOST_AN_HOUR:
        raise TooOften


def is_taken(address: str) -> bool:
    """Tell whether an address is some player's own."""
    people = get_user_model().objects.alias(at=Lower("email"))
    return bool(people.filter(at=address.lower()).exists())
