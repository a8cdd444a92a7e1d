"""What a person wrote: from the raw bytes of a letter to their own lines.

Ground floor: plain Python that knows no Django and does no I/O. Everything is linear in the size of
the letter, and nothing a stranger may send makes it raise.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from .around import mark_banners, mark_endings, mark_mobile
from .body import asks_for_html, body_alternatives, is_encrypted
from .history import cut_history, mark_attributions, mark_quotes, mark_remainders
from .lines import HISTORY, SENT, Line
from .mime import Part, parse_email
from .render import html_to_lines
from .subtraction import Sent, mark_sent_lines

__all__ = [
    "Line",
    "Part",
    "Reading",
    "Sent",
    "own_lines",
    "parse_email",
    "parse_reply",
    "quotable_versions",
]


class Dropped(msgspec.Struct, frozen=True):
    """A line that is not the person's own, and why."""

    line: str
    why: str


class Reading(msgspec.Struct, frozen=True):
    """A person's own lines, paragraphs separated by "", and all other lines.

    `problem` says why there are none although something was sent: "encrypted", "attachment" or "".
    """

    lines: list[str]
    dropped: list[Dropped]
    problem: str = ""


def own_lines(raw: bytes, sent: Iterable[str] = ()) -> Reading:
    """Return what the person who sent this letter wrote. `sent`: the letters they may quote."""
    return parse_reply(parse_email(raw), Sent(sent))


def parse_reply(letter: Part, sent: Sent) -> Reading:
    """Read a letter taken apart already. The first of its texts that says something counts."""
    if is_encrypted(letter):
        return Reading([], [], "encrypted")
    readings: list[Reading] = []
    for lines in body_alternatives(letter):
        read_lines(lines, sent)
        if any(line.own for line in lines) and not asks_for_html(lines):
            return _build_reading(lines)
        readings.append(_build_reading(lines))
    said = [reading for reading in readings if reading.lines]
    found = (said or readings or [Reading([], [])])[0]
    has_file = not found.lines and any(
        # An answer within a letter that is sent along is in a file as well.
        part.is_attachment() or part.kind == "message/rfc822"
        for part in letter.walk()
    )
    return msgspec.structs.replace(found, problem="attachment") if has_file else found


def read_lines(lines: list[Line], sent: Sent) -> None:
    """Mark every line that is not the person's own, in the order of certainty.

    1. quotes by their marks, and the rest of wrapped ones; 2. the lines that announce them;
    3. our own letters, because we know them, and what announces those; 4. earlier letters without
    marks, to the end; 5. what gateways and programs put around it.
    """
    mark_quotes(lines)
    mark_remainders(lines)
    mark_attributions(lines)
    mark_sent_lines(lines, sent)
    mark_attributions(lines)
    _cut_unless_answered_below(lines)
    mark_banners(lines)
    mark_mobile(lines)
    mark_endings(lines)


def quotable_versions(text: str, html: str) -> list[str]:
    """Return a letter of ours in both its versions, for Sent: a program may quote either."""
    return [text, "\n".join(line.text for line in html_to_lines(html))]


def _cut_unless_answered_below(lines: list[Line]) -> None:
    """Drop an unmarked earlier letter, but not an answer written below one we know to be ours."""
    last_sent = max((at for at, line in enumerate(lines) if line.why == SENT), default=-1)
    tail = lines[last_sent + 1 :]
    start = cut_history(lines)
    answered_above = any(line.own for line in lines[:start])
    if last_sent >= start and not answered_above:
        for line in tail:
            if line.why == HISTORY:
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
    dropped = [Dropped(line.text, line.why) for line in lines if line.why and not line.blank]
    return Reading(own, dropped)
