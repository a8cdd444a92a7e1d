"""Extract the lines that a person wrote from the raw bytes of their e-mail.

This package is plain Python without Django and without I/O. It takes time linear in the size of the
e-mail, and no input makes it raise an error.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from .body import asks_for_html, body_alternatives, is_encrypted
from .decorations import mark_banners, mark_endings, mark_mobile
from .history import (
    cut_history,
    join_announcements,
    mark_answered_attribution,
    mark_attributions,
    mark_quotes,
    mark_remainders,
)
from .lines import HISTORY, OUR_EMAIL, Line
from .mime import Part, parse_email
from .render import html_to_lines
from .subtraction import SentEmails, mark_sent_lines

__all__ = [
    "Line",
    "Part",
    "Reading",
    "SentEmails",
    "own_lines",
    "parse_email",
    "parse_reply",
    "quotable_versions",
]


# Maximum number of lines of a person that are read, without blank ones.
MAX_OWN_LINES = 500


class DroppedLine(msgspec.Struct, frozen=True):
    """A line that was not written by the sender, and why."""

    line: str
    why: str


class Reading(msgspec.Struct, frozen=True):
    """Result of parsing: the sender's own lines, with "" between paragraphs, and dropped lines.

    `problem` is why there are no own lines although there was content: "encrypted", "attachment"
    or "".
    """

    lines: list[str]
    dropped: list[DroppedLine]
    problem: str = ""


def own_lines(raw: bytes, our_emails: Iterable[str] = ()) -> Reading:
    """Return what the sender of a raw e-mail wrote; they may quote `our_emails`."""
    return parse_reply(parse_email(raw), SentEmails(our_emails))


def parse_reply(email: Part, sent_emails: SentEmails) -> Reading:
    """Return what the sender of a parsed e-mail wrote, from the first body with own lines."""
    if is_encrypted(email):
        return Reading([], [], "encrypted")
    readings: list[Reading] = []
    for lines in body_alternatives(email):
        read_lines(lines, sent_emails)
        if any(line.own for line in lines) and not asks_for_html(lines):
            return _build_reading(lines)
        readings.append(_build_reading(lines))
    nonempty_readings = [reading for reading in readings if reading.lines]
    best = (nonempty_readings or readings or [Reading([], [])])[0]
    has_file = not best.lines and any(
        # A forwarded e-mail that contains the answer counts as an attachment, too.
        part.is_attachment() or part.kind == "message/rfc822"
        for part in email.walk()
    )
    return msgspec.structs.replace(best, problem="attachment") if has_file else best


def read_lines(lines: list[Line], sent_emails: SentEmails) -> None:
    """Mark every line that is not the sender's own, the most certain ones first.

    1. Quotes with quote marks, and the wrapped remainders of their lines. 2. Attributions of
    quotes. 3. Text of our own e-mails, and its attributions; and lines below too many others. 4.
    Earlier e-mails without quote marks, to the end. 5. Banners, mobile signatures, signatures and
    footers.
    """
    join_announcements(lines)
    mark_quotes(lines)
    mark_remainders(lines)
    mark_attributions(lines)
    mark_sent_lines(lines, sent_emails)
    _drop_excess_lines(lines)
    mark_attributions(lines)
    mark_answered_attribution(lines)
    _cut_unless_answered_below(lines)
    mark_banners(lines)
    mark_mobile(lines)
    mark_endings(lines)


def quotable_versions(text: str, html: str) -> list[str]:
    """Return both bodies of an e-mail of ours as text, for `Sent`: replies may quote either."""
    return [text, "\n".join(line.text for line in html_to_lines(html))]


def _drop_excess_lines(lines: list[Line]) -> None:
    """Mark the lines that stand below more own lines than anybody writes in an answer."""
    count = 0
    for line in lines:
        count += line.own
        if count > MAX_OWN_LINES:
            line.why = line.why or HISTORY


def _cut_unless_answered_below(lines: list[Line]) -> None:
    """Mark an earlier e-mail without quote marks, but not an answer below quoted text of ours."""
    last_sent = max((at for at, line in enumerate(lines) if line.why == OUR_EMAIL), default=-1)
    tail = lines[last_sent + 1 :]
    start = cut_history(lines)
    answered_above = any(line.own for line in lines[:start])
    if last_sent >= start and not answered_above:
        for line in tail:
            if line.why == HISTORY:
                line.why = ""
    for line in lines:
        if line.inserted and line.why == HISTORY:
            line.why = ""


def _build_reading(lines: list[Line]) -> Reading:
    own: list[str] = []
    for line in lines:
        if line.own:
            own.append(line.text.strip())
        elif own and own[-1]:
            own.append("")
    while own and not own[-1]:
        own.pop()
    dropped_lines = [
        DroppedLine(line.text, line.why) for line in lines if line.why and not line.blank
    ]
    return Reading(own, dropped_lines)
