"""Check card files together with ours, and report the balance of each kingdom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from .bounds import out_of_bounds
from .card_checks import Problems
from .components import CARDS
from .kingdoms import check_book, numbers_of
from .library import read_file, read_folder


def check_card_files(files: Sequence[Path]) -> Iterator[str]:
    """Yield the numbers of each kingdom, ours and those in `files`, and what is out of bounds.

    Raises WrongCard with all errors of the files.
    """
    book, problems = read_folder(CARDS), Problems()
    for path in files:
        if path.resolve().parent != CARDS.resolve():
            with problems:
                read_file(book, path.read_text(encoding="utf-8"), path.name)
    with problems:
        check_book(book)
    problems.report()
    many_warnings = 0
    for kingdom in book.kingdoms:
        figures = ", ".join(f"{name} {value}" for name, value in numbers_of(book, kingdom))
        yield f"{kingdom}: {figures}"
        for warning in out_of_bounds(book, kingdom):
            many_warnings += 1
            yield f"OUT OF BOUNDS: {warning}"
    result = f"{many_warnings} out of bounds" if many_warnings else "well"
    yield f"{len(book.designs)} designs in {len(book.kingdoms)} kingdoms: {result}."
