"""Players' own bots: create, rename, retire, and renew their tokens.

A bot is a player with an owner, run by a program of theirs. It has a marked name, tokens, hours and
webhooks, but neither e-mails nor a rating, and never more permissions than its owner.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from abyss_site.core.ids import first_after, uuid7
from games.engine.contract import Refused
from games.models import Block, Match, PersonalToken, Player, Report, Seat
from games.services import account_deletion, matches, names, tokens

# Maximum number of bots per person at once, and of new ones per day.
MAX_BOTS, MAX_PER_DAY = 5, 20
DAY = timedelta(days=1)
# The name of its token.
TOKEN = "bot"


class CannotHaveBot(Refused):
    """Too many bots, or not a person's own account."""

    code = "cannot_have_bot"


class NoSuchBot(Refused):
    """The player has no bot with this id."""

    code = "no_bot"


@transaction.atomic
def make_bot(
    owner: Player,
    *,
    name: str,
    within: tuple[str, ...] = PersonalToken.SCOPES,
    now: datetime | None = None,
) -> tuple[Player, str]:
    """Return a new bot of a person and the secret of its token, which cannot be shown again.

    `within` are the scopes of the token, which are those of whoever creates it. Raises
    CannotHaveBot and BadName.
    """
    now = now or timezone.now()
    if owner.is_bot or owner.email_verified_at is None:
        raise CannotHaveBot("Only players with a confirmed e-mail address can have bots.")
    # Serializes concurrent requests, so that bots are counted correctly.
    owner = Player.objects.select_for_update(no_key=True).get(pk=owner.pk)
    recent = owner.bots.filter(is_bot=True, pk__gte=first_after(now - DAY))
    if bots_of(owner).count() >= MAX_BOTS:
        raise CannotHaveBot("You have {most} bots; retire one.", most=MAX_BOTS)
    if recent.count() >= MAX_PER_DAY:
        raise CannotHaveBot("You have made {most} bots today.", most=MAX_PER_DAY)
    display_name = names.mark_bot_name(name)
    names.check_free(Player(pk=uuid7()), display_name)
    bot = Player.objects.create_bot(
        display_name=display_name, owner=owner, language=owner.language, zone=owner.zone
    )
    return bot, _new_secret(bot, within, now)


@transaction.atomic
def rename_bot(owner: Player, number: UUID, name: str) -> Player:
    """Rename a bot. Raises NoSuchBot, BadName."""
    bot = _lock_bot(owner, number)
    names.save_name(bot, names.mark_bot_name(name))
    return bot


@transaction.atomic
def renew_token(
    owner: Player,
    number: UUID,
    *,
    within: tuple[str, ...] = PersonalToken.SCOPES,
    now: datetime | None = None,
) -> tuple[Player, str]:
    """Return the bot and the secret of a new token; its old tokens are revoked.

    Raises NoSuchBot.
    """
    now = now or timezone.now()
    bot = _lock_bot(owner, number)
    tokens.good_tokens(bot).update(revoked_at=now)
    return bot, _new_secret(bot, within, now)


@transaction.atomic
def retire_bot(owner: Player, number: UUID, *, now: datetime | None = None) -> None:
    """Retire a bot for good: house bots take over its seats, its tokens are deleted.

    Raises NoSuchBot.
    """
    bot = bot_of(owner, number)
    # Reports and blocks of the bot now concern its owner.
    Report.objects.filter(about=bot).update(about=owner)
    unwelcome = Block.objects.filter(blocked=bot).exclude(
        player__in=Block.objects.filter(blocked=owner).values("player")
    )
    unwelcome.exclude(player=owner).update(blocked=owner)
    account_deletion.erase_account(bot, now=now or timezone.now())


def seat_bot(owner: Player, match: Match, number: UUID, *, now: datetime | None = None) -> Seat:
    """Let a person's bot join a match where bots are welcome. Raises NoSuchBot, CannotJoin."""
    return matches.join_match(match, bot_of(owner, number), now=now)


def bots_of(owner: Player) -> QuerySet[Player]:
    """Return a person's bots, oldest first."""
    return owner.bots.filter(is_bot=True, left_at=None).order_by("pk")


def bot_of(owner: Player, number: UUID) -> Player:
    """Return a person's bot. Raises NoSuchBot."""
    bot = bots_of(owner).filter(pk=number).first()
    if bot is None:
        raise NoSuchBot("You have no such bot.")
    return bot


def _lock_bot(owner: Player, number: UUID) -> Player:
    return Player.objects.select_for_update(no_key=True).get(pk=bot_of(owner, number).pk)


def _new_secret(bot: Player, within: tuple[str, ...], now: datetime) -> str:
    return tokens.make_token(bot, name=TOKEN, scopes=within, within=within, now=now)[1]
