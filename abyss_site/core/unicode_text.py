"""Invisible characters and combining marks in what people write."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

# Maximum number of combining marks in a row. Longer runs occur in no language, and normalizing them
# takes time quadratic in their length (UAX #15, “Stream-Safe Text Format”).
MAX_MARKS = 30
# The first combining mark; text below it has none.
_FIRST_MARK = "\u0300"
# Categories of characters that are not displayed themselves.
_INVISIBLE_CATEGORIES = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
# Characters that a joiner may stand between: those of scripts from Hebrew on, and pictures.
_JOINING_SCRIPTS = "\u0590-\u1fff\u2190-\u2bff\u3000-\ufe0f\ufe70-\ufefc\U00010000-\U000e0fff"
# Marks that end in a joiner: the viramas of Indic scripts.
_VIRAMA = "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca"
_JOINERS = re.compile("[\u200c\u200d]")
_REPEATED_JOINER = re.compile("([\u200c\u200d])[\u200c\u200d]+")
_STRAY_JOINER = re.compile(
    f"(?<![{_JOINING_SCRIPTS}])[\u200c\u200d]|(?<![{_VIRAMA}])[\u200c\u200d](?![{_JOINING_SCRIPTS}])"
)
# Joiners that are left, and the invisible letters that name a flag: of England, for example.
_NEEDED_MARKS = re.compile(
    "[\u200c\u200d]|(?<=\U0001f3f4)[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,8}\U000e007f"
)


def drop_stray_joiners(text: str) -> str:
    """Remove joiners and non-joiners where no script and no emoji needs them.

    >>> drop_stray_joiners("ta\\u200dke"), drop_stray_joiners("می\\u200cروم") == "می\\u200cروم"
    ('take', True)
    """
    if not _JOINERS.search(text):
        return text
    return _STRAY_JOINER.sub("", _REPEATED_JOINER.sub(r"\1", text))


def drop_joiners(text: str) -> str:
    """Remove all joiners and non-joiners, to compare texts."""
    return _JOINERS.sub("", text)


def replace_invisible(text: str) -> str:
    """Replace invisible characters with spaces, except those that scripts and emoji need.

    >>> replace_invisible("well\\u202eplayed"), replace_invisible("ta\\u200cke")
    ('well played', 'take')
    """
    text = drop_stray_joiners(text)
    pieces, at = [], 0
    for hit in _NEEDED_MARKS.finditer(text):
        pieces += [_blank_invisible(text[at : hit.start()]), hit[0]]
        at = hit.end()
    return "".join([*pieces, _blank_invisible(text[at:])])


def is_displayed(text: str) -> bool:
    """Return whether a text has no invisible characters but those that scripts and emoji need.

    >>> is_displayed("well\\u202eplayed"), is_displayed("\U0001f468\u200d\U0001f467")
    (False, True)
    """
    return drop_stray_joiners(text) == text and _NEEDED_MARKS.sub("", text).isprintable()


def _blank_invisible(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(
        " " if unicodedata.category(char) in _INVISIBLE_CATEGORIES else char for char in text
    )


def limit_marks(text: str) -> str:
    """Remove combining marks behind the first MAX_MARKS in a row.

    >>> len(limit_marks("e" + "\\u0301\\u0316" * 1000))
    31
    """
    highest = max(text, default="")
    if highest < _FIRST_MARK:
        return text
    # A class that reaches beyond the first plane takes several times as long.
    return _compile_excess_marks(0xFFFF if highest <= "\uffff" else 0x1F000).sub(r"\1", text)


@cache
def _compile_excess_marks(last: int) -> re.Pattern[str]:
    """Return the pattern of too many of the combining marks up to `last`."""
    ranges: list[list[int]] = []
    for code in filter(lambda code: unicodedata.combining(chr(code)), range(0x300, last)):
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    marks = "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)
    return re.compile(f"([{marks}]{{{MAX_MARKS}}})[{marks}]+")
