"""The devices that a player is told things on: keeping one, naming it, and listing them."""

from __future__ import annotations

import re
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_noop

from notifications.models.players import Player
from notifications.models.webhooks import Webhook, digest_of
from notifications.preferences.webhooks import TooMany
from notifications.web_push import encryption, vapid
from notifications.webhooks import guard

MOST = 10

# What a browser says of itself -> what people call it. The first that fits counts, for most of
# them name several others.
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
    """A subscription that nothing can be sent to; says why in words for its owner (English)."""


def register_device(
    player: Player, *, endpoint: str, key: str, auth: str, agent: str, now: datetime
) -> Webhook:
    """Tell a device things from now on; once more is once. Raises BadDevice and TooMany.

    `key` and `auth` are base64url, as PushSubscription.getKey gives them; `agent` is the browser's
    User-Agent. A device belongs to whoever asked last on it: one browser is one endpoint.
    """
    _validate_subscription(endpoint, key, auth)
    with transaction.atomic():
        same = Webhook.objects.filter(digest=digest_of(endpoint), shape=Webhook.Shape.PUSH)
        same.exclude(player=player).delete()
        known = Webhook.objects.filter(player=player, shape=Webhook.Shape.PUSH)
        if known.exclude(digest=digest_of(endpoint)).count() >= MOST:
            raise TooMany
        said = {
            "url": endpoint,
            "key": key,
            "secret": auth,
            "label": describe_browser(agent),
            "created_at": now,
        }
        said |= {"site_key": vapid.site_key()}
        fresh = {"first_failed_at": None, "stopped_at": None, "error": ""}
        device, _is_new = Webhook.objects.update_or_create(
            digest=digest_of(endpoint),
            shape=Webhook.Shape.PUSH,
            defaults={"player": player, **said, **fresh},
        )
    return device


def all_of(player: Player) -> list[Webhook]:
    """Return the player's devices, oldest first."""
    return list(Webhook.objects.filter(player=player, shape=Webhook.Shape.PUSH).order_by("id"))


def describe_browser(agent: str) -> str:
    """Return what people call a browser and where it runs; "" for one that nobody knows.

    >>> describe_browser("Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0")
    'Firefox, Android'
    """
    found = [_first_matching_name(BROWSERS, agent), _first_matching_name(SYSTEMS, agent)]
    return ", ".join(filter(None, found))


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
