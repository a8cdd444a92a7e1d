"""What players allow apps: codes are exchanged once, and refresh tokens used once.

Everything secret is stored as SHA-256. A second use of a code or a refresh token means that
somebody else has it, so it ends the grant with all its tokens (RFC 9700 §4.5.3, §4.14.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from msgspec import Struct

from games.models import App, AppGrant, DeviceCode, PersonalToken, Player, RefreshToken
from games.services.tokens import digest_of, new_secret

# How long codes, access tokens and refresh tokens can be used.
CODE_LIFETIME, ACCESS_LIFETIME = timedelta(seconds=60), timedelta(hours=1)
REFRESH_LIFETIME = timedelta(days=30)
DEVICE_CODE_LIFETIME = timedelta(minutes=15)
# Seconds between two questions of a device about its code.
DEVICE_INTERVAL = 5
# Maximum number of grants of a player to an app; the oldest ends.
MAX_GRANTS = 10
# How long what has expired is kept, to notice a second use.
RETENTION = timedelta(days=1)


class IssuedTokens(Struct, frozen=True):
    """A new access token and a new refresh token: the secrets, which cannot be shown again."""

    access: str
    refresh: str


class NewCode(Struct, frozen=True):
    """A new authorization code: its secret, and the challenge and redirect URI that bind it."""

    secret: str
    challenge: str
    redirect_uri: str


@transaction.atomic
def grant_by_code(
    app: App, player: Player, scopes: str, code: NewCode, *, now: datetime
) -> AppGrant:
    """Record what a player allows an app that returns with a code."""
    _end_oldest(app, player)
    return AppGrant.objects.create(
        app=app,
        player=player,
        scopes=scopes,
        granted_at=now,
        code_digest=digest_of(code.secret),
        code_challenge=code.challenge,
        redirect_uri=code.redirect_uri,
    )


def use_code(app: App, code: str, *, now: datetime) -> AppGrant | None:
    """Return the grant of a code that was not used before, and mark it; None if there is none.

    In the caller's transaction: an exchange that fails afterwards has used the code, too.
    """
    grant = (
        AppGrant.objects.select_for_update(of=("self",))
        .select_related("player")
        .filter(app=app, code_digest=digest_of(code))
        .first()
    )
    if grant is None:
        return None
    if grant.code_used_at is not None:
        grant.delete()
        return None
    grant.code_used_at = now
    grant.save(update_fields=["code_used_at"])
    return grant if now < grant.granted_at + CODE_LIFETIME else None


def find_refresh_token(app: App, secret: str, *, now: datetime) -> RefreshToken | None:
    """Return a refresh token that can be used, its grant locked; None if there is none."""
    token = (
        RefreshToken.objects.select_for_update(of=("self", "grant"))
        .select_related("grant", "grant__player")
        .filter(digest=digest_of(secret), grant__app=app)
        .first()
    )
    if token is None:
        return None
    if token.used_at is not None:
        token.grant.delete()
        return None
    return token if now < token.created_at + REFRESH_LIFETIME else None


def use_refresh_token(token: RefreshToken, *, now: datetime) -> None:
    """Mark a refresh token as used, in the transaction that found it."""
    token.used_at = now
    token.save(update_fields=["used_at"])


def issue_tokens(
    grant: AppGrant, scopes: str, tokens: IssuedTokens, *, now: datetime
) -> PersonalToken:
    """Store the tokens of a grant. The access token has `scopes`, which may be fewer."""
    RefreshToken.objects.create(grant=grant, digest=digest_of(tokens.refresh), created_at=now)
    return PersonalToken.objects.create(
        player=grant.player,
        grant=grant,
        name=grant.app.name,
        digest=digest_of(tokens.access),
        scopes=scopes,
        created_at=now,
        expires_at=now + ACCESS_LIFETIME,
    )


def revoke_secret(app: App, secret: str) -> None:
    """End an access token of an app, or with a refresh token the whole grant (RFC 7009)."""
    digest = digest_of(secret)
    PersonalToken.objects.filter(digest=digest, grant__app=app).delete()
    AppGrant.objects.filter(app=app, refresh_tokens__digest=digest).delete()


def request_device_code(
    app: App, scopes: str, *, device_code: str, user_code: str, now: datetime
) -> DeviceCode:
    """Record that an app without a browser asks to be allowed something."""
    return DeviceCode.objects.create(
        app=app,
        digest=digest_of(device_code),
        user_code=user_code,
        scopes=scopes,
        expires_at=now + DEVICE_CODE_LIFETIME,
    )


def find_open_device_code(user_code: str, *, now: datetime) -> DeviceCode | None:
    """Return the request with a code that a player has typed; None if there is none to decide."""
    letters = "".join(letter for letter in user_code.upper() if letter.isalnum())[:8]
    rows = DeviceCode.objects.select_related("app", "app__owner")
    row = rows.filter(
        user_code=f"{letters[:4]}-{letters[4:]}", app__owner__is_active=True
    ).first()  # fmt: skip
    return row if row is not None and row.is_open(now) else None


@transaction.atomic
def decide_device_code(
    user_code: str, player: Player, *, is_allowed: bool, now: datetime
) -> DeviceCode | None:
    """Allow or refuse the request with a code; return it, None if there is none to decide."""
    open_code = find_open_device_code(user_code, now=now)
    row = open_code and DeviceCode.objects.select_for_update().get(pk=open_code.pk)
    if row is None or not row.is_open(now):
        return None
    if is_allowed:
        _end_oldest(row.app, player)
        row.grant = AppGrant.objects.create(
            app=row.app, player=player, scopes=row.scopes, granted_at=now
        )
    else:
        row.denied_at = now
    row.save(update_fields=["grant", "denied_at"])
    return row


def find_device_code(device_code: str) -> DeviceCode | None:
    """Return the request with a device code, locked, with its grant; None if there is none."""
    rows = DeviceCode.objects.select_for_update(of=("self",)).select_related("app", "grant__player")
    return rows.filter(digest=digest_of(device_code)).first()


def note_question(row: DeviceCode, *, now: datetime) -> bool:
    """Record that a device asks about its code; return whether it asks too often."""
    too_soon = row.asked_at is not None and now < row.asked_at + timedelta(seconds=DEVICE_INTERVAL)
    row.asked_at = now
    row.save(update_fields=["asked_at"])
    return too_soon


def close_device_code(row: DeviceCode, *, now: datetime) -> None:
    """Make a device code unusable after its tokens were issued; the row stays with its grant."""
    row.digest = digest_of(new_secret())
    row.expires_at = now
    row.save(update_fields=["digest", "expires_at"])


def forget_old_grants(now: datetime) -> int:
    """Delete what can never be used again; return how many rows."""
    old = now - RETENTION
    is_live = Q(refresh_tokens__created_at__gte=old - REFRESH_LIFETIME)
    rows: Sequence[int] = [
        DeviceCode.objects.filter(expires_at__lt=old, grant=None).delete()[0],
        PersonalToken.objects.filter(grant__isnull=False, expires_at__lt=old).delete()[0],
        RefreshToken.objects.filter(created_at__lt=old - REFRESH_LIFETIME).delete()[0],
        AppGrant.objects.filter(granted_at__lt=old).exclude(is_live).delete()[0],
    ]
    return sum(rows)


def _end_oldest(app: App, player: Player) -> None:
    rows = AppGrant.objects.filter(app=app, player=player).order_by("-granted_at")
    for grant in rows[MAX_GRANTS - 1 :]:
        grant.delete()
