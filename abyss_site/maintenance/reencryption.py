"""Re-encrypt values that use older keys with the current one, so that the old keys can be removed.

This happens in chunks of a few megabytes, each in its own transaction: it can be interrupted at any
time and run again while the service is running. Values under the current key are skipped.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from psycopg import sql

from abyss_site.core.encryption import sessions
from abyss_site.core.encryption.cipher import (
    HEAD_BYTES,
    Undecryptable,
    decrypt,
    encrypt,
    present_head,
)
from abyss_site.core.encryption.fields import EncryptedBinaryField
from games.web import sign_in_adapter

# Number of rows whose sizes are read together, and of octets read together.
MOST_ROWS, MOST_OCTETS = 500, 4_000_000
# The rows after a key; `is_old` selects those to re-encrypt.
SIZES = """
SELECT {key}, pg_column_size({column}) FROM {table}
WHERE {column} IS NOT NULL AND {is_old} {after} ORDER BY {key} LIMIT {most}
"""
LOCKING_SELECT = "SELECT {key}, {column} FROM {table} WHERE {key} = ANY(%s) AND {is_old} FOR UPDATE"
CHANGE = "UPDATE {table} SET {column} = %s WHERE {key} = %s"


class Column(msgspec.Struct, frozen=True):
    """An encrypted column; `renew` returns a value under the current key, None if it already is."""

    table: str
    key: str
    name: str
    # SQL that is false for values under the current key; it may be true for some of them.
    is_old: sql.Composable
    # Raises Undecryptable.
    renew: Callable[[Any], Any]


class Outcome(msgspec.Struct, frozen=True):
    """The number of values re-encrypted, and of those that no key can decrypt."""

    renewed: int
    unreadable: int


def columns() -> list[Column]:
    """Return all columns whose values are encrypted under SECRET_KEY."""
    own_columns = [
        _column_of(field)
        for model in apps.get_models()
        if model._meta.managed and not model._meta.proxy
        for field in model._meta.local_fields
        if isinstance(field, EncryptedBinaryField)
    ]
    of_sessions = Column(
        *(Session._meta.db_table, "session_key", "session_data"), sql.SQL("true"), _renewed_session
    )
    second_factors = Column(
        *(Authenticator._meta.db_table, "id", "data"),
        sql.SQL("true"),
        sign_in_adapter.renewed_secrets,
    )
    return [*own_columns, of_sessions, second_factors]


def reencrypt(column: Column) -> Outcome:
    """Re-encrypt the values of a column that use an older key."""
    renewed_count = unreadable = 0
    for keys in _pieces(column):
        outcome = _renew(column, keys)
        renewed_count, unreadable = renewed_count + outcome.renewed, unreadable + outcome.unreadable
    return Outcome(renewed_count, unreadable)


def _column_of(field: EncryptedBinaryField) -> Column:
    meta, name, purpose = field.model._meta, str(field.column), field.full_purpose()
    is_old = sql.SQL("substring({} FROM 1 FOR {}) <> {}").format(
        sql.Identifier(name), sql.Literal(HEAD_BYTES), sql.Literal(present_head())
    )
    key = str(meta.pk.column)
    return Column(meta.db_table, key, name, is_old, lambda value: _renew_row(purpose, value))


def _renew_row(purpose: str, value: bytes | memoryview) -> bytes | None:
    ciphertext = bytes(value)
    is_present = ciphertext.startswith(present_head())
    return None if is_present else encrypt(purpose, decrypt(purpose, ciphertext))


def _renewed_session(value: str) -> str | None:
    try:
        ciphertext = _renew_row(sessions.PURPOSE, base64.b64decode(value, validate=True))
    except ValueError as error:
        raise Undecryptable("not a session of ours") from error
    return None if ciphertext is None else base64.b64encode(ciphertext).decode()


def _pieces(column: Column) -> Iterator[list[object]]:
    """Yield lists of keys of rows to re-encrypt, each of a few megabytes at most."""
    after: Sequence[object] = ()
    while rows := _fetch(column, SIZES, after, after=_after(column, after)):
        piece: list[object] = []
        octets = 0
        for key, size in rows:
            if piece and octets + size > MOST_OCTETS:
                yield piece
                piece, octets = [], 0
            piece.append(key)
            octets += size
        yield piece
        after = [rows[-1][0]]


@transaction.atomic
def _renew(column: Column, keys: list[object]) -> Outcome:
    renewed_count = unreadable = 0
    for key, value in _fetch(column, LOCKING_SELECT, [keys]):
        try:
            new = column.renew(value)
        except Undecryptable:
            unreadable += 1
            continue
        if new is not None:
            with connection.cursor() as cursor:
                cursor.execute(_query(column, CHANGE), [new, key])
            renewed_count += 1
    return Outcome(renewed_count, unreadable)


def _after(column: Column, after: Sequence[object]) -> sql.Composable:
    return sql.SQL("AND {} > %s" if after else "").format(sql.Identifier(column.key))


def _fetch(column: Column, text: str, values: Sequence[Any], **more: sql.Composable) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(_query(column, text, **more), list(values))
        return list(cursor.fetchall())


def _query(column: Column, text: str, **more: sql.Composable) -> Any:
    return sql.SQL(text).format(
        table=sql.Identifier(column.table),
        key=sql.Identifier(column.key),
        column=sql.Identifier(column.name),
        is_old=column.is_old,
        most=sql.Literal(MOST_ROWS),
        **more,
    )
