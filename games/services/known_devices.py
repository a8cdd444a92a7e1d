"""Devices on which links in e-mails act: known by a sign-in, or by a code that was mailed.

A link in an e-mail only says which answer its reader means. Whoever was forwarded the e-mail has
the link too, so that it acts where the player is known and nowhere else.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from games.engine.contract import Refused
from games.models import KnownDevice, Player, new_token
from notifications import gateway
from notifications.gateway import Draft

# A device that is not used for so long is forgotten; browsers keep no cookie longer.
KEPT = timedelta(days=400)
# How long a mailed code may be typed, how often wrongly, and how many are mailed to a player.
CODE_LIVES = timedelta(minutes=30)
MOST_TRIES = 5
MOST_CODES, HOUR = 5, timedelta(hours=1)
# One player's; beyond them the one that was not used for longest is forgotten.
MOST_DEVICES = 20
# A device that is used every minute shall not write a row every minute.
NOTED_EVERY = timedelta(days=1)
CODE_LETTERS = 8


class TooManyCodes(Refused):
    """The player was mailed enough codes within the hour."""

    code = "too_many_codes"


class WrongCode(Refused):
    """Not the code that was mailed for this device, or too late, or after too many wrong ones."""

    code = "wrong_code"


@transaction.atomic
def remember_device(
    player: Player, secrets: Sequence[str], *, name: str, now: datetime
) -> str | None:
    """Let links act on the device on which the player has just signed in.

    `secrets` are those in its cookie. Returns a new one to be added, None if it is known already.
    """
    if is_known(player, secrets, now=now):
        return None
    secret = new_token()
    _create_device(player, secret, name=name, confirmed_at=now, now=now)
    known = player.known_devices.exclude(confirmed_at=None).order_by("-used_at", "-id")
    too_many = list(known.values_list("pk", flat=True)[MOST_DEVICES:])
    player.known_devices.filter(pk__in=too_many).delete()
    return secret


def is_known(player: Player, secrets: Sequence[str], *, now: datetime) -> bool:
    """Tell whether one of the secrets in a cookie makes its device one of the player's."""
    device = (
        _devices_by_secret(player, secrets).exclude(confirmed_at=None).first() if secrets else None
    )
    if device is None:
        return False
    if device.used_at <= now - NOTED_EVERY:
        device.used_at = now
        device.save(update_fields=["used_at"])
    return True


@transaction.atomic
def mail_code(player: Player, *, name: str, now: datetime) -> str:
    """Mail the player a code for a device, and return the secret for its cookie.

    Raises TooManyCodes.
    """
    # Two requests at once count one after the other.
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    recent = player.known_devices.filter(confirmed_at=None, created_at__gt=now - HOUR)
    if recent.count() >= MOST_CODES:
        raise TooManyCodes("Too many codes were sent. Try again in an hour.")
    secret = new_token()
    device = _create_device(player, secret, name=name, confirmed_at=None, now=now)
    draft = Draft(
        key=f"device_code-{device.pk.hex}",
        player_id=player.pk,
        kind="device_code",
        data={"device": str(device.pk), "name": name},
    )
    gateway.post_notifications([draft], now=now)
    return secret


def confirm_device(player: Player, secrets: Sequence[str], code: str, *, now: datetime) -> None:
    """Let links act on a device where the mailed code was typed. Raises WrongCode."""
    if not _try_code(player, secrets, code, now):
        raise WrongCode("That is not the code, or it is too old. Ask for another one.")


@transaction.atomic
def _try_code(player: Player, secrets: Sequence[str], code: str, now: datetime) -> bool:
    """Compare a code with the latest one mailed for the device; a wrong one is counted."""
    pending = _devices_by_secret(player, secrets).filter(
        confirmed_at=None, created_at__gt=now - CODE_LIVES
    )
    device = pending.order_by("-created_at").select_for_update().first()
    if device is None or device.tries >= MOST_TRIES:
        return False
    is_right = hmac.compare_digest(_normalize_code(code), code_of(device.pk))
    device.tries += not is_right
    device.confirmed_at = now if is_right else None
    device.used_at = now
    device.save(update_fields=["tries", "confirmed_at", "used_at"])
    return is_right


def code_of(device: UUID) -> str:
    """Return the code for a device, which follows from its id and SECRET_KEY and is kept nowhere.

    It is good for half an hour only, so that a key which has been changed since is not tried.
    """
    secret = settings.SECRET_KEY
    octets = secret if isinstance(secret, bytes) else secret.encode()
    mac = hmac.digest(octets, b"device code" + device.bytes, hashlib.sha256)
    return base64.b32encode(mac).decode().lower()[:CODE_LETTERS]


def devices_of(player: Player) -> QuerySet[KnownDevice]:
    """Return the devices on which links act for a player, the latest used first."""
    return player.known_devices.exclude(confirmed_at=None).order_by("-used_at", "-id")


def forget_device(player: Player, device: UUID) -> None:
    """Let links act on a device no more. Twice is once."""
    player.known_devices.filter(pk=device).delete()


def let_links_act_anywhere(player: Player, wanted: bool) -> None:
    """Keep whether links act on every device, for whoever has them, as the player wants it."""
    player.links_act_anywhere = wanted
    player.save(update_fields=["links_act_anywhere"])


def forget_unused_devices(now: datetime) -> int:
    """Forget devices that were not used for long, and codes that nobody typed; return how many."""
    unused = KnownDevice.objects.filter(used_at__lte=now - KEPT)
    untyped = KnownDevice.objects.filter(confirmed_at=None, created_at__lte=now - HOUR)
    return unused.delete()[0] + untyped.delete()[0]


def _create_device(
    player: Player, secret: str, *, name: str, confirmed_at: datetime | None, now: datetime
) -> KnownDevice:
    return KnownDevice.objects.create(
        player=player,
        digest=_secret_digest(secret),
        name=name[:60],
        created_at=now,
        confirmed_at=confirmed_at,
        used_at=now,
    )


def _devices_by_secret(player: Player, secrets: Sequence[str]) -> QuerySet[KnownDevice]:
    return player.known_devices.filter(digest__in=[_secret_digest(secret) for secret in secrets])


def _secret_digest(secret: str) -> str:
    # 130 random bits cannot be guessed, so that no slow hash is needed.
    return hashlib.sha256(secret.encode()).hexdigest()


def _normalize_code(code: str) -> str:
    """Return a code as it was typed, without case, spaces and hyphens; "" for what is none."""
    plain = "".join(letter for letter in code.lower() if letter.isalnum())
    return plain if plain.isascii() else ""
