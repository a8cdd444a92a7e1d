"""Fill a database by copying a match that was really played inside PostgreSQL."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from django.db import connection, transaction
from django.db.models import Model

from abyss_site.core.database import SqlValues
from games.models import Match, Move, Player, Prompt, Seat, Snapshot

# Approximate number of seats of one player.
SEATS_EACH = 20
# The id of a copy is computed from the original id and the number of the copy, and so are the
# foreign keys. Like real ids it is of version 7, one second later for each copy.
FIRST_BORN = 1_700_000_000_000
NEW_ID = (
    f"(lpad(to_hex({FIRST_BORN} + 1000 * copy), 12, '0') || '7'"
    " || substr(md5(row.{column}::text || copy), 14))::uuid"
)
TOKEN = "left(row.token, 1) || translate(left(md5(row.token || copy), 25), '0189', 'wxyz')"


class Copies(msgspec.Struct, frozen=True):
    """So `many` copies of a match, from copy `first` on, with `players` in their seats."""

    match: Match
    first: int
    many: int
    players: list[object]


def copy_match(match: Match, first: int, many: int) -> None:
    """Copy `match` with its seats, prompts, moves and snapshots `many` times, from copy `first` on.

    Each player has a seat in about twenty of the copies.
    """
    players = _create_players(max(4, many * match.seats_wanted // SEATS_EACH), first)
    copies = Copies(match, first, many, players)
    new_ids = {"id": NEW_ID.format(column="id"), "match_id": NEW_ID.format(column="match_id")}
    number = {"number": "nextval('games_match_numbers')", "created_by_id": "NULL"}
    number |= {
        name: f"row.{name} - copy * interval '1 second'" for name in ("created_at", "started_at")
    }
    _copy_rows(Match, "id", copies, new_ids | number)
    player_id = (
        f"(%(players)s::uuid[])[1 + (copy * {match.seats_wanted} + row.number) %% %(heads)s]"
    )
    _copy_rows(Seat, "match_id", copies, new_ids | {"player_id": player_id})
    _copy_rows(Prompt, "match_id", copies, new_ids | {"token": TOKEN})
    prompt_id = {"prompt_id": NEW_ID.format(column="prompt_id")}
    _copy_rows(Move, "match_id", copies, new_ids | prompt_id)
    _copy_rows(Snapshot, "match_id", copies, new_ids)


def _create_players(many: int, first: int) -> list[object]:
    return [
        player.pk
        for player in Player.objects.bulk_create(
            (
                Player(email=f"crowd{first}.{number}@example.org", display_name=f"Crowd {number}")
                for number in range(many)
            ),
            batch_size=2000,
        )
    ]


def _copy_rows(
    model: type[Model], belongs: str, copies: Copies, expressions: Mapping[str, str]
) -> None:
    columns = [str(field.column) for field in model._meta.concrete_fields]
    expressions_sql = ", ".join(expressions.get(column, f'row."{column}"') for column in columns)
    names, table = ", ".join(f'"{column}"' for column in columns), model._meta.db_table
    # Only the names of our own columns are inserted into the statement.
    statement = f"""
        INSERT INTO {table} ({names})
        SELECT {expressions_sql}
        FROM generate_series(%(first)s::bigint, %(last)s::bigint) copy, {table} row
        WHERE row.{belongs} = %(match)s
    """  # nosec B608
    values: SqlValues = {
        "match": copies.match.pk,
        "first": copies.first,
        "last": copies.first + copies.many - 1,
        "players": copies.players,
        "heads": len(copies.players),
    }
    with transaction.atomic(), connection.cursor() as cursor:
        # The copied rows are complete, so foreign keys need not be checked.
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(statement, values)
