"""What happens to players, kept in order for their programs: written with it, read after it.

Ids are given before a transaction is through, so that a row may become visible after rows with
later ids were read. Rows are therefore read by the transaction that wrote them, and only once all
older transactions are over: what was read stays a beginning of what there is.

Numbers of transactions mean something within one life of the database only, its epoch. After a
restore or a failover, positions of before are refused: programs start over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db import connection

from abyss_site.ids import uuid7
from games.models import Match, PlayerEvent, sql
from games.services.decision_rows import Sitter

Kind = PlayerEvent.Kind

# For so long programs may be away and miss nothing.
KEPT = timedelta(days=7)
# So many are read at once.
MOST_READ = 500


class OtherEpoch(Exception):
    """A position of another life of the database: whoever holds it starts over."""


class Position(NamedTuple):
    """A place in the order of all that happens; `epoch` "" is that of the database as it is."""

    xid: int
    place: int
    epoch: str = ""


BEGINNING = Position(0, 0)


class Fresh(msgspec.Struct, frozen=True):
    """Something that has just happened to a player; `facts` as the kind says."""

    player_id: UUID
    kind: Kind
    facts: dict[str, Any]


class Told(msgspec.Struct, frozen=True):
    """A row as it is read. `position` is its place in the order of all."""

    position: Position
    number: UUID
    player_id: UUID
    kind: str
    facts: dict[str, Any]
    occurred_at: datetime


def at_seats(match: Match, seats: Iterable[Sitter], kind: Kind, **facts: Any) -> list[Fresh]:
    """The same for everybody in these seats whose program may listen; house bots have none."""
    named = {"match": match.number, **facts}
    return [Fresh(seat.player_id, kind, named) for seat in seats if not seat.is_house_bot()]


def write_events(fresh: Sequence[Fresh], *, now: datetime) -> None:
    """Keep what happened, in this order, in the transaction in which it does."""
    if not fresh:
        return
    # One text for all: arrays are written out element by element in Python.
    told = [
        {"number": uuid7(), "player": one.player_id, "kind": one.kind, "facts": one.facts}
        for one in fresh
    ]
    values: dict[str, Any] = {"now": now, "fresh": msgspec.json.encode(told).decode()}
    with connection.cursor() as cursor:
        cursor.execute(sql.WRITE_PLAYER_EVENTS, values)


def position_of(player_id: UUID, number: UUID) -> Position | None:
    """Where one of the player's happenings stands; None if it is none of theirs, is forgotten, or
    is of another life of the database."""
    with connection.cursor() as cursor:
        cursor.execute(sql.PLAYER_EVENT_POSITION, [number, player_id])
        found = cursor.fetchone()
    return found and Position(*found)


def newest_position() -> Position:
    """The position behind everything that can be read now."""
    with connection.cursor() as cursor:
        cursor.execute(sql.NEWEST_PLAYER_EVENT_POSITION)
        horizon, epoch = cursor.fetchone()
    return Position(horizon - 1, 2**62, epoch)


def events_after(
    position: Position, *, player_id: UUID | None = None, most: int = MOST_READ
) -> list[Told]:
    """What stands behind a position, the oldest first: of one player, or of all (None).

    Raises OtherEpoch.
    """
    xid, place, epoch = position
    values = {"xid": xid, "place": place, "player": player_id, "most": most}
    with connection.cursor() as cursor:
        cursor.execute(sql.PLAYER_EVENTS_AFTER, values)
        rows = cursor.fetchall()
    if epoch and rows[0][0] != epoch:
        raise OtherEpoch
    return [_event_from_row(row) for row in rows if row[1] is not None]


def _event_from_row(row: tuple[Any, ...]) -> Told:
    epoch, xid, place, number, player_id, kind, facts, at = row
    # JSON comes as text from a bare cursor.
    read = msgspec.json.decode(facts) if isinstance(facts, str) else facts
    # What was damaged is told without its facts: whoever waits behind it hears the rest.
    known = read if isinstance(read, dict) else {}
    return Told(Position(xid, place, epoch), number, player_id, kind, known, at)


def forget_old_events(now: datetime) -> None:
    """Delete what is older than programs may be away; what is of another epoch grows old too."""
    with connection.cursor() as cursor:
        cursor.execute(sql.DELETE_PLAYER_EVENTS, {"oldest": now - KEPT})
