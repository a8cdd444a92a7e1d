"""Plain text for letters and terminals: at most 72 columns, readable in any font."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill, wrap

COLUMNS = 72


def paragraph(text: str, indent: str = "") -> str:
    """Wrap one paragraph; every line begins with `indent`."""
    return fill(
        text,
        COLUMNS,
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,
    )


def item(label: str, text: str) -> str:
    """Wrap `text` behind a label, continued lines under its beginning.

    >>> print(item("Court: ", "Oracle"))
    Court: Oracle
    """
    hanging = " " * min(len(label), 12)
    lines = wrap(label + text, COLUMNS, subsequent_indent=hanging, break_on_hyphens=False)
    return "\n".join(lines)


def phrase(
    phrases: Mapping[str, Mapping[str, str]], language: str, kind: str, **values: object
) -> str:
    """Return `phrases[language][kind]` with its values; English where the language has none."""
    table = phrases.get(language) or phrases["en"]
    return (table.get(kind) or phrases["en"][kind]).format(**values)


def listed(words: Sequence[str], last: str) -> str:
    """Join words as prose: “a, b and c”, where `last` is the “and”."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
