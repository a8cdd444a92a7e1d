"""The rows of the vocabulary, and a notation for what each does to a table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from games.titles.enchanters.rules import vocabulary

from .tables import Facts

TABLES = msgspec.yaml.decode(
    (Path(vocabulary.__file__).with_name("vocabulary.yaml")).read_text(encoding="utf-8")
)
ROWS = {row["id"]: row for rows in TABLES.values() for row in rows}
# What the table calls N.
PLACEHOLDER = re.compile(r"\bN\b")


class Outcome(NamedTuple):
    """What a row does: on a table with these fields replaced, after these answers, it changes this.

    `n` takes the place of N. `seat` has the card, `amount` is the damage that caused the effect.
    """

    row: str
    changes: Facts
    lines: tuple[str, ...]
    where: Mapping[str, Any]
    n: int = 2
    seat: int = 0
    amount: int = 0
    card: str = ""
    together: bool = False


def outcome(row: str, changes: Facts, *lines: str, **more: Any) -> Outcome:
    """Write an outcome; `where` are the fields of the table that are replaced."""
    return Outcome(row, changes, lines, more.pop("where", {}), **more)


def name_outcome(outcome: Outcome) -> str:
    """Return the name of a test, which contains the text of its row."""
    return f"{outcome.row} {ROWS[outcome.row]['text']}"


def form_of(row: str, n: int = 2) -> str:
    """Return the machine form of a row with a number in place of N."""
    return PLACEHOLDER.sub(str(n), str(ROWS[row]["form"]))
