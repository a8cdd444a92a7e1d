"""The Island: cells, neighbours, connectedness, the value of a segment in a cell, patterns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import cache, lru_cache

from .components import FRAGMENT, SEGMENT
from .schema import Fragment, SegmentCard
from .seats import Segment
from .vocabulary import ANY

HOME = "0,0"
Cells = Mapping[str, Segment]
Shape = tuple[tuple[int, int, str], ...]


@cache
def parse_cell(cell: str) -> tuple[int, int]:
    """Return the coordinates of a cell.

    >>> parse_cell("2,-1")
    (2, -1)
    """
    x, y = cell.split(",")
    return int(x), int(y)


@cache
def neighbour_cells(cell: str) -> tuple[str, str, str, str]:
    """Return the four cells orthogonally adjacent to a cell."""
    x, y = parse_cell(cell)
    return f"{x + 1},{y}", f"{x - 1},{y}", f"{x},{y + 1}", f"{x},{y - 1}"


def free_cells(island: Iterable[str]) -> list[str]:
    """Return the free cells next to the Island, from left to right and bottom to top."""
    cells = set(island)
    neighbours = {cell for own in cells for cell in neighbour_cells(own)} - cells
    return sorted(neighbours, key=parse_cell)


def is_connected(cells: Collection[str]) -> bool:
    """Return whether the cells are orthogonally connected (H-16)."""
    if not cells:
        return True
    left = set(cells)
    border = [left.pop()]
    while border:
        for cell in neighbour_cells(border.pop()):
            if cell in left:
                left.remove(cell)
                border.append(cell)
    return not left


def sum_neighbour_modifiers(card: SegmentCard, cell: str, island: Cells) -> int:
    """Return the sum of a card's modifiers for the neighbours of a cell."""
    total = 0
    for beside in neighbour_cells(cell):
        segment = island.get(beside)
        if segment is not None:
            total += card.bonus.get(SEGMENT[segment.card].type, 0)
    return total


def worth_at(code: str, cell: str, island: Cells) -> int:
    """Return the Essence for building a card in a cell; at least 0 (H-15)."""
    card = SEGMENT[code]
    return max(0, card.essence + sum_neighbour_modifiers(card, cell, island))


# Patterns -----------------------------------------------------------------------------------------


@cache
def rotate_patterns(fragment: str) -> tuple[tuple[Shape, ...], ...]:
    """Return the distinct rotations of each pattern; no mirror images (H-17)."""
    return tuple(_rotate_pattern(pattern) for pattern in FRAGMENT[fragment].patterns)


def _rotate_pattern(pattern: Shape) -> tuple[Shape, ...]:
    rotation, shapes = pattern, list[Shape]()
    for _ in range(4):
        rotation = tuple((-y, x, kind) for x, y, kind in rotation)
        at_x, at_y = min((x, y) for x, y, _ in rotation)
        shape = tuple(sorted((x - at_x, y - at_y, kind) for x, y, kind in rotation))
        if shape not in shapes:
            shapes.append(shape)
    return tuple(shapes)


@cache
def needed_types(fragment: str) -> tuple[tuple[str, int], ...]:
    """Return how many segments of each type a fragment needs at least: what it counts, and what
    each of its patterns needs; of ANY as many as a pattern has cells."""
    counts = Counter(FRAGMENT[fragment].count)
    for pattern in FRAGMENT[fragment].patterns:
        counts |= Counter({ANY: len(pattern)})
        counts |= Counter(kind for _, _, kind in pattern if kind != ANY)
    return tuple(counts.items())


def has_patterns(fragment: Fragment, island: Cells, types: list[str]) -> bool:
    """Return whether every pattern fits somewhere on the Island, Palace included; `types` are those
    of its segments."""
    if not fragment.patterns:
        return True
    return _fits_everywhere(fragment.id, tuple(zip(island, types, strict=True)))


# An Island stays the same for many turns, and its player is asked in each of them.
@lru_cache(maxsize=1 << 11)
def _fits_everywhere(fragment: str, cells: tuple[tuple[str, str], ...]) -> bool:
    """Return whether every pattern fits somewhere on an Island, given as (cell, type)."""
    types = {parse_cell(cell): kind for cell, kind in cells}
    return all(_has_any_shape(shapes, types) for shapes in rotate_patterns(fragment))


def _has_any_shape(shapes: tuple[Shape, ...], types: Mapping[tuple[int, int], str]) -> bool:
    for shape in shapes:
        # The first cell of a shape is at 0, 0.
        _, _, first = shape[0]
        for (left, low), own in types.items():
            if first != own and first != ANY:
                continue
            for x, y, kind in shape[1:]:
                actual_type = types.get((left + x, low + y))
                if actual_type is None or (kind != actual_type and kind != ANY):
                    break
            else:
                return True
    return False
