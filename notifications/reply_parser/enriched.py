"""Text with tags that is no HTML: text/enriched (RFC 1896), its forerunner, and stray `<br>`."""

from __future__ import annotations

import re
from collections.abc import Callable

from .lines import Line
from .markup import unescape_entities

KINDS = ("text/enriched", "text/richtext")
# What a tag of either kind looks like; “<<” is a mere character.
_TAG = re.compile(r"<<|<(/?)([a-z0-9-]{1,60})>", re.IGNORECASE)
# Of n line ends one is a blank, the others are line ends (RFC 1896, “Formatting”).
_ENDS = re.compile(r"\n+")
_SILENT = ("param", "comment")
_BLANK = re.compile(r"^(?:[ \t]{0,20}&nbsp;){1,100}[ \t]{0,20}$", re.MULTILINE)
_BREAK = re.compile(r"<br\s{0,3}/?>(?:\r?\n)?", re.IGNORECASE)


def enriched_to_lines(text: str) -> list[Line]:
    """Return the lines of an enriched text; what it calls an excerpt has `> ` before.

    >>> [line.text for line in enriched_to_lines("<bold>2</bold>\\n\\n<excerpt>take\\n2</excerpt>")]
    ['2', '> take 2']
    """
    found: list[Line] = []
    depth = silent = at = 0
    written: list[str] = []

    def end_line() -> None:
        found.append(Line("> " * depth + "".join(written).strip()))
        written.clear()

    for tag in _TAG.finditer(text):
        _append_text(text[at : tag.start()], silent, written, end_line)
        at, name = tag.end(), (tag[2] or "").lower()
        step = -1 if tag[1] else 1
        if not name:
            written.append("<")
        elif name == "nl":
            end_line()
        elif name in _SILENT:
            silent = max(silent + step, 0)
        elif name == "excerpt":
            if "".join(written).strip():
                end_line()
            written.clear()
            depth = min(max(depth + step, 0), 20)
    _append_text(text[at:], silent, written, end_line)
    if "".join(written).strip():
        end_line()
    return found


def _append_text(text: str, silent: int, written: list[str], end_line: Callable[[], None]) -> None:
    if silent:
        return
    at = 0
    for ends in _ENDS.finditer(text):
        written.append(text[at : ends.start()])
        at = ends.end()
        count = len(ends[0])
        if count == 1:
            written.append(" ")
        for _ in range(count - 1):
            end_line()
    written.append(text[at:])


def without_breaks(text: str) -> str:
    """Return plain text in which a program has left `<br>` for line ends with plain ones.

    A line of nothing but blanks that do not break is empty.

    >>> without_breaks("2<br>Thanks<br />\\nAnn &amp; Bob"), without_breaks("a &lt; b")
    ('2\\nThanks\\nAnn & Bob', 'a &lt; b')
    """
    if "&nbsp;" in text:
        text = _BLANK.sub("", text)
    return unescape_entities(_BREAK.sub("\n", text)) if _BREAK.search(text) else text
