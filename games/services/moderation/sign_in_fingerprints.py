"""From where players sign in, as keyed hashes that are forgotten: no address is ever stored."""

from __future__ import annotations

from datetime import datetime, timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from uuid import UUID

import msgspec
from django.db import connection
from django.utils.crypto import salted_hmac

from abyss_site.core.database import SqlValues
from games.models import Player, SignInFingerprint, sql

Kind = SignInFingerprint.Kind

# So long after the last time a trace is forgotten.
RETENTION = timedelta(days=90)
# Where more people come from it is a school, an office or a telephone network.
MOST_SHARING = 4
# What names a household in IPv6 (RFC 6177 §2): the rest changes by the day.
HOUSEHOLD = 64


class SharedSignIns(msgspec.Struct, frozen=True):
    """That two players signed in from the same places of a kind.

    `many` places, from `first` to `last`; they sat at `together` tables. So many pairs are
    `sharing` such a place, of the `people` of whom one is known.
    """

    kind: str
    one: UUID
    two: UUID
    many: int
    first_seen_at: datetime
    last_seen_at: datetime
    together: int
    sharing: int
    people: int


def record_fingerprint(player: Player, *, address: str, device: str, now: datetime) -> None:
    """Note from where a player signs in; what says nothing about anybody is left out."""
    traits = {Kind.ADDRESS: _network_prefix(address), Kind.DEVICE: device}
    SignInFingerprint.objects.bulk_create(
        [
            SignInFingerprint(
                player=player,
                kind=kind,
                digest=_fingerprint_digest(kind, value),
                first_seen_at=now,
                last_seen_at=now,
            )
            for kind, value in traits.items()
            if value
        ],
        update_conflicts=True,
        unique_fields=["player", "kind", "digest"],
        update_fields=["last_seen_at"],
    )


def _network_prefix(address: str) -> str:
    """The part of a network address that stays; "" for one of a network of our own."""
    try:
        network_address: IPv4Address | IPv6Address = ip_address(address)
    except ValueError:
        return ""
    if not network_address.is_global:
        return ""
    if isinstance(network_address, IPv4Address):
        return str(network_address)
    return str(ip_network((network_address, HOUSEHOLD), strict=False))


def _fingerprint_digest(kind: Kind, value: str) -> str:
    """Tell places apart without knowing them; a new SECRET_KEY begins anew."""
    return salted_hmac(f"games.trace.{kind}", value, algorithm="sha256").hexdigest()[:32]


def shared_sign_ins(now: datetime) -> list[SharedSignIns]:
    """Pairs who lately signed in from one place, and sat at one table or are kept from tables."""
    values: SqlValues = {"since": now - RETENTION, "most": MOST_SHARING, "now": now}
    with connection.cursor() as cursor:
        cursor.execute(sql.SHARED_SIGN_INS, values)
        return [SharedSignIns(*row) for row in cursor.fetchall()]


def forget_old_fingerprints(now: datetime) -> int:
    """Forget the traces that are too old; return how many."""
    return SignInFingerprint.objects.filter(last_seen_at__lte=now - RETENTION).delete()[0]
