"""Who is kept from what, and until when."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from abyss_site.core.email_addresses import address_key, address_spellings
from games.engine.contract import Refused
from games.models import AddressBan, Player, Sanction
from notifications import gateway

Kind = Sanction.Kind

# So long what is over counts for the next step; then it is forgotten.
SANCTION_LIFETIME = timedelta(days=730)


class PlayerSuspended(Refused):
    """The player is kept from tables for a while."""

    code = "suspended"


class NeedsAddress(Refused):
    """Guests play against house bots only, until they add an e-mail address."""

    code = "needs_address"


class PlayerMuted(Refused):
    """The player is kept from the chat for a while."""

    code = "muted"


def active_sanctions(player: Player, now: datetime) -> QuerySet[Sanction]:
    """What keeps a player from matches now."""
    return active_restrictions(player, now).exclude(kind=Kind.MUTE)


def active_restrictions(player: Player, now: datetime) -> QuerySet[Sanction]:
    """What a player is kept from now, matches or the chat."""
    return _all_active_sanctions(now).filter(player=player)


def players_with_sanctions(players: Collection[UUID], now: datetime) -> set[UUID]:
    """Return those of the players who cannot be seated now; whoever is muted plays on."""
    rows = _all_active_sanctions(now).filter(player__in=players).exclude(kind=Kind.MUTE)
    return set(rows.values_list("player", flat=True))


def _all_active_sanctions(now: datetime) -> QuerySet[Sanction]:
    live = Q(lasts_until=None) | Q(lasts_until__gt=now)
    return Sanction.objects.filter(live, ended_at=None).exclude(kind=Kind.WARNING)


def is_banned(player: Player, now: datetime) -> bool:
    """Whether a player is kept from signing in."""
    return active_sanctions(player, now).filter(kind=Kind.BAN).exists()


def check_may_join(player: Player, *, now: datetime) -> None:
    """Raise PlayerSuspended for suspended players and their bots, NeedsAddress for guests."""
    if player.is_guest:
        raise NeedsAddress("Add your e-mail address to play with people.")
    sanction = active_sanctions(player.owner or player, now).order_by("-imposed_at").first()
    if sanction is None:
        return
    if sanction.lasts_until is None:
        raise PlayerSuspended("You cannot join matches.")
    until = _write_for(player, sanction.lasts_until)
    raise PlayerSuspended("You cannot join matches until {until}.", until=until)


def check_may_write(player: Player, *, now: datetime) -> None:
    """Raise PlayerMuted for muted players and their bots, NeedsAddress for guests."""
    if player.is_guest:
        raise NeedsAddress("Add your e-mail address to write messages.")
    mutes = active_restrictions(player.owner or player, now).filter(kind=Kind.MUTE)
    mute = mutes.order_by("-imposed_at").first()
    if mute is None:
        return
    if mute.lasts_until is None:
        raise PlayerMuted("Our staff has muted you: you cannot send messages.")
    until = _write_for(player, mute.lasts_until)
    raise PlayerMuted(
        "Our staff has muted you: you cannot send messages until {until}.", until=until
    )


def check_may_contact(player: Player, *, now: datetime) -> None:
    """Raise PlayerMuted, PlayerSuspended or NeedsAddress unless `player` may write to others."""
    check_may_write(player, now=now)
    sanction = active_sanctions(player, now).order_by("-imposed_at").first()
    if sanction is None:
        return
    if sanction.lasts_until is None:
        raise PlayerSuspended("You are suspended: you cannot send messages.")
    until = _write_for(player, sanction.lasts_until)
    raise PlayerSuspended("You are suspended: you cannot send messages until {until}.", until=until)


def _write_for(player: Player, instant: datetime) -> str:
    """Return an instant in the zone of a player, or of the owner of a bot, as facts hold it."""
    zone = (player.owner or player).zone
    return f"{instant.astimezone(ZoneInfo(zone)):%F %H:%M} {zone}"


def record_address_bans(player: Player, *, now: datetime) -> None:
    """Let what a player is kept from follow each of their addresses, should they begin anew."""
    rows = list(active_restrictions(player, now))
    if not rows:
        return
    addresses = gateway.addresses_of(player)
    digests = {_digest_spelling(address_key(address), settings.SECRET_KEY) for address in addresses}
    AddressBan.objects.bulk_create(
        [
            AddressBan(
                digest=digest,
                sanction=row,
                kind=row.kind,
                reason=row.reason,
                imposed_at=row.imposed_at,
                lasts_until=row.lasts_until,
            )
            for row in rows
            for digest in sorted(digests)
        ],
        ignore_conflicts=True,
    )


def bar_all(now: datetime) -> None:
    """Let what runs follow the addresses that players have come to since it began."""
    attempts = gateway.Attempts("bars", Player, now)
    for player in Player.objects.filter(sanctions__in=_all_active_sanctions(now)).distinct():
        attempts.attempt(player.pk, partial(record_address_bans, player, now=now))


def apply_address_bans(player: Player, *, now: datetime) -> None:
    """Keep a new player from what their address is kept from.

    What the account of another address of that mailbox is kept from stays theirs as well.
    """
    live = Q(lasts_until=None) | Q(lasts_until__gt=now)
    for row in AddressBan.objects.filter(live, digest__in=_address_digests(player.email)):
        sanction = Sanction.objects.create(
            player=player,
            kind=row.kind,
            reason=row.reason,
            imposed_at=row.imposed_at,
            lasts_until=row.lasts_until,
        )
        # What stands at their other addresses is the same one, and ends with it.
        alike = AddressBan.objects.filter(
            kind=row.kind, imposed_at=row.imposed_at, lasts_until=row.lasts_until
        )
        alike.filter(reason=row.reason, sanction=None).update(sanction=sanction)
        if row.kind == Kind.BAN:
            player.is_active = False
            player.save(update_fields=["is_active"])


def move_sanctions(source: Player, target: Player, *, now: datetime) -> None:
    """Give what an account was ever told and kept from to the one that stays."""
    # What followed from one to the other is not theirs twice.
    instants = list(target.sanctions.values_list("imposed_at", flat=True))
    source.sanctions.filter(imposed_at__in=instants).update(ended_at=now)
    source.sanctions.exclude(imposed_at__in=instants).update(player=target)
    record_address_bans(target, now=now)


def _address_digests(address: str) -> list[str]:
    """What an address may be kept as."""
    return [
        _digest_spelling(spelling, key)
        for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
        for spelling in address_spellings(address)
    ]


def _digest_spelling(address: str, key: str | bytes) -> str:
    """Tell addresses apart without knowing them; what stands behind a + is the same mailbox."""
    local, _, domain = address.rpartition("@")
    plain = f"{local.split('+')[0]}@{domain}"
    return salted_hmac("games.addressban", plain, secret=key, algorithm="sha256").hexdigest()[:32]


def forget_old_sanctions(now: datetime) -> int:
    """Forget addresses that are kept from nothing any more, and what was over long ago.

    Returns how many rows.
    """
    over = Q(kind=Kind.WARNING) | Q(ended_at__lte=now) | Q(lasts_until__lte=now)
    old = Sanction.objects.filter(over, imposed_at__lte=now - SANCTION_LIFETIME)
    return AddressBan.objects.filter(lasts_until__lte=now).delete()[0] + old.delete()[0]


def end_bans(now: datetime | None = None) -> int:
    """Let everybody sign in again whose ban has run out; return how many bans."""
    now = now or timezone.now()
    attempts = gateway.Attempts("bans", Sanction, now)
    over = Sanction.objects.filter(kind=Kind.BAN, ended_at=None, lasts_until__lte=now)
    keys = list(attempts.skip_resting(over).values_list("pk", flat=True))
    return sum(bool(attempts.attempt(pk, partial(_end_ban, pk, now))) for pk in keys)


@transaction.atomic
def _end_ban(pk: UUID, now: datetime) -> bool:
    rows = Sanction.objects.select_for_update(skip_locked=True)
    row = rows.filter(pk=pk, ended_at=None).first()
    if row is None:
        return False
    _end_sanction(row, now)
    return True


def end_sanctions(rows: QuerySet[Sanction], now: datetime) -> int:
    """End sanctions before their time, whatever account of the mailbox they followed to.

    Returns how many of `rows` there were.
    """
    sanctions = list(rows.select_related("player"))
    for row in sanctions:
        digests = {
            *_address_digests(row.player.email),
            *row.address_bans.values_list("digest", flat=True),
        }
        alike = Sanction.objects.filter(kind=row.kind, imposed_at=row.imposed_at, ended_at=None)
        for same_sanction in alike.select_related("player"):
            if same_sanction.pk == row.pk or digests.intersection(
                _address_digests(same_sanction.player.email)
            ):
                _end_sanction(same_sanction, now)
        AddressBan.objects.filter(
            digest__in=digests, kind=row.kind, imposed_at=row.imposed_at
        ).delete()
    return len(sanctions)


def _end_sanction(row: Sanction, now: datetime) -> None:
    Sanction.objects.filter(pk=row.pk).update(ended_at=now)
    if row.kind == Kind.BAN and not is_banned(row.player, now):
        Player.objects.filter(pk=row.player_id, left_at=None).update(is_active=True)
