"""Encrypt what is stored, in pieces of a few megabytes, each in a transaction of its own.

It may be interrupted and run again: what is encrypted stays as it is. The readable columns are
emptied in the same statement, so that nothing is left of them once the table is vacuumed. To go
back, everything is decrypted, for which SECRET_KEY must still be the same.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django.db import migrations

from abyss_site.encryption import decrypt, encrypt

# Rows whose sizes are looked at together, and octets that are read together.
MOST_ROWS, MOST_OCTETS = 500, 4_000_000
SAID = ["line", "lines", "sender", "pointer", "said", "done", "left", "reason", "facts"]


class Kind(NamedTuple):
    """How a readable column is read, made of text, and emptied."""

    read: str
    write: str
    empty: str


TEXT = Kind("old.{0}", "{0}", "''")
JSON = Kind("old.{0}::text", "{0}::jsonb", "'{{}}'::jsonb")
BYTES = Kind("old.{0}", "{0}", "''::bytea")
# A column that holds NULL where there is nothing.
BYTES_OR_NULL = Kind("old.{0}", "{0}", "NULL")


class Table(NamedTuple):
    """A model's columns by kind; those that are never NULL; and what else follows from them."""

    model: str
    columns: dict[str, Kind]
    required: tuple[str, ...] = ()
    more: tuple[str, ...] = ()


NOTICE_MORE = (
    "answers = CASE WHEN old.data ? 'answers' AND old.data->>'answers' IS NOT NULL"
    " THEN left(btrim(old.data->>'answers'), 250) ELSE old.answers END",
    f"quotes_people = old.quotes_people OR old.data ?| ARRAY{SAID}",
    "decided_at = CASE WHEN old.data ? 'staff' THEN old.created ELSE old.decided_at END",
)
HOOK_MORE = (
    "digest = CASE WHEN old.shape = 'push' AND old.new_url IS NULL"
    " THEN encode(sha256(convert_to(old.url, 'UTF8')), 'hex') ELSE old.digest END",
)
TABLES = (
    Table(
        "notice",
        {"data": JSON, "subject": TEXT, "text": TEXT, "html": TEXT, "headers": JSON},
        more=NOTICE_MORE,
    ),
    Table(
        "inboundletter",
        {"raw": BYTES_OR_NULL, "envelope": JSON, "first_line": TEXT},
        # These were bare hashes of a few words, which tell them to whoever tries some.
        more=("words = ''",),
    ),
    Table("postedletter", {"subject": TEXT, "raw": BYTES}, required=("raw",)),
    Table("hook", {"url": TEXT, "secret": TEXT, "key": TEXT}, required=("url", "secret"),
          more=HOOK_MORE),
)


def encrypt_all(apps: Any, schema_editor: Any) -> None:
    for table in TABLES:
        for ids in pieces(schema_editor.connection, table, table.columns):
            encrypt_rows(schema_editor.connection, table, ids)


def decrypt_all(apps: Any, schema_editor: Any) -> None:
    for table in TABLES:
        sizes = [f"new_{name}" for name in table.columns]
        for ids in pieces(schema_editor.connection, table, sizes):
            decrypt_rows(schema_editor.connection, table, ids)


def pieces(connection: Any, table: Table, columns: Any) -> Any:
    """Yield the ids of all rows, in lists whose columns hold no more than a few megabytes."""
    octets = " + ".join(f"coalesce(pg_column_size({name}), 0)" for name in columns)
    last = "00000000-0000-0000-0000-000000000000"
    while rows := fetch(
        connection,
        f"SELECT id, {octets} FROM notifications_{table.model} WHERE id > %s"  # nosec B608
        f" ORDER BY id LIMIT {MOST_ROWS}",
        [last],
    ):
        last, piece, size = rows[-1][0], [], 0
        for pk, octets_of_row in rows:
            # What is compressed grows several times.
            size += 4 * octets_of_row
            if piece and size > MOST_OCTETS:
                yield piece
                piece, size = [], 4 * octets_of_row
            piece.append(pk)
        yield piece


def encrypt_rows(connection: Any, table: Table, ids: list[Any]) -> None:
    names = list(table.columns)
    read = ", ".join(kind.read.format(name) for name, kind in table.columns.items())
    rows = fetch(
        connection,
        f"SELECT id, {read} FROM notifications_{table.model} AS old WHERE id = ANY(%s)",  # nosec B608
        [ids],
    )
    new: list[list[Any]] = [[row[0] for row in rows]]
    for at, name in enumerate(names, start=1):
        purpose = f"notifications.{table.model}.{name}"
        new.append([sealed(purpose, row[at], name in table.required) for row in rows])
    changes = [
        change
        for name, kind in table.columns.items()
        for change in (
            f"new_{name} = coalesce(old.new_{name}, new.{name})",
            f"{name} = {kind.empty.format()}",
        )
    ]
    arrays = ", ".join(["%s::uuid[]", *("%s::bytea[]" for _ in names)])
    execute(
        connection,
        f"UPDATE notifications_{table.model} AS old SET {', '.join([*changes, *table.more])}"  # nosec B608
        f" FROM unnest({arrays}) AS new (id, {', '.join(names)}) WHERE old.id = new.id",
        new,
    )


def sealed(purpose: str, value: Any, required: bool) -> bytes | None:
    if value is None:
        return None
    octets = value.encode() if isinstance(value, str) else bytes(value)
    return None if octets in (b"", b"{}") and not required else encrypt(purpose, octets)


def decrypt_rows(connection: Any, table: Table, ids: list[Any]) -> None:
    names = list(table.columns)
    rows = fetch(
        connection,
        f"SELECT id, {', '.join(f'new_{name}' for name in names)}"  # nosec B608
        f" FROM notifications_{table.model} WHERE id = ANY(%s)",
        [ids],
    )
    new: list[list[Any]] = [[row[0] for row in rows]]
    for at, (name, kind) in enumerate(table.columns.items(), start=1):
        is_text = kind in (TEXT, JSON)
        purpose = f"notifications.{table.model}.{name}"
        plain = [row[at] and decrypt(purpose, bytes(row[at])) for row in rows]
        new.append([one if one is None or not is_text else one.decode() for one in plain])
    types = ["text" if kind in (TEXT, JSON) else "bytea" for kind in table.columns.values()]
    arrays = ", ".join(["%s::uuid[]", *(f"%s::{one}[]" for one in types)])
    changes = [
        change
        for name, kind in table.columns.items()
        for change in (
            f"{name} = coalesce({kind.write.format('new.' + name)}, old.{name})",
            f"new_{name} = NULL",
        )
    ]
    execute(
        connection,
        f"UPDATE notifications_{table.model} AS old SET {', '.join(changes)}"  # nosec B608
        f" FROM unnest({arrays}) AS new (id, {', '.join(names)}) WHERE old.id = new.id",
        new,
    )


def fetch(connection: Any, query: str, values: list[Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return cursor.fetchall()


def execute(connection: Any, query: str, values: list[Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(query, values)


class Migration(migrations.Migration):
    # Each piece is kept as soon as it is done.
    atomic = False
    dependencies = [("notifications", "0025_encrypted_columns")]
    operations = [migrations.RunPython(encrypt_all, decrypt_all)]
