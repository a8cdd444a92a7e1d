"""Register and delete apps, and list and end what a player has allowed them."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime
from urllib.parse import urlsplit
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, QuerySet
from django.utils import timezone
from msgspec import Struct

from games.engine import display_names
from games.engine.contract import Refused
from games.models import App, AppGrant, PersonalToken, Player, RefreshToken
from games.services import app_grants, names

# Maximum number of apps per player, and of redirect URIs per app.
MAX_APPS, MAX_REDIRECT_URIS = 5, 5
# Printable ASCII without what has a meaning in headers and policies.
URI = re.compile(r"[!#-'*+\--:=?-\[\]_a-z~]{1,200}")
# A scheme of an installed app is a domain name in reverse (RFC 8252 §7.1), so no browser knows it.
APP_SCHEME = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9-]+)+")
LOOPBACK = ("localhost", "127.0.0.1", "::1")


class CannotRegisterApp(Refused):
    """Too many apps, not a person's own account, or an address that cannot be used."""

    code = "cannot_register_app"


class NoSuchApp(Refused):
    """The player has no such app."""

    code = "no_app"


class AllowedApp(Struct, frozen=True):
    """An app that acts for a player: what it may do, since when, and when it last did."""

    app: App
    scopes: tuple[str, ...]
    granted_at: datetime
    last_used_at: datetime | None


@transaction.atomic
def register_app(
    owner: Player,
    *,
    name: str,
    website: str,
    redirect_uris: Collection[str],
    uses_device_codes: bool,
    now: datetime | None = None,
) -> App:
    """Register an app of a person. Raises CannotRegisterApp and BadName."""
    if owner.is_bot or owner.email_verified_at is None:
        raise CannotRegisterApp("Only players with a confirmed e-mail address can register apps.")
    _check_name(name)
    if not website.startswith("https://") or not is_plain_uri(website):
        raise CannotRegisterApp("The website of an app begins with https://.")
    if len(redirect_uris) > MAX_REDIRECT_URIS:
        raise CannotRegisterApp("An app has at most {most} addresses.", most=MAX_REDIRECT_URIS)
    if not redirect_uris and not uses_device_codes:
        raise CannotRegisterApp("An app needs an address to return to, or device codes.")
    for uri in redirect_uris:
        if not is_redirect_uri(uri):
            raise CannotRegisterApp("An app cannot return to “{uri}”.", uri=uri[:200])
    # Serializes concurrent requests, so that apps are counted correctly.
    owner = Player.objects.select_for_update(no_key=True).get(pk=owner.pk)
    if owner.apps.count() >= MAX_APPS:
        raise CannotRegisterApp("You have {most} apps; delete one.", most=MAX_APPS)
    return App.objects.create(
        owner=owner,
        name=name,
        website=website,
        redirect_uris=list(redirect_uris),
        uses_device_codes=uses_device_codes,
        created_at=now or timezone.now(),
    )


def delete_app(owner: Player, app: UUID) -> None:
    """Delete an app of a player, and everything that players have allowed it. Raises NoSuchApp."""
    if not owner.apps.filter(pk=app).delete()[0]:
        raise NoSuchApp("You have no such app.")


def find_app(client_id: str) -> App | None:
    """Return the app with this id; None if there is none, or its owner is banned."""
    try:
        pk = UUID(client_id)
    except ValueError:
        return None
    return App.objects.filter(pk=pk, owner__is_active=True).select_related("owner").first()


def list_allowed_apps(player: Player, *, now: datetime) -> list[AllowedApp]:
    """Return the apps that act for a player, the newest first."""
    apps_by_id = dict[UUID, AllowedApp]()
    for grant in _ongoing_grants(player, now):
        before = apps_by_id.get(grant.app_id)
        uses = [grant.last_used_at, before and before.last_used_at]  # type: ignore[attr-defined]
        scopes = {*grant.scopes.split(), *(before.scopes if before else ())}
        apps_by_id[grant.app_id] = AllowedApp(
            app=grant.app,
            scopes=tuple(scope for scope in PersonalToken.SCOPES if scope in scopes),
            granted_at=before.granted_at if before else grant.granted_at,
            last_used_at=max(filter(None, uses), default=None),
        )
    return list(apps_by_id.values())


def end_grants(player: Player, app: UUID) -> None:
    """End everything that a player has allowed an app. Raises NoSuchApp."""
    if not player.app_grants.filter(app=app).delete()[0]:
        raise NoSuchApp("You have not allowed such an app anything.")


def is_redirect_uri(uri: str) -> bool:
    """Return whether an app can return to a URI: by https, to this machine, or to its own scheme.

    >>> [is_redirect_uri(f"{scheme}://example.org/back") for scheme in ("https", "http")]
    [True, False]
    >>> is_redirect_uri("http://127.0.0.1:4000/back"), is_redirect_uri("org.example.app:/back")
    (True, True)
    >>> is_redirect_uri("javascript:alert(1)"), is_redirect_uri("https://example.org/#part")
    (False, False)
    """
    if not is_plain_uri(uri):
        return False
    parts = urlsplit(uri)
    if parts.scheme == "https":
        return bool(parts.hostname)
    if parts.scheme == "http":
        return parts.hostname in LOOPBACK
    return bool(APP_SCHEME.fullmatch(parts.scheme)) and not parts.netloc


def is_plain_uri(uri: str) -> bool:
    """Return whether a URI has neither a fragment nor a user, and no port that is none."""
    if not URI.fullmatch(uri) or "#" in uri or "*" in uri:
        return False
    try:
        parts = urlsplit(uri)
        return "@" not in parts.netloc and (parts.port is None or parts.port > 0)
    except ValueError:
        return False


def _check_name(name: str) -> None:
    """Raise BadName for a name that could be taken for the site itself, or that is markup."""
    if not name.strip() or len(name) > names.LONGEST or not name.isprintable():
        raise names.BadName("A name is one line of at most {most} visible characters.",
                            most=names.LONGEST)  # fmt: skip
    if display_names.is_house_name(name):
        raise names.BadName("This name is reserved for the site and its staff. Choose another one.")
    names.check_markup(name)


def _ongoing_grants(player: Player, now: datetime) -> QuerySet[AppGrant]:
    """Return what a player has allowed and an app can still use, and when that was last used."""
    usable = RefreshToken.objects.filter(
        grant=OuterRef("pk"), created_at__gt=now - app_grants.REFRESH_LIFETIME
    )
    rows = player.app_grants.filter(Exists(usable)).select_related("app", "app__owner")
    return rows.annotate(last_used_at=Max("access_tokens__last_used_at")).order_by("-granted_at")
