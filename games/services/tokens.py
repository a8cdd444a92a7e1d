"""Personal tokens: made, shown once, found by their secret, revoked."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.engine.contract import Refused
from games.models import PersonalToken, Player, sql
from games.models.tokens import TokenDigest

# So many good tokens one player may have at once.
MOST_TOKENS = 20
# A program that asks twenty times a second shall not write a row twenty times a second.
NOTED_EVERY = timedelta(minutes=1)
# By it a secret that got lost can be recognised wherever it turns up.
PREFIX = "abp_"


class CannotMakeToken(Refused):
    """Too many tokens, no scope, or one that the maker has not got."""

    code = "cannot_make_token"


class NoSuchToken(Refused):
    """The player has no good token of this id."""

    code = "no_token"


@transaction.atomic
def make_token(
    player: Player,
    *,
    name: str,
    scopes: Collection[str],
    within: Collection[str] = PersonalToken.SCOPES,
    now: datetime | None = None,
) -> tuple[PersonalToken, str]:
    """Return a new token and its secret, which nobody can show again.

    `within` are the scopes of whoever makes it: a token makes none that may do more than itself.
    Raises CannotMakeToken.
    """
    chosen = [scope for scope in PersonalToken.SCOPES if scope in scopes]
    if not chosen or len(chosen) != len(set(scopes)):
        raise CannotMakeToken("A token needs at least one scope: read, play or manage.")
    if not set(chosen) <= set(within):
        raise CannotMakeToken("A token cannot make one that may do more than itself.")
    # Two hands of one player count one after the other.
    player = Player.objects.select_for_update().get(pk=player.pk)
    if good_tokens(player).count() >= MOST_TOKENS:
        raise CannotMakeToken("You have {most} tokens; revoke one.", most=MOST_TOKENS)
    secret = PREFIX + secrets.token_hex(20)
    token = PersonalToken.objects.create(
        player=player,
        name=name,
        digest=digest_of(secret),
        scopes=" ".join(chosen),
        created_at=now or timezone.now(),
    )
    return token, secret


def revoke_token(player: Player, token: UUID, *, now: datetime | None = None) -> None:
    """Let a token of the player open nothing any more. Raises NoSuchToken."""
    if not good_tokens(player).filter(pk=token).update(revoked_at=now or timezone.now()):
        raise NoSuchToken("You have no such token.")


def use_token(secret: str, *, now: datetime | None = None) -> PersonalToken | None:
    """Return the good token with this secret, with its player, and note its use; else None."""
    now = now or timezone.now()
    found = sql.fetch_rows(PersonalToken, sql.GOOD_TOKEN, digest_of(secret), beside="player")
    token = found[0] if found else None
    if token and is_use_unnoted(token.last_used_at, now):
        token.last_used_at = now
        token.save(update_fields=["last_used_at"])
    return token


def is_use_unnoted(last_used: datetime | None, now: datetime) -> bool:
    """Tell whether a token that was noted as used at `last_used` has to be noted again."""
    return last_used is None or last_used <= now - NOTED_EVERY


def note_use(token: UUID, now: datetime) -> None:
    """Note that a token was used."""
    PersonalToken.objects.filter(pk=token).update(last_used_at=now)


def good_tokens(player: Player) -> QuerySet[PersonalToken]:
    """The tokens of a player that are not revoked, the newest first."""
    return PersonalToken.objects.filter(player=player, revoked_at=None).order_by("-id")


def digest_of(secret: str) -> TokenDigest:
    """Return what stands for a secret in the database."""
    # 160 random bits cannot be guessed, so that no slow hash is needed.
    return TokenDigest(hashlib.sha256(secret.encode()).hexdigest())
