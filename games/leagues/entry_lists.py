"""Lists of people to enter in a season, as a director types them or as a CSV file has them."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from email.utils import parseaddr

import msgspec

# The lines that are read of a list.
MOST_LINES = 1000
DELIMITERS = ";\t,"
# Titles of columns, in English, French and German.
NAME_TITLES = frozenset(
    ["name", "player", "e-mail", "email", "mail", "address", "e-mail address", "nom", "joueur"]
    + ["adresse", "adresse e-mail", "courriel", "spieler", "spielername", "e-mail-adresse"]
)
RANK_TITLES = frozenset(
    ["seed", "rank", "no", "number", "nr", "nr.", "no.", "rang", "numéro", "tête de série"]
    + ["setzplatz", "setznummer", "startnummer", "nummer"]
)
MOST_RANK = 10_000


class ListedPerson(msgspec.Struct, frozen=True):
    """A line of a list: the name or address of somebody, and their rank for the draw.

    `line` counts from 1. `rank` is None if there is none.
    """

    line: int
    whom: str
    rank: int | None = None


def parse_entry_list(text: str) -> list[ListedPerson]:
    """Return the people of a list; empty lines and repetitions are left out.

    Each line has a name or an address, and a rank for the draw if there is a second column. The
    columns may be in another order if the first line has their titles.

    >>> parse_entry_list("Anna;2\\nBob <bob@example.org>\\n")  # doctest: +NORMALIZE_WHITESPACE
    [ListedPerson(line=1, whom='Anna', rank=2),
     ListedPerson(line=2, whom='bob@example.org', rank=None)]
    >>> [person.whom for person in parse_entry_list("Seed,Name\\n1,Anna\\n2,anna")]
    ['Anna']
    """
    lines = text.splitlines()[:MOST_LINES]
    delimiter = _find_delimiter(lines)
    rows = [next(csv.reader([line], delimiter=delimiter), []) for line in lines]
    columns = _read_titles(rows[0]) if rows else None
    people: dict[str, ListedPerson] = {}
    for number, row in enumerate(rows, start=1):
        if columns is not None and number == 1:
            continue
        name_column, rank_column = columns or (0, 1)
        whom = _clean_name(_cell(row, name_column))
        if whom:
            rank = _read_rank(_cell(row, rank_column))
            people.setdefault(whom.casefold(), ListedPerson(number, whom, rank))
    return list(people.values())


def _find_delimiter(lines: Sequence[str]) -> str:
    """Return what separates the columns: what the first line with a separator has."""
    for line in lines:
        for delimiter in DELIMITERS:
            if delimiter in line:
                return delimiter
    return DELIMITERS[0]


def _read_titles(row: Sequence[str]) -> tuple[int, int] | None:
    """Return the columns of names and of ranks, None if the line has no titles.

    The column of ranks is behind the last one if none has its title.
    """
    titles = [cell.strip().casefold() for cell in row]
    names = [n for n, title in enumerate(titles) if title in NAME_TITLES]
    ranks = [n for n, title in enumerate(titles) if title in RANK_TITLES]
    if not names:
        return None
    return names[-1], ranks[0] if ranks else len(row)


def _cell(row: Sequence[str], column: int) -> str:
    return row[column].strip() if column < len(row) else ""


def _clean_name(cell: str) -> str:
    """Return a name with single spaces, and of “Anna <anna@example.org>” the address."""
    address = parseaddr(cell)[1] if "<" in cell and "@" in cell else ""
    return address or " ".join(cell.split())


def _read_rank(cell: str) -> int | None:
    if not cell.isdecimal() or len(cell) > len(str(MOST_RANK)):
        return None
    return int(cell) if 1 <= int(cell) <= MOST_RANK else None
