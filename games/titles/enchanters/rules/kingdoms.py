"""The structure of a kingdom: the number of cards of each kind, and how many are marked for two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .card_checks import WrongCard
from .designs import Design, Kingdom
from .library import Book

# (kind, tier) -> number of cards of a kingdom, and how many of them have the two-player mark.
STRUCTURE = {
    ("item", ""): (6, 3),
    ("enchantment", ""): (6, 3),
    ("monster", "minor"): (6, 3),
    ("monster", "medium"): (4, 2),
    ("monster", "major"): (2, 1),
    ("dragon", "dragon"): (1, 1),
}
# Maximum number of dragons: a kingdom may have a second one without the mark, as the Dracons do.
MAX_DRAGONS = 2


def cards_of(book: Book, kingdom: str) -> list[Design]:
    """Return the designs of a kingdom's adventure cards."""
    kinds = {kind for kind, _ in STRUCTURE}
    return [d for d in book.designs.values() if d.kingdom == kingdom and d.kind in kinds]


def check_book(book: Book) -> None:
    """Check every kingdom. Raises WrongCard that names each kingdom and what is wrong."""
    problems = [problem for kingdom in book.kingdoms.values() for problem in _check(book, kingdom)]
    problems += _find_equal_names(book)
    if problems:
        raise WrongCard(*problems)


def _find_equal_names(book: Book) -> Iterator[str]:
    """Yield each name that two designs have: players write cards by their names."""
    designs_by_name: dict[tuple[str, str], str] = {}
    for design in book.designs.values():
        for language, name in design.names.items():
            first = designs_by_name.setdefault((language, name.casefold()), design.id)
            if first != design.id:
                yield f"{design.id}: {first} is called “{name}”, too ({language})"


def _check(book: Book, kingdom: Kingdom) -> Iterator[str]:
    """Yield what is wrong in a kingdom: numbers of cards, and cards that it names in vain."""
    if kingdom.id not in book.unread:
        yield from _check_numbers(book, kingdom)
    for card in (kingdom.village, kingdom.banner, kingdom.class_, kingdom.overlord):
        if card and card not in book.designs and card not in book.unread:
            yield f"{kingdom.id}: there is no card {card}"


def _check_numbers(book: Book, kingdom: Kingdom) -> Iterator[str]:
    """Yield the numbers of cards that differ from those of a kingdom."""
    many: Counter[tuple[str, str]] = Counter()
    marked_copies: Counter[tuple[str, str]] = Counter()
    for design in cards_of(book, kingdom.id):
        many[design.kind, design.tier] += design.copies
        marked_copies[design.kind, design.tier] += design.two_player_copies
    for key, (cards, marks) in STRUCTURE.items():
        name = " ".join(filter(None, key[::-1]))
        spare = key[0] == "dragon" and many[key] == MAX_DRAGONS
        if many[key] != cards and not spare:
            yield f"{kingdom.id}: {many[key]} × {name}; there must be {cards}"
        if marked_copies[key] != marks:
            yield f"{kingdom.id}: {marked_copies[key]} × {name} marked for two; not {marks}"


def numbers_of(book: Book, kingdom: str) -> list[tuple[str, int]]:
    """Return the balance numbers of a kingdom: cards, marks, and points, health and strength of
    creatures."""
    designs = cards_of(book, kingdom)
    creatures = [d for d in designs if d.health]
    return [
        ("cards", sum(d.copies for d in designs)),
        ("marked", sum(d.two_player_copies for d in designs)),
        ("points", sum(d.copies * flat_points(d) for d in creatures)),
        ("health", sum(d.copies * d.health for d in creatures)),
        ("strength", sum(d.copies * d.strength for d in creatures)),
    ]


def flat_points(design: Design) -> int:
    """Return the fixed points on the lower part."""
    return sum(a.fields for a in design.lower.of("vp") if isinstance(a.fields, int))
