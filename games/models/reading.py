"""Rows read by statements whose text is written once.

For a question that never changes the ORM takes longer to write the SELECT than PostgreSQL to answer
it. What is looked up with every request of a program is asked for here.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any, TypeVar

from django.db import connection
from django.db.models import JSONField, Model

Row = TypeVar("Row", bound=Model)


def rows(model: type[Row], where: str, *values: Any, beside: str = "") -> list[Row]:
    """Return the rows of `model` for which `where` holds, whole.

    `where` is SQL of ours, in which the table is called `it`; an ORDER BY may follow. `beside` is a
    foreign key whose row is read as well; in `where` it is called like the key.
    """
    text, own = _statement(model, where, beside), len(_columns(model))
    with connection.cursor() as cursor:
        cursor.execute(text, values)
        found = cursor.fetchall()
    made = [_made(model, row[:own]) for row in found]
    if beside:
        key: Any = model._meta.get_field(beside)
        for one, row in zip(made, found, strict=True):
            key.set_cached_value(one, _made(key.related_model, row[own:]))
    return made


@cache
def _statement(model: type[Model], where: str, beside: str) -> str:
    names = [f'it."{column}"' for column in _columns(model)]
    source = f'"{model._meta.db_table}" it'
    if beside:
        key: Any = model._meta.get_field(beside)
        other = key.related_model
        names += [f'{beside}."{column}"' for column in _columns(other)]
        source += f' JOIN "{other._meta.db_table}" {beside} ON {beside}.id = it."{key.column}"'
    return f"SELECT {', '.join(names)} FROM {source} WHERE {where}"  # nosec B608


@cache
def _columns(model: type[Model]) -> list[str]:
    """The columns of a model in its own order, which Model.from_db expects."""
    return [str(field.column) for field in model._meta.concrete_fields]


@cache
def _names(model: type[Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


@cache
def _json(model: type[Model]) -> list[int]:
    """Where a row has JSON, which comes as text from a bare cursor."""
    fields = enumerate(model._meta.concrete_fields)
    return [place for place, field in fields if isinstance(field, JSONField)]


def _made(model: type[Row], row: Any) -> Row:
    values = list(row)
    for place in _json(model):
        if isinstance(values[place], str):
            values[place] = json.loads(values[place])
    return model.from_db(connection.alias, _names(model), values)
