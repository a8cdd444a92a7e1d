"""Blocks of headers above an earlier letter: From, Sent, To, Subject, as programs repeat them.

Known by their labels in the languages of mail, and else by the shape of the fields.
"""

from __future__ import annotations

import re

from . import words
from .lines import Line, next_line

# Patterns look at no more of a line than this.
WIDTH = 400
DATE = re.compile(r"\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{2,4}|\b(?:19|20)\d\d\b|\d\s?[年년]|٢٠\d\d")
TIME = re.compile(r"\b\d{1,2}\s?(?:[:.h]|Uhr)\s?\d{2}\b|\d\s?[時时시点點]")
ADDRESS = re.compile(r"[^\s<>@\[\]()]{1,120}@[^\s<>@\[\]()]{1,120}")
_FROM_LABEL = re.compile(
    rf"[\s*_>]{{0,6}}(?:{'|'.join(words.FROM)})[\s*_]{{0,4}}[:：]", re.IGNORECASE
)
LABEL = re.compile(
    rf"[\s*_>]{{0,6}}(?:{'|'.join(words.FROM + words.OTHER_HEADERS)})[\s*_]{{0,4}}[:：]",
    re.IGNORECASE,
)
# "Label: value", in whatever language.
FIELD = re.compile(r"[\s*_>]{0,6}[^\W\d_][^:：;,.!?@<>]{0,24}[:：][\s*]{0,20}\S")
_FIELD_HEAD = re.compile(r"[:：][\s*_]|^[^\W\d_]+[:：]")
_NAMED = re.compile(r"[^:]{0,80}<[^\s<>@]{1,120}@[^\s<>@]{1,120}>\s{0,3}$")
# "[Name, date and time]", alone in its line.
_BRACKETED = re.compile(r"\s{0,4}\[[^\[\]]{2,100},[^\[\]]{6,60}\]\s{0,3}[:：]?\s*$")
# What stands in plain text for a picture.
PICTURE = re.compile(r"\s{0,4}\[(?:image|cid|inline)\b[^\]]{0,200}\]\s{0,3}$", re.IGNORECASE)
ENDS_IN_PICTURE = re.compile(r"\[(?:image|cid|inline)\b[^\[\]]{0,200}\]$", re.IGNORECASE)
# "Name ---date and time---Subject", as Notes sums up a letter.
_SUMMED_UP = re.compile(r"[^-]{1,80}\s---\d[^-]{6,60}---")
# A label alone in its line, its value in the next, as Notes writes.
_BARE_LABEL = re.compile(
    rf"\s{{0,8}}(?:{'|'.join(words.OTHER_HEADERS)})\s{{0,4}}[:：]?\s*$", re.IGNORECASE
)


def is_header_block(lines: list[Line], at: int, *, above_quote: bool = False) -> bool:
    """Tell whether From and two more header lines stand within seven lines."""
    block = [line.text[:WIDTH] for line in lines[at : at + 9] if not line.blank][:7]
    labels = sum(1 for text in block if LABEL.match(text))
    if not LABEL.match(lines[at].text[:WIDTH]):
        return _has_fields(lines, at, above_quote)
    named = any(_FROM_LABEL.match(text) for text in block)
    short = labels >= 2 and _FROM_LABEL.match(block[0]) and ADDRESS.search(block[0])
    return (labels >= 3 and named) or bool(short) or _has_fields(lines, at, above_quote)


def _has_fields(lines: list[Line], at: int, above_quote: bool) -> bool:
    """Tell whether fields with an address and a date start here, in a language we do not know.

    Without an address there are four or more of them above a letter, and a whole date and a time in
    the second.
    """
    end = at
    while end < len(lines) and end - at < 7 and FIELD.match(lines[end].text[:WIDTH]):
        end += 1
    values = [re.split("[:：]", line.text[:WIDTH], maxsplit=1)[-1] for line in lines[at:end]]
    if end - at < 3 or not any(DATE.search(value) for value in values):
        return False
    if any(ADDRESS.search(value) for value in values[:2]):
        return True
    is_head = end < len(lines) and lines[end].blank and next_line(lines, end) < len(lines)
    return (
        end - at >= 4
        and (is_head or above_quote)
        and bool(DATE.search(values[1]) and TIME.search(values[1]))
    )


def names_sender(lines: list[Line], at: int) -> bool:
    """Tell whether a name and, right below, a date stand here, as Notes writes.

    The name has its address, or fields stand below: "To", "cc", "Subject".
    """
    name = lines[at].text[:WIDTH].strip()
    below = next_line(lines, at + 1)
    text = lines[below].text[:WIDTH].strip() if below < len(lines) else ""
    if len(text) > 40 or not (DATE.search(text) and TIME.search(text)):
        return False
    if _NAMED.match(name):
        return True
    if _FIELD_HEAD.search(text) or not lines[below].own:
        return False
    fields = [line.text[:WIDTH] for line in lines[below + 1 : below + 15] if not line.blank][:8]
    labels = sum(bool(_BARE_LABEL.match(field) or LABEL.match(field)) for field in fields)
    return len(name) <= 80 and name[-1] not in ".!?:," and labels >= 2


def is_bracketed(text: str) -> bool:
    """Tell whether a name, a date and a time stand in brackets, as messengers announce a quote.

    So they do between the dashes of Notes.
    """
    dated = (_BRACKETED.match(text) or _SUMMED_UP.match(text)) and DATE.search(text)
    return bool(dated and TIME.search(DATE.sub("", text)))
