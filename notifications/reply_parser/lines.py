"""A line of a letter, and why it is not the player's own."""

from __future__ import annotations

import msgspec

# Why a line was dropped. "" stands for: it was not.
OWN = ""
QUOTE = "quote"
SENT = "our own letter"
ATTRIBUTION = "attribution"
HISTORY = "earlier letter"
SIGNATURE = "signature"
MOBILE = "client's signature"
BANNER = "gateway's banner"
FOOTER = "footer"

# What somebody else wrote earlier, as opposed to what stands around the player's words.
OLD = (QUOTE, SENT, ATTRIBUTION, HISTORY)


class Line(msgspec.Struct):
    """One line of text; `why` it was dropped, "" while it counts as the player's own.

    `stuffed`: what its text begins with is no mark of a quote (RFC 3676 §4.4).
    """

    text: str
    why: str = OWN
    stuffed: bool = False

    @property
    def blank(self) -> bool:
        return not self.text.strip()

    @property
    def own(self) -> bool:
        return not self.why and not self.blank


def next_line(lines: list[Line], at: int) -> int:
    """Return the first line from `at` on that is not blank; the number of lines if none is."""
    while at < len(lines) and lines[at].blank:
        at += 1
    return at


def drop_lines(lines: list[Line], why: str) -> None:
    """Mark lines as dropped, unless they are already."""
    for line in lines:
        line.why = line.why or why
