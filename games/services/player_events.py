"""The events of players, for their programs: written with each change, read in commit order.

Ids are assigned before a transaction commits, so a row may become visible after rows with later ids
were read. Rows are therefore read in the order of the transactions that wrote them, and only once
all older transactions are over, so that what was read is always a prefix of all events.

Transaction ids are meaningful only within one epoch of the database. After a restore or a failover,
older positions are refused, and programs must start over.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from abyss_site.core.database import connection
from abyss_site.core.ids import uuid7
from games.engine.contract import Facts
from games.models import Match, PlayerEvent, sql
from games.services import change_marks
from games.services.play.decision_rows import Sitter

Kind = PlayerEvent.Kind
# Events that change neither what a player is asked nor the list of their matches.
_CHANGING_NO_LIST = (Kind.SAID, Kind.REMINDER, Kind.CLOCK_MOVED, Kind.DIRECT_MESSAGE)

# How long events are kept: a program may be offline for this long without missing any.
RETENTION = timedelta(days=7)
# Maximum number of events read at once.
MAX_READ = 500


class OtherEpoch(Exception):
    """A position from another epoch of the database: its holder must start over."""


class Position(NamedTuple):
    """A position in the order of all events; `epoch` "" stands for the current epoch."""

    xid: int
    place: int
    epoch: str = ""


BEGINNING = Position(0, 0)
# Stands for a player in the events of all matches that anybody may look at.
EVERYBODY = UUID(int=0)


class Fresh(msgspec.Struct, frozen=True):
    """A new event of a player, or of spectators; the `facts` depend on the kind."""

    player_id: UUID
    kind: Kind
    facts: Facts
    # Whether it is for spectators, and `player_id` no player's.
    is_public: bool = False


class StoredEvent(msgspec.Struct, frozen=True):
    """An event as read from the database, with its position."""

    position: Position
    number: UUID
    player_id: UUID
    kind: str
    facts: Facts
    occurred_at: datetime


def at_seats(match: Match, seats: Iterable[Sitter], kind: Kind, **facts: object) -> list[Fresh]:
    """Return the same event for everybody in these seats; house bots get none."""
    return [
        Fresh(seat.player_id, kind, {"match": match.number, "seat": seat.number, **facts})
        for seat in seats
        if not seat.is_house_bot()
    ]


def in_public(match: Match, seats: Iterable[Sitter], kind: Kind, **facts: object) -> list[Fresh]:
    """Return the same event for everybody in these seats, and for spectators if there may be any.

    The end of a match is also told to those who listen to all public matches.
    """
    events = at_seats(match, seats, kind, **facts)
    if not match.watchable:
        return events
    public_facts = {"match": match.number, **facts}
    is_public_end = kind == Kind.MATCH_FINISHED and not match.private
    listeners = [match.pk, *([EVERYBODY] if is_public_end else [])]
    return [*events, *(Fresh(listener, kind, public_facts, True) for listener in listeners)]


def write_events(fresh: Sequence[Fresh], *, now: datetime) -> None:
    """Save events in this order, within the transaction of the change."""
    if not fresh:
        return
    # A single JSON text: psycopg would adapt arrays element by element in Python.
    entries = [
        {"number": uuid7(), "player": event.player_id, "kind": event.kind, "facts": event.facts}
        for event in fresh
    ]
    values: dict[str, object] = {"now": now, "fresh": msgspec.json.encode(entries).decode()}
    connection.execute_later(sql.WRITE_PLAYER_EVENTS, values)
    change_marks.mark_players_changed({event.player_id for event in fresh if _changes_lists(event)})


def _changes_lists(event: Fresh) -> bool:
    """Return whether an event changes what the player is asked, or the list of their matches.

    Of moves only their own sealed answers do, which have no ply; see `Session` in playing.py.
    """
    if event.kind == Kind.MOVED:
        return "ply" not in event.facts
    return not event.is_public and event.kind not in _CHANGING_NO_LIST


def position_of(player_id: UUID, number: UUID) -> Position | None:
    """Return the position of one of the player's events.

    None if it is not theirs, is deleted, or belongs to another epoch of the database.
    """
    with connection.cursor() as cursor:
        cursor.execute(sql.PLAYER_EVENT_POSITION, [number, player_id])
        row = cursor.fetchone()
    return row and Position(*row)


def newest_position() -> Position:
    """Return the position behind all events that can be read now."""
    with connection.cursor() as cursor:
        cursor.execute(sql.NEWEST_PLAYER_EVENT_POSITION)
        horizon, epoch = cursor.fetchone()
    return Position(horizon - 1, 2**62, epoch)


def events_after(
    position: Position,
    *,
    player_id: UUID | None = None,
    match: int | None = None,
    most: int = MAX_READ,
) -> list[StoredEvent]:
    """Return the events after a position, oldest first: of one player, or of all (None).

    `match` is the number of the only match; None: of all. Raises OtherEpoch.
    """
    xid, place, epoch = position
    values = {"xid": xid, "place": place, "player": player_id, "match": match, "most": most}
    with connection.cursor() as cursor:
        cursor.execute(sql.PLAYER_EVENTS_AFTER, values)
        rows = cursor.fetchall()
    if epoch and rows[0][0] != epoch:
        raise OtherEpoch
    return [_event_from_row(row) for row in rows if row[1] is not None]


def _event_from_row(row: tuple[Any, ...]) -> StoredEvent:
    epoch, xid, place, number, player_id, kind, facts, at = row
    # A bare cursor returns JSON as text.
    read = msgspec.json.decode(facts) if isinstance(facts, str) else facts
    # A damaged event is delivered without its facts, so that later ones are not blocked.
    known_facts = read if isinstance(read, dict) else {}
    return StoredEvent(Position(xid, place, epoch), number, player_id, kind, known_facts, at)


def find_event(
    player_id: UUID, kind: Kind, occurred_at: datetime, facts: Facts
) -> StoredEvent | None:
    """Return the event of a player that has these facts; None if there is none (any more)."""
    row = (
        PlayerEvent.objects.filter(
            player=player_id, kind=kind, occurred_at=occurred_at, facts__contains=facts
        )
        .order_by("xid", "place")
        .last()
    )
    return None if row is None else _event_of(row)


def list_latest_events(
    player_id: UUID, *, but: Collection[Kind], most: int = MAX_READ
) -> list[StoredEvent]:
    """Return the last events of a player but those of some kinds, the newest first."""
    rows = PlayerEvent.objects.filter(player=player_id).exclude(kind__in=but)
    return [_event_of(row) for row in rows.order_by("-xid", "-place")[:most]]


def _event_of(row: PlayerEvent) -> StoredEvent:
    position = Position(row.xid, row.place, row.epoch)
    facts = row.facts if isinstance(row.facts, dict) else {}
    return StoredEvent(position, row.number, row.player_id, row.kind, facts, row.occurred_at)


def forget_old_events(now: datetime) -> None:
    """Delete events older than RETENTION, including those of other epochs."""
    with connection.cursor() as cursor:
        cursor.execute(sql.DELETE_PLAYER_EVENTS, {"oldest": now - RETENTION})
