"""Push subscriptions of a player's devices: register, name and list them."""

from __future__ import annotations

import re
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_noop

from notifications.models.players import Player
from notifications.models.webhooks import Webhook, digest_of
from notifications.preferences.webhooks import TooMany, lock_player
from notifications.web_push import encryption, vapid
from notifications.webhooks import guard

MAX_DEVICES = 10

# Pattern in the User-Agent -> name of the browser. The first match counts, because most browsers
# include the names of several others.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/|FxiOS/", "Firefox"),
    ("Chrome/|CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


class BadDevice(ValueError):
    """A subscription that cannot be used. The message is in English and shown to its owner."""


def register_device(
    player: Player, *, endpoint: str, key: str, auth: str, agent: str, now: datetime
) -> Webhook:
    """Save or update a push subscription. Raises BadDevice and TooMany.

    `key` and `auth` are the values of PushSubscription.getKey in base64url; `agent` is the
    User-Agent. Each browser has one endpoint, which belongs to the player who registered it last.
    """
    _validate_subscription(endpoint, key, auth)
    with transaction.atomic():
        lock_player(player)
        same = Webhook.objects.filter(digest=digest_of(endpoint), shape=Webhook.Shape.PUSH)
        same.exclude(player=player).delete()
        devices = Webhook.objects.filter(player=player, shape=Webhook.Shape.PUSH)
        if devices.exclude(digest=digest_of(endpoint)).count() >= MAX_DEVICES:
            raise TooMany
        columns = {
            "url": endpoint,
            "key": key,
            "secret": auth,
            "label": describe_browser(agent),
            "created_at": now,
        }
        columns |= {"site_key": vapid.site_key()}
        fresh = {"first_failed_at": None, "stopped_at": None, "error": ""}
        device, _is_new = Webhook.objects.update_or_create(
            digest=digest_of(endpoint),
            shape=Webhook.Shape.PUSH,
            defaults={"player": player, **columns, **fresh},
        )
    return device


def list_devices(player: Player) -> list[Webhook]:
    """Return the player's devices, oldest first."""
    return list(Webhook.objects.filter(player=player, shape=Webhook.Shape.PUSH).order_by("id"))


def describe_browser(agent: str) -> str:
    """Return the names of a browser and its system; "" if both are unknown.

    >>> describe_browser("Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0")
    'Firefox, Android'
    """
    names = [_first_matching_name(BROWSERS, agent), _first_matching_name(SYSTEMS, agent)]
    return ", ".join(filter(None, names))


def _first_matching_name(names: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for sign, name in names if re.search(sign, agent)), "")


def _validate_subscription(endpoint: str, key: str, auth: str) -> None:
    try:
        guard.check_url(endpoint)
        encryption.public_key(encryption.decode_base64url(key))
        is_whole = len(encryption.decode_base64url(auth)) == encryption.AUTH_BYTES
    except guard.Unsafe as error:
        raise BadDevice(str(error)) from error
    except ValueError as error:
        raise BadDevice(gettext_noop("The browser gave no keys that work.")) from error
    if not is_whole:
        raise BadDevice(gettext_noop("The browser gave no keys that work."))
