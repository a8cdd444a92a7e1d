"""Known devices, on which links in e-mails act: known by a sign-in, or by a code sent by e-mail.

A link in an e-mail only says which answer its reader means. Somebody to whom the e-mail was
forwarded has the link too, so it acts only where the player is known.
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

from abyss_site.core.email_addresses import address_key
from games.engine.contract import Refused
from games.models import KnownDevice, Player, new_token
from notifications import gateway
from notifications.gateway import Draft

# How long an unused device is kept; browsers keep no cookie longer.
RETENTION = timedelta(days=400)
# How long a code is valid, how many wrong attempts it allows, and how many codes are sent per hour.
CODE_LIVES = timedelta(minutes=30)
MAX_TRIES = 5
MAX_CODES, HOUR = 5, timedelta(hours=1)
# Maximum number of devices of a player; beyond it the least recently used one is deleted.
MAX_DEVICES = 20
# Minimum interval between updates of `used_at`, to save writes.
NOTED_EVERY = timedelta(days=1)
CODE_LETTERS = 8


class TooManyCodes(Refused):
    """The player was sent the maximum number of codes within the hour."""

    code = "too_many_codes"


class WrongCode(Refused):
    """Not the code sent for this device, or it has expired, or had too many wrong attempts."""

    code = "wrong_code"


@transaction.atomic
def remember_device(
    player: Player, secrets: Sequence[str], *, name: str, now: datetime
) -> str | None:
    """Make the device known on which the player has just signed in.

    `secrets` are those in its cookie. Returns a new one to add to it, None if the device is known
    already.
    """
    if is_known(player, secrets, now=now):
        return None
    # Serializes sign-ins at once, so that no device too many stays.
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    secret = new_token()
    _create_device(player, secret, name=name, confirmed_at=now, now=now)
    devices = player.known_devices.exclude(confirmed_at=None).order_by("-used_at", "-id")
    too_many = list(devices.values_list("pk", flat=True)[MAX_DEVICES:])
    player.known_devices.filter(pk__in=too_many).delete()
    return secret


def is_known(player: Player, secrets: Sequence[str], *, now: datetime) -> bool:
    """Return whether one of the secrets in a cookie belongs to a known device of the player."""
    device = (
        _devices_by_secret(player, secrets).exclude(confirmed_at=None).first() if secrets else None
    )
    if device is None:
        return False
    if device.used_at <= now - NOTED_EVERY:
        device.used_at = now
        device.save(update_fields=["used_at"])
    return True


def is_known_at_address(address: str, secrets: Sequence[str]) -> bool:
    """Return whether one of the secrets in a cookie belongs to a known device of the player of an
    address.

    Only the devices are looked up, so that an address without an account makes no difference.
    """
    digests = [_secret_digest(secret) for secret in secrets]
    devices = KnownDevice.objects.filter(digest__in=digests).exclude(confirmed_at=None)
    addresses = devices.values_list("player__email", flat=True) if digests else []
    return address_key(address) in map(address_key, addresses)


@transaction.atomic
def mail_code(player: Player, *, name: str, now: datetime) -> str:
    """E-mail the player a code for a device, and return the secret for its cookie.

    Raises TooManyCodes.
    """
    # Serializes concurrent requests, so that codes are counted correctly.
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    recent = player.known_devices.filter(confirmed_at=None, created_at__gt=now - HOUR)
    if recent.count() >= MAX_CODES:
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
    """Make a device known on which the code was typed. Raises WrongCode."""
    if not _try_code(player, secrets, code, now):
        raise WrongCode("That is not the code, or it is too old. Ask for another one.")


@transaction.atomic
def _try_code(player: Player, secrets: Sequence[str], code: str, now: datetime) -> bool:
    """Compare a code with those sent for the device, and count a wrong one.

    E-mails do not always arrive in order. A wrong code counts for each of those that were sent:
    more of them do not mean more attempts at one.
    """
    pending = _devices_by_secret(player, secrets).filter(
        confirmed_at=None, created_at__gt=now - CODE_LIVES, tries__lt=MAX_TRIES
    )
    devices = list(pending.order_by("pk").select_for_update())
    guess = _normalize_code(code)
    fits = [hmac.compare_digest(guess, code_of(device.pk)) for device in devices]
    confirmed_device = next(
        (device for device, is_right in zip(devices, fits, strict=True) if is_right), None
    )
    for device in devices if confirmed_device is None else [confirmed_device]:
        device.tries += confirmed_device is None
        device.confirmed_at = None if confirmed_device is None else now
        device.used_at = now
        device.save(update_fields=["tries", "confirmed_at", "used_at"])
    return confirmed_device is not None


def code_of(device: UUID) -> str:
    """Return the code for a device, which is derived from its id and SECRET_KEY and not stored.

    It is valid for half an hour only, so former keys are not tried.
    """
    secret = settings.SECRET_KEY
    octets = secret if isinstance(secret, bytes) else secret.encode()
    mac = hmac.digest(octets, b"device code" + device.bytes, hashlib.sha256)
    return base64.b32encode(mac).decode().lower()[:CODE_LETTERS]


def devices_of(player: Player) -> QuerySet[KnownDevice]:
    """Return the player's known devices, most recently used first."""
    return player.known_devices.exclude(confirmed_at=None).order_by("-used_at", "-id")


def forget_device(player: Player, device: UUID) -> None:
    """Make a device unknown. Idempotent."""
    player.known_devices.filter(pk=device).delete()


def let_links_act_anywhere(player: Player, is_allowed: bool) -> None:
    """Set whether links act on every device, for everybody who has them."""
    player.links_act_anywhere = is_allowed
    player.save(update_fields=["links_act_anywhere"])


def forget_unused_devices(now: datetime) -> int:
    """Delete devices unused for RETENTION, and codes that nobody typed; return how many."""
    devices = KnownDevice.objects.filter(used_at__lte=now - RETENTION)
    codes = KnownDevice.objects.filter(confirmed_at=None, created_at__lte=now - HOUR)
    return devices.delete()[0] + codes.delete()[0]


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
    # 130 random bits cannot be guessed, so a slow hash is not needed.
    return hashlib.sha256(secret.encode()).hexdigest()


def _normalize_code(code: str) -> str:
    """Return the typed code in lower case without spaces and hyphens; "" if it is not ASCII."""
    plain = "".join(char for char in code.lower() if char.isalnum())
    return plain if plain.isascii() else ""
