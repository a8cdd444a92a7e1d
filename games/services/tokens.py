"""Personal access tokens: create, find by secret, revoke."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from abyss_site.core.database import connection
from games.engine.contract import Refused
from games.models import PersonalToken, Player, sql
from games.models.tokens import TokenDigest

# Maximum number of valid tokens per player.
MAX_TOKENS = 20
# Maximum number of days after which a token expires, unless it never does.
MAX_DAYS = 366
# Minimum interval between updates of `last_used_at`, to save writes.
NOTED_EVERY = timedelta(minutes=1)
# Prefix of every secret, by which leaked ones can be recognized.
PREFIX = "abp_"


class CannotMakeToken(Refused):
    """Too many tokens, no scope, or a scope that the creator lacks."""

    code = "cannot_make_token"


class NoSuchToken(Refused):
    """The player has no valid token with this id."""

    code = "no_token"


@transaction.atomic
def make_token(
    player: Player,
    *,
    name: str,
    scopes: Collection[str],
    within: Collection[str] = PersonalToken.SCOPES,
    expires_at: datetime | None = None,
    now: datetime | None = None,
) -> tuple[PersonalToken, str]:
    """Return a new token and its secret, which cannot be shown again.

    `within` are the scopes of the creator: a token cannot create one that may do more than itself.
    The scope `manage` includes `read`. `expires_at` None: never. Raises CannotMakeToken.
    """
    now = now or timezone.now()
    token_scopes = [scope for scope in PersonalToken.SCOPES if scope in scopes]
    if not token_scopes or len(token_scopes) != len(set(scopes)):
        raise CannotMakeToken("A token needs at least one scope: read, play or manage.")
    if not set(token_scopes) <= set(within):
        raise CannotMakeToken("A token cannot make one that may do more than itself.")
    if "manage" in token_scopes and "read" in within and "read" not in token_scopes:
        token_scopes.insert(0, "read")
    # Serializes concurrent requests, so that tokens are counted correctly.
    player = Player.objects.select_for_update().get(pk=player.pk)
    if good_tokens(player).count() >= MAX_TOKENS:
        raise CannotMakeToken("You have {most} tokens; revoke one.", most=MAX_TOKENS)
    secret = new_secret()
    token = PersonalToken.objects.create(
        player=player,
        name=name,
        digest=digest_of(secret),
        scopes=" ".join(token_scopes),
        created_at=now,
        expires_at=expires_at,
    )
    return token, secret


def choose_expiry(
    days: int | None, *, ends_by: datetime | None = None, now: datetime
) -> datetime | None:
    """Return when a token expires that is made for `days` by one that ends by then; None: never."""
    ends = [ends_by, None if days is None else now + timedelta(days=days)]
    return min(filter(None, ends), default=None)


def revoke_token(player: Player, token: UUID, *, now: datetime | None = None) -> None:
    """Revoke a token of the player. Raises NoSuchToken."""
    if not good_tokens(player).filter(pk=token).update(revoked_at=now or timezone.now()):
        raise NoSuchToken("You have no such token.")


def use_token(secret: str, *, now: datetime | None = None) -> PersonalToken | None:
    """Return the valid token with this secret and its player, and record its use.

    None if there is no such token.
    """
    now = now or timezone.now()
    rows = sql.fetch_rows(PersonalToken, sql.GOOD_TOKEN, digest_of(secret), beside="player")
    token = rows[0] if rows else None
    if token:
        record_use(token.pk, token.last_used_at, now=now)
    return token


def record_use(token: UUID, last_used: datetime | None, *, now: datetime | None = None) -> None:
    """Record that a token last used at `last_used` is used, if that was not just recorded."""
    now = now or timezone.now()
    if is_use_unnoted(last_used, now):
        PersonalToken.objects.filter(pk=token).update(last_used_at=now)


def is_use_unnoted(last_used: datetime | None, now: datetime) -> bool:
    """Return whether the use of a token last recorded at `last_used` has to be recorded again."""
    return last_used is None or last_used <= now - NOTED_EVERY


def note_use(token: UUID, now: datetime) -> None:
    """Record that a token was used."""
    connection.execute_later(sql.NOTE_TOKEN_USE, {"token": token, "now": now})


def good_tokens(player: Player) -> QuerySet[PersonalToken]:
    """Return the player's own tokens that can be used, newest first, not those of apps."""
    is_live = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    rows = PersonalToken.objects.filter(is_live, player=player, grant=None, revoked_at=None)
    return rows.order_by("-id")


def new_secret() -> str:
    """Return a secret of 160 random bits that nobody has had before."""
    return PREFIX + secrets.token_hex(20)


def digest_of(secret: str) -> TokenDigest:
    """Return the digest of a secret, as stored in the database."""
    # 160 random bits cannot be guessed, so a slow hash is not needed.
    return TokenDigest(hashlib.sha256(secret.encode()).hexdigest())
