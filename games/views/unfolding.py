"""A game's text, folded at 72 columns for letters, as lines that a page folds at its own width."""

from __future__ import annotations

from dataclasses import dataclass

# Deeper indents look alike.
DEEPEST = 4


@dataclass(frozen=True)
class Line:
    """One line without its indent; `depth` counts steps of two columns. Empty: a gap."""

    depth: int
    text: str


def unfold(text: str) -> list[Line]:
    """Join each line with the ones that go on below it, deeper than where it began.

    An item (“- …”) always begins a line, and so does what stands below a heading (“…:”).

    >>> unfold("Court:\\n  - Oracle: cost 7,\\n    1 key\\nTrack: -")[1]
    Line(depth=1, text='- Oracle: cost 7, 1 key')
    """
    lines: list[Line] = []
    began = 0
    for written in text.splitlines():
        said = written.strip()
        indent = len(written) - len(written.lstrip())
        above = lines[-1].text if lines else ""
        goes_on = said and above and indent > began and not said.startswith("- ")
        if goes_on and not above.endswith(":"):
            lines[-1] = Line(lines[-1].depth, f"{above} {said}")
            continue
        began = indent
        lines.append(Line(min(indent // 2, DEEPEST), written.strip() if said else ""))
    return lines
