"""From where players sign in, as keyed hashes that are forgotten: no address is ever stored."""

from __future__ import annotations

from datetime import datetime, timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection
from django.utils.crypto import salted_hmac

from games.models import Player, Trace

Kind = Trace.Kind

# So long after the last time a trace is forgotten.
KEPT = timedelta(days=90)
# Where more people come from it is a school, an office or a telephone network.
MOST_SHARING = 4
# What names a household in IPv6 (RFC 6177 §2): the rest changes by the day.
HOUSEHOLD = 64

# Whoever never meets, and is kept from nothing, is nobody's business.
SHARED = """
WITH few AS (
  SELECT kind, digest FROM games_trace WHERE last > %(since)s
  GROUP BY kind, digest HAVING count(*) BETWEEN 2 AND %(most)s
), pair AS (
  SELECT one.kind, one.player_id AS one, two.player_id AS two, count(*) AS many,
    min(greatest(one.first, two.first)) AS first, max(least(one.last, two.last)) AS last
  FROM few
  JOIN games_trace one ON one.kind = few.kind AND one.digest = few.digest
  JOIN games_trace two ON two.kind = few.kind AND two.digest = few.digest
    AND one.player_id < two.player_id
  WHERE one.last > %(since)s AND two.last > %(since)s
  GROUP BY one.kind, one.player_id, two.player_id
), met AS (
  SELECT pair.*, (
    SELECT count(*) FROM games_seat mine JOIN games_seat other ON other.match_id = mine.match_id
    WHERE mine.player_id = pair.one AND other.player_id = pair.two
  ) AS together
  FROM pair
)
SELECT * FROM met
WHERE together > 0 OR EXISTS (
  SELECT FROM games_sanction kept WHERE kept.player_id IN (met.one, met.two)
    AND kept.kind <> 'warning' AND kept.ended IS NULL
    AND (kept.until IS NULL OR kept.until > %(now)s)
)
"""


class Shared(msgspec.Struct, frozen=True):
    """That two players signed in from the same places of a kind.

    `many` places, from `first` to `last`; they sat at `together` tables.
    """

    kind: str
    one: UUID
    two: UUID
    many: int
    first: datetime
    last: datetime
    together: int


def record_fingerprint(player: Player, *, address: str, device: str, now: datetime) -> None:
    """Note from where a player signs in; what says nothing about anybody is left out."""
    known = {Kind.ADDRESS: _network_prefix(address), Kind.DEVICE: device}
    Trace.objects.bulk_create(
        [
            Trace(
                player=player,
                kind=kind,
                digest=_fingerprint_digest(kind, value),
                first=now,
                last=now,
            )
            for kind, value in known.items()
            if value
        ],
        update_conflicts=True,
        unique_fields=["player", "kind", "digest"],
        update_fields=["last"],
    )


def _network_prefix(address: str) -> str:
    """The part of a network address that stays; "" for one of a network of our own."""
    try:
        found: IPv4Address | IPv6Address = ip_address(address)
    except ValueError:
        return ""
    if not found.is_global:
        return ""
    if isinstance(found, IPv4Address):
        return str(found)
    return str(ip_network((found, HOUSEHOLD), strict=False))


def _fingerprint_digest(kind: Kind, value: str) -> str:
    """Tell places apart without knowing them; a new SECRET_KEY begins anew."""
    return salted_hmac(f"games.trace.{kind}", value, algorithm="sha256").hexdigest()[:32]


def shared_sign_ins(now: datetime) -> list[Shared]:
    """Pairs who lately signed in from one place, and sat at one table or are kept from tables."""
    values: dict[str, Any] = {"since": now - KEPT, "most": MOST_SHARING, "now": now}
    with connection.cursor() as cursor:
        cursor.execute(SHARED, values)
        return [Shared(*row) for row in cursor.fetchall()]


def forget_old_fingerprints(now: datetime) -> int:
    """Forget the traces that are too old; return how many."""
    return Trace.objects.filter(last__lte=now - KEPT).delete()[0]
