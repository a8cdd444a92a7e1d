"""Rows read by statements whose text is written once.

For a question that never changes the ORM takes longer to write the SELECT than PostgreSQL to answer
it. What is looked up with every request of a program is asked for here.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

from django.db import connection
from django.db.models import JSONField, Model

Row = TypeVar("Row", bound=Model)


def fetch_rows(model: type[Row], where: str, *values: Any, beside: str = "") -> list[Row]:
    """Return the rows of `model` for which `where` holds, whole.

    `where` is SQL of ours, in which the table is called `it`; an ORDER BY may follow. `beside` is a
    foreign key whose row is read as well; in `where` it is called like the key.
    """
    text, own = _select_statement(model, where, beside), len(column_names(model))
    with connection.cursor() as cursor:
        cursor.execute(text, values)
        found = cursor.fetchall()
    read = [model_from_row(model, row[:own]) for row in found]
    if beside:
        key: Any = model._meta.get_field(beside)
        for one, row in zip(read, found, strict=True):
            key.set_cached_value(one, model_from_row(key.related_model, row[own:]))
    return read


@cache
def _select_statement(model: type[Model], where: str, beside: str) -> str:
    names = [f'it."{column}"' for column in column_names(model)]
    source = f'"{model._meta.db_table}" it'
    if beside:
        key: Any = model._meta.get_field(beside)
        other = key.related_model
        names += [f'{beside}."{column}"' for column in column_names(other)]
        source += f' JOIN "{other._meta.db_table}" {beside} ON {beside}.id = it."{key.column}"'
    return f"SELECT {', '.join(names)} FROM {source} WHERE {where}"  # nosec B608


@cache
def column_names(model: type[Model], but: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """The columns of a model in its own order, which Model.from_db expects; without some."""
    return tuple(f.attname for f in model._meta.concrete_fields if f.attname not in but)


def model_from_row(model: type[Row], row: Sequence[Any], but: frozenset[str] = frozenset()) -> Row:
    """Return a row of `columns` as the ORM would; JSON comes as text from a bare cursor."""
    values = list(row)
    for place in _json_positions(model, but):
        values[place] = decode_json(values[place])
    return model.from_db(connection.alias, column_names(model, but), values)


def decode_json(value: Any) -> Any:
    """Read JSON, which comes as text or as a value, depending on the connection."""
    return json.loads(value) if isinstance(value, str) else value


@cache
def _json_positions(model: type[Model], but: frozenset[str]) -> list[int]:
    """Where a row has JSON."""
    names = column_names(model, but)
    fields = (field for field in model._meta.concrete_fields if isinstance(field, JSONField))
    return [names.index(field.attname) for field in fields if field.attname in names]
