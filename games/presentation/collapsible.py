"""A game's text, folded at 72 columns for letters, as lines that a page folds at its own width."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.text import COLUMNS

# Deeper indents look alike.
DEEPEST = 4


@dataclass(frozen=True)
class Line:
    """One line without its indent; `depth` counts steps of two columns. Empty: a gap."""

    depth: int
    text: str


def unfold_text(text: str) -> list[Line]:
    """Join each line with the ones it was folded into.

    A line goes on below if the next one is indented deeper, begins no item (“- …”), and its first
    word had no room above.

    >>> [line.text for line in unfold_text("- Oracle: " + "7 " * 31 + "\\n  and 1 key")]
    ['- Oracle: 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 and 1 key']
    """
    lines: list[Line] = []
    began, above = 0, ""
    for written in text.splitlines():
        said = written.strip()
        indent = len(written) - len(written.lstrip())
        if said and indent > began and not said.startswith("- ") and _is_full(above, said):
            lines[-1] = Line(lines[-1].depth, f"{lines[-1].text} {said}")
        else:
            began = indent
            lines.append(Line(min(indent // 2, DEEPEST), said))
        above = written
    return lines


def _is_full(above: str, said: str) -> bool:
    """Tell whether the first word of a line had no room above; what no blank divides is a word."""
    return bool(above.strip()) and len(above.rstrip()) + 1 + len(said.split(" ")[0]) > COLUMNS
