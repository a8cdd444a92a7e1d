"""Lines of an e-mail, with the reason why a line is not the player's own."""

from __future__ import annotations

import msgspec

# Reasons why a line was dropped; "" means that it was not.
OWN = ""
QUOTE = "quote"
OUR_EMAIL = "our own e-mail"
ATTRIBUTION = "attribution"
HISTORY = "earlier e-mail"
SIGNATURE = "signature"
MOBILE = "client's signature"
BANNER = "gateway's banner"
FOOTER = "footer"

# Reasons for text of earlier e-mails, as opposed to signatures, banners and footers.
OLD = (QUOTE, OUR_EMAIL, ATTRIBUTION, HISTORY)


class Line(msgspec.Struct):
    """One line of text; `why` is the reason it was dropped, "" if it is the player's own.

    `stuffed`: a `>` at its start is not a quote mark (space-stuffing, RFC 3676 §4.4). `by_markup`:
    it is quoted by the markup of HTML. `inserted`: it stands between neighbouring lines of ours.
    """

    text: str
    why: str = OWN
    stuffed: bool = False
    by_markup: bool = False
    inserted: bool = False

    @property
    def blank(self) -> bool:
        return not self.text.strip()

    @property
    def own(self) -> bool:
        return not self.why and not self.blank


def next_line(lines: list[Line], at: int) -> int:
    """Return the index of the first line from `at` that is not blank, or the number of lines."""
    while at < len(lines) and lines[at].blank:
        at += 1
    return at


def drop_lines(lines: list[Line], why: str) -> None:
    """Mark lines as dropped because of `why`, unless they already are."""
    for line in lines:
        line.why = line.why or why
