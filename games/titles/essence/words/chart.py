"""An Island as plain text: a map of cells, and a list of their segments."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine import text

from ..rules.components import SEGMENT
from ..rules.island import parse_cell
from ..rules.view import SegmentView
from .lexicon import TYPES, language_column, name_of
from .meanings import describe_segment as told
from .sentences import LABELS

# Columns for the row numbers.
MARGIN = 5


def format_island(island: Mapping[str, SegmentView], language: str, *, full: bool) -> list[str]:
    """Return the Island as lines: its map with a mark for each segment, then the legend.

    A mark is the first letter of the type and a number; `full` adds the effects of each segment.
    """
    if not island:
        return []
    cells = sorted(island, key=parse_cell)
    marks = {
        cell: f"{_abbreviate_type(island[cell], language)}{n}" for n, cell in enumerate(cells, 1)
    }
    return [*_format_map(cells, marks), *_format_legend(island, marks, language, full=full)]


def _abbreviate_type(segment: SegmentView, language: str) -> str:
    """Return two letters, because French and German types start alike."""
    return TYPES[SEGMENT[segment.card].type][language_column(language)][:2].capitalize()


def _format_map(cells: list[str], marks: Mapping[str, str]) -> list[str]:
    places = [parse_cell(cell) for cell in cells]
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    low, high = min(y for _, y in places), max(y for _, y in places)
    # A space and the longest mark: “Ma9”, but “Ma11” from ten segments on.
    wide = 1 + max(map(len, marks.values()))
    if MARGIN + (right - left + 1) * wide > text.COLUMNS:
        # Too wide for a line: the cells are named below.
        return []
    columns = range(left, right + 1)
    lines = [" " * MARGIN + "".join(f"{x:>{wide}}" for x in columns)]
    for y in range(high, low - 1, -1):
        row = "".join(f"{marks.get(f'{x},{y}', '.'):>{wide}}" for x in columns)
        lines.append(f"{y:>{MARGIN}}{row}".rstrip())
    return lines


def _format_legend(
    island: Mapping[str, SegmentView], marks: Mapping[str, str], language: str, *, full: bool
) -> list[str]:
    rows = []
    for cell, mark in marks.items():
        segment = island[cell]
        name = f"{mark} {name_of(segment.card, language)} ({cell.replace('-', '−')})"
        if segment.exhausted:
            name += f", {text.format_phrase(LABELS, language, 'exhausted')}"
        says = f"{told(segment.card, language)}."
        rows.append(text.join_head(name, says, language) if full else name)
    lines = rows if full else [text.join_clauses(rows, language)]
    return [text.wrap_paragraph(line, "  ", hanging="  ") for line in lines]
